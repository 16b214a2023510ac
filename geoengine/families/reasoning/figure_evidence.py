"""Evidence in figures: whether an item states some premises by its picture alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from geoengine.catalogue import Language
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.marked_premises import MarkedPremises, SecondFigure
from geoengine.graph import Proof
from geoengine.items import stream
from geoengine.language import Statement
from geoengine.scene import Problem, describe

__all__ = ["FigureEvidence", "figure_evidence"]

_SHARE = 0.95
"""If both kinds are wanted: how many of the items that could need the picture do."""

_NOTES: dict[Language, tuple[str, str, str]] = {
    "en": (
        "Marks in the figure are given too: ticks (equal segments), arcs (equal angles), squares"
        " (right angles), arrows (parallel lines), and numbers (lengths and angles).",
        " A point drawn on a line lies on it.",
        " In the steps, [figure] stands for what such marks say.",
    ),
    "zh": (
        "图中的标记也是已知条件：短线（线段相等）、弧线（角相等）、直角符号（垂直）、箭头（平行），"
        "以及标出的数（长度和角度）。",
        "画在直线上的点就在该直线上。",
        "步骤中的[见图]指由这些标记给出的条件。",
    ),
}
"""What an item says of the marks: always, if a point lies on a line, and if steps cite marks."""


@dataclass(frozen=True, eq=False)
class FigureEvidence:
    """What an item leaves to its picture, and a figure that shows that this matters.

    Attributes
    ----------
    told : Problem
        The problem as far as the text states it.
    marked : MarkedPremises
    second_figure : SecondFigure
        A figure that the item's text allows, in which the answer is different.
    """

    told: Problem
    marked: MarkedPremises
    second_figure: SecondFigure

    def describe(self, language: Language, proof: Proof | None) -> str:
        """Describe the problem as far as the text states it, with a note on marks.

        Parameters
        ----------
        language : {"en", "zh"}
        proof : Proof, optional
            The proof whose steps the question prints.
        """
        note, on_line, in_steps = _NOTES[language]
        note += on_line if self.marked.lines else ""
        note += in_steps if proof is not None and self.cited(proof) else ""
        space = " " if language == "en" else ""
        return space.join([describe(self.told, language=language), note])

    def cited(self, proof: Proof) -> dict[str, list[str]]:
        """The marked premises that each step of a proof cites, by its number."""
        marked = self.marked.marked
        return {
            str(step.number): found
            for step in proof.steps
            if (found := [str(a) for a in step.derivation.antecedents if a in marked])
        }

    def record(self, proof: Proof | None) -> dict[str, Any]:
        """The entry of the certificate; `proof` has the printed steps, if there are any."""
        cited = {} if proof is None else {"cited": self.cited(proof)}
        return self.marked.record(self.told, self.second_figure) | cited


def figure_evidence(
    context: Context,
    task: str,
    *,
    points: Collection[str] | None = None,
    printed: Sequence[Statement],
    false: Iterable[Sequence[Statement]] = (),
    true: Iterable[Sequence[Statement]] = (),
) -> FigureEvidence | None:
    """Decide whether an item states some premises by its picture alone.

    Parameters
    ----------
    context : Context
    task : str
    points : collection of str, optional
        The points that the text must define; all by default.
    printed : sequence of Statement
        What distinguishes the item from others of the task, all of it printed; no marked premise
        may be among it.
    false, true : iterable of sequences of Statement
        The answer changes where all statements of one of `false` are false, or all of one of `true`
        are true.

    Returns
    -------
    FigureEvidence or None
        None if the item's text states all premises: because that is wanted, by a random choice, or
        because nothing that matters can be left out.
    """
    if context.evidence == "text":
        return None
    lot = stream(context.seed, "evidence", task, *map(str, printed)).random()
    if context.evidence == "both" and lot > _SHARE:
        return None
    # The text defines them, and those from which they are constructed in the whole problem.
    defined = (context.problem if points is None else context.problem.part(points)).points
    marked = context.markings.premises(context, points=defined, printed=printed)
    if marked is None:
        return None
    told = marked.told.part(defined)
    wanted = chain(({"false": one} for one in false), ({"true": one} for one in true))
    figures = (marked.second_figure(context, **statements) for statements in wanted)
    found = next((figure for figure in figures if figure is not None), None)
    return None if found is None else FigureEvidence(told, marked, found)
