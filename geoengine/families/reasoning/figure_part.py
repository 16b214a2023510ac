"""Parts of a figure: the points that an item speaks of, as its text and its picture have them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from geoengine.draw import Sketch
from geoengine.families.reasoning.picture import picture_of
from geoengine.graph import ReasoningGraph
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
    graph : ReasoningGraph
        That of the whole figure.
    seed : int
        The seed of the figure.
    """

    problem: Problem
    diagram: Diagram
    graph: ReasoningGraph
    seed: int

    @cached_property
    def sketch(self) -> Sketch:
        """The sketch of its picture, without lines that only help to follow an item."""
        return picture_of(self.diagram, self.problem.premises)

    @cached_property
    def derived(self) -> tuple[Statement, ...]:
        """What was derived about its points, without the premises."""
        points, given = self.diagram.index.keys(), set(self.graph.premises)
        return tuple(
            one for one in self.graph.states if one not in given and points >= {*one.points}
        )
