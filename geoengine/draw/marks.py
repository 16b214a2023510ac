"""The marks of a picture, by kind; each kind can be omitted."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TypeAlias

from geoengine.errors import UsageError

__all__ = ["KINDS", "Marks", "Pair", "Triple"]

Pair: TypeAlias = tuple[str, str]
"""The ends of a segment, or two points of a line."""

Triple: TypeAlias = tuple[str, str, str]
"""An angle: a point on each arm, with the vertex in the middle."""


@dataclass(frozen=True)
class Marks:
    """The marks of a picture, as names of points.

    Parameters
    ----------
    lengths : mapping of (str, str) to str
        Printed lengths. An undrawn segment with a length is drawn thin and dashed.
    angles : mapping of (str, str, str) to str
        Printed angles, with the vertex in the middle.
    right_angles : sequence of ((str, str), (str, str))
        Pairs of lines, marked by a square at their intersection.
    ticks : sequence of groups of (str, str)
        Groups of equal segments: the first group gets one tick, the next two, and so on up to
        four; the fifth gets one cross, the sixth two.
    arcs : sequence of groups of (str, str, str)
        Groups of equal angles, with the vertex in the middle: the first group gets one arc, the
        next two, then three; the next three the same with a tick. A group with two angles side by
        side always has a tick. Where angles are printed, one plain arc is their mark, so no group
        gets it: the first group has two arcs or, with angles side by side, one arc with a tick.
    arrows : sequence of groups of (str, str)
        Groups of parallel segments: the first group gets one arrow, the next two, and so on.

    Examples
    --------
    >>> marks = Marks({("A", "B"): "5"}, ticks=[[("A", "B"), ("B", "C")]])
    >>> marks.without(["ticks"])
    Marks(lengths={('A', 'B'): '5'}, angles={}, right_angles=(), ticks=(), arcs=(), arrows=())
    """

    lengths: Mapping[Pair, str] = field(default_factory=dict)
    angles: Mapping[Triple, str] = field(default_factory=dict)
    right_angles: Sequence[tuple[Pair, Pair]] = ()
    ticks: Sequence[Sequence[Pair]] = ()
    arcs: Sequence[Sequence[Triple]] = ()
    arrows: Sequence[Sequence[Pair]] = ()

    def without(self, kinds: Collection[str]) -> Marks:
        """Return the marks except some kinds.

        Raises
        ------
        UsageError
            If there is no such kind.
        """
        for kind in kinds:
            if kind not in KINDS:
                raise UsageError(
                    f"expected a kind of mark, found {kind!r}",
                    hint=f"the kinds are: {', '.join(KINDS)}",
                )
        none = Marks()
        return replace(self, **{kind: getattr(none, kind) for kind in kinds})


KINDS = tuple(part.name for part in fields(Marks))
"""The names of the kinds of marks."""
