"""Hypothesis strategies for figures in space: exact numbers, points, bodies."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from geoengine.solid import Exact, Plane, SolidError, Vector, hull

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
