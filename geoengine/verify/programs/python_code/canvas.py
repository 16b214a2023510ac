"""Figures and axes of matplotlib, and what is drawn on them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from geoengine.verify.programs.evaluated import Mark, Opaque
from geoengine.verify.programs.faults import FaultKind, ProgramError, Spent
from geoengine.verify.programs.python_code.plotting import DRAWING
from geoengine.verify.programs.python_code.values import Patch

__all__ = ["Axes", "Canvas", "Figure"]


@dataclass(frozen=True)
class Axes:
    """Axes, or pyplot itself."""

    in_space: bool = False


@dataclass(eq=False)
class Figure:
    """A figure, which holds axes."""


class Canvas:
    """What is drawn.

    Attributes
    ----------
    in_space : bool
        Whether any axes are in space.
    """

    def __init__(self) -> None:
        self._marks: list[tuple[float, Mark]] = []
        self.in_space = False

    @property
    def marks(self) -> list[Mark]:
        """The marks in the order in which they are painted."""
        return [mark for _, mark in sorted(self._marks, key=lambda one: one[0])]

    def axes(self, named: dict[str, Any]) -> Axes:
        """Make axes as named arguments say."""
        words = {**named, **(named.get("subplot_kw") or {})}
        in_space = words.get("projection") == "3d"
        self.in_space = self.in_space or in_space
        return Axes(in_space)

    def call(
        self, axes: Axes, name: str, values: list[Any], named: dict[str, Any], line: int
    ) -> Any:
        """Call a function of pyplot, or a method of axes, in a line of the program."""
        if name == "subplots":
            return (Figure(), self.axes(named))
        if name in {"figure", "gcf"}:
            return Figure()
        if name in {"axes", "gca", "subplot"}:
            return self.axes(named)
        if name in {"plot_surface", "plot_wireframe", "plot_trisurf", "bar3d", "voxels"}:
            self.in_space = True
            return Opaque(name)
        if name == "fill_between":
            raise ProgramError(FaultKind.UNSUPPORTED, name)
        if name in DRAWING:
            if len(self._marks) >= Spent.MAX_MARKS:
                raise ProgramError(FaultKind.LIMIT, f"more than {Spent.MAX_MARKS} marks")
            marks = DRAWING[name](values, named, axes.in_space, line)
            order = named.get("zorder")
            if order is None and values and isinstance(values[0], Patch):
                order = values[0].zorder
            for mark in marks:
                usual = 1.0 if mark.kind == "fill" else 2.0
                self._marks.append((usual if order is None else float(order), mark))
        return Opaque(name)
