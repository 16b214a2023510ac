"""Making a task for an item: its parameters, letters and places, checked in many figures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from numpy.random import Generator

from geoengine.draft import DraftError, Figure, carry_out, read_draft
from geoengine.families.drafting.figures import faults, other_givens
from geoengine.families.drafting.lettering import Lettering, letterings, relettered
from geoengine.families.drafting.moving import moved_givens
from geoengine.families.drafting.proving import prove_goals
from geoengine.families.drafting.seed import Seed, load_seeds
from geoengine.families.drafting.task import Task, TaskError, make_task
from geoengine.items import pick, stream

__all__ = ["Made", "made"]

_MOVED = 4
"""In how many figures of its own with moved givens each task must reach its goal, beside those that
the proof needs."""

_ATTEMPTS = ((0.5, 0.035),) * 25 + ((0.1, 0.035),) * 20 + ((0.1, 0.012),) * 40
"""Of what coordinates are multiples, and how near points may be to each other, by attempt.

Points that do not coincide are so far apart, in parts of the figure's size.
"""

_FARTHEST = 3.0
"""How far the points of a figure may be apart, in parts of how far those of its seed are."""

_WIDEST = 34.0
"""How far they may be apart at all."""

_SAME = 1e-7


@dataclass(frozen=True)
class Made:
    """A task as an item has it.

    Attributes
    ----------
    task : Task
        With the parameters, letters and places of the item.
    way : {"steps", "steps_full"}
        Which of the seed's constructions it has.
    letters : mapping of str to str
        The letters of points in place of those of the seed.
    proof : dict
        How its goals are known to be reached, as plain data.
    """

    task: Task
    way: str
    letters: Lettering
    proof: dict[str, Any]


@lru_cache(maxsize=512)
def made(seed_id: str, split_seed: int, turn: int) -> Made | None:
    """Make the task of a seed for a split; None if an earlier turn is the same.

    Parameters
    ----------
    seed_id : str
    split_seed : int
        The seed of the split.
    turn : int
        How often the split took the seed before. As long as there are other parameters, letters or
        constructions, each turn has its own.

    Raises
    ------
    TaskError
        If its goals cannot be proved, or the construction cannot be seen well.

    Examples
    --------
    >>> one, other = made("midpoint", 1, 0), made("midpoint", 1, 1)
    >>> one.task.program != other.task.program
    True
    """
    variants = _variants(seed_id, split_seed)
    way, values, letters = variants[turn % len(variants)]
    rng = stream(split_seed, "drafting", seed_id, turn)
    seed = load_seeds()[seed_id]
    task = _placed(make_task(seed, rng, dict(values), way=way), rng)
    proved = prove_goals(task)
    if not proved.is_proved:
        raise TaskError(f"{seed_id}: {proved.words}")
    for givens in other_givens(task, rng, _MOVED):
        found = carry_out(read_draft("\n".join((*givens, *task.commands))))
        if wrong := faults(found, (*task.goals, *task.where_made)):
            raise TaskError(f"{seed_id}: {wrong[0]} does not hold in a moved figure")
    lettered = relettered(task, letters)
    one = Made(lettered, way, letters, proved.record(lettered.goals))
    for earlier in range(turn % len(variants), turn, len(variants)):
        other = made(seed_id, split_seed, earlier)
        if other is None or other.task.program == one.task.program:
            return None
    return one


@lru_cache(maxsize=512)
def _variants(seed_id: str, split_seed: int) -> list[tuple[str, dict[str, Any], Lettering]]:
    """Return the constructions, parameters and letters of a seed together, in random order."""
    seed = load_seeds()[seed_id]
    return pick(stream(split_seed, "drafting", "variants", seed_id), list(_all_variants(seed)))


def _all_variants(seed: Seed) -> Iterator[tuple[str, dict[str, Any], Lettering]]:
    """Yield the variants whose questions differ, wherever the givens lie."""
    seen = set()
    rng = stream(0, "drafting", seed.id)
    for way, _, steps in seed.ways():
        # A construction in one step shows nothing step by step.
        if len(steps) < 2:
            continue
        for values in seed.space.choices or [{}]:
            task = make_task(seed, rng, values, way=way)
            for letters in letterings(task):
                other = relettered(task, letters)
                asked = (other.problems["en"], other.givens, other.tools, *other.wanted)
                if asked not in seen:
                    seen.add(asked)
                    yield way, values, letters


def _placed(task: Task, rng: Generator) -> Task:
    """Return a task with its givens at places where the whole construction can be seen well."""
    drawn = _span(carry_out(read_draft(task.program)))
    for grid, nearest in _ATTEMPTS:
        text = moved_givens(task.seed, task.parameters, rng, grid=grid)
        placed = replace(task, givens=tuple(text.splitlines()))
        try:
            if faults(carry_out(read_draft(text)), task.where):
                continue
            figure = carry_out(read_draft(placed.program))
        except DraftError:
            continue
        if _is_good(figure, placed, min(_FARTHEST * drawn, _WIDEST), nearest):
            return placed
    raise TaskError(f"{task.seed.id}: no places found in which its construction can be seen well")


def _is_good(figure: Figure, task: Task, farthest: float, nearest: float) -> bool:
    if not all(one.is_defined for one in figure.objects.values() if one.kind != "locus"):
        return False
    if faults(figure, (*task.goals, *task.where_made)):
        return False
    span = _span(figure)
    places = list(figure.points().values())
    gaps = [abs(a - b) for k, a in enumerate(places) for b in places[:k]]
    return span <= farthest and not any(_SAME * span < gap < nearest * span for gap in gaps)


def _span(figure: Figure) -> float:
    places = list(figure.points().values())
    return max((abs(a - b) for a in places for b in places), default=1.0) or 1.0
