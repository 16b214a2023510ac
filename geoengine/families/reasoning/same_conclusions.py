"""Same conclusions: which points a theorem's letters may stand for if it concludes the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import permutations, product

from geoengine.catalogue import Pattern
from geoengine.language import PREDICATES, Statement, Surd, statement_or_none

__all__ = [
    "CIRCLES",
    "LINES",
    "TRIANGLES",
    "LineThrough",
    "instance",
    "same_conclusions",
    "statement_about",
]

TRIANGLES = frozenset({"simtri", "simtrir", "contri", "contrir"})
"""The relations of two triangles whose vertices correspond."""

LINES = frozenset({"para", "perp", "eqangle"})
"""The relations of lines, which other points of the same lines may name."""

CIRCLES = frozenset({"cyclic"})
"""The relations of points on a circle, of which a question may leave one open."""

LineThrough = Callable[[str, str], frozenset[str]]
"""The type of `Context.known_line`."""

_MOST_PERMUTED = 6
"""The maximum number of points of a conclusion, apart from triangles, that are permuted."""


def same_conclusions(
    conclusion: Pattern, own: Mapping[str, str], line_through: LineThrough | None = None
) -> Iterator[dict[str, str]]:
    """Yield assignments of points to the letters of a conclusion, with which it states the same.

    A conclusion about two triangles counts as the same if it is about the same triangles, even if
    other vertices correspond.

    Parameters
    ----------
    conclusion : Pattern
    own : mapping of str to str
        The point that each letter stands for at first.
    line_through : callable, optional
        The points of the line through two points. Then a conclusion about the directions of lines
        counts as the same if other points of these lines name them.

    Examples
    --------
    >>> parallel, own = Pattern("para", ("a", "b", "c", "d")), dict(zip("abcd", "ABCD"))
    >>> len(list(same_conclusions(parallel, own)))
    8
    >>> def line_through(*pair):
    ...     return frozenset("ABE" if "A" in pair else "CD")
    >>> len(list(same_conclusions(parallel, own, line_through)))
    24
    """
    if line_through is not None and conclusion.predicate in LINES:
        yield from _on_lines(conclusion, own, line_through)
        return
    letters = list(dict.fromkeys(conclusion.letters))
    numbers = {letter: number for number, letter in enumerate(letters)}
    points = [own[letter] for letter in letters]
    places = tuple(numbers[letter] for letter in conclusion.letters)
    for order in _orders(conclusion.predicate, places, conclusion.value, _same(points)):
        yield {letter: points[number] for letter, number in zip(letters, order, strict=True)}


def _on_lines(
    conclusion: Pattern, own: Mapping[str, str], line_through: LineThrough
) -> Iterator[dict[str, str]]:
    """Assignments of points to the letters with which each pair of them names one of the lines."""
    letters = conclusion.letters
    pairs = list(zip(letters[::2], letters[1::2], strict=True))
    lines = [line_through(own[first], own[second]) for first, second in pairs]
    orders = PREDICATES[conclusion.predicate].side_orders
    if conclusion.predicate == "eqangle":
        # Angles between lines are equal if those between the first, and between the second, are.
        orders = tuple((*order[::2], *order[1::2]) for order in orders) + orders
    for order in orders:
        on: dict[str, frozenset[str]] = {}
        for pair, number in zip(pairs, order, strict=True):
            for letter in pair:
                on[letter] = on.get(letter, lines[number]) & lines[number]
        for points in product(*map(sorted, on.values())):
            assigned = dict(zip(on, points, strict=True))
            if all(assigned[first] != assigned[second] for first, second in pairs):
                yield assigned


def _same(points: Sequence[str]) -> tuple[int, ...]:
    """For each point, the first place at which it occurs."""
    return tuple(map(points.index, points))


@lru_cache(maxsize=4096)
def _orders(
    predicate: str, places: tuple[int, ...], value: Fraction | Surd | None, points: tuple[int, ...]
) -> list[tuple[int, ...]]:
    """The orders of points with which a pattern states the same.

    It depends only on which of its letters and points are equal, not on their names.

    Parameters
    ----------
    predicate : str
    places : tuple of int
        The number of the letter at each place of the pattern.
    value : Fraction or Surd, optional
    points : tuple of int
        For each letter, the first letter that stands for the same point.
    """
    pattern = Pattern(predicate, tuple(f"x{number}" for number in places), value)
    count = len(points)

    def stated(order: tuple[int, ...]) -> Statement | None:
        return instance(pattern, {f"x{k}": f"P{points[at]}" for k, at in enumerate(order)})

    if predicate in TRIANGLES:
        found = []
        for first, second in product(permutations(places[:3]), permutations(places[3:])):
            for order in ((*first, *second), (*second, *first)):
                letters = dict(zip(places, order, strict=True))
                if tuple(points[letters[k]] for k in places) == tuple(points[k] for k in order):
                    found.append(tuple(letters[k] for k in range(count)))
        return found
    if count > _MOST_PERMUTED:
        return []
    orders: Iterable[tuple[int, ...]] = permutations(range(count))
    own = stated(tuple(range(count)))
    if own is not None and own.predicate == predicate and set(own.definition.groups) == {2}:
        # It is still about the same segments. This is quicker to see.
        sides = list(zip(places[::2], places[1::2], strict=True))
        codes = [[min(p, q) * count + max(p, q) for q in points] for p in points]

        def segments(order: tuple[int, ...]) -> list[int]:
            return sorted([codes[order[first]][order[second]] for first, second in sides])

        wanted = segments(tuple(range(count)))
        orders = (order for order in orders if segments(order) == wanted)
    return [order for order in orders if stated(order) == own]


def instance(pattern: Pattern, letters: Mapping[str, str]) -> Statement | None:
    """What a pattern states with points for its letters; None if that is degenerate."""
    return statement_about(pattern, tuple([letters[letter] for letter in pattern.letters]))


def statement_about(pattern: Pattern, points: tuple[str, ...]) -> Statement | None:
    """What a pattern states about points, in order; None if that is degenerate."""
    return statement_or_none(pattern.predicate, points, pattern.value)
