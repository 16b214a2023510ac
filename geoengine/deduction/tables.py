"""The linear tables of one closure, and the constants that stand in them."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence

import numpy as np

from geoengine.deduction.constants import LATTICE
from geoengine.deduction.forms import TABLES, FormBlock
from geoengine.deduction.frame import Ints
from geoengine.deduction.relations import Relations
from geoengine.deduction.table import LinearTable
from geoengine.language import Table

__all__ = ["Tables"]


class Tables(dict[Table, LinearTable]):
    """The tables by name; that of plain lengths joins them where a figure needs it.

    Parameters
    ----------
    relations : Relations
        Of the figure; its constants are defined in every table as they come up.
    """

    def __init__(self, relations: Relations) -> None:
        frame = relations.frame
        self._rng = np.random.default_rng(2**31 - 1)
        super().__init__(
            {
                table: LinearTable(
                    frame.pairs, self._rng, LATTICE if table == "direction" else None
                )
                for table in TABLES
            }
        )
        self._frame, self._meanings = frame, relations.meanings
        self._defined = 0
        self.define()

    def copied(self) -> Tables:
        """The same tables; what is added to them is not added to these."""
        other = copy.copy(self)
        other._rng = copy.deepcopy(self._rng)
        for name, table in self.items():
            other[name] = table.copied(other._rng)
        return other

    def open_lines(self) -> None:
        """Let there be a table of plain lengths."""
        if "line" not in self:
            self["line"] = LinearTable(self._frame.pairs, np.random.default_rng(11))
            self._defined = 0
            self.define()

    def define(self) -> None:
        """Let the tables know the constants that came up since they last did."""
        constants = self._frame.constants
        if self._defined == len(constants):
            return
        values: dict[Table, dict[int, Mapping[int, int]]] = {table: {} for table in self}
        first = self._frame.pairs + 1
        for variable in range(first + self._defined, first + len(constants)):
            table = constants.entry(variable)[0]
            # An earlier closure of the figure may have had a table that this one has not, yet.
            if table in values:
                values[table][variable] = constants.unit_row(variable)
        for table, own in values.items():
            self[table].define(own)
        self._defined = len(constants)

    def with_constant(self, block: FormBlock) -> tuple[Ints, Ints]:
        """The forms of a block, their constant among the variables; shapes (m, k) and (k,)."""
        constant = self._frame.constants.variable(block.table, block.constant)
        self.define()
        if not constant:
            return block.variables, block.coefficients
        column = np.full((len(block.variables), 1), constant)
        return np.append(block.variables, column, axis=1), np.append(block.coefficients, -1)

    def equation(self, block: FormBlock) -> tuple[Ints, Ints]:
        """The one form of a fact's block, its constant among the variables; shapes (k,)."""
        found = self._meanings.equation(block)
        self.define()
        return found

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
