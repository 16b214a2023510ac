"""Random starting points for the search, and random extra constraints."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from geoengine.language import Statement
from geoengine.verify.figures.system import Bools, Complex, ExtraConstraints, Ints, Reals

__all__ = ["draw_extra_constraints", "draw_starts", "unit_length"]

_SHARE_MERGED = 0.25
_SHARE_SPECIAL = 0.3


def draw_starts(rng: np.random.Generator, figures: int, points: int) -> Complex:
    """Draw random points: in a square, in a cloud, in two clouds, or near a circle.

    Parameters
    ----------
    rng : Generator
    figures, points : int

    Returns
    -------
    ndarray of complex, shape (figures, points)
    """
    shape = (figures, points)
    square = rng.uniform(-1, 1, shape) + 1j * rng.uniform(-1, 1, shape)
    cloud = (rng.normal(size=shape) + 1j * rng.normal(size=shape)) / 2
    clouds = 0.3 * cloud + np.where(rng.random(shape) < 0.5, -0.7, 0.7)
    circle = np.exp(2j * np.pi * rng.random(shape)) + 0.05 * cloud
    kind = rng.choice(4, size=(figures, 1), p=[0.4, 0.2, 0.2, 0.2])
    return np.asarray(np.choose(kind, [square, cloud, clouds, circle]))


def unit_length(statements: Iterable[Statement]) -> float | None:
    """The geometric mean of the given lengths; None if there are none.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> round(unit_length([parse_statement("lconst A B 2"), parse_statement("lconst B C 8")]), 9)
    4.0
    """
    lengths = [float(s.value) for s in statements if s.predicate == "lconst" and s.value]
    return float(np.exp(np.mean(np.log(lengths)))) if lengths else None


def draw_extra_constraints(
    rng: np.random.Generator, figures: int, apart: Bools, together: list[tuple[int, int]]
) -> ExtraConstraints:
    """Draw extra constraints for some of the figures.

    Special solutions, such as isosceles triangles, have probability zero among random ones, so
    extra constraints enforce them.

    Parameters
    ----------
    rng : Generator
    figures : int
    apart : ndarray of bool, shape (points, points)
        Which points must differ.
    together : list of (int, int)
        Points that coincide in every figure.
    """
    places = np.tile(np.arange(len(apart)), (figures, 1))
    for first, second in together:
        places = _merged(places, first, second)
    free = rng.permutation(np.argwhere(np.triu(~apart, 1)))
    if len(free):
        # Each pair in turn, and sometimes a second one.
        rows = np.flatnonzero(rng.random(figures) < _SHARE_MERGED)
        seconds = rng.integers(len(free), size=len(rows))
        for turn, row in enumerate(rows):
            places[row] = _merged_where_allowed(places[row], free[turn % len(free)], apart)
            if turn % 3 == 2:
                places[row] = _merged_where_allowed(places[row], free[seconds[turn]], apart)
    return ExtraConstraints(places, *_sides(rng, places))


def _merged_where_allowed(places: Ints, pair: Ints, apart: Bools) -> Ints:
    """The places of a figure after two points are merged; unchanged if some there must differ."""
    first, second = places == places[pair[0]], places == places[pair[1]]
    if apart[np.ix_(first, second)].any():
        return places
    return np.asarray(_merged(places[None], int(pair[0]), int(pair[1]))[0])


def _merged(places: Ints, first: int, second: int) -> Ints:
    """The places after two points, and all that coincide with them, are merged."""
    one, other = places[:, first, None], places[:, second, None]
    kept, lost = np.minimum(one, other), np.maximum(one, other)
    return np.asarray(np.where(places == lost, kept, places))


def _sides(rng: np.random.Generator, places: Ints) -> tuple[Ints, Bools, Reals]:
    """Choose two sides to be parallel, perpendicular or equal, for some figures.

    Returns the fields `sides`, `turns` and `angles` of `ExtraConstraints`.
    """
    figures, count = places.shape
    drawn = rng.integers(count, size=(figures, 2, 2))
    ends = np.take_along_axis(places, drawn.reshape(figures, 4), axis=1).reshape(figures, 2, 2)
    ends.sort(axis=2)
    proper = (ends[:, :, 0] != ends[:, :, 1]).all(axis=1) & (ends[:, 0] != ends[:, 1]).any(axis=1)
    proper &= rng.random(figures) < _SHARE_SPECIAL
    turns: Bools = np.asarray(rng.random(figures) < 2 / 3)
    angles = np.where(rng.random(figures) < 0.5, 0.0, np.pi / 2)
    return np.where(proper[:, None, None], ends, 0), turns, angles
