"""Goals: derived statements that are worth asking for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from numpy.random import Generator

from geoengine.errors import StatementError
from geoengine.graph import Proof
from geoengine.language import Statement
from geoengine.tasks.chance import pick
from geoengine.tasks.context import Context
from geoengine.tasks.truth import judge

__all__ = ["Goal", "goals", "is_readable", "is_roundabout"]

_LEAST, _MOST = 3, 15
_LINES = {"para": 2, "perp": 2, "eqangle": 4}
_LONGEST_VALUE = 5
_LOOKED_AT = 12


@dataclass(frozen=True, slots=True)
class Goal:
    """A statement to be shown, and its cheapest proof."""

    statement: Statement
    proof: Proof


def goals(context: Context, rng: Generator) -> Iterator[Goal]:
    """Yield goals of a scene, the kinds of statement taking turns.

    They are derived in `_LEAST` to `_MOST` steps, are true in every draw, are no premises,
    and no two of them say the same about other points of the same lines. Only a few of each kind
    are looked at.

    Parameters
    ----------
    context : Context
    rng : numpy.random.Generator
        Draws the order.

    Examples
    --------
    >>> import numpy as np
    >>> from geoengine.scene import load_problem
    >>> from geoengine.tasks import make_context
    >>> text = "A B C = iso_triangle A B C; D = foot D B A C; E = foot E C A B"
    >>> context = make_context(load_problem(text), scene="altitudes", seed=1)
    >>> found = list(goals(context, np.random.default_rng(0)))
    >>> all(len(goal.proof.steps) >= 3 for goal in found)
    True
    """
    kinds: dict[str, list[Statement]] = {}
    for state in [*context.graph.states, *_lengths(context)]:
        if is_readable(state):
            kinds.setdefault(state.predicate, []).append(state)
    orders = [pick(rng, kinds[name], _LOOKED_AT) for name in pick(rng, sorted(kinds))]
    seen: set[Statement] = set()
    for turn in zip_longest(*orders):
        for state in turn:
            if state is None:
                continue
            told = _essence(context, state)
            if told is None or told in seen:
                continue
            seen.add(told)
            if (goal := _goal(context, state)) is not None:
                yield goal


def _goal(context: Context, state: Statement) -> Goal | None:
    verdict = judge(context, state)
    if verdict is None or verdict.evidence != "derived" or is_roundabout(context, state):
        return None
    proof = context.proof(state)
    if not _LEAST <= len(proof.steps) <= _MOST:
        return None
    if any(not step.derivation.antecedents or _is_turned(step.conclusion) for step in proof.steps):
        return None
    return Goal(state, proof)


def is_roundabout(context: Context, statement: Statement) -> bool:
    """Whether it says something simpler: two right angles are equal, a triangle is isosceles."""
    if statement.predicate == "eqangle":
        return context.graph.holds(Statement("perp", statement.points[:4]))
    return _is_turned(statement)


def _is_turned(statement: Statement) -> bool:
    """Whether it compares a triangle with itself."""
    points = statement.points
    return statement.definition.groups == (3, 3) and set(points[:3]) == set(points[3:])


def _lengths(context: Context) -> list[Statement]:
    """Determined lengths that are not given."""
    found = []
    for pair, value in context.graph.deduction.lengths.items():
        statement = Statement("lconst", pair, value)
        if statement not in context.premises and len(str(value)) <= _LONGEST_VALUE:
            found.append(statement)
    return found


def is_readable(statement: Statement) -> bool:
    """Whether angles have their vertex, and ratios are of segments that meet."""
    if statement.predicate in {"eqangle", "eqratio"}:
        sides = [set(statement.points[k : k + 2]) for k in (0, 2, 4, 6)]
        return bool(sides[0] & sides[1]) and bool(sides[2] & sides[3])
    if statement.predicate == "rconst":
        return len(str(statement.value)) <= _LONGEST_VALUE
    return True


def _essence(context: Context, statement: Statement) -> Statement | None:
    """The statement with each line named by its first two points; None where that empties it."""
    count = _LINES.get(statement.predicate)
    if count is None:
        return statement
    names: list[str] = []
    for k in range(count):
        names += _line(context, statement.points[2 * k], statement.points[2 * k + 1])
    try:
        found = Statement(statement.predicate, tuple(names))
    except StatementError:
        return None
    return found if found.predicate == statement.predicate else None


def _line(context: Context, first: str, second: str) -> tuple[str, str]:
    on = [
        point
        for point in context.problem.points
        if point in (first, second)
        or context.graph.derived(Statement("coll", (first, second, point)))
    ]
    return on[0], on[1]
