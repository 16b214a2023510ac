"""Marked lengths: those that follow from what numbers, marks and lines of a picture state."""

from __future__ import annotations

from dataclasses import dataclass

from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.segments import Segment, segment_of
from geoengine.families.reasoning.shown_picture import ShownPicture
from geoengine.families.reasoning.visible import drawn_segments
from geoengine.language import Statement, Surd

__all__ = ["Reading", "known_lengths", "marked_lengths"]

_MOST_STEPS = 40
"""The most steps in which a length may follow from what is marked."""

_LONGEST = 6
"""The maximum number of characters of a length."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How a length follows from what a picture states.

    Attributes
    ----------
    value : Surd
    steps : int
        The number of steps of its proof; 0 for a printed length.
    marks : tuple of Statement
        What the proof rests on: printed numbers, ticks, arcs, right angles, arrows, points on one
        drawn line or circle, and centers.
    """

    value: Surd
    steps: int
    marks: tuple[Statement, ...]


def marked_lengths(context: Context) -> dict[Segment, Reading]:
    """The lengths of drawn segments that follow from the marks of a picture in a few steps.

    Parameters
    ----------
    context : Context

    Returns
    -------
    dict of Segment to Reading
        The printed lengths too.

    Examples
    --------
    >>> from geoengine.scene import load_problem
    >>> from geoengine.families.reasoning import make_context
    >>> problem = load_problem("A B C = triangle_sss A B C 6 7 5; M = midpoint M A B")
    >>> found = marked_lengths(make_context(problem, scene="median", seed=1))
    >>> str(found["A", "M"].value), found["A", "M"].steps
    ('5/2', 3)
    >>> [str(mark) for mark in found["A", "M"].marks]
    ['cong A M B M', 'coll A B M', 'lconst A B 5']
    """
    marks = context.marks
    found: dict[Segment, Reading] = {}
    for pair, text in marks.lengths.items():
        value = Surd.parse(text)
        found[segment_of(*pair)] = Reading(value, 0, (Statement("lconst", pair, value),))
    shown = ShownPicture(context)
    for segment, length in known_lengths(context).items():
        if segment in found:
            continue
        proof = shown.proof(Statement("lconst", segment, length))
        if proof is not None and len(proof.steps) <= _MOST_STEPS:
            found[segment] = Reading(length, len(proof.steps), tuple(proof.premises))
    return found


def known_lengths(context: Context) -> dict[Segment, Surd]:
    """The lengths of drawn segments that were derived, or are given, and are simple enough."""
    segments = dict.fromkeys(segment_of(*pair) for pair in drawn_segments(context))
    lengths = ((segment, _known_length(context, segment)) for segment in segments)
    return {segment: length for segment, length in lengths if length is not None}


def _known_length(context: Context, segment: Segment) -> Surd | None:
    """The length of a segment, if it is known and simple enough."""
    value = context.graph.deduction.length(*segment)
    return None if value is None or len(str(value)) > _LONGEST else value
