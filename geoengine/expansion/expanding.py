"""Drafts carried out with fewer tools: with straightedge and compass, or the compass alone."""

from __future__ import annotations

import cmath
import math
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace

from geoengine.draft import (
    Call,
    Draft,
    Expression,
    Figure,
    Name,
    Number,
    Statement,
    Tools,
    are_equal,
    carry_out,
    new_name,
    print_expression,
    walk,
    with_names,
)
from geoengine.expansion.binding import STRAIGHT, Made, bound, centered
from geoengine.expansion.expansion import load_expansions
from geoengine.expansion.flattening import NoWayError, flattened, split_statement

__all__ = ["NoWayError", "expand_draft"]

_HIDDEN: Mapping[Tools, frozenset[str]] = {
    "compass": frozenset(["Vector", "Angle"]),
    "compass_only": frozenset([*STRAIGHT, "Polygon", "Angle"]),
}
"""What is known by its points, and not drawn."""

_FIGURES = 3
_APART = 0.04
"""How far each point is moved by itself, in parts of the figure's size."""

_WORDS = {"compass": "straightedge and compass", "compass_only": "the compass alone"}


def expand_draft(draft: Draft, tools: Tools) -> Draft:
    r"""Return a draft that makes the same with straightedge and compass, or with the compass alone.

    What places free points and numbers stays as it is, and objects keep their names. With the
    compass alone, lines are not drawn: they are known by two of their points. Each way that is
    taken is right in the figure and in a few with the free points moved a little.

    Parameters
    ----------
    draft : Draft
    tools : {"compass_only", "compass", "full"}
        With ``"full"``, only one command stands in each line.

    Raises
    ------
    NoWayError
        At the first command for which no way is known that is right in the figure.
    DraftError
        If the draft cannot be carried out.

    Examples
    --------
    >>> from geoengine.draft import print_draft, read_draft
    >>> draft = read_draft("A = (0, 0)\nB = (4, 1)\nM = Midpoint(A, B)")
    >>> print(print_draft(expand_draft(draft, "compass")), end="")
    A = (0, 0)
    B = (4, 1)
    c = Circle(A, B)
    d = Circle(B, A)
    P = Intersect(c, d, 2)
    Q = Intersect(c, d, 1)
    l = Line(P, Q)
    l_1 = Line(A, B)
    M = Intersect(l, l_1)
    """
    flat = flattened(draft)
    return flat if tools == "full" else _Expander(draft, flat, tools).expanded()


class _Expander:
    def __init__(self, draft: Draft, flat: Draft, tools: Tools) -> None:
        self._flat, self._tools = flat, tools
        self._figures = _moved_figures(flat)
        self._expansions = tuple(load_expansions().values())
        self._names = {one.name for one in flat.statements if one.name is not None}
        self._wanted = carry_out(draft).objects.keys()

    def expanded(self) -> Draft:
        """Return the draft with all its commands carried out by the tools."""
        drawn, made = self._figures[0][1], Made()
        for statement in self._flat.statements:
            name, call = statement.name, statement.value
            if name is None or drawn.objects[name].is_free:
                made = replace(made, statements=(*made.statements, statement))
                continue
            if not isinstance(call, Call):
                raise NoWayError.found_at(
                    statement.place, f"expected a command, found {print_expression(call)}"
                )
            ways = self._ways(made, name, call)
            found = next((way for way in ways if self._is_as_drawn(way, name)), None)
            if found is None:
                raise NoWayError.found_at(
                    statement.place,
                    f"no way is known to carry out {print_expression(call)} with"
                    f" {_WORDS[self._tools]} in this figure",
                )
            made = found
        whole = replace(made, statements=self._needed(made.statements))
        once = replace(whole, statements=self._without_repeats(whole.statements))
        kept = self._wanted & {one.name for one in whole.statements}
        # Curves with other names may meet in another order.
        is_same = all(self._is_as_drawn(once, name) for name in kept)
        return Draft((once if is_same else whole).statements)

    def _without_repeats(self, statements: tuple[Statement, ...]) -> tuple[Statement, ...]:
        """Leave out helping objects that are made a second time by the same command."""
        first: dict[Expression, Name] = {}
        names: dict[str, Expression] = {}
        found = []
        for one in statements:
            new = replace(one, value=with_names(one.value, names))
            known = first.setdefault(new.value, Name(one.name or ""))
            if known.text != one.name and one.name is not None and one.name not in self._wanted:
                names[one.name] = known
            else:
                found.append(new)
        return tuple(found)

    def _needed(self, statements: tuple[Statement, ...]) -> tuple[Statement, ...]:
        """Leave out what is not drawn, and helping objects that nothing uses."""
        used: set[str] = set()
        found = []
        for one in reversed(statements):
            if one.name in used or one.name in self._wanted:
                used |= {part.text for part in walk(one.value) if isinstance(part, Name)}
                if not (isinstance(one.value, Call) and one.value.name in _HIDDEN[self._tools]):
                    found.append(one)
        return tuple(reversed(found))

    def _ways(self, made: Made, name: str, call: Call) -> Iterator[Made]:
        """Yield what is made with a command carried out, in one way after another."""
        if self._is_simple(made, call):
            yield made.then(name, call)
            for other in _other_intersections(call):
                yield made.then(name, other)
        for expansion in self._expansions:
            names = bound(expansion, call, made)
            if names is None:
                continue
            for way in expansion.ways(self._tools):
                found = self._carried_out(way, names, made, expansion.makes, name)
                if found is not None:
                    yield found

    def _carried_out(
        self, way: Draft, names: Mapping[str, Expression], made: Made, last: str, name: str
    ) -> Made | None:
        """Return what is made with the commands of a way; None if one of them cannot be done."""
        taken = set(self._names | made.reserved)
        own: dict[str, str] = {last: name}
        for one in way.statements[:-1]:
            own[one.name or ""] = new_name(one.name or "", taken)
            taken.add(own[one.name or ""])
        names = {**names, **{one: Name(new) for one, new in own.items()}}
        for statement in way.statements:
            value = centered(with_names(statement.value, names), made)
            new = Statement(value, own[statement.name or ""])
            commands = list(split_statement(new, taken))
            made = replace(made, reserved=frozenset(taken))
            for part in commands:
                assert isinstance(part.value, Call)
                done = self._done(made, part.name or "", part.value)
                if done is None:
                    return None
                made = done
                taken |= made.reserved
        return made

    def _done(self, made: Made, name: str, call: Call) -> Made | None:
        """Carry out a command of a way; None if no way is right."""
        if self._is_simple(made, call):
            return made.then(name, call)
        checked = Statement(call, "checkedobject")
        return next(
            (
                way
                for way in self._ways(made, name, call)
                if all(
                    _are_same(figure, name, figure, "checkedobject")
                    for figure in self._carried(replace(way, statements=(*way.statements, checked)))
                )
            ),
            None,
        )

    def _is_simple(self, made: Made, call: Call) -> bool:
        """Whether a command, which is given names, needs no other."""
        names = [one for one in call.arguments if isinstance(one, Name)]
        match call.name:
            case "Line" | "Segment" | "Ray" | "Vector" | "Polygon":
                return len(names) == len(call.arguments) and not any(
                    one.text in made.ends for one in names
                )
            case "Circle":
                return len(call.arguments) == 2
            case "Distance":
                return True
            case "Angle":
                return len(call.arguments) == 3
            case "Intersect" | "Point":
                straight = any(one.text in made.ends for one in names)
                return self._tools == "compass" or not straight
        return False

    def _is_as_drawn(self, made: Made, name: str) -> bool:
        return all(
            _are_same(figure, name, flat, name)
            for figure, (_, flat) in zip(self._carried(made), self._figures, strict=True)
        )

    def _carried(self, made: Made) -> Iterator[Figure]:
        draft = Draft(made.statements)
        drawn: Figure | None = None
        for places, _ in self._figures:
            figure = carry_out(draft, places=places, like=drawn)
            drawn = drawn or figure
            yield figure


def _other_intersections(call: Call) -> Iterator[Call]:
    """Yield an intersection by its other numbers: lines may run the other way."""
    if call.name == "Intersect":
        for number in ("1", "2"):
            yield replace(call, arguments=(*call.arguments[:2], Number(number)))


def _are_same(one: Figure, name: str, other: Figure, named: str) -> bool:
    first, second = (one.objects.get(name), other.objects.get(named))
    if first is None or second is None or first.shape is None or second.shape is None:
        return False
    return are_equal(first.shape, second.shape)


def _moved_figures(draft: Draft) -> list[tuple[dict[str, complex | float], Figure]]:
    """Return the places of free points, moved a little, and the figures; first those as drawn."""
    drawn = carry_out(draft)
    points = {
        one.name: one.shape
        for one in drawn.free()
        if one.is_free and one.kind == "point" and isinstance(one.shape, complex)
    }
    middle = sum(points.values()) / max(len(points), 1)
    size = max((abs(place - middle) for place in points.values()), default=1.0)
    found: list[tuple[dict[str, complex | float], Figure]] = [({}, drawn)]
    for number in range(_FIGURES):
        draw = random.Random(number)
        turn = cmath.rect(draw.uniform(0.8, 1.25), draw.uniform(0, math.tau))
        places: dict[str, complex | float] = {
            name: middle
            + turn * (place - middle + size * _APART * cmath.rect(1, draw.uniform(0, math.tau)))
            for name, place in points.items()
        }
        found.append((places, carry_out(draft, places=places, like=drawn)))
    return found
