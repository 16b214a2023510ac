"""The judges of the family `reasoning`: what makes an answer right in each task."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from geoengine.catalogue import Task, load_rules, load_tasks
from geoengine.errors import InputError
from geoengine.language import Statement, parse_statement, write
from geoengine.spelling import did_you_mean
from geoengine.verify.budget import Budget
from geoengine.verify.items.first_fault import differences_of_faults, judge_faults
from geoengine.verify.items.implicit_statements import implicit_statements
from geoengine.verify.items.item_figures import ItemFigures, figures_of, goal_of
from geoengine.verify.items.judge_registry import ItemJudge
from geoengine.verify.items.names_of_lines import names_same_lines
from geoengine.verify.items.opening_point import judge_opening_points
from geoengine.verify.items.option_verdicts import OptionVerdict, choice_findings
from geoengine.verify.items.picture_evidence import Differences, check_picture_evidence
from geoengine.verify.items.printed_statements import printed_form_of
from geoengine.verify.items.stored_counterexample import stored_figure
from geoengine.verify.items.theorem_choice import differences_of_theorems, judge_theorems
from geoengine.verify.proofs.matching import applies
from geoengine.verify.prover import Prover
from geoengine.verify.verdict import Finding, Level

__all__ = ["JUDGES", "judge_of"]

Item = Mapping[str, Any]


def _perception(data: Item, figures: ItemFigures) -> list[OptionVerdict]:
    """An option is right if its statement holds in every figure."""
    options = [_option_statement(data, k) for k in range(len(data["answer"]["options"]))]
    if data["meta"].get("form") == "marked":
        _check_reading(data, options[data["answer"]["key"] - 1], figures)
    return [figures.truth(option) for option in options]


def _check_reading(data: Item, key: Statement, figures: ItemFigures) -> None:
    """Check that a length that is not given follows from the marks that the certificate names."""
    marks = [parse_statement(text) for text in data["certificate"].get("read_from", ())]
    given = set(figures.premises)
    for mark in marks:
        if mark.value is not None and mark not in given:
            raise InputError(f"{write(mark)} is read off the picture, and is no premise")
        if figures.truth(mark).right is False:
            raise InputError(f"{write(mark)} is read off the picture, and is false")
    if key in given:
        raise InputError(f"{write(key)} is given, and is to be found")
    if figures.prover is not None and figures.prove(marks, key) is None:
        raise InputError(f"{write(key)} was not proved from what is read off the picture")


def _filtering(data: Item, figures: ItemFigures) -> list[OptionVerdict]:
    """An option is right if the goal does not need the premise."""
    goal = goal_of(figures)
    listed = data["certificate"].get("premises")
    if listed is not None and {parse_statement(s) for s in listed} != set(figures.premises):
        raise InputError("the premises in the certificate are not those of the problem")
    verdicts = []
    for k in range(len(data["answer"]["options"])):
        premise = _option_statement(data, k)
        if premise not in figures.premises:
            raise InputError(f"option {k + 1}, {write(premise)}, is no premise of the problem")
        entry = data["certificate"]["options"][k]
        stored = stored_figure(entry, figures.problem, premise, goal, shown=figures.shown)
        verdicts.append(stored or _necessity(premise, goal, figures))
    return verdicts


def _necessity(premise: Statement, goal: Statement, figures: ItemFigures) -> OptionVerdict:
    premise_text = write(premise)
    rest = [other for other in figures.premises if other != premise]
    proof = figures.prove(rest, goal)
    if proof is not None:
        why = (
            f"without {premise_text} the goal is proved in {len(proof.proof.steps)} replayed steps"
        )
        return OptionVerdict(True, why)
    picture, tried = figures.refutation(premise, goal)
    if picture is not None:
        why = (
            f"{premise_text} is needed: in a figure all other premises hold, and the goal does not"
        )
        return OptionVerdict(False, why, picture)
    if not tried:
        return OptionVerdict(
            None, f"no figure arranged like the picture violates only {premise_text}"
        )
    why = f"no figure shows that {premise_text} is needed; {tried} violate only this premise"
    return OptionVerdict(None, why)


def _subgoals(data: Item, figures: ItemFigures) -> list[OptionVerdict]:
    """An option is right if the goal follows from it and the premises in one step.

    The step may name lines of the goal by other points that premises put on them.
    """
    goal = goal_of(figures)
    concluded = parse_statement(data["certificate"].get("conclusion", str(goal)))
    lines = [*figures.premises, *implicit_statements(figures.premises)]
    if not names_same_lines(concluded, goal, lines):
        raise InputError(f"{write(concluded)} in the certificate is another goal")
    sets = [printed_form_of(data).parse_list(option) for option in data["answer"]["options"]]
    for k, states in enumerate(sets):
        claimed = data["certificate"]["options"][k].get("statements", [])
        if {parse_statement(s) for s in claimed} != set(states):
            raise InputError(f"option {k + 1} does not match its certificate")
    key = data["answer"]["key"] - 1
    printed_goal = printed_form_of(data).write(goal) in data["question"]
    verdicts = []
    for k, states in enumerate(sets):
        if k != key and set(states) <= set(sets[key]):
            verdicts.append(OptionVerdict(None, f"({k + 1}) is a subset of the key"))
            continue
        if any(figures.truth(state).right is False for state in states):
            verdicts.append(OptionVerdict(False, "it contains a false statement"))
            continue
        if k != key and not printed_goal:
            why = "it may be true, and the question leaves open which vertices correspond"
            verdicts.append(OptionVerdict(None, why))
            continue
        verdicts.append(_sufficiency(states, concluded, figures))
    return verdicts


def _sufficiency(
    states: Sequence[Statement], goal: Statement, figures: ItemFigures
) -> OptionVerdict:
    if figures.prover is None:
        return OptionVerdict(None, "undecided without a prover")
    known = [*figures.premises, *(s for s in states if s not in figures.premises)]
    known += implicit_statements(known)
    proof = figures.prove(known, goal, rounds=1, picture_only=True)
    if proof is None:
        return OptionVerdict(False, "no single step leads from it to the goal")
    count = len(proof.proof.steps)
    if count == 1:
        return OptionVerdict(True, "the goal follows from it in one replayed step")
    used = set(states) & set(proof.proof.premises)
    if not used:
        return OptionVerdict(False, "the goal follows without it, but not in one step")
    if any(applies(rule, known, goal) is not None for rule in load_rules().values()):
        why = f"a rule seems to give the goal from it, though {count} steps are the shortest proof"
        return OptionVerdict(None, why)
    return OptionVerdict(False, f"the goal follows from it in {count} steps, not in one")


def _option_statement(data: Mapping[str, Any], k: int) -> Statement:
    """The statement that an option offers, read from its printed text.

    Raises
    ------
    InputError
        If the certificate has another statement.
    """
    printed = printed_form_of(data).parse(data["answer"]["options"][k])
    claimed = data["certificate"]["options"][k].get("statement")
    if claimed is not None and parse_statement(claimed) != printed:
        raise InputError(f"option {k + 1} is {write(printed)}, but {claimed} in its certificate")
    return printed


def _fails_with_subgoal(data: Item, figures: ItemFigures) -> Differences:
    """The key is not right where a statement in it is false."""
    right = data["answer"]["options"][data["answer"]["key"] - 1]
    return [frozenset({state}) for state in printed_form_of(data).parse_list(right)]


class _OptionsJudge:
    """Judges multiple-choice items by a criterion for a right option.

    `false_elsewhere` and `true_elsewhere` list the sets of statements with which the answer of an
    item changes, if all of one set become false, or true.
    """

    def __init__(
        self,
        verdicts: Callable[[Item, ItemFigures], list[OptionVerdict]],
        *,
        false_elsewhere: Callable[[Item, ItemFigures], Differences] | None = None,
        true_elsewhere: Callable[[Item, ItemFigures], Differences] | None = None,
    ) -> None:
        self._verdicts = verdicts
        self._false, self._true = false_elsewhere, true_elsewhere

    def __call__(self, data: Item, budget: Budget, prover: Prover | None) -> Sequence[Finding]:
        figures = figures_of(data, budget, prover)
        if figures is None:
            text = "no figure of the problem was found"
            return [Finding("consistent", Level.UNDECIDED, text)]
        found = choice_findings(data, self._verdicts(data, figures))
        if "evidence" in data["certificate"] or data["meta"].get("evidence", "text") != "text":
            found += check_picture_evidence(
                data,
                figures.problem,
                false=self._false(data, figures) if self._false else (),
                true=self._true(data, figures) if self._true else (),
            )
        return found


_CRITERIA: dict[str, ItemJudge] = {
    "true_statement": _OptionsJudge(_perception),
    "spare_premise": _OptionsJudge(_filtering),
    "direct_antecedents": _OptionsJudge(_subgoals, false_elsewhere=_fails_with_subgoal),
    "unused_theorem": _OptionsJudge(judge_theorems, false_elsewhere=differences_of_theorems),
    "opening_point": _OptionsJudge(judge_opening_points),
    "first_fault": _OptionsJudge(judge_faults, true_elsewhere=differences_of_faults),
}
"""The judge of an answer, by the criterion that a task names in the catalogue."""


def judge_of(task: Task) -> ItemJudge:
    """Return what judges the items of a task, by the criterion that its entry names.

    Raises
    ------
    CatalogueError
        If there is no such criterion.
    """
    judge = _CRITERIA.get(task.criterion)
    if judge is None:
        otherwise = f"the criteria are: {', '.join(_CRITERIA)}"
        raise task.error(
            f"expected a criterion of geoengine.verify.items.reasoning, found {task.criterion!r}",
            hint=did_you_mean(task.criterion, _CRITERIA, otherwise),
        )
    return judge


JUDGES: dict[str, ItemJudge] = {
    name: judge_of(task) for name, task in load_tasks("reasoning").items()
}
"""The judges by task; registered as an entry point."""
