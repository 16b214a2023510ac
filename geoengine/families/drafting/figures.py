"""Moved figures of a task, and what is wrong with a construction in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from numpy.random import Generator

from geoengine.draft import Figure, carry_out, holds, read_draft
from geoengine.families.drafting.moving import moved_givens
from geoengine.families.drafting.task import Task, TaskError

__all__ = ["faults", "other_givens"]

_TRIES = 2_000


def other_givens(task: Task, rng: Generator, count: int) -> Iterator[tuple[str, ...]]:
    """Yield the givens of a task, moved at random so that their conditions hold.

    Raises
    ------
    TaskError
        When the conditions hold so rarely that too few figures are found.

    Examples
    --------
    >>> from geoengine.families.drafting import load_seeds, make_task
    >>> from geoengine.items import stream
    >>> task = make_task(load_seeds()["perpendicular_bisector"], stream(1))
    >>> len(set(other_givens(task, stream(2), 20)))
    20
    """
    found = 0
    for _ in range(_TRIES):
        if found == count:
            return
        givens = tuple(moved_givens(task.seed, task.parameters, rng).splitlines())
        if not faults(_figure(givens), task.where):
            found += 1
            yield givens
    if found < count:
        raise TaskError(
            f"expected {count} moved figures of {task.seed.id!r}, found {found} in {_TRIES} tries",
            hint="ask for less in where",
        )


def faults(figure: Figure, conditions: Iterable[str]) -> list[str]:
    """Return the conditions that do not hold in a figure."""
    return [condition for condition in conditions if not holds(figure, condition)]


def _figure(commands: Iterable[str]) -> Figure:
    return carry_out(read_draft("\n".join(commands)))
