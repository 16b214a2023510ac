"""The figure of a seed: lines that place points and bodies, and say what is drawn."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal, cast, get_args

from geoengine.catalogue import EntryError
from geoengine.solid.expression import LAZY, Expression, parse_expression
from geoengine.solid.functions import CONSTANTS, FUNCTIONS
from geoengine.spelling import did_you_mean

__all__ = ["POINT", "Drawn", "Figure", "Placed", "is_point", "point_names", "read_figure"]

POINT = re.compile(r"[A-Z][0-9]*")
"""The name of a point: a capital letter, and perhaps a number."""

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
DrawnKind = Literal["draw", "dash", "shade", "sheet", "open", "arc", "circle"]
"""The words with which a line says what is drawn besides the edges of the bodies."""

_LEAST: dict[DrawnKind, int] = {
    "draw": 2, "dash": 2, "shade": 3, "sheet": 3, "open": 3, "arc": 3, "circle": 3,
}  # fmt: skip
"""How many points there are at least in a line with such a word."""

_WORDS = ("body", "hidden", *get_args(DrawnKind))


@dataclass(frozen=True, slots=True)
class Placed:
    """A line that names something: ``M = midpoint(A, B)``, ``A B C D = …``, ``body T = …``.

    Attributes
    ----------
    targets : tuple of str
        The names it gives; several only for a construction.
    construction : str or None
        The name of the construction that places the targets.
    arguments : tuple of Expression
        The arguments of the construction; for anything else, the one expression that is named.
    hidden, body : bool
        Whether the picture leaves the point or body out; whether the line names a body.
    line, column : int
        Its place in the figure, both counted from 1; the column is that of the expression.
    """

    targets: tuple[str, ...]
    construction: str | None
    arguments: tuple[Expression, ...]
    hidden: bool
    body: bool
    line: int
    column: int

    @property
    def names(self) -> frozenset[str]:
        """The names in its arguments."""
        return frozenset().union(*(argument.names for argument in self.arguments))


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a line of a figure says about the picture.

    Attributes
    ----------
    kind : {"draw", "dash", "shade", "sheet", "open", "arc", "circle"}
        ``draw`` and ``dash`` join points, ``shade`` fills a polygon, ``sheet`` is a convex polygon
        that hides what is behind it, ``open`` tells a face that bodies do not have, and ``arc`` and
        ``circle`` pass through three points.
    points : tuple of str
        Names of points; for ``shade`` perhaps one other name, that of a polygon, a disc or a plane.
    line : int
        Its place in the figure, counted from 1.
    """

    kind: DrawnKind
    points: tuple[str, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Figure:
    r"""A figure, read from its lines.

    Examples
    --------
    >>> figure = read_figure("A = point(0, 0, 0)\nB = point(0, 0, a)\ndraw A B")
    >>> [line.targets for line in figure.placed], figure.drawn[0].points
    ([('A',), ('B',)], ('A', 'B'))
    """

    placed: tuple[Placed, ...]
    drawn: tuple[Drawn, ...]

    @property
    def points(self) -> tuple[str, ...]:
        """The names of all points, in the order in which they are placed."""
        return tuple(
            name for line in self.placed if not line.body for name in line.targets if is_point(name)
        )

    @property
    def hidden(self) -> tuple[str, ...]:
        """The names of the points and bodies that the picture does not show."""
        return tuple(name for line in self.placed if line.hidden for name in line.targets)

    @property
    def bodies(self) -> tuple[str, ...]:
        """The names of the bodies: ``solid`` if a construction gives one, then the others."""
        named = tuple(name for line in self.placed if line.body for name in line.targets)
        return ("solid", *named) if any(line.construction for line in self.placed) else named

    def depends_on(self, free: Iterable[str]) -> frozenset[str]:
        """Return the names that depend on free variables, and these variables."""
        moving = set(free)
        for line in self.placed:
            if line.names & moving:
                moving |= {*line.targets, *_solid(line)}
        return frozenset(moving)


def _solid(line: Placed) -> tuple[str, ...]:
    return ("solid",) if line.construction else ()


def is_point(name: str) -> bool:
    """Return whether a name is that of a point.

    Examples
    --------
    >>> is_point("A1"), is_point("solid"), is_point("AB")
    (True, False, False)
    """
    return POINT.fullmatch(name) is not None


def point_names(text: str) -> tuple[str, ...]:
    """Return the names of points in a text that holds no other letters.

    Examples
    --------
    >>> point_names("AB1 - C"), point_names("A1 M")
    (('A', 'B1', 'C'), ('A1', 'M'))
    """
    return tuple(POINT.findall(text))


@cache
def read_figure(text: str) -> Figure:
    """Read the lines of a figure.

    The names in expressions are not checked here (see `check_names`), nor the number of points
    that a construction places.

    Raises
    ------
    EntryError
        With the line and column in `text`.
    """
    placed: list[Placed] = []
    drawn: list[Drawn] = []
    for number, line in enumerate(text.splitlines(), start=1):
        content = line.split("#")[0]
        if not content.strip():
            continue
        word = content.split()[0]
        if word in get_args(DrawnKind) and "=" not in content:
            drawn.extend(_drawn(cast(DrawnKind, word), content, number))
        else:
            placed.append(_placed(content, number))
    return Figure(tuple(placed), tuple(drawn))


def _drawn(word: DrawnKind, content: str, number: int) -> Iterable[Drawn]:
    start = content.index(word) + len(word)
    for part in content[start:].split(","):
        column = content.index(part, start) + 1
        if word == "shade" and _NAME.fullmatch(part.strip()) and part.strip()[0].islower():
            yield Drawn("shade", (part.strip(),), number)
            continue
        if POINT.sub("", part).strip():
            raise EntryError(
                f"expected points to {word}, found {part.strip()!r}",
                line=number, column=column, hint=f"write, for example: {word} A B, C D1",
            )  # fmt: skip
        points = point_names(part)
        least = _LEAST[word]
        exact = word in ("arc", "circle")
        if len(points) < least or (exact and len(points) > least):
            raise EntryError(
                f"expected {'' if exact else 'at least '}{least} points after {word},"
                f" found {len(points)}",
                line=number, column=column,
            )  # fmt: skip
        yield Drawn(word, points, number)


def _placed(content: str, number: int) -> Placed:
    left, equals, right = content.partition("=")
    if not equals or right.startswith("="):
        raise EntryError(
            f"expected a line such as M = midpoint(A, B), found {content.strip()!r}",
            line=number, column=1,
            hint=did_you_mean(content.split()[0], _WORDS),
        )  # fmt: skip
    words = left.split()
    marks = set(itertools.takewhile(lambda word: word in ("body", "hidden"), words))
    targets = words[len(marks) :]
    for name in targets:
        _check_target(name, number, content.index(name) + 1)
    if not targets:
        raise EntryError("expected a name before =, found none", line=number, column=1)
    if len(set(targets)) < len(targets):
        raise EntryError(f"expected different names, found {' '.join(targets)!r}", line=number)
    column = len(left) + 2
    construction, arguments = _right_side(right, number, column, len(targets) > 1)
    return Placed(
        tuple(targets), construction, arguments, "hidden" in marks, "body" in marks, number, column
    )


def _check_target(name: str, number: int, column: int) -> None:
    if name == "solid":
        raise EntryError(
            "expected another name, found 'solid', which the first body has besides its own",
            line=number, column=column, hint="call it T: body T = …",
        )  # fmt: skip
    reserved = name in FUNCTIONS or name in LAZY or name in CONSTANTS or name in _WORDS
    if not _NAME.fullmatch(name) or reserved:
        why = ", which is a word of the language" if reserved else ""
        raise EntryError(
            f"expected a new name, found {name!r}{why}", line=number, column=column,
            hint="points are called A, B1, …; lines, planes and numbers l, alpha, h, …",
        )  # fmt: skip


def _right_side(
    right: str, number: int, column: int, several: bool
) -> tuple[str | None, tuple[Expression, ...]]:
    call = _construction_call(right)
    if call is None or (not several and call[0] in FUNCTIONS):
        if several:
            raise EntryError(
                f"expected a construction to the right of =, found {right.strip()!r}",
                line=number, column=column, hint="see: constructions/solids/*.yaml",
            )  # fmt: skip
        return None, (_parsed(right, number, column),)
    name, texts = call
    return name, tuple(_parsed(text, number, column) for text in texts)


def _parsed(text: str, number: int, column: int) -> Expression:
    try:
        return parse_expression(text)
    except EntryError as error:
        raise EntryError(
            error.message, hint=error.hint, line=number, column=column - 1 + (error.column or 1)
        ) from None


def _construction_call(text: str) -> tuple[str, tuple[str, ...]] | None:
    """Return the construction and the texts of its arguments, if the text may be its call.

    ``prism(3, a, h)`` is the construction ``prism_3`` with the arguments ``a`` and ``h``, unless
    there is one called ``prism``.
    """
    try:
        node = ast.parse(text.strip(), mode="eval").body
    except SyntaxError:
        return None
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.keywords:
        return None
    from geoengine.solid.construction import load_solid_constructions

    known = load_solid_constructions()
    name, arguments = node.func.id, node.args
    match arguments:
        case [ast.Constant(value=int(sides)), *others] if f"{name}_{sides}" in known:
            name, arguments = f"{name}_{sides}", others
    if name not in known:
        return None
    return name, tuple(ast.unparse(argument) for argument in arguments)


def values_of_free(
    free: Mapping[str, tuple[Expression, Expression]], drawn: Mapping[str, Expression]
) -> Mapping[str, Expression]:
    """Return where each free variable is in the picture: two fifths along unless stated."""
    return {
        name: drawn.get(name)
        or parse_expression(f"({low.text}) + (({high.text}) - ({low.text})) * 2 / 5")
        for name, (low, high) in free.items()
    }
