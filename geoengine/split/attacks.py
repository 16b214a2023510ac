"""The adversary on the items of a split, and what the manifest says of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from typing import Any, TypeVar

from geoengine.adversary import (
    FEWEST_QUESTIONS,
    FEWEST_SCENES,
    Attack,
    QuestionText,
    TaskRun,
    attack,
    can_be_attacked,
    load_sklearn,
)
from geoengine.items import Choice, Item
from geoengine.worker_pool import WorkerPool, ordered

__all__ = [
    "Results",
    "attack_items",
    "attack_records",
    "guessed_items",
    "in_processes",
    "successes",
]

_MOST_DROPPED = 4
"""At most one in this many items of a task is dropped since it was guessed."""

TOO_FEW = f"too few items: guessers need {FEWEST_QUESTIONS} from {FEWEST_SCENES} kinds of scenes"
OPEN = "open answers: there are no options to choose from"

R = TypeVar("R")

Results = dict[str, tuple[Sequence[QuestionText], Any]]
"""For each task the questions that were attacked, and what came of it."""


def attack_items(
    items: Sequence[Item],
    *,
    pool: WorkerPool | None = None,
    listen: Callable[[int, int], None] | None = None,
    known: Results | None = None,
) -> list[Attack]:
    """Attack the items of each task.

    Parameters
    ----------
    items : sequence of Item
    pool : WorkerPool, optional
        The processes, whose number does not change the result; this one by default.
    listen : callable, optional
        Called with the number of tasks attacked so far, and that of all tasks to attack.
    known : dict, optional
        The results of earlier attacks, which are used for tasks whose items are the same, and
        replaced by those of this one.

    Raises
    ------
    UsageError
        When scikit-learn is not installed.

    Examples
    --------
    >>> attack_items([])
    []
    """
    texts = {
        task: [QuestionText.of(item) for item in own]
        for task, own in _by_task(items, choices_only=True).items()
    }
    results = {} if known is None else known
    changed = [
        own
        for task, own in texts.items()
        if can_be_attacked(own) and (task not in results or results[task][0] != own)
    ]
    report = listen or _no_progress

    def run(
        function: Callable[[Sequence[QuestionText]], Any], tasks: Iterator[Sequence[QuestionText]]
    ) -> Iterator[Any]:
        report(0, len(changed))
        found = (pool or WorkerPool(1)).ordered(function, iter(changed))
        for done, (own, result) in enumerate(zip(changed, found, strict=True), start=1):
            results[own[0].task] = own, result
            report(done, len(changed))
        return (results[own[0].task][1] for own in tasks)

    return attack([text for own in texts.values() for text in own], run=run)


def attack_records(items: Sequence[Item], attacks: Sequence[Attack]) -> dict[str, Any]:
    """Return what a manifest says of the attacks on some items.

    Returns
    -------
    dict
        Plain data: the version of ``scikit_learn``, and for each of the ``tasks`` the number of
        items and of kinds of scenes, with the ``guessers`` or a ``note`` that says why there are
        none.

    Examples
    --------
    >>> attack_records([], [])["tasks"]
    {}
    """
    records: dict[str, Any] = {}
    choices = _by_task(items, choices_only=True)
    for task, own in _by_task(items).items():
        guessers = {one.guesser: one.record() for one in attacks if one.task == task}
        records[task] = {"items": len(own), "scenes": len({item.scene for item in own})}
        records[task] |= (
            {"guessers": guessers} if guessers else {"note": TOO_FEW if task in choices else OPEN}
        )
    return {"scikit_learn": load_sklearn().__version__, "tasks": records}


def guessed_items(items: Sequence[Item], attacks: Sequence[Attack]) -> list[Item]:
    """Return the items to replace, so that no attack beats chance any more.

    They are those that the best successful attack on a task is surest of, as many as make the
    share of its hits that of chance if the items that replace them are guessed as often as all
    items were. A task is left as it is if they are too many: then the way in which its options are
    made gives the key away.

    Examples
    --------
    >>> guessed_items([], [])
    []
    """
    found: list[Item] = []
    for task, own in _by_task(items, choices_only=True).items():
        successful = [one for one in attacks if one.task == task and one.succeeds]
        if not successful:
            continue
        best = max(successful, key=lambda one: one.hits - one.chance * one.questions)
        excess = best.hits - best.chance * best.questions
        # One item less lowers the excess by the first term, and the new one raises it again.
        lowered = 1 - best.chance - excess / len(own)
        if lowered > 0 and excess / lowered <= len(own) / _MOST_DROPPED:
            found += [own[k] for k in best.guessed[: math.ceil(excess / lowered)]]
    return found


def _by_task(items: Sequence[Item], *, choices_only: bool = False) -> dict[str, list[Item]]:
    found: dict[str, list[Item]] = {}
    for item in items:
        if isinstance(item.answer, Choice) or not choices_only:
            found.setdefault(item.task, []).append(item)
    return found


def in_processes(workers: int) -> TaskRun:
    """Return a function that divides the questions of several tasks among processes."""

    def run(
        function: Callable[[Sequence[QuestionText]], R], tasks: Iterator[Sequence[QuestionText]]
    ) -> Iterator[R]:
        with closing(ordered(function, tasks, workers=workers)) as results:
            yield from results

    return run


def successes(attacks: dict[str, Any] | None) -> list[str]:
    """Return a line of text for each attack that beats chance significantly.

    Parameters
    ----------
    attacks : dict or None
        The attacks, as `attack_records` returns them; None if there were none.

    Examples
    --------
    >>> found = {"questions": 90, "accuracy": "0.500", "p": "1e-06", "succeeds": True}
    >>> found |= {"chance": "0.250", "telling": ["highest newest 50 %"]}
    >>> guessers = {"best number": found}
    >>> successes({"tasks": {"sums": {"guessers": guessers}}})
    ['sums: best number gets 50 % of 90, chance 25 % (p = 1e-06): highest newest 50 %']
    """
    lines = []
    for task, of_task in (attacks or {"tasks": {}})["tasks"].items():
        for name, found in of_task.get("guessers", {}).items():
            if not found["succeeds"]:
                continue
            got, chance = (f"{100 * float(found[key]):.0f} %" for key in ("accuracy", "chance"))
            told = f": {'; '.join(found['telling'])}" if found["telling"] else ""
            lines.append(
                f"{task}: {name} gets {got} of {found['questions']}, chance {chance}"
                f" (p = {found['p']}){told}"
            )
    return lines


def _no_progress(done: int, total: int) -> None:
    """Ignore the progress."""
