"""Counts in a cuboid that is cut into unit cubes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import product
from typing import Any

from geoengine.solid.errors import SolidError
from geoengine.solid.whole_numbers import whole

__all__ = [
    "FUNCTIONS",
    "boxes",
    "cut_cubes",
    "grid_cubes",
    "lattice_paths",
    "painted_cubes",
    "pierced_cubes",
]


def _sizes(*sizes: Any) -> list[int]:
    return [whole(n, "the size of a block", 1) for n in sizes]


def boxes(nx: Any, ny: Any, nz: Any) -> int:
    """Return the number of cuboids, cubes included, that unit cubes of a block form.

    A cuboid is given by two of the n + 1 cutting planes in each direction: the product of the
    binomials C(n + 1, 2).

    Raises
    ------
    SolidError
        If a size is not a positive whole number.

    Examples
    --------
    >>> boxes(1, 1, 2), boxes(2, 2, 2)
    (3, 27)
    """
    return math.prod(math.comb(n + 1, 2) for n in _sizes(nx, ny, nz))


def grid_cubes(nx: Any, ny: Any, nz: Any) -> int:
    """Return the number of cubes, of any size, that unit cubes of a block form.

    A cube of edge k has nx - k + 1, ny - k + 1 and nz - k + 1 places along the three directions.

    Raises
    ------
    SolidError
        If a size is not a positive whole number.

    Examples
    --------
    >>> grid_cubes(3, 3, 3), grid_cubes(2, 3, 4)
    (36, 30)
    """
    sizes = _sizes(nx, ny, nz)
    return sum(math.prod(n - k for n in sizes) for k in range(min(sizes)))


def painted_cubes(nx: Any, ny: Any, nz: Any, k: Any) -> int:
    """Return how many unit cubes of a block painted on all sides have exactly k painted faces.

    In a direction with n cubes, n - 2 of the places are painted at no end, 2 at one end (for n = 1,
    the only place at both ends). The answer is a coefficient of the product of these polynomials.

    Raises
    ------
    SolidError
        If a size is not a positive whole number, or `k` is not a whole number.

    Examples
    --------
    >>> [painted_cubes(3, 4, 5, k) for k in range(4)]
    [6, 22, 24, 8]
    >>> painted_cubes(1, 1, 4, 4), painted_cubes(1, 1, 1, 6)
    (2, 1)
    """
    wanted = whole(k, "the number of painted faces")
    ends = [{2: 1} if n == 1 else {0: n - 2, 1: 2} for n in _sizes(nx, ny, nz)]
    return sum(
        math.prod(end[faces] for end, faces in zip(ends, chosen, strict=True))
        for chosen in product(*ends)
        if sum(chosen) == wanted
    )


def pierced_cubes(nx: Any, ny: Any, nz: Any) -> int:
    """Return how many unit cubes of a block its space diagonal passes through the inside of.

    The diagonal enters a new cube at each plane that it crosses, and crosses several at once at
    common multiples: nx + ny + nz - gcd(nx, ny) - gcd(ny, nz) - gcd(nx, nz) + gcd(nx, ny, nz).

    Raises
    ------
    SolidError
        If a size is not a positive whole number.

    Examples
    --------
    >>> pierced_cubes(2, 3, 5), pierced_cubes(4, 4, 4)
    (8, 4)
    """
    x, y, z = _sizes(nx, ny, nz)
    pairs = math.gcd(x, y) + math.gcd(y, z) + math.gcd(x, z)
    return x + y + z - pairs + math.gcd(x, y, z)


def cut_cubes(nx: Any, ny: Any, nz: Any, plane: Sequence[Any]) -> int:
    """Return how many unit cubes of a block a plane cuts into two parts.

    A cube is cut if it has corners strictly on both sides of the plane.

    Parameters
    ----------
    nx, ny, nz : int
        The block from (0, 0, 0) to (nx, ny, nz).
    plane : [a, b, c, d]
        The whole numbers of the plane a x + b y + c z = d.

    Raises
    ------
    SolidError
        If a size is not a positive whole number, or a = b = c = 0.

    Examples
    --------
    The plane that bisects a space diagonal of the cube 3 x 3 x 3 at a right angle:

    >>> cut_cubes(3, 3, 3, [2, 2, 2, 9])
    19
    """
    a, b, c, d = (whole(n, "a coefficient of the plane", -(10**9)) for n in plane)
    if a == b == c == 0:
        raise SolidError("expected a plane a x + b y + c z = d, found a = b = c = 0")
    low = sum(min(n, 0) for n in (a, b, c))
    high = sum(max(n, 0) for n in (a, b, c))
    cells = product(*(range(n) for n in _sizes(nx, ny, nz)))
    return sum(low < d - (a * x + b * y + c * z) < high for x, y, z in cells)


def lattice_paths(nx: Any, ny: Any, nz: Any, blocked: Iterable[Sequence[Any]] = ()) -> int:
    """Return the number of shortest ways from corner to opposite corner along the lines of a block.

    Without blocked points the multinomial (nx + ny + nz)! / (nx! ny! nz!); with them, by adding up
    the ways to each point.

    Parameters
    ----------
    nx, ny, nz : int
        The numbers of unit steps in the three directions; 0 is allowed.
    blocked : list of [x, y, z]
        Points of the lattice through which no way leads.

    Raises
    ------
    SolidError
        If a number is not a whole number.

    Examples
    --------
    >>> lattice_paths(1, 1, 1), lattice_paths(2, 2, 2)
    (6, 90)
    >>> lattice_paths(2, 2, 2, [[1, 1, 1]])
    54
    """
    x, y, z = (whole(n, "the number of steps") for n in (nx, ny, nz))
    closed = {tuple(whole(n, "a coordinate") for n in place) for place in blocked}

    @cache
    def ways(i: int, j: int, k: int) -> int:
        if min(i, j, k) < 0 or (i, j, k) in closed:
            return 0
        if (i, j, k) == (0, 0, 0):
            return 1
        return ways(i - 1, j, k) + ways(i, j - 1, k) + ways(i, j, k - 1)

    return ways(x, y, z)


FUNCTIONS: dict[str, Callable[..., object]] = {
    f.__name__: f
    for f in (boxes, grid_cubes, painted_cubes, pierced_cubes, cut_cubes, lattice_paths)
}
