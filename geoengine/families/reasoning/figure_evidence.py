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
from geoengine.scene import describe

__all__ = ["FigureEvidence", "figure_evidence"]

_SHARE = 0.95
"""Where a split asks for both kinds: the share of the items that can need the picture and do."""

_NOTES: dict[Language, tuple[str, str]] = {
    "en": (
        "The figure is part of the problem: it shows which of several configurations is meant, and"
        " its marks state what the text leaves out. Segments with the same ticks or crosses are"
        " equal, and so are angles with the same arc marks; arrows mark parallel lines, small"
        " squares mark right angles, numbers are lengths or angles, and dashed lines are auxiliary"
        " lines. A mark or length on a bracket refers to the whole segment that the bracket spans;"
        " one on a line refers to the segment between the two neighboring labelled points. You may"
        " read from the figure that a point lies on a line, but not that it lies on a circle.",
        " In the steps, [figure] refers to these marks and numbers.",
    ),
    "zh": (
        "本题须结合图形：各点的位置如图所示，图中的标记也是已知条件，补充文字未说明之处：短线或叉号相同的线段相等，"
        "弧线（可带短线）相同的角相等，箭头表示平行，小方块表示直角，数表示长度或角度，虚线为辅助线。"
        "标在括线上的数和记号属于括线旁的整条线段，其余的属于相邻两点之间的线段。"
        "画在直线上的点就在该直线上，但点在圆上须由文字或标记得出。",
        "步骤中的[见图]指由这些标记给出的条件。",
    ),
}
"""What an item says of the marks: always, and if steps cite marks."""


@dataclass(frozen=True, eq=False)
class FigureEvidence:
    """The premises that an item leaves to its picture, and a figure that shows that they matter.

    Attributes
    ----------
    marked : MarkedPremises
        The premises that only marks in the picture state.
    second_figure : SecondFigure
        A figure that agrees with the text but not with the marks, and in which the answer is
        different.
    """

    marked: MarkedPremises
    second_figure: SecondFigure

    def describe(self, language: Language, proof: Proof | None) -> str:
        """Describe the problem as far as the text states it, after a note on marks.

        Parameters
        ----------
        language : {"en", "zh"}
        proof : Proof, optional
            The proof whose steps the question prints.
        """
        note, in_steps = _NOTES[language]
        note += in_steps if proof is not None and self.cited(proof) else ""
        space = " " if language == "en" else ""
        return space.join([note, describe(self.marked.told, language=language)])

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
        return self.marked.record(self.second_figure) | cited


def figure_evidence(
    context: Context,
    task: str,
    *,
    points: Collection[str] | None = None,
    printed: Sequence[Statement],
    false: Iterable[Sequence[Statement]] = (),
    true: Iterable[Sequence[Statement]] = (),
) -> FigureEvidence | None:
    """Choose the premises that an item leaves to the marks of its picture, if any.

    Parameters
    ----------
    context : Context
    task : str
        The name of the task.
    points : collection of str, optional
        The points that text and picture must have; all by default.
    printed : sequence of Statement
        The statements that the item prints, such as its options. None of them is left to the
        picture. They also seed the random choice, so they should differ between items of the task.
    false, true : iterable of sequences of Statement
        How the answer can change: each sequence is enough. The answer is different in a figure
        where all statements of one sequence of `false` are false, or all of one of `true` are true.

    Returns
    -------
    FigureEvidence or None
        None if the text is to state all premises: because the split asks for that, by a random
        choice, or because no figure was found that shows that the marks matter.
    """
    if context.evidence == "text":
        return None
    lot = stream(context.seed, "evidence", task, *map(str, printed)).random()
    if context.evidence == "both" and lot > _SHARE:
        return None
    marked = context.markings(points).premises(printed)
    if marked is None:
        return None
    wanted = chain(({"false": one} for one in false if one), ({"true": one} for one in true if one))
    figures = (marked.second_figure(**statements) for statements in wanted)
    found = next((figure for figure in figures if figure is not None), None)
    return None if found is None else FigureEvidence(marked, found)
