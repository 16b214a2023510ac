"""Hypothesis strategies for figures in space, and what their tests share."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st

from geoengine.solid import FUNCTIONS, Exact, Line, Plane, SolidError, Vector, hull

ROOTS = [1, 2, 3, 5, 6, 7, 10, 15, 21, 30]

fractions = st.builds(Fraction, st.integers(-12, 12), st.integers(1, 8))


def sums(roots=tuple(ROOTS), powers=(0,), most=3):
    """Sums of rational multiples of √n·π^k."""
    keys = st.tuples(st.sampled_from(roots), st.sampled_from(powers))
    return st.dictionaries(keys, fractions, max_size=most).map(Exact.of_terms)


root_sums = sums()
numbers = sums(powers=(-1, 0, 1, 2))

coordinates = st.one_of(
    st.integers(-4, 4).map(Exact),
    fractions.map(Exact),
    sums(roots=(1, 2), most=2),
)
vectors = st.builds(Vector, coordinates, coordinates, coordinates)
grid_points = st.builds(Vector, *[st.integers(0, 2)] * 3)
"""Points of a small grid, many of them in one plane or on one line."""


def spanned(A, B, C):
    try:
        return Plane(A, (B - A).cross(C - A))
    except SolidError:
        return None


planes = st.builds(spanned, *[vectors] * 3).filter(lambda plane: plane is not None)


def solid_hull(points):
    try:
        return hull(*points)
    except SolidError:
        return None


polyhedra = (
    st.one_of(
        st.lists(grid_points, min_size=4, max_size=12), st.lists(vectors, min_size=4, max_size=8)
    )
    .map(solid_hull)
    .filter(lambda body: body is not None)
)


def as_floats(P):
    """The same point with floats as coordinates."""
    return Vector(*P.floats)


f = SimpleNamespace(**FUNCTIONS)


few = settings(max_examples=40, deadline=None)


def array(*points):
    return np.array([P.floats for P in points])


def close(value, expected, rel=1e-9):
    return float(value) == pytest.approx(float(expected), rel=rel, abs=1e-9)


lines = st.builds(lambda A, B: None if A == B else Line(A, B - A), vectors, vectors).filter(bool)


flats = st.one_of(vectors, lines, planes)


def spans(X):
    """A point and the directions of a point, line or plane, by numpy."""
    match X:
        case Vector():
            return array(X)[0], np.zeros((0, 3))
        case Line():
            return array(X.point)[0], array(X.direction)
    normal = array(X.normal)
    return array(X.point)[0], np.linalg.svd(normal)[2][1:]


def as_float_flat(X):
    match X:
        case Vector():
            return as_floats(X)
        case Line():
            return Line(as_floats(X.point), as_floats(X.direction))
    return Plane(as_floats(X.point), as_floats(X.normal))
