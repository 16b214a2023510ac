"""The linear tables of a closure, with their constants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from geoengine.deduction.constants import LATTICE
from geoengine.deduction.frame import Frame, Ints
from geoengine.deduction.linear_forms import TABLES, FactForm, FormBlock, FormPlan
from geoengine.deduction.linear_table import LinearTable, random_weights
from geoengine.deduction.random_source import RandomSource
from geoengine.kernel import compiled
from geoengine.language import Table

__all__ = ["Tables"]

_MINUS = np.array([-1])

_MOST_PAIRS = 120
"""The largest number of pairs for which tables are kept to be copied; others take much memory."""

_MOST_KEPT = 32
"""The largest number of tables that are kept."""


class Tables(dict[Table, LinearTable]):
    """The tables by name; that of plain lengths is added where a figure needs it.

    Parameters
    ----------
    frame : Frame

    Attributes
    ----------
    constants : Constants
        The constants in the tables; the value of each is entered when it first occurs.
    """

    def __init__(self, frame: Frame) -> None:
        self.constants = frame.constants.copied()
        self._pairs = frame.pairs
        self._defined = 0
        weights, state = _first_numbers(frame.pairs)
        self._source = RandomSource(state)
        super().__init__(
            {
                table: LinearTable(
                    frame.pairs, self._source, LATTICE if table == "direction" else None, own
                )
                for table, own in zip(TABLES, weights, strict=True)
            }
        )
        self.define()

    @classmethod
    def begun(cls, frame: Frame) -> Tables:
        """Return tables without equations.

        Those of small frames with the same constants are made once, and copied.
        """
        if frame.pairs > _MOST_PAIRS:
            return cls(frame)
        key = frame.pairs, len(frame.constants), compiled("elimination") is not None
        kept = _begun.get(key)
        if kept is None or not kept.constants.same(frame.constants):
            if len(_begun) == _MOST_KEPT:
                _begun.clear()
            kept = _begun[key] = cls(frame)
        return kept.copied()

    def copied(self) -> Tables:
        """Return an independent copy."""
        # This is much faster than a deep copy.
        other = Tables.__new__(Tables)
        other.constants = self.constants.copied()
        other._pairs, other._defined = self._pairs, self._defined
        other._source = self._source.copied()
        other.update({name: table.copied(other._source) for name, table in self.items()})
        return other

    def moved(self, frame: Frame, places: Ints) -> Tables:
        """Return a copy for a frame with more points.

        Parameters
        ----------
        frame : Frame
            Its constants begin with those of these tables.
        places : ndarray of int
            The number in that frame of each pair, from 0, and then of each constant.
        """
        other = Tables.__new__(Tables)
        other.constants, other._pairs = frame.constants.copied(), frame.pairs
        other._defined = self._defined
        other._source = self._source.copied()
        for name, table in self.items():
            other[name] = table.moved(frame.pairs, places, other._source)
        other.define()
        return other

    def open_lines(self) -> None:
        """Create the table of plain lengths, unless it exists."""
        if "line" not in self:
            self["line"] = LinearTable(self._pairs, RandomSource.seeded(11))
            self._defined = 0
            self.define()

    def define(self) -> None:
        """Define the constants in the tables that are new since the last call."""
        constants = self.constants
        if self._defined == len(constants):
            return
        values: dict[Table, dict[int, Mapping[int, int]]] = {table: {} for table in self}
        first = self._pairs + 1
        for variable in range(first + self._defined, first + len(constants)):
            table = constants.entry(variable)[0]
            # The frame may have constants of a table that this closure does not have yet.
            if table in values:
                values[table][variable] = constants.unit_row(variable)
        for table, own in values.items():
            self[table].define(own)
        self._defined = len(constants)

    def with_constant(self, block: FormBlock) -> tuple[Ints, Ints]:
        """Return the forms of a block with their constant as a variable; shapes (m, k), (k,)."""
        constant = self.constant(block.plan)
        if not constant:
            return block.variables, block.plan.coefficients
        column = np.full((len(block.variables), 1), constant)
        variables = np.concatenate((block.variables, column), axis=1)
        return variables, np.concatenate((block.plan.coefficients, _MINUS))

    def vanish(self, block: FormBlock) -> NDArray[np.bool_]:
        """Return which forms of a block follow, as of the last `update_solutions`."""
        plan = block.plan
        return self[plan.table].vanishes(block.variables, plan.coefficients, self.constant(plan))

    def equation(self, form: FactForm) -> tuple[list[int], list[int]]:
        """Return the form of a fact with its constant as a variable."""
        plan, variables = form
        if plan.homogeneous:
            return variables, plan.numbers
        return [*variables, self.constant(plan)], [*plan.numbers, -1]

    def constant(self, plan: FormPlan) -> int:
        """Return the variable of a form's constant, which is now defined; 0 if it has none."""
        if plan.homogeneous:
            return 0
        constant = self.constants.variable(plan.table, plan.constant)
        self.define()
        return constant

    def imply(self, forms: Sequence[FactForm]) -> bool:
        """Return whether all forms of one fact follow, as of the last `update_solutions`."""
        for form in forms:
            table = self.get(form.plan.table)
            if table is None or not table.implies(*self.equation(form)):
                return False
        return True

    def update_solutions(self) -> dict[Table, Ints]:
        """Update the random solutions of all tables, and return them."""
        found = {}
        for name, table in self.items():
            table.update_solutions()
            found[name] = table.random_solutions
        return found


@lru_cache(maxsize=32)
def _first_numbers(pairs: int) -> tuple[list[Ints], Any]:
    """Return the weights of each table at the start, and the state of their source after that."""
    bits = np.random.PCG64(2**31 - 1)
    weights = [random_weights(pairs, np.random.Generator(bits)) for _ in TABLES]
    return weights, bits.state


_begun: dict[tuple[int, int, bool], Tables] = {}
"""Tables without equations, by the numbers of pairs and constants, and whether in the kernel."""
