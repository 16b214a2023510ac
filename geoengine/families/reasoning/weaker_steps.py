"""Weaker steps: steps of a construction in which some of what they say is left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations, permutations, product

from geoengine.catalogue import load_constructions
from geoengine.errors import DegenerateStatementError
from geoengine.language import Statement
from geoengine.scene import Call, ConstructionStep, Problem, assemble

__all__ = ["WeakerStep", "weaker_steps", "with_weaker_steps"]

_FREE = "shown"
_LOCI = (
    "on_line", "on_pline", "on_tline", "iso_triangle_vertex", "eqdistance", "angle_bisector",
    "on_circum", "lconst",
)  # fmt: skip
"""Constructions that put a point on one curve and say no more than their one premise, the most
natural wording first. Those that name a circle by its center or diameter, which the picture may
not show, are left out."""

_SHOWN = {
    "lconst": "shown_at_length",
    "iso_triangle_vertex": "shown_equidistant",
    "eqdistance": "shown_at_distance",
}
"""What says the same as a condition that is all a step tells of its point, and names the figure."""

_SHAPES = (
    "segment", "triangle", "iso_triangle", "r_triangle", "quadrangle", "trapezoid", "r_trapezoid",
    "iso_trapezoid", "free_parallelogram", "rhombus", "rectangle", "kite",
)  # fmt: skip
"""Figures made of nothing but their points, whose wording says no more than their premises."""

_MOST_PREMISES = 4
"""If a step has more premises, not every part of them is tried."""


@dataclass(frozen=True, slots=True)
class WeakerStep:
    """A step that says less than one of a problem.

    Attributes
    ----------
    place : int
        The position of the step in the problem, from 0.
    step : ConstructionStep
        The weaker step, which places the same points.
    left_out : tuple of Statement
        The premises that the step no longer implies.
    """

    place: int
    step: ConstructionStep
    left_out: tuple[Statement, ...]


def weaker_steps(problem: Problem) -> Iterator[WeakerStep]:
    """Yield the ways to say less in one step of a problem.

    What remains is true in every figure of the problem, and can be put in words.

    Examples
    --------
    >>> from geoengine.scene import load_problem
    >>> problem = load_problem("A B C = iso_triangle; M = midpoint B C")
    >>> for weaker in weaker_steps(problem):
    ...     print(f"{weaker.step} | {'; '.join(map(str, weaker.left_out))}")
    A B C = triangle A B C | eqangle A B B C B C A C; cong A B A C
    M = on_line M B C | cong B M C M
    M = shown_equidistant M B C | coll B C M
    M = shown M | coll B C M; cong B M C M
    """
    for place, step in enumerate(problem.steps):
        premises = _relations(step)
        for found in _alternatives(step, premises):
            kept = _relations(found)
            left_out = tuple(p for p in premises if p not in kept)
            if left_out:
                yield WeakerStep(place, found, left_out)


def with_weaker_steps(problem: Problem, chosen: Sequence[WeakerStep]) -> Problem:
    """Return a problem with some of its steps exchanged for weaker ones."""
    steps = list(problem.steps)
    for weaker in chosen:
        steps[weaker.place] = weaker.step
    return assemble(steps, name=problem.name)


def _relations(step: ConstructionStep) -> tuple[Statement, ...]:
    return assemble([step]).relations


def _alternatives(
    step: ConstructionStep, premises: Sequence[Statement]
) -> Iterator[ConstructionStep]:
    if len(step.points) > 1:
        yield from _weaker_shapes(step, premises)
        return
    if len(premises) > _MOST_PREMISES:
        return
    sizes = range(len(premises) - 1, -1, -1)
    for kept in chain.from_iterable(combinations(premises, size) for size in sizes):
        calls = _calls_for(step, kept)
        if calls is not None:
            yield ConstructionStep(step.points, calls)


def _weaker_shapes(
    step: ConstructionStep, premises: Sequence[Statement]
) -> Iterator[ConstructionStep]:
    """Yield figures of the same points that imply a part of the premises."""
    constructions = load_constructions()
    call = step.calls[0]
    if len(step.calls) > 1 or set(call.arguments) != set(step.points):
        return
    for name in _SHAPES:
        if len(constructions[name].letters) == len(call.arguments):
            found = ConstructionStep(step.points, (Call(name, call.arguments),))
            if set(_relations(found)) < set(premises):
                yield found


def _calls_for(step: ConstructionStep, kept: Sequence[Statement]) -> tuple[Call, ...] | None:
    """Constructions of a point that imply some premises and no more, in as few words as possible.

    The step's own constructions are used where they imply nothing else.
    """
    (point,) = step.points
    if not kept:
        return (Call(_FREE, (point,)),)
    calls: list[Call] = []
    left = list(kept)
    for call in step.calls:
        implied = _relations(ConstructionStep(step.points, (call,)))
        if implied and set(implied) <= set(left):
            calls.append(call)
            left = [premise for premise in left if premise not in implied]
    for premise in left:
        locus = _locus(premise, point)
        if locus is None:
            return None
        calls.append(locus)
    if len(calls) == 1:
        (call,) = calls
        name = _SHOWN.get(call.construction, call.construction)
        return (Call(name, call.arguments, call.numbers),)
    return tuple(calls)


@lru_cache(maxsize=4096)
def _locus(premise: Statement, point: str) -> Call | None:
    """The construction that puts a point where a premise holds; None if there is none."""
    constructions = load_constructions()
    for name in _LOCI:
        construction = constructions[name]
        template = construction.conclusions[0]
        if template.predicate != premise.predicate:
            continue
        for points in _orders(premise):
            letters = dict(zip(template.letters, points, strict=True))
            if any(
                letters[letter] != p for letter, p in zip(template.letters, points, strict=True)
            ):
                continue
            if letters.get(construction.letters[0]) != point or len(set(letters.values())) < len(
                letters
            ):
                continue
            numbers = () if premise.value is None else (premise.value,)
            call = Call(name, tuple(letters[one] for one in construction.letters), numbers)
            try:
                if _relations(ConstructionStep((point,), (call,))) == (premise,):
                    return call
            except DegenerateStatementError:
                continue
    return None


def _orders(premise: Statement) -> Iterator[tuple[str, ...]]:
    """Yield the orders in which the points of a statement may be written, and some others."""
    points = premise.points
    if set(premise.definition.groups) != {2}:
        yield from permutations(points)
        return
    pairs = [points[k : k + 2] for k in range(0, len(points), 2)]
    for order in permutations(pairs):
        for flips in product((1, -1), repeat=len(order)):
            yield tuple(chain.from_iterable(p[::f] for p, f in zip(order, flips, strict=True)))
