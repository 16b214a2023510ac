"""How many lines, planes and tetrahedra some points determine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from math import comb
from typing import Any, TypeAlias

from geoengine.solid.errors import SolidError
from geoengine.solid.roots import is_zero
from geoengine.solid.space import Vector, same_point
from geoengine.solid.whole_numbers import whole

__all__ = [
    "FUNCTIONS",
    "coplanar_sets",
    "distinct_distances",
    "equidistant_planes",
    "line_sets",
    "lines_through",
    "plane_sets",
    "planes_through",
    "tetrahedra",
]

Floats: TypeAlias = tuple[float, float, float]

#: A determinant of floats that is greater is not zero; a smaller one is computed exactly.
_SURELY_NOT_ZERO = 1e-6


def coplanar_sets(points: Iterable[Vector], k: Any) -> int:
    """Return the number of sets of k of the points that lie in one plane.

    Sets of collinear points are included.

    Parameters
    ----------
    points : iterable of Vector
        Different points.
    k : int
        At least 4.

    Raises
    ------
    SolidError
        If two points are the same, or `k` is not such a number.

    Examples
    --------
    >>> from geoengine.solid.space import Vector
    >>> corners = [Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    >>> coplanar_sets(corners, 4)
    12
    """
    size = whole(k, "the number of points", 4)
    given = different(points)
    planes = plane_sets(given)
    in_planes = sum(comb(len(plane), size) for plane in planes)
    # A set on a line lies in each plane through the line: count it once.
    on_lines = sum(
        (1 - sum(line < plane for plane in planes)) * comb(len(line), size)
        for line in line_sets(given)
        if len(line) >= size
    )
    return in_planes + on_lines


def tetrahedra(points: Iterable[Vector]) -> int:
    """Return the number of tetrahedra with their vertices among the points.

    Raises
    ------
    SolidError
        If two points are the same.

    Examples
    --------
    >>> from geoengine.solid.space import Vector
    >>> corners = [Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    >>> tetrahedra(corners)
    58
    """
    given = different(points)
    return comb(len(given), 4) - coplanar_sets(given, 4)


def planes_through(points: Iterable[Vector]) -> int:
    """Return the number of different planes through three or more of the points.

    Raises
    ------
    SolidError
        If two points are the same.

    Examples
    --------
    >>> from geoengine.solid.space import Vector
    >>> corners = [Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    >>> planes_through(corners)
    20
    """
    return len(plane_sets(different(points)))


def lines_through(points: Iterable[Vector]) -> int:
    """Return the number of different lines through two or more of the points.

    Raises
    ------
    SolidError
        If two points are the same.

    Examples
    --------
    >>> from geoengine.solid.space import Vector
    >>> lines_through([Vector(0, 0, 0), Vector(1, 0, 0), Vector(2, 0, 0), Vector(0, 1, 0)])
    4
    """
    return len(line_sets(different(points)))


def distinct_distances(points: Iterable[Vector]) -> int:
    """Return the number of different distances between two of the points.

    Raises
    ------
    SolidError
        If two points are the same.

    Examples
    --------
    >>> from geoengine.solid.space import Vector
    >>> corners = [Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    >>> distinct_distances(corners)
    3
    """
    squares: list[Any] = []
    for A, B in combinations(different(points), 2):
        square = (A - B).dot(A - B)
        if not any(is_zero(square - known) for known in squares):
            squares.append(square)
    return len(squares)


def equidistant_planes(*points: Vector) -> int:
    """Return the number of planes at the same distance from all of the points.

    The plane n·x = c does what is asked if, after scaling, n·x - c is 1 or -1 at every point. Four
    points that are not in one plane determine n and c for each choice of signs; the others must
    agree. Equal signs everywhere give no plane, and opposite choices give the same plane.

    Parameters
    ----------
    *points : Vector
        Four points or more, not all in one plane.

    Raises
    ------
    SolidError
        If the points lie in one plane: then there are infinitely many such planes.

    Examples
    --------
    >>> from geoengine.solid.space import Vector
    >>> O, A, B, C = Vector(0, 0, 0), Vector(1, 0, 0), Vector(0, 1, 0), Vector(0, 0, 1)
    >>> equidistant_planes(O, A, B, C), equidistant_planes(O, A, B, C, Vector(1, 1, 0))
    (7, 5)
    """
    given = different(points)
    base = next((four for four in combinations(given, 4) if not _is_flat(*four)), None)
    if base is None:
        raise SolidError("expected points that are not all in one plane")
    first, *others = base
    u, v, w = (P - first for P in others)
    volume = u.cross(v).dot(w)
    rest = [P for P in given if P not in base]
    # Coordinates of the other points: P = first + (p u + q v + r w) / volume.
    parts = [
        ((P - first).cross(v).dot(w), u.cross(P - first).dot(w), u.cross(v).dot(P - first))
        for P in rest
    ]
    found = 0
    for signs in range(1, 8):
        # At the first point the value is 1, at the others 1 or -1: the change is 0 or -2.
        a, b, c = (-2 if signs >> i & 1 else 0 for i in range(3))
        changes = [a * p + b * q + c * r for p, q, r in parts]
        found += all(is_zero(change) or is_zero(change + 2 * volume) for change in changes)
    return found


def different(points: Iterable[Vector]) -> list[Vector]:
    given = list(points)
    for A, B in combinations(given, 2):
        if same_point(A, B):
            raise SolidError(f"expected different points, found {A} twice")
    return given


def _is_flat(A: Vector, B: Vector, C: Vector, D: Vector) -> bool:
    # Floats decide all but the close cases, which are few.
    volume = _dot(_cross(_minus(B, A), _minus(C, A)), _minus(D, A))
    return abs(volume) < _SURELY_NOT_ZERO and is_zero((B - A).cross(C - A).dot(D - A))


def is_straight(A: Vector, B: Vector, C: Vector) -> bool:
    """Tell whether three points lie on one line."""
    normal = _cross(_minus(B, A), _minus(C, A))
    if max(abs(n) for n in normal) > _SURELY_NOT_ZERO:
        return False
    return (B - A).cross(C - A).is_zero


def _minus(P: Vector, A: Vector) -> Floats:
    (x, y, z), (a, b, c) = P.floats, A.floats
    return x - a, y - b, z - c


def _cross(u: Floats, v: Floats) -> Floats:
    return u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]


def _dot(u: Floats, v: Floats) -> float:
    return u[0] * v[0] + u[1] * v[1] + u[2] * v[2]


def line_sets(points: Sequence[Vector]) -> list[frozenset[int]]:
    """Return the lines through two or more points, each as the set of indices of its points.

    Examples
    --------
    >>> row = [Vector(0, 0, 0), Vector(1, 0, 0), Vector(2, 0, 0), Vector(0, 1, 0)]
    >>> [sorted(line) for line in line_sets(row)]
    [[0, 1, 2], [0, 3], [1, 3], [2, 3]]
    """
    return _flats(points, 2, lambda A, B: not same_point(A, B), is_straight)


def plane_sets(points: Sequence[Vector]) -> list[frozenset[int]]:
    """Return the planes through three or more points, each as the set of indices of its points.

    Examples
    --------
    >>> corners = [Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    >>> len(plane_sets(corners)), sorted(plane_sets(corners)[0])
    (20, [0, 1, 2, 3])
    """
    return _flats(points, 3, lambda *three: not is_straight(*three), _is_flat)


def _flats(
    points: Sequence[Vector], size: int, span: Callable[..., bool], holds: Callable[..., bool]
) -> list[frozenset[int]]:
    """Return what points span, as sets of indices; points in one place are in the same sets."""
    found: list[frozenset[int]] = []
    seen: set[tuple[int, ...]] = set()
    for indices in combinations(range(len(points)), size):
        chosen = [points[i] for i in indices]
        if indices in seen or not span(*chosen):
            continue
        on = [i for i, P in enumerate(points) if i in indices or holds(*chosen, P)]
        found.append(frozenset(on))
        seen.update(combinations(on, size))
    return found


_ALL: tuple[Callable[..., int], ...] = (
    coplanar_sets,
    tetrahedra,
    planes_through,
    lines_through,
    distinct_distances,
    equidistant_planes,
)
FUNCTIONS = {f.__name__: f for f in _ALL}
