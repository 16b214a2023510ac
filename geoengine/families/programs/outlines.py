"""Outlines: what a program draws, as points of the plane of its picture."""

from __future__ import annotations

from math import tau

from geoengine.program import Arc, Execution, Path, Projection, Triple

__all__ = ["Outlines"]

_DEFAULT_VIEW = Projection(Triple(5, 4, 2))
_TURN = 96
"""How many pieces of a line a whole circle is drawn with."""


class Outlines:
    """The outlines of what a program draws; figures in space are projected.

    Parameters
    ----------
    done : Execution
        Of the program.

    Examples
    --------
    >>> from geoengine.program import execute, read_program
    >>> outlines = Outlines(execute(read_program("draw((0,0)--(1,2)--(3,1));")))
    >>> outlines.left, outlines.top, outlines.width, outlines.height
    (0.0, 2.0, 3.0, 2.0)
    """

    def __init__(self, done: Execution) -> None:
        self._view = done.settings.projection or _DEFAULT_VIEW
        places = [z for one in done.display for path in one.paths for z in self.outline(path)]
        self.left = min((z.real for z in places), default=0.0)
        self.top = max((z.imag for z in places), default=0.0)
        self.width = max((z.real for z in places), default=1.0) - self.left
        self.height = self.top - min((z.imag for z in places), default=0.0)

    @property
    def size(self) -> float:
        """The longer side of the box around all, more than 0."""
        return max(self.width, self.height) or 1.0

    def place(self, node: complex | Triple) -> complex:
        """Return where a point is seen."""
        return self._view(node) if isinstance(node, Triple) else complex(node)

    def outline(self, path: Path) -> list[complex]:
        """Return points of a path, so close that its arcs look round.

        A closed path ends in its first point.
        """
        found = [self.place(path.point)]
        for piece in path.pieces:
            if isinstance(piece, Arc):
                count = 1 + int(_TURN * abs(piece.sweep) / tau)
                found += [piece.at(k / count) for k in range(1, count + 1)]
            else:
                found.append(self.place(piece.end))
        return found
