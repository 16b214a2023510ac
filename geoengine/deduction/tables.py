"""The linear tables of one closure, and the constants that stand in them."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence

import numpy as np

from geoengine.deduction.constants import LATTICE
from geoengine.deduction.forms import TABLES, FormBlock
from geoengine.deduction.frame import Frame, Ints
from geoengine.deduction.table import LinearTable
from geoengine.language import Table

__all__ = ["Tables"]


class Tables(dict[Table, LinearTable]):
    """The tables by name; that of plain lengths joins them where a figure needs it.

    Parameters
    ----------
    frame : Frame

    Attributes
    ----------
    constants : Constants
        They are defined in every table as they come up.
    """

    def __init__(self, frame: Frame) -> None:
        self.constants = frame.constants.copied()
        self._rng = np.random.default_rng(2**31 - 1)
        super().__init__(
            {
                table: LinearTable(
                    frame.pairs, self._rng, LATTICE if table == "direction" else None
                )
                for table in TABLES
            }
        )
        self._pairs = frame.pairs
        self._defined = 0
        self.define()

    def copied(self) -> Tables:
        """The same tables; what is added to them is not added to these."""
        other = copy.copy(self)
        other._rng = copy.deepcopy(self._rng)
        other.constants = self.constants.copied()
        for name, table in self.items():
            other[name] = table.copied(other._rng)
        return other

    def open_lines(self) -> None:
        """Let there be a table of plain lengths."""
        if "line" not in self:
            self["line"] = LinearTable(self._pairs, np.random.default_rng(11))
            self._defined = 0
            self.define()

    def define(self) -> None:
        """Let the tables know the constants that came up since they last did."""
        constants = self.constants
        if self._defined == len(constants):
            return
        values: dict[Table, dict[int, Mapping[int, int]]] = {table: {} for table in self}
        first = self._pairs + 1
        for variable in range(first + self._defined, first + len(constants)):
            table = constants.entry(variable)[0]
            # The frame may have constants of a table that this closure has not, yet.
            if table in values:
                values[table][variable] = constants.unit_row(variable)
        for table, own in values.items():
            self[table].define(own)
        self._defined = len(constants)

    def with_constant(self, block: FormBlock) -> tuple[Ints, Ints]:
        """The forms of a block, their constant among the variables; shapes (m, k) and (k,)."""
        constant = self.constants.variable(block.table, block.constant)
        self.define()
        if not constant:
            return block.variables, block.coefficients
        column = np.full((len(block.variables), 1), constant)
        return np.append(block.variables, column, axis=1), np.append(block.coefficients, -1)

    def equation(self, block: FormBlock) -> tuple[Ints, Ints]:
        """The one form of a fact's block, its constant among the variables; shapes (k,)."""
        variables, coefficients = self.with_constant(block)
        return variables[0], coefficients

    def imply(self, blocks: Sequence[FormBlock]) -> bool:
        """Whether all forms of a fact follow by now."""
        return all(
            block.table in self and self[block.table].implies(*self.equation(block))
            for block in blocks
        )

    def settle(self) -> dict[Table, Ints]:
        """Bring all tables up to date; return a random solution of each."""
        for table in self.values():
            table.settle()
        return {name: table.witness.copy() for name, table in self.items()}
