"""A linear table: equations between quantities and constants, kept solved modulo a prime.

Every quantity (the direction of a line, the logarithm of a length, a squared length) is a variable.
The table expresses each variable by free parameters and by units, of which constants are
combinations, so adding an equation is a rank-one update. It also keeps two random solutions of the
system. A form follows from the equations if and only if it vanishes on all solutions; the
probability that another one vanishes on both random solutions is about 2**-62.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from geoengine.deduction.parametrization import parametrization
from geoengine.deduction.random_source import RandomSource
from geoengine.deduction.residues import PRIME, Ints, combined
from geoengine.deduction.shallow_copy import shallow_copy
from geoengine.kernel import compiled

__all__ = ["LinearTable", "random_weights"]

_SOLUTIONS = 2

_NO_LATTICE: Ints = np.zeros(0, dtype=np.int64)


def random_weights(count: int, rng: np.random.Generator) -> Ints:
    """Draw values for quantities or units in the random solutions, shape (count, 2)."""
    return rng.integers(1, PRIME, size=(count, _SOLUTIONS), dtype=np.int64)


class LinearTable:
    """Linear equations over ``variables`` quantities; variable 0 is always zero.

    Parameters
    ----------
    variables : int
        The number of quantities, without the zero. Constants are numbered after them.
    source : RandomSource
        The source of the random solutions, which affect no result but for collisions.
    lattice : ndarray of int, optional
        For quantities modulo a unit: the residues that count as zero, ascending. The unit is then
        1 in both random solutions.
    weights : ndarray, shape (variables, 2), optional
        The values of the quantities before any equation; by default `random_weights`.

    Attributes
    ----------
    rank : int
        The number of independent equations.
    version : int
        How often the random solutions have changed with the equations.
    random_solutions : ndarray, shape (quantities and constants + 1, 2)
        Two solutions of the equations, as of the last `update_solutions`. The array is replaced,
        but never changed.
    free_part : ndarray, shape as `random_solutions`
        What the free parameters contribute to these solutions; the rest is due to constants.

    Examples
    --------
    >>> import numpy as np
    >>> table = LinearTable(3, RandomSource.seeded(0))
    >>> equal = np.array([1, -1])
    >>> table.add(np.array([1, 2]), equal), table.add(np.array([2, 3]), equal)
    (True, True)
    >>> table.update_solutions()
    >>> bool(table.vanishes(np.array([[1, 3]]), equal)[0])
    True
    """

    def __init__(
        self,
        variables: int,
        source: RandomSource,
        lattice: Ints | None = None,
        weights: Ints | None = None,
    ) -> None:
        self._variables = variables
        self._parameters = parametrization(variables)
        self._units: Ints = np.zeros((variables + 1, 0), dtype=np.int64)
        self._weights = random_weights(variables, source.generator) if weights is None else weights
        self._unit_weights: Ints = np.zeros((0, _SOLUTIONS), dtype=np.int64)
        self._source = source
        self._lattice = lattice
        self.rank = self.version = 0
        self.random_solutions: Ints = np.zeros((variables + 1, _SOLUTIONS), dtype=np.int64)
        self.random_solutions[1:] = self._weights
        self.free_part: Ints = self.random_solutions.copy()
        # The same two with the equations added since; None if there are none.
        self._pending: tuple[Ints, Ints] | None = None
        self._determined: NDArray[np.bool_] | None = None
        self._shared = False

    def copied(self, source: RandomSource) -> LinearTable:
        """Return an independent copy with its own source of random numbers."""
        other = shallow_copy(self)
        other._source = source
        # Each copies the arrays before it changes any.
        self._shared = other._shared = True
        return other

    def _separate(self) -> None:
        """Stop sharing arrays with copies, so that they can be changed."""
        if self._shared:
            self._parameters, self._units = self._parameters.copied(), self._units.copy()
            if self._pending is not None:
                self._pending = self._pending[0].copy(), self._pending[1].copy()
            self._shared = False

    def moved(self, variables: int, places: Ints, source: RandomSource) -> LinearTable:
        """Return a copy with more quantities, about which it knows nothing.

        Parameters
        ----------
        variables : int
            The number of quantities of the copy, without the zero.
        places : ndarray of int
            The number in the copy of every variable of this table, constants included; that of the
            zero is 0.
        source : RandomSource
            The source of the copy.
        """
        kept, quantities = places[: len(self.random_solutions)], places[: self._variables + 1]
        other = shallow_copy(self)
        other._variables, other._source = variables, source
        other._determined, other._shared = None, False
        other._parameters = self._parameters.moved(variables, quantities)
        other._units = _spread(self._units, kept, len(kept) + variables - self._variables)
        other._weights = random_weights(variables, source.generator)
        other._weights[quantities[1:] - 1] = self._weights
        moved = partial(self.moved_solutions, weights=other._weights, places=places)
        other.random_solutions = moved(self.random_solutions)
        other.free_part = moved(self.free_part)
        if self._pending is not None:
            other._pending = moved(self._pending[0]), moved(self._pending[1])
        return other

    def moved_solutions(self, solutions: Ints, weights: Ints, places: Ints) -> Ints:
        """Return solutions with more quantities, whose values are the weights.

        Parameters
        ----------
        solutions : ndarray, shape (quantities and constants + 1, 2)
            Values of this table's quantities and constants.
        weights : ndarray, shape (all quantities, 2)
        places : ndarray of int
            The new number of every variable of this table.
        """
        more = len(weights) - self._variables
        found = np.zeros((len(solutions) + more, _SOLUTIONS), dtype=np.int64)
        found[1 : len(weights) + 1] = weights
        found[places[: len(solutions)]] = solutions
        return found

    @property
    def weights(self) -> Ints:
        """The values of all quantities before any equation, shape (variables, 2)."""
        return self._weights

    def define(self, values: Mapping[int, Mapping[int, int]]) -> None:
        """Define the constants, which are numbered after the quantities, as residues of units."""
        if not values:
            return
        self._separate()
        missing = max(max(values) + 1 - len(self.random_solutions), 0)
        last = max(max(units, default=-1) for units in values.values())
        new = max(last + 1 - self._units.shape[1], 0)
        # Copies of the table and the history of a closure have the old array.
        self.random_solutions = _grown(self.random_solutions, missing, 0)
        solutions = [self.random_solutions]
        if missing:
            self.free_part = _grown(self.free_part, missing, 0)
        if self._pending is not None:
            parts, wholes = (_grown(own, missing, 0) for own in self._pending)
            self._pending = parts, wholes
            solutions.append(wholes)
        if missing or new:
            self._units = _grown(self._units, missing, new)
        if new:
            weights = random_weights(new, self._source.generator)
            if self._lattice is not None:
                weights[:] = 1
            self._unit_weights = np.concatenate([self._unit_weights, weights])
        weights_of = self._unit_weights.tolist()
        # For so few numbers this is faster than numpy.
        for variable, units in values.items():
            first = second = 0
            for unit, amount in units.items():
                self._units[variable, unit] = amount
                one, other = weights_of[unit]
                first += amount * one
                second += amount * other
            for own in solutions:
                own[variable] = first % PRIME, second % PRIME

    def add(self, variables: Ints, coefficients: Ints) -> bool:
        """Add the equation sum(coefficients * variables) = 0; return False if it was implied.

        The random solutions, and so `vanishes`, reflect it only after `update_solutions`.
        """
        return bool(self.add_all(variables[None], coefficients[None]))

    def add_all(self, variables: Ints, coefficients: Ints) -> list[int]:
        """Add equations one after another, as `add`; shapes (m, k).

        Returns
        -------
        list of int
            The numbers of those that were not implied by the equations before them.
        """
        self._separate()
        values = self._changing()
        return self._added(
            self._parameters.eliminate(self._units, *values, variables, coefficients), values
        )

    def add_forms(self, forms: list[tuple[list[int], list[int]]]) -> list[int]:
        """Add equations by lists of their variables and of their coefficients; see `add_all`."""
        self._separate()
        values = self._changing()
        return self._added(self._parameters.eliminate_forms(self._units, *values, forms), values)

    def _changing(self) -> tuple[Ints, Ints]:
        """Return the solutions that equations to be added may change."""
        return self._pending or (self.free_part.copy(), self.random_solutions.copy())

    def _added(self, added: list[int], solutions: tuple[Ints, Ints]) -> list[int]:
        """Take note of equations that were not implied, and of the solutions with them."""
        if added:
            self.rank += len(added)
            self._pending, self._determined = solutions, None
        return added

    def update_solutions(self) -> None:
        """Update the random solutions after `add`."""
        if self._pending is not None:
            self.free_part, self.random_solutions = self._pending
            self._pending = None
            self.version += 1

    def determined(self) -> NDArray[np.bool_]:
        """Return which quantities are constant, shape (variables + 1,); variable 0 always is."""
        if self._determined is None:
            self._determined = self._parameters.settled()
        return self._determined

    def entangled(self, quantities: Ints) -> NDArray[np.bool_]:
        """Return which of some quantities have no free parameter of their own.

        That is one on which none of the others depends.
        """
        return self._parameters.entangled(quantities)

    def equals(self, variable: int, units: Mapping[int, int]) -> bool:
        """Return whether a determined quantity has a value, given as residues of units."""
        row = self._units[variable].copy()
        for unit, amount in units.items():
            if unit >= len(row):
                return False
            row[unit] -= amount
        return not (row % PRIME).any()

    def values(self, variables: Ints, coefficients: Ints) -> Ints:
        """Evaluate forms on the random solutions.

        Parameters
        ----------
        variables : ndarray, shape (m, k)
        coefficients : ndarray, shape (k,) or (m, k)
            Integers of absolute value below the prime.

        Returns
        -------
        ndarray, shape (m, 2)
        """
        return combined(coefficients, self.random_solutions[variables])

    def implies(self, variables: Sequence[int], coefficients: Sequence[int]) -> bool:
        """Return whether one form follows from the equations."""
        # For a single form, this is much faster than numpy.
        first = second = 0
        rows = self.random_solutions.take(variables, axis=0).tolist()
        for c, (one, other) in zip(coefficients, rows, strict=True):
            first += c * one
            second += c * other
        return self.is_zero(first, second)

    def is_zero(self, first: int, second: int) -> bool:
        """Return whether the values of a form in the two solutions count as zero."""
        first %= PRIME
        if first != second % PRIME:
            return False
        return not first or (
            self._lattice is not None and bool(self.zero(np.array([[first] * 2]))[0])
        )

    def vanishes(self, variables: Ints, coefficients: Ints, constant: int = 0) -> NDArray[np.bool_]:
        """Return which forms follow from the equations.

        Parameters
        ----------
        variables : ndarray, shape (m, k)
        coefficients : ndarray, shape (k,)
        constant : int
            A variable that is subtracted from each form.
        """
        kernel = compiled("vanishing")
        if kernel is None:
            values = self.values(variables, coefficients) - self.random_solutions[constant]
            return self.zero(values % PRIME)
        lattice = _NO_LATTICE if self._lattice is None else self._lattice
        found: NDArray[np.bool_] = kernel.vanishing_with(
            self.random_solutions, variables, coefficients, constant, lattice
        )
        return found

    def vanish_at(self, chosen: Ints, variables: Ints, coefficients: Ints) -> NDArray[np.bool_]:
        """Return which of some forms, chosen by their numbers, follow; both shapes are (m, k)."""
        kernel = compiled("vanishing")
        if kernel is None:
            return self.zero(self.values(variables[chosen], coefficients[chosen]))
        lattice = _NO_LATTICE if self._lattice is None else self._lattice
        found: NDArray[np.bool_] = kernel.vanishing(
            self.random_solutions, variables, coefficients, chosen, lattice
        )
        return found

    def fresh(self, chosen: Ints, variables: Ints, coefficients: Ints) -> Ints:
        """Return the numbers of the forms, of those chosen, that say something new.

        Of forms that say the same, given what is known, there is one; those with few terms come
        first. The coefficients have shape (m, k).
        """
        kernel = compiled("vanishing")
        if kernel is not None:
            lattice = _NO_LATTICE if self._lattice is None else self._lattice
            found: Ints = kernel.fresh(
                self.random_solutions, variables, coefficients, chosen, lattice
            )
            return found
        values = self.values(variables[chosen], coefficients[chosen])
        new = np.flatnonzero(~self.zero(values))
        # Equal values mean equivalent equations.
        _, firsts = np.unique(values[new] @ np.array([PRIME, 1]), return_index=True)
        kept = chosen[new[np.sort(firsts)]]
        terms = (coefficients[kept] != 0).sum(axis=1)
        return np.asarray(kept[np.argsort(terms, kind="stable")])

    def last_vanishing(
        self,
        solutions: Ints,
        variables: list[int],
        coefficients: list[int],
        constant: Sequence[int],
    ) -> int:
        """Return in how many of the last rounds a form was implied.

        Parameters
        ----------
        solutions : ndarray, shape (rounds, quantities, 2)
            The random solutions after each round.
        variables, coefficients : list of int
            The form, without its constant.
        constant : sequence of int
            What the constant contributes to the two solutions.
        """
        kernel = compiled("vanishing")
        if kernel is not None:
            lattice = _NO_LATTICE if self._lattice is None else self._lattice
            found: int = kernel.last_vanishing(
                solutions, variables, coefficients, constant[0], constant[1], lattice
            )
            return found
        values = combined(np.array(coefficients), solutions[:, variables]) + np.array(constant)
        known = self.zero(values % PRIME)
        return len(known) if known.all() else int(known[::-1].argmin())

    def zero(self, values: Ints) -> NDArray[np.bool_]:
        """Return which values of forms, shape (m, 2), count as zero."""
        if self._lattice is None:
            return np.asarray((values[:, 0] | values[:, 1]) == 0)
        first = values[:, 0]
        found = first == values[:, 1]
        equal = found.nonzero()[0]
        if len(equal):
            # Few values are equal in both solutions.
            own = first[equal]
            at = np.minimum(self._lattice.searchsorted(own), len(self._lattice) - 1)
            found[equal] = self._lattice[at] == own
        return np.asarray(found)


def _spread(matrix: Ints, places: Ints, rows: int) -> Ints:
    """Return a matrix with further rows of zeros, and its own rows at `places`."""
    spread = np.zeros((rows, matrix.shape[1]), dtype=np.int64)
    spread[places] = matrix
    return spread


def _grown(matrix: Ints, rows: int, columns: int) -> Ints:
    """Return a matrix with further rows and columns of zeros; ``np.pad`` is slow."""
    height, width = matrix.shape
    grown = np.zeros((height + rows, width + columns), dtype=np.int64)
    grown[:height, :width] = matrix
    return grown
