"""Pools: the candidates of a plan, before any selection."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import count

from geoengine.items import Item
from geoengine.split.generation import MOST_EMPTY_SCENES, request_of
from geoengine.split.plan import Plan
from geoengine.split.production import SceneRequest, produce
from geoengine.worker_pool import ordered

__all__ = ["candidates"]


def candidates(plan: Plan, number: int, *, workers: int = 1) -> Iterator[Item]:
    """Make the candidates from which a split of a plan would be selected.

    Scenes are processed as for the split itself, from the first on, until each task has its share
    of the number; of equivalent problems, only the first is used. The candidates are not balanced:
    each has exactly one right answer, but readers may be able to guess it.

    Parameters
    ----------
    plan : Plan
    number : int
        The number of candidates of all tasks together. The number made from each scene does not
        depend on it.
    workers : int
        The number of processes; the candidates do not depend on it.

    Yields
    ------
    Item
        The candidates, without ids, in the order of their scenes; fewer than `number` if too many
        scenes in a row give none.

    Raises
    ------
    WorkerLostError
        When a worker process was killed.

    Examples
    --------
    >>> from geoengine.split import make_plan
    >>> plan = make_plan(1, seed=1, tasks=make_plan(2).tasks[1:])
    >>> len(list(candidates(plan, 3)))
    3
    """
    shares = replace(plan, count=number).quotas
    made: Counter[str] = Counter()
    forms: set[str] = set()
    empty = 0

    def requests() -> Iterator[SceneRequest]:
        for index in count():
            yield request_of(
                plan, index, [task for task in plan.tasks if made[task] < shares[task]]
            )

    with closing(ordered(produce, requests(), workers=workers)) as outcomes:
        for outcome in outcomes:
            empty += 1
            for task, found in outcome.items.items() if outcome.form not in forms else ():
                # Requests run ahead of outcomes, so a task may be full already.
                for item in found[: shares[task] - made[task]]:
                    made[task] += 1
                    empty = 0
                    yield item
            forms.add(outcome.form)
            if made.total() == number or empty >= MOST_EMPTY_SCENES:
                return
