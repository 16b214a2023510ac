"""Matching responses with questions: which count, and which are missing, repeated or unknown."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from geoengine.evaluate.response import Response
from geoengine.spelling import did_you_mean

__all__ = ["AskedQuestion", "Reconciliation", "reconcile"]

_SHOWN = 5


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question of the split: an item or a problem.

    Attributes
    ----------
    id, task : str
        The task is ``solving`` or ``proof`` for a problem.
    """

    id: str
    task: str


@dataclass(slots=True)
class Reconciliation:
    """The responses of a run that count, and the irregularities among them.

    Attributes
    ----------
    responses : dict of str to Response
        The responses that count, by the question's id.
    missing : dict of str to list of str
        Ids without response, by task, for tasks with any response: they count as wrong.
    absent : tuple of str
        Tasks without any response: they are left out.
    unknown : list of Response
        Responses to no question of the split: they do not count.
    repeated : list of Response
        Responses equal to an earlier one: they do not count again.
    conflicting : dict of str to list of Response
        Different responses to one question, which counts as wrong.
    failed : list of Response
        Failures of the model without any other response: they count as wrong.
    """

    responses: dict[str, Response] = field(default_factory=dict)
    missing: dict[str, list[str]] = field(default_factory=dict)
    absent: tuple[str, ...] = ()
    unknown: list[Response] = field(default_factory=list)
    repeated: list[Response] = field(default_factory=list)
    conflicting: dict[str, list[Response]] = field(default_factory=dict)
    failed: list[Response] = field(default_factory=list)

    def notes(self, known: Sequence[str]) -> list[str]:
        """The irregularities in sentences; `known` are the ids to suggest for unknown ones.

        Empty if each question of an answered task has one response, and there are no others.
        """
        lines = []
        for task, ids in self.missing.items():
            lines.append(f"{task}: {len(ids)} without response, counted as wrong: {_some(ids)}")
        if self.failed:
            listed = _some([f"{one.id} ({one.where})" for one in self.failed])
            lines.append(f"{len(self.failed)} failed, counted as wrong: {listed}")
        if self.conflicting:
            places = {
                identity: " and ".join(one.where for one in found)
                for identity, found in self.conflicting.items()
            }
            listed = _some([f"{identity} ({where})" for identity, where in places.items()])
            lines.append(
                f"{len(self.conflicting)} with different responses, counted as wrong: {listed};"
                " if they are several runs, give them as NAME#1=FILE NAME#2=FILE"
            )
        if self.repeated:
            listed = _some([f"{one.id} ({one.where})" for one in self.repeated])
            lines.append(f"{_responses(self.repeated)} given twice, counted once: {listed}")
        if self.unknown:
            listed = _some([f"{one.id} ({one.where})" for one in self.unknown])
            line = f"{_responses(self.unknown)} to no question of this split, left out: {listed}"
            hint = did_you_mean(self.unknown[0].id, known)
            lines.append(f"{line}; {hint}" if hint else line)
        return lines


def reconcile(responses: Iterable[Response], questions: Sequence[AskedQuestion]) -> Reconciliation:
    """Decide which response counts for which question.

    Failed responses count only if there is no other. If several responses to a question differ,
    none counts; if they are equal, the first does.

    Parameters
    ----------
    responses : iterable of Response
        The responses of one run.
    questions : sequence of AskedQuestion
        All questions of the split.

    Examples
    --------
    >>> asked = [AskedQuestion("a-1", "a"), AskedQuestion("a-2", "a"), AskedQuestion("b-1", "b")]
    >>> responses = [Response("a-1", "(1)", "x:1"), Response("a-1", "(2)", "x:2"),
    ...     Response("c-1", "(2)", "x:3")]
    >>> for line in reconcile(responses, asked).notes(["a-1"]):
    ...     print(line)
    a: 1 without response, counted as wrong: a-2
    1 with different responses, counted as wrong: a-1 (x:1 and x:2); if they are several runs, give
    them as NAME#1=FILE NAME#2=FILE
    1 response to no question of this split, left out: c-1 (x:3); did you mean a-1?
    """
    known = {question.id: question for question in questions}
    account = Reconciliation()
    by_id: dict[str, list[Response]] = defaultdict(list)
    for response in responses:
        if response.id in known:
            by_id[response.id].append(response)
        else:
            account.unknown.append(response)
    for identity, all_found in by_id.items():
        # A question that was asked again after a failure has a response.
        found = [one for one in all_found if not one.failed] or all_found[:1]
        texts = {one.text for one in found}
        if len(texts) > 1:
            account.conflicting[identity] = found
        else:
            account.responses[identity] = found[0]
            account.repeated += found[1:]
            account.failed += found[:1] if found[0].failed else []
    _count_missing(account, questions, by_id)
    return account


def _count_missing(
    account: Reconciliation, questions: Sequence[AskedQuestion], found: Mapping[str, object]
) -> None:
    of_task: dict[str, list[str]] = defaultdict(list)
    for question in questions:
        of_task[question.task].append(question.id)
    absent = []
    for task, ids in of_task.items():
        without = [identity for identity in ids if identity not in found]
        if len(without) == len(ids):
            absent.append(task)
        elif without:
            account.missing[task] = without
    account.absent = tuple(absent)


def _responses(found: Sequence[Response]) -> str:
    return "1 response" if len(found) == 1 else f"{len(found)} responses"


def _some(listed: Sequence[str]) -> str:
    more = len(listed) - _SHOWN
    return ", ".join(listed[:_SHOWN]) + (f" and {more} more" if more > 0 else "")
