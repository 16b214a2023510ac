"""How programs are written for matplotlib."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["PlotStyle"]


@dataclass(frozen=True, slots=True)
class PlotStyle:
    """Habits of those who draw with matplotlib.

    Attributes
    ----------
    points : {"array", "complex"}
        Whether points are arrays of two numbers, or complex numbers.
    lines : {"zip", "helper"}
        Whether lines are drawn by ``ax.plot(*zip(A, B))``, or by a function of the program;
        complex numbers always take the function.
    polygons : {"plot", "patch"}
        How closed polygons are drawn.
    spaced : bool
        Whether spaces stand around ``*`` and ``/``.
    """

    points: Literal["array", "complex"] = "array"
    lines: Literal["zip", "helper"] = "zip"
    polygons: Literal["plot", "patch"] = "plot"
    spaced: bool = False
