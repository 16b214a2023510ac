"""How many cubes a pile has, what is seen of them, and what is painted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from geoengine.solid.piles import SIDES, Cell, Pile, side_axis
from geoengine.solid.whole_numbers import whole

__all__ = ["FUNCTIONS", "cubes", "painted", "seen", "surface_squares"]


def cubes(p: Pile) -> int:
    """Return the number of cubes of a pile.

    Examples
    --------
    >>> from geoengine.solid.piles import pile
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
    >>> from geoengine.solid.piles import pile
    >>> p = pile([[3, 1], [2, 0]])
    >>> seen(p, "front"), seen(p, "left"), seen(p, "top")
    (4, 5, 3)
    """
    axis = side_axis(side)
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
    >>> from geoengine.solid.piles import pile
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
    >>> from geoengine.solid.piles import block
    >>> [painted(block(3, 3, 3), k) for k in range(4)]
    [1, 6, 12, 8]
    >>> [painted(block(3, 3, 3), k, False) for k in range(4)]
    [2, 9, 12, 4]
    """
    wanted = whole(k, "the number of painted faces")
    return sum(_bare(p, cell, below) == wanted for cell in p.cells)


def _bare(p: Pile, cell: Cell, below: bool) -> int:
    return sum(below or step != SIDES["bottom"] for step in p.exposed(cell))


_ALL: tuple[Callable[..., int], ...] = (cubes, seen, surface_squares, painted)
FUNCTIONS: dict[str, Callable[..., object]] = {f.__name__: f for f in _ALL}
