"""False sets of results: what the theorem of a last step would need of other points."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from operator import attrgetter
from statistics import fmean

from numpy.random import Generator

from geoengine.deduction import Derivation
from geoengine.families.reasoning.absurdity import is_absurd
from geoengine.families.reasoning.asked_goals import AskedGoal
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.correspondences import Correspondence, hiding, telling_pairs
from geoengine.families.reasoning.glance import withstands_glance
from geoengine.families.reasoning.goal_choice import is_readable
from geoengine.families.reasoning.item_assembly import OPTIONS
from geoengine.families.reasoning.last_steps import LastStep
from geoengine.families.reasoning.letterings import Lettering, other_letterings
from geoengine.families.reasoning.segments import Segment, segment_of
from geoengine.families.reasoning.truth import Verdict, judge, measure_together
from geoengine.items import pick
from geoengine.language import Statement

__all__ = ["DISTRACTORS", "LENIENCY", "FalseSet", "States", "false_sets"]

DISTRACTORS = OPTIONS - 1
"""How many false sets are offered."""

LENIENCY = 1.2
"""How much farther from the truth than elsewhere an option may be that withstands a glance."""

_CONSIDERED = 20
"""How many sets are combined, three at a time."""

_TRIPLES = 20
"""How often distractors are drawn for a last step."""

States = tuple[Statement, ...]
FalseSet = tuple[States, Verdict]
"""Some states, and the verdict on one of them that is false."""


def false_sets(
    context: Context, rng: Generator, last: LastStep, asked: AskedGoal
) -> list[list[FalseSet]]:
    """List different triples of sets, each with a statement in it that is clearly false.

    Where the theorem makes triangles similar or congruent, the vertices that match by their looks
    do so in two options or more, and every option matches a pair of vertices as equally many others
    do.

    Parameters
    ----------
    context : Context
    rng : numpy.random.Generator
    last : LastStep
    asked : AskedGoal

    Examples
    --------
    >>> import numpy as np
    >>> from geoengine.language import parse_statement
    >>> from geoengine.scene import load_problem
    >>> from geoengine.families.reasoning import make_context
    >>> from geoengine.families.reasoning.last_steps import LastStep
    >>> text = "A B C = triangle_sss A B C 9 8 7; D = foot D A B C; E = foot E B A C"
    >>> context = make_context(load_problem(text), scene="altitudes", seed=1)
    >>> goal = parse_statement("simtrir A B C D E C")
    >>> step = context.proof(goal).steps[-1].derivation
    >>> last = LastStep(step, tuple(sorted(step.antecedents)))
    >>> found = false_sets(context, np.random.default_rng(0), last, AskedGoal(goal))
    >>> [len(one) for one in found][:2]
    [3, 3]
    """
    letterings = other_letterings(
        last.step,
        last.key,
        context.problem.points,
        rng,
        line_through=context.known_line,
        left_open=asked.left_open,
    )
    own = next(letterings, None)
    if own is None or own.states != last.key:
        return []
    needed = {*context.problem.part(asked.named).points}
    # A theorem about points that do not lie as it supposes is no temptation. Points on which the
    # goal does not depend are in all options, or in none.
    others = [
        one
        for one in letterings
        if context.given.isdisjoint(one.states)
        and all(map(context.graph.holds, one.rest))
        and _is_within(one, needed) == _is_within(own, needed)
    ]
    context.measure(state for one in others for state in one.states)
    if not any(withstands_glance(context, one.states, leniency=LENIENCY) for one in others):
        # No item with these would be worth asking; most last steps end here.
        return []
    others = [one for one in others if _can_be_offered(context, one.states)]
    measure_together(context, (state for one in others for state in one.states))
    found = [
        _Candidate(
            one,
            false,
            not withstands_glance(context, one.states, leniency=LENIENCY),
            _place(context, one.states),
            _supposed(one),
        )
        for one in others
        if (false := _false_state(context, one.states))
    ]
    choices, place = _hiding(context, last.step, own, found), _place(context, own.states)
    triples = (_triple(rng, own, place, found, choices) for _ in range(_TRIPLES))
    different = {frozenset(states for states, _ in triple): triple for triple in triples if triple}
    return list(different.values())


def _hiding(
    context: Context,
    last: Derivation,
    own: Lettering,
    found: Sequence[_Candidate],
) -> list[tuple[Correspondence, ...]]:
    """The choices of correspondences of vertices that hide the right one.

    If the key supposes none, no set does, and this is the only choice.
    """
    if not own.correspondence:
        return [(own.correspondence,)]
    each = (one.lettering.correspondence for one in found)
    supposed = (one for one in each if one != own.correspondence)
    telling = telling_pairs(context, last.conclusion)
    return hiding(own.correspondence, supposed, telling, DISTRACTORS)


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A false set, and what decides which others it goes with.

    Attributes
    ----------
    lettering : Lettering
    false : Verdict
    is_plain : bool
        Whether a glance shows that it is false.
    place : float
        See `_place`.
    supposed : tuple
        The correspondence of vertices, the segments taken for equal, and the open point.
    """

    lettering: Lettering
    false: Verdict
    is_plain: bool
    place: float
    supposed: tuple[object, ...]


def _triple(
    rng: Generator,
    own: Lettering,
    place: float,
    found: Sequence[_Candidate],
    choices: Sequence[tuple[Correspondence, ...]],
) -> list[FalseSet]:
    """Three sets, rather those that seem true at a glance; empty if no three fit together.

    By the place of its points in the construction, the key has a rank drawn at random. No two
    options suppose the same correspondence of vertices, or that the same segments are equal: they
    would be true together, so that neither could be the key. Nor have they the same open point.
    """
    earlier = int(rng.integers(OPTIONS))
    allowed = {one for drawn in pick(rng, choices, 1) for one in drawn}
    order = pick(rng, [one for one in found if one.lettering.correspondence in allowed])
    order.sort(key=attrgetter("is_plain"))
    order = order[:_CONSIDERED]
    offsets = [one.place - place for one in order]
    supposed = _supposed(own)
    for numbers in combinations(range(len(order)), DISTRACTORS):
        if (
            sum(offsets[number] < 0 for number in numbers) <= earlier
            and sum(offsets[number] > 0 for number in numbers) <= DISTRACTORS - earlier
            and _differ([supposed, *(order[number].supposed for number in numbers)])
        ):
            chosen = [order[number] for number in numbers]
            return [(one.lettering.states, one.false) for one in chosen]
    return []


def _is_within(lettering: Lettering, points: Collection[str]) -> bool:
    return all(point in points for state in lettering.states for point in state.points)


def _supposed(lettering: Lettering) -> tuple[object, ...]:
    """What no two options may suppose alike, each empty if it supposes nothing."""
    return lettering.correspondence, _equated(lettering.states), lettering.in_place


def _differ(options: Iterable[tuple[object, ...]]) -> bool:
    """Whether each has other vertices correspond, other segments equal, and another open point."""
    stated = ([one for one in alike if one] for alike in zip(*options, strict=True))
    return all(len({*one}) == len(one) for one in stated)


def _equated(states: States) -> frozenset[frozenset[Segment]]:
    """The sets of segments that are equal if some states hold."""
    sets: list[frozenset[Segment]] = []
    for state in states:
        if state.predicate == "cong":
            pair = frozenset({segment_of(*state.points[:2]), segment_of(*state.points[2:])})
            met = [one for one in sets if not one.isdisjoint(pair)]
            sets = [one for one in sets if one.isdisjoint(pair)] + [pair.union(*met)]
    return frozenset(sets)


def _place(context: Context, states: States) -> float:
    """The mean place in the construction of the points that some states name.

    A point counts as often as it is named: triangles with a common vertex name it twice.
    """
    return fmean(context.problem.points.index(point) for state in states for point in state.points)


def _can_be_offered(context: Context, states: States) -> bool:
    """Whether states that are not premises may be in an option: none is hard to read or absurd."""
    return all(map(is_readable, states)) and not any(is_absurd(context, s) for s in states)


def _false_state(context: Context, states: States) -> Verdict | None:
    """The verdict on the first state that is clearly false; None if there is none."""
    verdicts = (judge(context, state) for state in states)
    return next((found for found in verdicts if found is not None and not found.true), None)
