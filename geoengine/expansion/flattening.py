"""Drafts in which each command has a line and a name of its own."""

from __future__ import annotations

from collections.abc import Iterator, MutableSet, Sequence
from dataclasses import replace

from geoengine.draft import (
    STYLES,
    Call,
    Draft,
    DraftError,
    Expression,
    Figure,
    Name,
    Number,
    Statement,
    carry_out,
    new_name,
    parts,
    read_expression,
    with_parts,
)

__all__ = ["NoWayError", "flattened", "split_statement"]

_WHOLE = ("Distance", "Center", "Centroid")
"""Commands that may stand within another, and may have another within them."""

_LETTERS = {"Line": "l", "Ray": "g", "Segment": "s", "Vector": "v", "Circle": "c", "Angle": "w",
            "PerpendicularLine": "l", "PerpendicularBisector": "l", "AngleBisector": "l",
            "Polygon": "p", "Incircle": "c"}  # fmt: skip


class NoWayError(DraftError):
    """A command for which no way is known with the tools."""


def flattened(draft: Draft) -> Draft:
    r"""Return a draft that makes the same, with a name for each object, and one command in a line.

    Commands for the looks are left out. Of a regular polygon the vertices are constructed.

    Raises
    ------
    DraftError
        If it cannot be carried out.
    NoWayError
        If a command other than Intersect makes several objects.

    Examples
    --------
    >>> from geoengine.draft import print_draft, read_draft
    >>> draft = read_draft("A = (0, 0)\nB = (4, 1)\nP = Intersect(Circle(A, B), Circle(B, A), 1)")
    >>> print(print_draft(flattened(draft)), end="")
    A = (0, 0)
    B = (4, 1)
    c = Circle(A, B)
    c_1 = Circle(B, A)
    P = Intersect(c, c_1, 1)
    """
    figure = carry_out(draft)
    taken = set(figure.objects)
    found: list[Statement] = []
    for index, statement in enumerate(draft.statements):
        value = statement.value
        if isinstance(value, Call) and value.name in STYLES:
            continue
        for one in _named(statement, index, figure):
            found += split_statement(_whole(one, found), taken)
    return Draft(tuple(found))


def _whole(statement: Statement, before: Sequence[Statement]) -> Statement:
    """Return the center of a circle, or centroid of a polygon, of the points that give it."""
    match statement.value:
        case Call(name="Center" | "Centroid", arguments=(Name(text=text),)):
            made = next((one.value for one in before if one.name == text), None)
            if isinstance(made, Call) and len(made.arguments) > 2:
                return replace(statement, value=with_parts(statement.value, [made]))
    return statement


def _named(statement: Statement, index: int, figure: Figure) -> Iterator[Statement]:
    """Yield a statement for each object that it makes."""
    made = [one for one in figure.objects.values() if one.statement == index]
    main = [one.name for one in made if not one.is_companion]
    value = statement.value
    if len(main) == 1:
        if isinstance(value, Call) and _is_regular(value):
            vertices = [one.name for one in made if one.is_companion and one.kind == "point"]
            yield from _vertices(statement, value, vertices, main[0])
        else:
            yield Statement(value, main[0], place=statement.place)
    elif isinstance(value, Call) and value.name == "Intersect":
        for number, name in enumerate(main, 1):
            call = Call("Intersect", (*value.arguments, Number(str(number))), place=value.place)
            yield Statement(call, name, place=statement.place)
    elif main:
        raise NoWayError.found_at(
            statement.place, f"expected a command that makes one object, found {len(main)}"
        )


def _is_regular(call: Call) -> bool:
    return (
        call.name == "Polygon"
        and len(call.arguments) == 3
        and isinstance(call.arguments[2], Number)
    )


def _vertices(
    statement: Statement, call: Call, names: list[str], polygon: str
) -> Iterator[Statement]:
    """Yield the vertices of a regular polygon, each by a turn about the one before."""
    first, second, _ = call.arguments
    corners: list[Expression] = [first, second, *map(Name, names)]
    angle = 180 - 360 / len(corners)
    turn = read_expression(f"-{angle:g}°")
    for before, center, name in zip(corners, corners[1:], names, strict=False):
        yield Statement(Call("Rotate", (before, turn, center)), name, place=statement.place)
    yield Statement(Call("Polygon", tuple(corners)), polygon, place=statement.place)


def split_statement(statement: Statement, taken: MutableSet[str]) -> Iterator[Statement]:
    """Yield the commands within a statement, with new names, and then itself."""
    if not isinstance(statement.value, Call):
        yield statement
        return
    inner, value = _split(statement.value, taken)
    yield from inner
    yield Statement(value, statement.name, place=statement.place)


def _split(expression: Expression, taken: MutableSet[str]) -> tuple[list[Statement], Expression]:
    """Return an expression without commands in it, and the commands, with new names."""
    found: list[Statement] = []
    new: list[Expression] = []
    for part in parts(expression):
        inner, value = _split(part, taken)
        found += inner
        is_whole = isinstance(expression, Call) and expression.name in _WHOLE
        if isinstance(value, Call) and value.name not in _WHOLE and not is_whole:
            name = new_name(_LETTERS.get(value.name, "P"), taken)
            taken.add(name)
            found.append(Statement(value, name, place=value.place))
            value = Name(name)
        new.append(value)
    return found, with_parts(expression, new)
