"""Runs: the responses of one model to a split, each with its grade."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from geoengine.errors import UsageError
from geoengine.evaluate.drafts import judge_draft
from geoengine.evaluate.extraction import Outcome, extract
from geoengine.evaluate.judge_model import Judge
from geoengine.evaluate.named_objects import judge_named
from geoengine.evaluate.reconciliation import AskedQuestion, Reconciliation, reconcile
from geoengine.evaluate.response import Response
from geoengine.evaluate.value_scoring import CLOSE, RIGHT, judge_value
from geoengine.formats import Source
from geoengine.items import Choice, Draft, Item, Named, Value

__all__ = ["SOLVING", "Grade", "Run", "grade_runs", "label", "questions_of"]

SOLVING = "solving"
PROOF = "proof"
SOUND = 0.75
"""The least process score with which a right answer qualifies (DynaSolidGeo, section 3.4.3)."""

_QUANTITIES = {"aconst": "angle", "rconst": "ratio", "lconst": "length"}
"""What a problem asks for, by the predicate of its goal; a number by default."""


@dataclass(frozen=True, slots=True)
class Grade:
    """The grade of the response to one question.

    Attributes
    ----------
    id, task : str
        The id of the question, and the name of its task.
    outcome : str
        For a choice, the value of an `Outcome`; for a value, as from `judge_value`; for a named
        object, as from `judge_named`; for a draft, as from `judge_draft`; ``missing``,
        ``conflicting`` or ``failed`` if there is no response to grade.
    right : bool
        Whether the answer is right.
    chosen : str
        The number of the option chosen, from 1, or the value or object claimed, or the commands of
        a draft; empty if none was found.
    expected : str
        The right answer, in the same notation.
    by : str
        For a choice, the evidence in the response by which the option was found, or ``judge``.
    process : float or None
        The process score, from 0 to 1, if a judge model was asked about the reasoning; see
        `score_reasoning`.
    reason : str
        For a draft, what is wrong with it, in words.
    aligned : float or None
        For a draft, the share of the reference's objects that it makes too; see `DraftVerdict`.
    """

    id: str
    task: str
    outcome: str
    right: bool
    chosen: str = ""
    expected: str = ""
    by: str = ""
    process: float | None = None
    reason: str = ""
    aligned: float | None = None

    @property
    def exact(self) -> bool:
        """Whether the answer is right without use of a tolerance."""
        return self.right and self.outcome != CLOSE

    @property
    def qualified(self) -> bool:
        """Whether the answer is right and its process score at least `SOUND`."""
        return self.right and self.process is not None and self.process >= SOUND


@dataclass(frozen=True, slots=True)
class Run:
    """The graded responses of a model to a split, in one run.

    Attributes
    ----------
    model, variant, run : str
        The names of the model, the variant of its prompt and the run; empty if the responses do not
        say.
    account : Reconciliation
    grades : mapping of str to Grade
        The grade of each question in the tasks that were answered, by id; proofs have no grade.
    """

    model: str
    variant: str
    run: str
    account: Reconciliation
    grades: Mapping[str, Grade]

    @property
    def name(self) -> str:
        """The model, the variant and the run in one name."""
        name = label(self.model, self.variant)
        return f"{name} #{self.run}" if self.run else name

    def of_task(self, task: str) -> list[Grade]:
        """The grades of a task, in the order of the split."""
        return [grade for grade in self.grades.values() if grade.task == task]


def label(model: str, variant: str) -> str:
    """The name of a model with the variant of its prompt, if there is one.

    Examples
    --------
    >>> label("mine", "cot"), label("mine", "")
    ('mine (cot)', 'mine')
    """
    return f"{model} ({variant})" if variant else model


def questions_of(source: Source) -> list[AskedQuestion]:
    """All questions of a split: its items and its problems."""
    items = [AskedQuestion(item.id, item.task) for item in source.items]
    return items + [
        AskedQuestion(record["id"], PROOF if record["answer"] is None else SOLVING)
        for record in source.asked
    ]


def grade_runs(
    responses: Iterable[Response],
    source: Source,
    *,
    tolerance: float | None = None,
    judge: Judge | None = None,
) -> list[Run]:
    """Sort responses by model, variant and run, and grade each.

    Parameters
    ----------
    responses : iterable of Response
    source : Source
    tolerance : float, optional
        The tolerance for numeric answers that have none of their own, other than counts; see
        `judge_value`.
    judge : Judge, optional
        Reads responses to multiple-choice items in which no option, or several, were found.

    Returns
    -------
    list of Run
        The runs, in the order of first appearance.

    Raises
    ------
    UsageError
        When no response of a run is to a question of the split.
    JudgeError
        When the judge does not answer.
    """
    sorted_out: dict[tuple[str, str, str], list[Response]] = defaultdict(list)
    for response in responses:
        sorted_out[response.model, response.variant, response.run].append(response)
    questions = questions_of(source)
    grading = _Grading(source, tolerance, judge)
    runs = []
    for (model, variant, run), found in sorted_out.items():
        account = reconcile(found, questions)
        if not account.responses and not account.conflicting:
            raise UsageError(
                f"none of the {len(found)} responses of {model} is to a question of {source.path}",
                hint=f"ids are such as {questions[0].id}; found {found[0].id} at {found[0].where}",
            )
        runs.append(Run(model, variant, run, account, grading.grades(account, questions)))
    return runs


class _Grading:
    def __init__(self, source: Source, tolerance: float | None, judge: Judge | None) -> None:
        self._items = {item.id: item for item in source.items}
        self._problems = {record["id"]: record for record in source.asked}
        self._tolerance = tolerance
        self._judge = judge

    def grades(
        self, account: Reconciliation, questions: Sequence[AskedQuestion]
    ) -> dict[str, Grade]:
        return {
            question.id: self._grade(question, account)
            for question in questions
            if question.task not in account.absent and question.task != PROOF
        }

    def _grade(self, question: AskedQuestion, account: Reconciliation) -> Grade:
        response = account.responses.get(question.id)
        if response is None or response.failed:
            outcome = "missing" if response is None else "failed"
            if question.id in account.conflicting:
                outcome = "conflicting"
            return Grade(question.id, question.task, outcome, False, "", self._expected(question))
        if question.task == SOLVING:
            return self._solved(self._problems[question.id], response)
        item = self._items[question.id]
        match item.answer:
            case Choice():
                return self._chosen(item, response)
            case Value():
                return self._valued(item, item.answer, response)
            case Named():
                outcome, claimed = judge_named(response.text, item.answer)
                right = outcome == "right"
                return Grade(item.id, item.task, outcome, right, claimed, item.answer.expected)
            case Draft():
                return _drafted(item, item.answer, response)

    def _expected(self, question: AskedQuestion) -> str:
        if question.task == SOLVING:
            return str(self._problems[question.id]["answer"])
        answer = self._items[question.id].answer
        return str(answer.key) if isinstance(answer, Choice) else answer.expected

    def _solved(self, record: Mapping[str, Any], response: Response) -> Grade:
        quantity = _QUANTITIES.get(str(record["formal_goal"]).split()[0], "number")
        answer = str(record["answer"])
        outcome, claimed = judge_value(
            response.text, answer, quantity=quantity, tolerance=self._tolerance
        )
        return Grade(record["id"], SOLVING, outcome, outcome in RIGHT, claimed, answer)

    def _valued(self, item: Item, answer: Value, response: Response) -> Grade:
        tolerance = answer.tolerance
        if tolerance is None and not _is_count(answer):
            tolerance = self._tolerance
        outcome, claimed = judge_value(
            response.text, answer.exact, quantity=answer.quantity, tolerance=tolerance,
            unit=answer.unit, rounded=answer.rounded,
        )  # fmt: skip
        return Grade(item.id, item.task, outcome, outcome in RIGHT, claimed, answer.expected)

    def _chosen(self, item: Item, response: Response) -> Grade:
        found = extract(response.text, item.choice.options)
        option, outcome, by = found.option, found.outcome, found.by
        if self._judge is not None and outcome in {Outcome.UNREADABLE, Outcome.SEVERAL}:
            option = self._judge.option(item, response.text)
            if option is not None:
                outcome, by = Outcome.ANSWERED, "judge"
        chosen = "" if option is None else str(option)
        return Grade(
            item.id,
            item.task,
            outcome.value,
            option == item.choice.key,
            chosen,
            str(item.choice.key),
            by,
        )


def _drafted(item: Item, answer: Draft, response: Response) -> Grade:
    found = judge_draft(response.text, answer)
    return Grade(
        item.id, item.task, found.outcome, found.right, "\n".join(found.commands),
        answer.expected, reason=found.reason, aligned=found.aligned,
    )  # fmt: skip


def _is_count(answer: Value) -> bool:
    """Whether an answer is a number of things, which is right only if it is exact."""
    return answer.quantity == "number" and answer.exact.isdigit()
