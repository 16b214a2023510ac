"""Places of the letters of a conclusion: with which points a rule concludes a statement."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import permutations

import numpy as np

from geoengine.catalogue import Pattern
from geoengine.language import Statement, as_complex
from geoengine.verify.figures.system import Ints, Reals

__all__ = ["places_in_conclusion"]

_LINES = frozenset({"eqangle", "para", "perp"})
_ON_LINE = 1e-9

_Pair = tuple[int, int]


def places_in_conclusion(
    pattern: Pattern,
    statement: Statement,
    points: Sequence[str],
    xy: Reals,
    *,
    parallels: bool = False,
) -> Ints:
    """List the points for the letters of a pattern with which it says what a statement does.

    Lines may be named by any two of their points, and the inner terms of an equality of ratios or
    angles may be exchanged.

    Parameters
    ----------
    pattern : Pattern
    statement : Statement
        About segments or lines.
    points : sequence of str
        The names of the points.
    xy : ndarray, shape (figures, points, 2)
    parallels : bool
        Whether a line may also be replaced by one that is parallel to it in all figures, unless
        that leaves nothing: a line is parallel to itself.

    Returns
    -------
    ndarray, shape (places, letters)
        Numbers of points, for the letters of the pattern in the order of their first occurrence.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> xy = np.array([[[0.0, 0], [4, 0], [0, 3], [0, 1.5]]])
    >>> places = places_in_conclusion(
    ...     Pattern.parse("cong M A M B"), parse_statement("cong A D C D"), "ABCD", xy
    ... )
    >>> places.tolist()
    [[3, 0, 2], [3, 2, 0]]
    """
    letters = list(dict.fromkeys(pattern.letters))
    found: set[tuple[int, ...]] = set()
    if pattern.predicate == statement.predicate:
        named = [points.index(point) for point in statement.points]
        pairs = [(named[k], named[k + 1]) for k in range(0, len(named), 2)]
        names = _ends if statement.predicate not in _LINES else _along if parallels else _on_line
        choices = {pair: names(pair, xy) for pair in pairs}
        for order in _orders(pairs):
            for place in _filled(pattern.letters, [choices[pair] for pair in order], {}):
                found.add(tuple(place[letter] for letter in letters))
        if names is _along:
            name_of = cache(lambda pair: min(_on_line(pair, xy)))
            found = {place for place in found if not _says_nothing(pattern, place, name_of)}
    return np.array(sorted(found), dtype=np.int64).reshape(-1, len(letters))


def _ends(pair: _Pair, _: Reals) -> list[_Pair]:
    """The pairs of points that name a segment."""
    return [pair, pair[::-1]]


def _on_line(pair: _Pair, xy: Reals) -> list[_Pair]:
    """The pairs of points that name a line."""
    z = as_complex(xy)
    one, along = z[:, pair[0], None], (z[:, pair[1]] - z[:, pair[0]])[:, None]
    off = np.abs(((z - one) / along).imag).max(axis=0)
    return list(permutations(np.flatnonzero(off < _ON_LINE).tolist(), 2))


def _along(pair: _Pair, xy: Reals) -> list[_Pair]:
    """The pairs of points on a line, or on any that is parallel to it."""
    z = as_complex(xy)
    along = (z[:, pair[1]] - z[:, pair[0]])[:, None, None]
    turned = (z[:, None, :] - z[:, :, None]) / along
    parallel = (np.abs(turned.imag) < _ON_LINE * np.abs(turned)).all(axis=0)
    return [(first, second) for first, second in np.argwhere(parallel).tolist()]


def _says_nothing(
    pattern: Pattern, place: Sequence[int], name_of: Callable[[_Pair], _Pair]
) -> bool:
    """Whether both sides of an equation are about the same lines, with points for its letters.

    A line has one name for all pairs of its points.
    """
    points = dict(zip(dict.fromkeys(pattern.letters), place, strict=True))
    ends = iter(pattern.letters)
    pairs = [(points[first], points[second]) for first, second in zip(ends, ends, strict=True)]
    return len(_sides([*map(name_of, pairs)])) == 1


def _orders(pairs: Sequence[_Pair]) -> Iterator[tuple[_Pair, ...]]:
    """The orders of segments or lines in which a statement says the same."""
    wanted = _sides(pairs)
    for order in dict.fromkeys(permutations(pairs)):
        if _sides(order) == wanted:
            yield order


def _sides(pairs: Sequence[_Pair]) -> frozenset[tuple[_Pair, ...]]:
    """The two sides of an equation: a segment or line each, or two or three terms."""
    if len(pairs) == 4:  # a:b = c:d, or the same with angles
        a, b, c, d = pairs
        sides: tuple[Sequence[_Pair], ...] = ((a, d), (b, c))
    else:
        half = len(pairs) // 2
        sides = (pairs[:half], pairs[half:])
    return frozenset(tuple(sorted(side)) for side in sides)


def _filled(
    letters: Sequence[str], choices: Sequence[Sequence[_Pair]], bound: dict[str, int]
) -> Iterator[dict[str, int]]:
    """Each way to give points to letters, two at a time."""
    if not choices:
        yield bound
        return
    first, second, *rest = letters
    for one, other in choices[0]:
        if bound.get(first, one) == one and bound.get(second, other) == other:
            yield from _filled(rest, choices[1:], {**bound, first: one, second: other})
