"""Constructions that place one point, computed for many tuples of points at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from geoengine.auxiliary.loci_arrays import CURVES, POINTS, Curves, crossing, other_crossing
from geoengine.catalogue import Construction, load_constructions
from geoengine.language import PREDICATES, Complex, Kind

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

__all__ = [
    "Bools",
    "Ints",
    "allowed",
    "arguments",
    "curve_constructions",
    "curves_of",
    "point_constructions",
    "points_of",
]

_MARGIN = 1e-3
"""The least margin of a condition that a construction requires."""

_MOST_TAKEN = 3
"""The largest number of points that the constructions considered start from."""


@cache
def _usable() -> tuple[Construction, ...]:
    """The constructions that place one point from at most three, the simplest first.

    Those that require a relation are left out: it would have to be proved first.
    """
    constructions = {one.name: one for one in load_constructions().values()}.values()
    words = CURVES.keys() | POINTS.keys()
    found = [
        one
        for one in constructions
        if len(one.places) == 1
        and one.takes
        and len(one.takes) <= _MOST_TAKEN
        and not one.numbers
        and all(PREDICATES[n.predicate].kind is Kind.CONDITION for n in one.requirements)
        and not any(place.numbers for places in one.locations.values() for place in places)
        and all(place.word in words for places in one.locations.values() for place in places)
    ]
    return tuple(sorted(found, key=lambda one: len(one.takes)))


@cache
def curve_constructions() -> tuple[Construction, ...]:
    """The constructions that place a point on one curve."""
    return tuple(one for one in _usable() if one.combines and len(_last(one)) == 1)


@cache
def point_constructions() -> tuple[Construction, ...]:
    """The constructions that determine a point."""
    return tuple(one for one in _usable() if not one.combines or len(_last(one)) == 2)


def _last(construction: Construction) -> tuple[object, ...]:
    return construction.locations[construction.places[0]]


def arguments(construction: Construction, points: Sequence[int], since: int = 0) -> Ints:
    """Return the tuples of points that a construction may start from, shape (m, taken).

    Parameters
    ----------
    construction : Construction
    points : sequence of int
    since : int
        At least one point of each tuple has this number or a later one.
    """
    rows = np.array(list(permutations(points, len(construction.takes))), dtype=np.int64)
    rows = rows.reshape(-1, len(construction.takes))
    return rows[(rows >= since).any(axis=1)]


def allowed(construction: Construction, rows: Ints, z: Complex) -> Bools:
    """Return for which tuples of points the requirements of a construction are met in all draws."""
    kept = np.ones(len(rows), dtype=bool)
    column = {letter: k for k, letter in enumerate(construction.takes)}
    for need in construction.requirements:
        at = [column[letter] for letter in need.letters]
        kept &= (PREDICATES[need.predicate].measure(z[:, rows[:, at]]) > _MARGIN).all(axis=0)
    return kept


def curves_of(construction: Construction, rows: Ints, z: Complex) -> Curves:
    """Return the curve of a construction for each tuple of points; shape (draws, m)."""
    (place,) = construction.locations[construction.places[0]]
    column = {letter: k for k, letter in enumerate(construction.takes)}
    return CURVES[place.word](*(z[:, rows[:, column[letter]]] for letter in place.letters))


def points_of(construction: Construction, rows: Ints, z: Complex) -> Complex:
    """Return the point of a construction for each tuple of points; shape (draws, m).

    It is not finite where there is none, or several.
    """
    found = {letter: z[:, rows[:, k]] for k, letter in enumerate(construction.takes)}
    for letter, places in construction.locations.items():
        if len(places) == 1 and places[0].word in POINTS:
            found[letter] = POINTS[places[0].word](*(found[one] for one in places[0].letters))
            continue
        if len(places) != 2:
            return np.full((len(z), len(rows)), np.nan + 0j)
        one, other = (CURVES[p.word](*(found[name] for name in p.letters)) for p in places)
        if one.straight and other.straight:
            found[letter] = crossing(one, other)
            continue
        passed = [{p.letters[k] for k in p.signature.through} for p in places]
        common = sorted(passed[0] & passed[1])
        if len(common) != 1:
            return np.full((len(z), len(rows)), np.nan + 0j)
        found[letter] = other_crossing(one, other, found[common[0]])
    return found[construction.places[0]]
