"""Parts of a figure: the points that an item speaks of, as its text and its picture have them."""

from __future__ import annotations

from dataclasses import dataclass

from geoengine.language import Statement
from geoengine.scene import Diagram, Problem

__all__ = ["FigurePart"]


@dataclass(frozen=True, eq=False)
class FigurePart:
    """A part of a scene's figure, or all of it.

    Attributes
    ----------
    problem : Problem
        The construction of its points.
    diagram : Diagram
        Its points at the places that they have in the whole figure; the first draw is shown.
    derived : tuple of Statement
        What was derived about its points, without the premises.
    seed : int
        The seed of the figure.
    """

    problem: Problem
    diagram: Diagram
    derived: tuple[Statement, ...]
    seed: int
