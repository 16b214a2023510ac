"""Statements: a predicate applied to points, always in canonical form."""

from __future__ import annotations

import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import NDArray

from geoengine.errors import DegenerateStatementError, StatementError
from geoengine.language.exact import Surd, format_angle, parse_angle
from geoengine.language.names import check_point_name, join_points, point_order
from geoengine.language.predicate import Kind, Predicate
from geoengine.language.predicate_table import ALIASES, PREDICATES, SQUARED
from geoengine.spelling import did_you_mean

__all__ = ["Statement", "parse_statement", "statement_or_none"]

_HALF = Fraction(1, 2)
_LETTERS = string.ascii_uppercase
_CONDITIONS = frozenset(p.name for p in PREDICATES.values() if p.kind is Kind.CONDITION)
_SHARED_POINT_FORM = {"para": "coll", "npara": "ncoll"}
"""What a predicate about two lines becomes if they share a point."""


@dataclass(frozen=True, slots=True, weakref_slot=True, init=False, eq=False)
class Statement:
    """A predicate applied to points and, for some predicates, an exact constant.

    Statements are canonical: two spellings of one fact make equal objects. A fact that a simpler
    predicate can state is reduced to it (``para A B A C`` becomes ``coll A B C``; an angle of 90°
    becomes ``perp``).

    Parameters
    ----------
    predicate : str
        JGEX name, see `geoengine.language.PREDICATES`.
    points : sequence of str
        Point names in JGEX argument order.
    value : Fraction or Surd, optional
        Fraction of pi for ``aconst``; a `Surd` for ``lconst`` and ``rconst``.

    Raises
    ------
    StatementError
        Unknown predicate, wrong number of points, missing or superfluous constant.
    DegenerateStatementError
        The statement is trivial or undefined: a zero-length segment, two identical sides.

    Examples
    --------
    >>> Statement("cong", ["D", "C", "B", "A"]) == Statement("cong", ["A", "B", "C", "D"])
    True
    >>> print(Statement("eqangle", ["A", "B", "C", "D", "A", "B", "E", "F"]))
    para C D E F
    """

    predicate: str
    points: tuple[str, ...]
    value: Fraction | Surd | None = None
    _order: tuple[object, ...] | None = field(init=False, repr=False)

    def __new__(
        cls, predicate: str, points: Sequence[str], value: Fraction | Surd | None = None
    ) -> Statement:
        """Return the statement, the same object as long as there is one."""
        return _known(predicate, tuple(points), value)

    def __reduce__(self) -> tuple[type[Statement], tuple[object, ...]]:
        return Statement, (self.predicate, self.points, self.value)

    @property
    def definition(self) -> Predicate:
        """The predicate's definition."""
        return PREDICATES[self.predicate]

    @property
    def is_condition(self) -> bool:
        """Whether it is a side condition, which only a diagram decides."""
        return self.predicate in _CONDITIONS

    def __str__(self) -> str:
        words = [self.predicate, *self.points]
        if self.value is not None:
            words.append(format_value(self.value))
        return " ".join(words)

    def __lt__(self, other: Statement) -> bool:
        return self.order() < other.order()

    def order(self) -> tuple[object, ...]:
        """Return the key by which statements are sorted."""
        found = self._order
        if found is None:
            value = 0.0 if self.value is None else float(self.value)
            found = self.predicate, [point_order(point) for point in self.points], value
            object.__setattr__(self, "_order", found)
        return found

    def renamed(self, names: Mapping[str, str]) -> Statement:
        """Return the statement with its points renamed; points not in `names` stay."""
        points = tuple(names.get(point, point) for point in self.points)
        return Statement(self.predicate, points, self.value)

    def coordinates(self, xy: NDArray[np.float64], index: Mapping[str, int]) -> NDArray[np.float64]:
        """Return the coordinates of the arguments, shape (draws, k, 2).

        Parameters
        ----------
        xy : ndarray, shape (draws, points, 2)
        index : mapping of str to int
            The position of each point in `xy`.

        Raises
        ------
        StatementError
            If a point is not in `index`.
        """
        missing = [point for point in self.points if point not in index]
        if missing:
            raise StatementError(f"no point named {missing[0]!r} in the figure, needed by: {self}")
        return xy[:, [index[point] for point in self.points]]

    def measured(self, xy: NDArray[np.float64], index: Mapping[str, int]) -> NDArray[np.float64]:
        """Return the residual of a relation or margin of a condition in each draw; shape (draws,).

        Arguments as for `coordinates`. Where points coincide, the value may be infinite or NaN;
        the statement does not hold there.
        """
        with np.errstate(all="ignore"):
            return self.definition.measured(self.coordinates(xy, index), self.value)

    def holds(self, xy: NDArray[np.float64], index: Mapping[str, int]) -> NDArray[np.bool_]:
        """Whether it is true in each draw, shape (draws,); arguments as for `coordinates`."""
        return self.definition.holds(self.coordinates(xy, index), self.value)


def statement_or_none(
    predicate: str, points: Sequence[str], value: Fraction | Surd | None = None
) -> Statement | None:
    """Return a statement, or None if it is degenerate; faster than to catch the error.

    Raises
    ------
    StatementError
        As `Statement` does, but not for degenerate statements.

    Examples
    --------
    >>> print(statement_or_none("perp", "ABCD"), "|", statement_or_none("perp", "ABAB"))
    perp A B C D | None
    """
    return _known_or_none(predicate, tuple(points), value)


def format_value(value: Fraction | Surd) -> str:
    """Write a constant: degrees for angles, exact surds for lengths and ratios."""
    return format_angle(value) if isinstance(value, Fraction) else str(value)


def parse_statement(text: str) -> Statement:
    """Read the formal notation, such as ``cong A B C D`` or ``rconst A B C D 1/2``.

    Raises
    ------
    StatementError
        If the text is not a statement; the message says what was expected and what was found.
    DegenerateStatementError
        If the points make the statement trivial or undefined.

    Examples
    --------
    >>> print(parse_statement("perp h a c b"), "|", parse_statement("aconst a b a c 1pi/3"))
    perp a h b c | aconst a b a c 60°
    >>> print(parse_statement("l2const a b 8"))
    lconst a b 2√2
    """
    words = text.split()
    if not words:
        raise StatementError("expected a statement, found nothing", hint="write: cong A B C D")
    name = ALIASES.get(words[0], words[0])
    squared = name in SQUARED
    name = SQUARED.get(name, name)
    predicate = PREDICATES.get(name)
    if predicate is None:
        return Statement(words[0], tuple(words[1:]))
    if predicate.constant is None:
        return Statement(name, tuple(words[1:]))
    points, rest = words[1 : 1 + predicate.arity], words[1 + predicate.arity :]
    if len(points) < predicate.arity or not rest:
        raise StatementError(
            f"expected {predicate.arity} points and a constant after {words[0]}, found {text!r}"
        )
    if predicate.constant == "angle":
        return Statement(name, tuple(points), parse_angle("".join(rest)))
    value = Surd.parse("/".join(rest))
    return Statement(name, tuple(points), value.root() if squared else value)


@lru_cache(maxsize=32_768, typed=True)
def _known(given: str, points: tuple[str, ...], value: Fraction | Surd | None) -> Statement:
    return _made(*_canonical_form(given, points, value))


@lru_cache(maxsize=32_768, typed=True)
def _known_or_none(
    given: str, points: tuple[str, ...], value: Fraction | Surd | None
) -> Statement | None:
    try:
        names, letters = _lettered_points(frozenset(points))
        form = _lettered_form(given, tuple([letters[point] for point in points]), value)
        if form is None:
            return None
        name, found, own = form
        return _made(name, tuple([names[letter] for letter in found]), own)
    except (KeyError, StatementError):
        pass
    try:
        return Statement(given, points, value)
    except DegenerateStatementError:
        # Of more points than there are letters.
        return None


def _made(predicate: str, points: tuple[str, ...], value: Fraction | Surd | None) -> Statement:
    """Return the only statement with a canonical form, for all its spellings."""
    key = predicate, points, value
    statement = _EXISTING.get(key)
    if statement is None:
        statement = object.__new__(Statement)
        object.__setattr__(statement, "predicate", predicate)
        object.__setattr__(statement, "points", points)
        object.__setattr__(statement, "value", value)
        object.__setattr__(statement, "_order", None)
        _EXISTING[key] = statement
    return statement


_EXISTING: WeakValueDictionary[tuple[str, tuple[str, ...], Fraction | Surd | None], Statement] = (
    WeakValueDictionary()
)
"""The statements that exist: equal ones are the same object, which is quick to look up."""


def _canonical_form(
    given: str, points: tuple[str, ...], value: Fraction | Surd | None
) -> tuple[str, tuple[str, ...], Fraction | Surd | None]:
    """Return the canonical form, which depends on the order of the points, not on their names."""
    try:
        names, letters = _lettered_points(frozenset(points))
        lettered = tuple([letters[point] for point in points])
        form = _lettered_form(given, lettered, value)
    except (KeyError, StatementError):
        # More points than letters, or a mistake, of which the message must name the points.
        form = None
    if form is None:
        return _named_form(given, points, value)
    name, found, value = form
    return name, tuple([names[letter] for letter in found]), value


@lru_cache(maxsize=32_768)
def _lettered_points(points: frozenset[str]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the points by letters in the same order, and the letters by points."""
    names = sorted(map(check_point_name, points), key=point_order)
    by_letter = dict(zip(_LETTERS, names, strict=False))
    return by_letter, {name: letter for letter, name in by_letter.items()}


@lru_cache(maxsize=65_536, typed=True)
def _lettered_form(
    given: str, points: tuple[str, ...], value: Fraction | Surd | None
) -> tuple[str, tuple[str, ...], Fraction | Surd | None] | None:
    """The same for points named by letters; there are far fewer such cases than statements.

    None if the statement is degenerate, which many tried in a search are.
    """
    try:
        return _form_of(given, points, value)
    except DegenerateStatementError:
        return None


def _named_form(
    given: str, points: tuple[str, ...], value: Fraction | Surd | None
) -> tuple[str, tuple[str, ...], Fraction | Surd | None]:
    if ALIASES.get(given, given) not in PREDICATES:
        raise StatementError(
            f"expected a predicate, found {given!r}",
            hint=did_you_mean(
                given,
                [*PREDICATES, *ALIASES, *SQUARED],
                f"the predicates are: {' '.join(sorted(PREDICATES))}",
                most=3,
            ),
        )
    return _form_of(given, tuple(map(check_point_name, points)), value)


def _form_of(
    given: str, points: tuple[str, ...], value: Fraction | Surd | None
) -> tuple[str, tuple[str, ...], Fraction | Surd | None]:
    """Return the canonical form of a predicate with points whose names were checked."""
    name = ALIASES.get(given, given)
    predicate = PREDICATES[name]
    _check_arity(predicate, points)
    _check_value(predicate, value)
    name, points, value = _reduce(predicate, points, value)
    return name, *_canonical(PREDICATES[name], points, value)


def _check_arity(predicate: Predicate, points: Sequence[str]) -> None:
    enough = len(points) >= predicate.arity if predicate.tail is not None else True
    if not enough or (predicate.tail is None and len(points) != predicate.arity):
        least = "at least " if predicate.tail is not None else ""
        raise StatementError(
            f"expected {least}{predicate.arity} points after {predicate.name}, found {len(points)}",
            hint=_two_angles(predicate, points),
        )


def _two_angles(predicate: Predicate, points: Sequence[str]) -> str | None:
    """Return a hint on how to write two angles given by three points each, if that was meant."""
    turns = predicate.groups == (2, 2, 2, 2) and predicate.forms[0].table == "direction"
    if not turns or len(points) != 6:
        return None
    a, b, c, d, e, f = points
    return (
        f"an angle is two lines: for ∠{join_points((a, b, c))} = ∠{join_points((d, e, f))} write"
        f" {predicate.name} {b} {a} {b} {c} {e} {d} {e} {f}"
    )


def _check_value(predicate: Predicate, value: Fraction | Surd | None) -> None:
    wanted: dict[str | None, type] = {"angle": Fraction, "surd": Surd, None: type(None)}
    if not isinstance(value, wanted[predicate.constant]):
        found = "nothing" if value is None else format_value(value)
        expected = {"angle": "an angle", "surd": "an exact number", None: "no constant"}
        raise StatementError(
            f"expected {expected[predicate.constant]} after {predicate.name}, found {found}"
        )


def _degenerate(predicate: Predicate, points: Sequence[str], why: str) -> DegenerateStatementError:
    return DegenerateStatementError(f"{why} in: {predicate.name} {' '.join(points)}")


def _reduce(
    predicate: Predicate, points: tuple[str, ...], value: Fraction | Surd | None
) -> tuple[str, tuple[str, ...], Fraction | Surd | None]:
    """Reject a degenerate statement; rewrite any other with the simplest predicate that fits."""
    name = predicate.name
    at = 0
    groups = []
    for size in predicate.groups:
        groups.append(frozenset(points[at : at + size]))
        if len(groups[-1]) < size:
            raise _degenerate(predicate, points, "expected different points, found a repeated one")
        at += size
    if set(predicate.groups) == {1} or name in {"midp", "between"}:
        if len(set(points)) < len(points):
            raise _degenerate(predicate, points, "expected different points, found a repeated one")
        return name, points, value
    if name == "lconst" or name in {"acute", "obtuse"}:
        return name, points, value
    if predicate.groups == (2, 2):
        return _reduce_pair(predicate, points, value, groups[0], groups[1])
    if predicate.groups == (2, 2, 2, 2):
        return _reduce_proportion(predicate, points, groups)
    if predicate.groups == (2, 2, 2, 2, 2, 2):
        return _reduce_product(predicate, points)
    if predicate.groups == (3, 3):
        same = points[:3] == points[3:] if name in {"simtri", "contri"} else groups[0] == groups[1]
        if same and name not in {"simtrir", "contrir"}:
            raise _degenerate(predicate, points, "expected two triangles, found one")
        if name in {"simtrir", "contrir"} and points[:3] == points[3:]:
            raise _degenerate(predicate, points, "expected two triangles, found one")
        return name, points, value
    if points[0] in points[1:3] or points[3] in points[4:]:
        raise _degenerate(predicate, points, "expected different points, found a repeated one")
    if points[0] == points[3] and groups[1] == groups[3]:
        raise _degenerate(predicate, points, "expected two angles, found one")
    return name, points, value


def _reduce_pair(
    predicate: Predicate,
    points: tuple[str, ...],
    value: Fraction | Surd | None,
    first: frozenset[str],
    second: frozenset[str],
) -> tuple[str, tuple[str, ...], Fraction | Surd | None]:
    name = predicate.name
    if first == second:
        raise _degenerate(predicate, points, "expected two different lines or segments, found one")
    if name == "aconst":
        assert isinstance(value, Fraction)
        value %= 1
        if value == 0:
            name, value = "para", None
        elif value == _HALF:
            name, value = "perp", None
    if name == "rconst" and isinstance(value, Surd) and value.square == 1:
        name, value = "cong", None
    if name in _SHARED_POINT_FORM and first & second:
        name, points = _SHARED_POINT_FORM[name], tuple(first | second)
    return name, points, value


def _reduce_proportion(
    predicate: Predicate, points: tuple[str, ...], groups: Sequence[frozenset[str]]
) -> tuple[str, tuple[str, ...], Fraction | Surd | None]:
    """Reduce an equality of angles or ratios, 01 to 23 as 45 to 67, of which sides coincide."""
    simpler = "para" if predicate.name == "eqangle" else "cong"
    pairs = [points[0:2], points[2:4], points[4:6], points[6:8]]
    left, over, right, under = groups
    if (left == over and right == under) or (left == right and over == under):
        raise _degenerate(predicate, points, "expected two different sides, found an identity")
    for equal, others in (
        (left == over, (2, 3)), (right == under, (0, 1)),
        (left == right, (1, 3)), (over == under, (0, 2)),
    ):  # fmt: skip
        if equal:
            found = (*pairs[others[0]], *pairs[others[1]])
            return _reduce_pair(
                PREDICATES[simpler], found, None, groups[others[0]], groups[others[1]]
            )
    if left == under and over == right:
        if simpler == "para":
            raise _degenerate(predicate, points, "expected two angles, found one and its reverse")
        return "cong", (*pairs[0], *pairs[1]), None
    return predicate.name, points, None


def _reduce_product(
    predicate: Predicate, points: tuple[str, ...]
) -> tuple[str, tuple[str, ...], Fraction | Surd | None]:
    """Cancel the lengths that two products of three lengths have in common."""
    sides = [points[k : k + 2] for k in range(0, 12, 2)]
    left, right = sides[:3], sides[3:]
    for side in list(left):
        same = next((other for other in right if set(other) == set(side)), None)
        if same is not None:
            left.remove(side)
            right.remove(same)
    if not left:
        raise _degenerate(predicate, points, "expected two different products, found one")
    if len(left) == 3:
        return predicate.name, points, None
    simpler = "cong" if len(left) == 1 else "eqratio"
    order = (left[0], right[0]) if len(left) == 1 else (left[0], right[0], right[1], left[1])
    found = tuple(point for side in order for point in side)
    groups = [frozenset(side) for side in order]
    if simpler == "cong":
        return "cong", found, None
    return _reduce_proportion(PREDICATES["eqratio"], found, groups)


def _canonical(
    predicate: Predicate, points: tuple[str, ...], value: Fraction | Surd | None
) -> tuple[tuple[str, ...], Fraction | Surd | None]:
    if predicate.tail is not None:
        head, tail = points[: predicate.tail], points[predicate.tail :]
        return (*head, *sorted(tail, key=point_order)), value
    keys = [point_order(point) for point in points]
    if predicate.side_orders and value is None:
        # Sorting the ends of each side first leaves fewer permutations to compare.
        sides = [sorted(points[k : k + 2], key=point_order) for k in range(0, len(points), 2)]
        ranked = [[point_order(point) for point in side] for side in sides]
        first = min(predicate.side_getters, key=lambda getter: getter(ranked))
        return tuple(point for side in first(sides) for point in side), None
    best = min(predicate.symmetries, key=lambda image: [keys[i] for i in image.order])
    if best.inverts and isinstance(value, Fraction):
        value = -value % 1
    elif best.inverts and isinstance(value, Surd):
        value = Surd(1 / value.square)
    return tuple(points[i] for i in best.order), value
