"""Listings: code, and step by step what it draws, for pages on which it is followed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

__all__ = ["DrawnStep", "Lines", "Listing", "Shape"]

Lines: TypeAlias = tuple[int, int]
"""The first and the last of some lines, from 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """A path or a text of a drawing, whose y axis points down.

    Attributes
    ----------
    d : str
        The path, as in SVG; empty for a text.
    text : str
        The text, in the middle of `at`; empty for a path.
    at : tuple of float
    stroke, fill : str
        Colours as in SVG; ``none`` for neither.
    width : float
        Of the stroke.
    dash : str
        The pattern of the stroke, as in SVG; empty if it is solid.
    opacity : float
    """

    d: str = ""
    text: str = ""
    at: tuple[float, float] = (0.0, 0.0)
    stroke: str = "none"
    fill: str = "none"
    width: float = 1.0
    dash: str = ""
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class DrawnStep:
    """One thing that code draws.

    Attributes
    ----------
    lines : tuple of int
        The lines of the statement that draws it.
    calls : tuple of tuple of int
        The lines of the statements that called the functions in which it stands.
    shapes : tuple of Shape
    """

    lines: Lines
    calls: tuple[Lines, ...]
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """Code, and what it draws.

    Attributes
    ----------
    code, language : str
    width, height : float
        The size of the drawing, whose corner is (0, 0).
    steps : tuple of DrawnStep
        In painting order.
    """

    code: str
    language: str
    width: float
    height: float
    steps: tuple[DrawnStep, ...]
