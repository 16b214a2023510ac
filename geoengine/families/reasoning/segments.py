"""Segments as pairs of points in alphabetical order."""

from __future__ import annotations

__all__ = ["Segment", "segment_of"]

Segment = tuple[str, str]
"""The ends of a segment, in alphabetical order."""


def segment_of(a: str, b: str) -> Segment:
    """The segment between two points.

    Examples
    --------
    >>> segment_of("B", "A")
    ('A', 'B')
    """
    return (a, b) if a < b else (b, a)
