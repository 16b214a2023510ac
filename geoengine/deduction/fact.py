"""Facts: statements over point numbers, and their linear forms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from geoengine.deduction.frame import Frame, Ints
from geoengine.deduction.linear_forms import ALL_TABLES, FormBlock, form_blocks
from geoengine.language import Value

__all__ = ["Fact", "Meanings", "alternatives"]


class Fact(NamedTuple):
    """A statement over point numbers; a tuple, because millions are made and looked up."""

    predicate: str
    points: tuple[int, ...]
    value: Value | None = None


def alternatives(
    frame: Frame, predicate: str, points: Sequence[Ints] | Ints, value: Value | None
) -> list[list[FormBlock]]:
    """Return the linear forms of `m` facts, as alternatives.

    A fact holds if all its forms in any one of the alternatives vanish.

    Parameters
    ----------
    frame : Frame
    predicate : str
        The predicate of all these facts.
    points : sequence of ndarray of int, each of shape (m,)
        For each argument of the predicate, the number of the point in each fact.
    value : Value or None
        The value of all these facts; None if the predicate has no value.

    Returns
    -------
    list of list of FormBlock
        The alternatives, each with blocks of `m` forms in one table; empty if the predicate has no
        linear forms.
    """
    spellings = [(predicate, points)]
    if predicate == "coll":
        # Two parallel lines with a common point coincide.
        a, b, c = points
        turned: list[Sequence[Ints]] = [
            [p, q, p, r] for p, q, r in ((a, b, c), (b, a, c), (c, a, b))
        ]
        spellings = [("para", arguments) for arguments in turned]
    found = []
    for name, arguments in spellings:
        blocks = form_blocks(frame, name, arguments, value, ALL_TABLES)
        for table in ALL_TABLES:
            own = [block for block in blocks if block.table == table]
            found += [own] if own else []
    return found


class Meanings:
    """The linear forms of facts, cached for all closures in a frame.

    Parameters
    ----------
    frame : Frame
    """

    def __init__(self, frame: Frame) -> None:
        self._frame = frame
        self._blocks: dict[Fact, list[FormBlock]] = {}
        self._alternatives: dict[Fact, list[list[FormBlock]]] = {}

    def blocks(self, fact: Fact) -> list[FormBlock]:
        """Return the linear forms of a fact, one in each block."""
        found = self._blocks.get(fact)
        if found is None:
            points = np.array(fact.points)[:, None]
            found = form_blocks(self._frame, fact.predicate, points, fact.value, ALL_TABLES)
            self._blocks[fact] = found
        return found

    def alternatives(self, fact: Fact) -> list[list[FormBlock]]:
        """Return sets of linear forms; the fact holds if all forms of any one set vanish.

        Empty if it has no linear forms.
        """
        found = self._alternatives.get(fact)
        if found is None:
            points = np.array(fact.points)[:, None]
            found = alternatives(self._frame, fact.predicate, points, fact.value)
            self._alternatives[fact] = found
        return found
