"""Facts: statements over point numbers, and what they mean to the tables."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from geoengine.deduction.forms import ALL_TABLES, FormBlock, form_blocks
from geoengine.deduction.frame import Frame, Ints
from geoengine.language import Value

__all__ = ["Fact", "Meanings"]


@dataclass(frozen=True, slots=True)
class Fact:
    """A statement over point numbers."""

    predicate: str
    points: tuple[int, ...]
    value: Value | None = None


class Meanings:
    """The linear forms of facts, worked out once for all that is derived in a frame.

    Parameters
    ----------
    frame : Frame
    """

    def __init__(self, frame: Frame) -> None:
        self._frame = frame
        self._blocks: dict[Fact, list[FormBlock]] = {}
        self._alternatives: dict[Fact, list[list[FormBlock]]] = {}
        self._equations: dict[FormBlock, tuple[Ints, Ints]] = {}

    def blocks(self, fact: Fact) -> list[FormBlock]:
        """The linear forms of a fact, one in each block."""
        found = self._blocks.get(fact)
        if found is None:
            points = np.array(fact.points)[:, None]
            found = form_blocks(self._frame, fact.predicate, points, fact.value, ALL_TABLES)
            self._blocks[fact] = found
        return found

    def alternatives(self, fact: Fact) -> list[list[FormBlock]]:
        """Sets of forms, each of which settles the fact; none for facts without linear meaning."""
        found = self._alternatives.get(fact)
        if found is None:
            found = self._alternatives[fact] = self._find_alternatives(fact)
        return found

    def _find_alternatives(self, fact: Fact) -> list[list[FormBlock]]:
        spellings = [fact]
        if fact.predicate == "coll":
            # Two lines through one point are one as soon as they are parallel.
            a, b, c = fact.points
            spellings = [
                Fact("para", (p, q, p, r)) for p, q, r in ((a, b, c), (b, a, c), (c, a, b))
            ]
        found = []
        for spelling in spellings:
            blocks = self.blocks(spelling)
            for table in ALL_TABLES:
                own = [block for block in blocks if block.table == table]
                found += [own] if own else []
        return found

    def equation(self, block: FormBlock) -> tuple[Ints, Ints]:
        """The one form of a block of `blocks`, its constant among the variables; shapes (k,)."""
        found = self._equations.get(block)
        if found is None:
            found = self._equations[block] = self._with_constant(block)
        return found

    def _with_constant(self, block: FormBlock) -> tuple[Ints, Ints]:
        constant = self._frame.constants.variable(block.table, block.constant)
        if not constant:
            return block.variables[0], block.coefficients
        return np.append(block.variables[0], constant), np.append(block.coefficients, -1)
