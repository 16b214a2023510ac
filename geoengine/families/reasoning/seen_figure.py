"""Seen figures: what a reader of a picture is given, and the symmetric parts that stand out."""

from __future__ import annotations

from geoengine.draw import marked_statements
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.mirror_images import MirrorImages
from geoengine.families.reasoning.parallelograms import Parallelograms
from geoengine.families.reasoning.visible import drawn_circles

__all__ = ["SeenFigure"]


class SeenFigure:
    """What premises and marks state, and the circles, kites and parallelograms of a figure.

    Parameters
    ----------
    context : Context
        It is not kept: it keeps what is made of a figure.

    Attributes
    ----------
    points : tuple of str
    graph : ReasoningGraph
    diagram : Diagram
    lines : FigureLines
    given : set of Statement
        What premises and marks state.
    circles : list of (str or None, frozenset of str)
        The center of each drawn circle, if it is a point, and the points on the circle.
    images : MirrorImages
    parallelograms : Parallelograms
    """

    def __init__(self, context: Context) -> None:
        self.points, self.graph = context.problem.points, context.graph
        self.diagram, self.lines = context.diagram, context.lines
        self.given = {*context.premises, *marked_statements(context.marks)}
        self.circles = drawn_circles(context)
        self.images = MirrorImages(context)
        self.parallelograms = Parallelograms(context)
