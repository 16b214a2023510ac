"""Marked premises: those that an item states by its picture, and figures that its text allows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from geoengine.draw import Marks
from geoengine.families.reasoning.counterexample import written_figure
from geoengine.families.reasoning.figure_part import FigurePart
from geoengine.families.reasoning.resemblance import resembling
from geoengine.families.reasoning.variation import nearest, variations
from geoengine.families.reasoning.weaker_steps import WeakerStep, with_weaker_steps
from geoengine.items import stream
from geoengine.language import Statement
from geoengine.scene import Problem

__all__ = ["Lines", "MarkedPremises", "SecondFigure", "marked_premises"]

Lines = tuple[tuple[str, ...], ...]
"""The points on each drawn line, from end to end."""

_CLEARLY_FALSE = 1e-3
_TRIED = 3
"""How many figures, the clearest first, are tried in their printed form."""


@dataclass(frozen=True, slots=True)
class SecondFigure:
    """A figure that the text allows, with what distinguishes it from the picture.

    Attributes
    ----------
    points : dict of str to (str, str)
        The coordinates of the points as decimal numbers.
    false, true : tuple of Statement
        Statements that are false, or true, in it but not in the picture.
    """

    points: dict[str, tuple[str, str]]
    false: tuple[Statement, ...]
    true: tuple[Statement, ...]


@dataclass(frozen=True, eq=False)
class MarkedPremises:
    """Premises that marks in a picture state, so that a text need not.

    Attributes
    ----------
    part : FigurePart
        What the picture shows.
    told : Problem
        The problem as far as the text states it.
    marked : tuple of Statement
        The other premises.
    marks : Marks
        All marks of the picture.
    lines : tuple of tuple of str
        The points on each drawn line, if some premises are stated only by a point on one of them.
    figures : ndarray, shape (k, points, 2)
        Figures that look like the picture, in which all that the text states holds, and nothing
        that is marked.
    """

    part: FigurePart
    told: Problem
    marked: tuple[Statement, ...]
    marks: Marks
    lines: Lines
    figures: NDArray[np.float64]

    def second_figure(
        self, *, false: Sequence[Statement] = (), true: Sequence[Statement] = ()
    ) -> SecondFigure | None:
        """A figure that the text allows, in which statements are false or true, if one is found.

        Parameters
        ----------
        false, true : sequence of Statement
            Statements that are true, or false, in the picture. With some in `true`, the figure
            nearest to the picture in which they hold is tried.
        """
        diagram = self.part.diagram
        figures = self.figures
        if true:
            given = [*self.told.relations, *true]
            found = nearest(diagram.points, diagram.xy[0], given)
            figures = figures[:0] if found is None else _allowed(self.part, self.told, found[None])
        if not len(figures):
            return None
        clearness = np.full(len(figures), np.inf)
        for statement in false:
            clearness = np.minimum(clearness, statement.measured(figures, diagram.index))
        for row in np.argsort(-clearness, kind="stable")[:_TRIED]:
            if not clearness[row] > _CLEARLY_FALSE:
                return None
            kept = [*self.told.relations, *true]
            points = written_figure(diagram.points, figures[row], kept)
            if points is not None:
                return SecondFigure(points, tuple(false), tuple(true))
        return None

    def record(self, figure: SecondFigure) -> dict[str, Any]:
        """The entry of a certificate: what the text states, the marks, and the second figure."""
        return {
            "told": str(self.told),
            "marked": [str(premise) for premise in self.marked],
            "marks": _marks_record(self.marks) | ({"lines": self.lines} if self.lines else {}),
            "second_figure": {name: list(figure.points[name]) for name in self.told.points},
            "false": [str(statement) for statement in figure.false],
            "true": [str(statement) for statement in figure.true],
        }


def marked_premises(
    part: FigurePart, chosen: Sequence[WeakerStep], marks: Marks, lines: Lines
) -> MarkedPremises | None:
    """The premises that a text with weaker steps leaves to marks in the picture.

    Steps are dropped if what they leave out follows from the rest.

    Parameters
    ----------
    part : FigurePart
        What the picture shows.
    chosen : sequence of WeakerStep
        The steps, in the order of the construction.
    marks : Marks
        The marks of the picture, which state what the steps leave out.
    lines : tuple of tuple of str
        The points on each drawn line, if lines state some of it.

    Returns
    -------
    MarkedPremises or None
        None if no step is left.
    """
    index = part.diagram.index
    while chosen:
        told = with_weaker_steps(part.problem, chosen)
        left_out = tuple(p for p in part.problem.relations if p not in told.premises)
        figures = _allowed_near(part, told)
        fails = {p: p.measured(figures, index) > _CLEARLY_FALSE for p in left_out}
        figures = figures[np.all(list(fails.values()), axis=0)]
        if len(figures):
            return MarkedPremises(part, told, left_out, marks, lines, figures)
        free = [one for one in chosen if all(fails[p].any() for p in one.left_out if p in fails)]
        chosen = free if len(free) < len(chosen) else chosen[:-1]
    return None


def _allowed_near(part: FigurePart, told: Problem) -> NDArray[np.float64]:
    """Figures that look like the picture, in which all holds that the text states."""
    rng = stream(part.seed, "second figures", str(told))
    points, shown = part.diagram.points, part.diagram.xy[0]
    figures = variations(points, shown, told.relations, rng)
    return _allowed(part, told, figures[resembling(shown, figures)])


def _marks_record(marks: Marks) -> dict[str, Any]:
    """Marks as plain data; those with a value end with it."""
    return {
        "lengths": [[*pair, text] for pair, text in marks.lengths.items()],
        "angles": [[*wedge, text] for wedge, text in marks.angles.items()],
        "right_angles": [[*first, *second] for first, second in marks.right_angles],
        "ticks": [[list(pair) for pair in group] for group in marks.ticks],
        "arcs": [[list(wedge) for wedge in group] for group in marks.arcs],
        "arrows": [[list(pair) for pair in group] for group in marks.arrows],
    }


def _allowed(part: FigurePart, told: Problem, figures: NDArray[np.float64]) -> NDArray[np.float64]:
    """The figures in which the side conditions of the text hold."""
    good = np.ones(len(figures), dtype=bool)
    for condition in told.conditions:
        good &= condition.holds(figures, part.diagram.index)
    return figures[good]
