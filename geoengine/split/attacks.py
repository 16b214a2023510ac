"""The adversary on the items of a split, and what the manifest says of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from typing import Any, TypeVar

from geoengine.adversary import (
    FEWEST_QUESTIONS,
    FEWEST_SCENES,
    QuestionText,
    TaskRun,
    attack,
    can_be_attacked,
    load_sklearn,
)
from geoengine.items import Choice, Item
from geoengine.split.worker_pool import ordered

__all__ = ["attack_items", "in_processes", "successes"]

TOO_FEW = f"too few items: guessers need {FEWEST_QUESTIONS} from {FEWEST_SCENES} kinds of scenes"
OPEN = "open answers: there are no options to choose from"

R = TypeVar("R")


def attack_items(
    items: Sequence[Item],
    *,
    workers: int = 1,
    listen: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """Attack the items of each task.

    Parameters
    ----------
    items : sequence of Item
    workers : int
        The number of processes, which does not change the result.
    listen : callable, optional
        Called with the number of tasks attacked so far, and that of all tasks to attack.

    Returns
    -------
    dict
        Plain data: the version of ``scikit_learn``, and for each of the ``tasks`` the number of
        items and of kinds of scenes, with the ``guessers`` or a ``note`` that says why there are
        none.

    Raises
    ------
    UsageError
        When scikit-learn is not installed.

    Examples
    --------
    >>> attack_items([])["tasks"]
    {}
    """
    by_task: dict[str, list[Item]] = {}
    for item in items:
        by_task.setdefault(item.task, []).append(item)
    texts = {
        task: [QuestionText.of(item) for item in own if isinstance(item.answer, Choice)]
        for task, own in by_task.items()
    }
    total = sum(map(can_be_attacked, texts.values()))
    report = listen or _no_progress

    def run(
        function: Callable[[Sequence[QuestionText]], R], tasks: Iterator[Sequence[QuestionText]]
    ) -> Iterator[R]:
        report(0, total)
        # Processes are started only for tasks that there are.
        results = in_processes(max(1, min(workers, total)))(function, tasks)
        for done, result in enumerate(results, start=1):
            report(done, total)
            yield result

    found = attack([text for own in texts.values() for text in own], run=run)
    records: dict[str, Any] = {}
    for task, own in by_task.items():
        guessers = {one.guesser: one.record() for one in found if one.task == task}
        records[task] = {"items": len(own), "scenes": len({item.scene for item in own})}
        records[task] |= (
            {"guessers": guessers} if guessers else {"note": TOO_FEW if texts[task] else OPEN}
        )
    return {"scikit_learn": load_sklearn().__version__, "tasks": records}


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
        The attacks, as `attack_items` returns them; None if there were none.

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
