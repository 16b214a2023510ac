"""Piles of unit cubes.

The cube ``(x, y, z)`` of a pile fills the cell from ``(x, y, z)`` to ``(x+1, y+1, z+1)``. The
x-axis points to the right, the y-axis to the back, the z-axis up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from geoengine.solid.errors import SolidError
from geoengine.solid.whole_numbers import whole

__all__ = [
    "FUNCTIONS",
    "Pile",
    "block",
    "bored",
    "corner_pile",
    "pile",
    "stairs",
    "tunnel",
    "without",
]

Cell = tuple[int, int, int]

#: From which side a pile is looked at: the steps from a cube towards the viewer.
SIDES: dict[str, Cell] = {
    "front": (0, -1, 0),
    "back": (0, 1, 0),
    "left": (-1, 0, 0),
    "right": (1, 0, 0),
    "top": (0, 0, 1),
    "bottom": (0, 0, -1),
}


@dataclass(frozen=True)
class Pile:
    """Unit cubes, each in a cell of the cubic lattice.

    Parameters
    ----------
    cells : frozenset of (int, int, int)
        The lowest, leftmost, foremost corner of each cube.

    Raises
    ------
    SolidError
        If there are no cubes.

    Examples
    --------
    >>> sorted(Pile(frozenset({(0, 0, 0), (1, 0, 0)})).exposed((1, 0, 0)))
    [(0, -1, 0), (0, 0, -1), (0, 0, 1), (0, 1, 0), (1, 0, 0)]
    """

    cells: frozenset[Cell]

    def __post_init__(self) -> None:
        if not self.cells:
            raise SolidError("expected at least one cube in the pile, found none")

    def exposed(self, cell: Cell) -> list[Cell]:
        """Return the sides of a cube, as steps outwards, at which no other cube lies."""
        x, y, z = cell
        return [(i, j, k) for i, j, k in SIDES.values() if (x + i, y + j, z + k) not in self.cells]


def pile(heights: Sequence[Sequence[Any]]) -> Pile:
    """Return stacks of unit cubes that stand on a rectangle.

    Parameters
    ----------
    heights : list of list of int
        The number of cubes of each stack: a list for each row, the back row first; in a row, from
        left to right. All rows are of one length; 0 means that no stack stands there.

    Raises
    ------
    SolidError
        If the rows differ in length, a height is not a whole number, or there are no cubes.

    Examples
    --------
    >>> sorted(pile([[2, 1], [1, 0]]).cells)
    [(0, 0, 0), (0, 1, 0), (0, 1, 1), (1, 1, 0)]
    """
    if len({len(row) for row in heights}) != 1:
        raise SolidError("expected rows of one length", hint="write: pile([[3, 1], [2, 0]])")
    last = len(heights) - 1
    return Pile(
        frozenset(
            (x, last - r, z)
            for r, row in enumerate(heights)
            for x, height in enumerate(row)
            for z in range(whole(height, "the height of a stack"))
        )
    )


def block(nx: Any, ny: Any, nz: Any) -> Pile:
    """Return a full block of unit cubes: nx from left to right, ny from front to back, nz high.

    Raises
    ------
    SolidError
        If a number is not a positive whole number.

    Examples
    --------
    >>> len(block(2, 3, 4).cells)
    24
    """
    sizes = [whole(n, "the size of a block", 1) for n in (nx, ny, nz)]
    x, y, z = (range(n) for n in sizes)
    return Pile(frozenset((i, j, k) for i in x for j in y for k in z))


def corner_pile(n: Any) -> Pile:
    """Return a pile in the corner of a room, n layers high: 1 cube on top, then 3, 6 and so on.

    The stacks along both walls are n, n - 1, …, 1 cubes high.

    Raises
    ------
    SolidError
        If n is not a positive whole number.

    Examples
    --------
    >>> len(corner_pile(3).cells)
    10
    """
    layers = range(whole(n, "the number of layers", 1))
    last = len(layers) - 1
    return Pile(
        frozenset(
            (x, last - y, z) for x in layers for y in layers for z in layers if x + y + z <= last
        )
    )


def stairs(n: Any, width: Any) -> Pile:
    """Return n steps, each one cube deep and one cube high, that rise to the left.

    Raises
    ------
    SolidError
        If a number is not a positive whole number.

    Examples
    --------
    >>> len(stairs(3, 2).cells)
    12
    """
    steps = range(whole(n, "the number of steps", 1))
    depth = range(whole(width, "the width of the stairs", 1))
    return Pile(frozenset((x, y, z) for x in steps for y in depth for z in range(len(steps) - x)))


def without(p: Pile, cells: Iterable[Sequence[Any]]) -> Pile:
    """Return the pile after the cubes in some cells were taken away.

    Parameters
    ----------
    p : Pile
    cells : list of [x, y, z]
        The cells counted from 0, from the left, the front and the bottom.

    Raises
    ------
    SolidError
        If there is no cube in one of the cells, or none is left.

    Examples
    --------
    >>> len(without(block(3, 3, 3), [[0, 0, 2], [2, 0, 2]]).cells)
    25
    """
    taken = set()
    for cell in cells:
        x, y, z = (whole(n, "the place of a cube") for n in cell)
        if (x, y, z) not in p.cells:
            raise SolidError(f"expected a cube at {[x, y, z]}, found none")
        taken.add((x, y, z))
    return Pile(p.cells - taken)


def bored(p: Pile, side: str, holes: Iterable[Sequence[Any]]) -> Pile:
    """Return the pile after tunnels one cube wide were bored straight through it.

    Parameters
    ----------
    p : Pile
    side : str
        From which side: "front" (or "back"), "left" (or "right"), "top" (or "bottom").
    holes : list of [int, int]
        For each tunnel, its two coordinates counted from 0: [x, z] from the front, [y, z] from the
        left, [x, y] from the top.

    Raises
    ------
    SolidError
        If the side is unknown, a tunnel meets no cube of the pile, or no cube is left.

    Examples
    --------
    >>> len(bored(bored(block(3, 3, 3), "top", [[1, 1]]), "front", [[1, 1]]).cells)
    22
    """
    axis = side_axis(side)
    gone: set[Cell] = set()
    for hole in holes:
        place = tuple(whole(n, "the place of a tunnel") for n in hole)
        met = {cell for cell in p.cells if cell[:axis] + cell[axis + 1 :] == place}
        if not met:
            raise SolidError(f"expected a cube in the way of the tunnel {list(place)}, found none")
        gone |= met
    return Pile(p.cells - gone)


def tunnel(p: Pile, side: str, low: Sequence[Any], high: Sequence[Any]) -> Pile:
    """Return the pile after a tunnel with a rectangular section was bored straight through it.

    Parameters
    ----------
    p : Pile
    side : str
        From which side, as for `bored`.
    low, high : [int, int]
        The coordinates, as for `bored`, of two opposite corner cells of the section; both belong
        to it.

    Raises
    ------
    SolidError
        If the side is unknown, the tunnel meets no cube of the pile, or no cube is left.

    Examples
    --------
    >>> len(tunnel(block(4, 4, 4), "top", [1, 1], [2, 2]).cells)
    48
    """
    axis = side_axis(side)
    ends = [[whole(n, "the place of a tunnel") for n in place] for place in (low, high)]
    gone = {
        cell
        for cell in p.cells
        if all(
            a <= n <= b
            for a, n, b in zip(ends[0], cell[:axis] + cell[axis + 1 :], ends[1], strict=True)
        )
    }
    if not gone:
        raise SolidError("expected cubes in the way of the tunnel, found none")
    return Pile(p.cells - gone)


def side_axis(side: str) -> int:
    if side not in SIDES:
        raise SolidError(f"expected one of the sides {', '.join(SIDES)}, found {side!r}")
    return next(axis for axis in range(3) if SIDES[side][axis])


_ALL: tuple[Callable[..., object], ...] = (
    pile,
    block,
    corner_pile,
    stairs,
    without,
    bored,
    tunnel,
)
FUNCTIONS: dict[str, Callable[..., object]] = {f.__name__: f for f in _ALL}
