"""Givens that a response repeats, and those that it changes."""

from __future__ import annotations

from collections.abc import Sequence

from geoengine.draft import (
    Call,
    Coordinates,
    Draft,
    DraftError,
    Expression,
    Figure,
    FigureObject,
    Name,
    Number,
    Statement,
    Unary,
    are_equal,
    carry_out,
    describe_value,
    walk,
)
from geoengine.evaluate.drafts.movement import Places

__all__ = ["without_givens"]

_AGAIN = "givenagain"
"""A name that no draft has."""


def without_givens(
    statements: Sequence[Statement], givens: Draft, places: Sequence[Places]
) -> list[Statement]:
    """Return the statements of a response without those that repeat the givens.

    A free object is repeated with its place or value; any other if it is the same in the figure as
    given and in moved ones.

    Parameters
    ----------
    statements : sequence of Statement
    givens : Draft
    places : sequence of Places
        Of the givens, in moved figures.

    Raises
    ------
    DraftError
        If a statement gives a given object another place or meaning.
    """
    start = carry_out(givens)
    found = []
    for statement in statements:
        given = start.objects.get(statement.name or "")
        if given is None:
            found.append(statement)
        elif not _repeats(statement, given, givens, start, places):
            raise DraftError(
                f"{given.name} is given ({describe_value(given.value)}), and is defined anew"
            )
    return found


def _repeats(
    statement: Statement,
    given: FigureObject,
    givens: Draft,
    start: Figure,
    places: Sequence[Places],
) -> bool:
    uses = any(
        isinstance(part, Name) and part.text in start.objects for part in walk(statement.value)
    )
    if given.is_free and uses:
        return False
    again = Draft((*givens.statements, Statement(_coordinates(statement), _AGAIN)))
    try:
        drawn = carry_out(again)
        if _AGAIN not in drawn.objects:
            return False
        figures = [drawn]
        if not given.is_free:
            figures += [carry_out(again, places=one, like=drawn) for one in places]
    except DraftError:
        return False
    return all(_same(one.objects[given.name], one.objects[_AGAIN]) for one in figures)


def _same(one: FigureObject, other: FigureObject) -> bool:
    # Small names make coordinates a vector.
    if {one.kind, other.kind} != {"point", "vector"} and one.kind != other.kind:
        return False
    return one.shape is not None and other.shape is not None and are_equal(one.shape, other.shape)


def _coordinates(statement: Statement) -> Expression:
    """Return what a statement makes; ``Point(1, 2)``, which is no command, as coordinates."""
    value = statement.value
    if (
        isinstance(value, Call)
        and value.name == "Point"
        and len(value.arguments) == 2
        and all(isinstance(part, Number | Unary) for part in value.arguments)
    ):
        return Coordinates(*value.arguments)
    return value
