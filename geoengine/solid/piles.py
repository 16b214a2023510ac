"""Piles of unit cubes: how many cubes, what is seen of them, what is painted.

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
    "cubes",
    "painted",
    "pile",
    "seen",
    "surface_squares",
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
    >>> cubes(without(block(3, 3, 3), [[0, 0, 2], [2, 0, 2]]))
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
    >>> cubes(bored(bored(block(3, 3, 3), "top", [[1, 1]]), "front", [[1, 1]]))
    22
    """
    axis = _axis(side)
    gone: set[Cell] = set()
    for hole in holes:
        place = tuple(whole(n, "the place of a tunnel") for n in hole)
        met = {cell for cell in p.cells if cell[:axis] + cell[axis + 1 :] == place}
        if not met:
            raise SolidError(f"expected a cube in the way of the tunnel {list(place)}, found none")
        gone |= met
    return Pile(p.cells - gone)


def cubes(p: Pile) -> int:
    """Return the number of cubes of a pile.

    Examples
    --------
    >>> cubes(pile([[3, 1], [2, 0]]))
    6
    """
    return len(p.cells)


def seen(p: Pile, side: str) -> int:
    """Return the number of unit squares in a view of a pile along an axis.

    A square belongs to the view if at least one cube lies behind it, near or far.

    Parameters
    ----------
    p : Pile
    side : str
        From where one looks: "front", "back", "left", "right", "top" or "bottom".

    Raises
    ------
    SolidError
        If the side is unknown.

    Examples
    --------
    >>> p = pile([[3, 1], [2, 0]])
    >>> seen(p, "front"), seen(p, "left"), seen(p, "top")
    (4, 5, 3)
    """
    axis = _axis(side)
    return len({cell[:axis] + cell[axis + 1 :] for cell in p.cells})


def surface_squares(p: Pile, below: bool = True) -> int:
    """Return the number of unit squares of the surface of a pile.

    Every face of a cube that no other cube covers is counted, in hollows and tunnels too.

    Parameters
    ----------
    p : Pile
    below : bool
        Whether the faces that point downwards are counted: not, for what stands on a table.

    Examples
    --------
    >>> surface_squares(pile([[1]])), surface_squares(pile([[1]]), False)
    (6, 5)
    >>> surface_squares(pile([[3, 1], [2, 0]]))
    24
    """
    return sum(_bare(p, cell, below) for cell in p.cells)


def painted(p: Pile, k: Any, below: bool = True) -> int:
    """Return the number of cubes with exactly k painted faces after the pile's surface is painted.

    Parameters
    ----------
    p : Pile
    k : int
        The number of painted faces of a cube.
    below : bool
        Whether the faces that point downwards are painted too.

    Raises
    ------
    SolidError
        If `k` is not a whole number.

    Examples
    --------
    >>> [painted(block(3, 3, 3), k) for k in range(4)]
    [1, 6, 12, 8]
    >>> [painted(block(3, 3, 3), k, False) for k in range(4)]
    [2, 9, 12, 4]
    """
    wanted = whole(k, "the number of painted faces")
    return sum(_bare(p, cell, below) == wanted for cell in p.cells)


def _bare(p: Pile, cell: Cell, below: bool) -> int:
    return sum(below or step != SIDES["bottom"] for step in p.exposed(cell))


def _axis(side: str) -> int:
    if side not in SIDES:
        raise SolidError(f"expected one of the sides {', '.join(SIDES)}, found {side!r}")
    return next(axis for axis in range(3) if SIDES[side][axis])


FUNCTIONS: dict[str, Callable[..., object]] = {
    f.__name__: f for f in (pile, block, without, bored, cubes, seen, surface_squares, painted)
}
