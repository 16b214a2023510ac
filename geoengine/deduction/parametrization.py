"""Quantities as sums of free parameters, of which equations eliminate one after another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from geoengine.deduction.residues import PRIME, Ints, combined
from geoengine.kernel import compiled

__all__ = ["Parametrization", "parametrization"]


class Parametrization(Protocol):
    """Quantities, numbered from 1, as sums of multiples of free parameters modulo a prime.

    At first each quantity is a parameter of its own. The kernel keeps only the terms that are not
    0; its twin in numpy keeps a matrix.
    """

    def copied(self) -> Parametrization:
        """Return an independent copy."""
        ...

    def moved(self, quantities: int, places: Ints) -> Parametrization:
        """Return a copy with more quantities, each a parameter of its own.

        `places` has the number there of each quantity, from 0, which stays 0.
        """
        ...

    def settled(self) -> NDArray[np.bool_]:
        """Return which quantities depend on no parameter; shape (quantities + 1,)."""
        ...

    def entangled(self, quantities: Ints) -> NDArray[np.bool_]:
        """Return which of some quantities have no parameter on which none of the others depends."""
        ...

    def eliminate(
        self, units: Ints, parts: Ints, wholes: Ints, variables: Ints, coefficients: Ints
    ) -> list[int]:
        """Add equations sum(coefficients * variables) = 0 one after another.

        Parameters
        ----------
        units : ndarray, shape (quantities and constants + 1, units)
            What units add to the quantities, and the constants; it changes.
        parts, wholes : ndarray, shape (quantities and constants + 1, 2)
            The values of what parameters add to them, and of the sums of both, in two random
            solutions. They change, too, to solutions of the equations.
        variables, coefficients : ndarray, shape (m, k)
            Quantities and constants; an equation between constants alone is left out.

        Returns
        -------
        list of int
            The numbers of the equations that did not follow from those before them.
        """
        ...

    def eliminate_forms(
        self,
        units: Ints,
        parts: Ints,
        wholes: Ints,
        forms: list[tuple[list[int], list[int]]],
    ) -> list[int]:
        """Add equations by lists of their variables and of their coefficients."""
        ...


def parametrization(quantities: int) -> Parametrization:
    """Return quantities each of which is a parameter.

    Examples
    --------
    >>> found = parametrization(2)
    >>> units, values = np.zeros((3, 0), dtype=np.int64), np.array([[0, 0], [5, 6], [7, 8]])
    >>> found.eliminate(units, values, values.copy(), np.array([[1, 2]]), np.array([[1, -1]]))
    [0]
    >>> values.tolist()
    [[0, 0], [7, 8], [7, 8]]
    >>> found.settled().tolist()
    [True, False, False]
    """
    kernel = compiled("elimination")
    if kernel is None:
        return _Matrix(quantities)
    found: Parametrization = kernel.Parametrization(quantities)
    return found


class _Matrix:
    """The twin in numpy.

    Parameters
    ----------
    quantities : int
    """

    def __init__(self, quantities: int) -> None:
        self._normal: Ints = np.zeros((quantities + 1, quantities), dtype=np.int64)
        # The quantity in row k + 1 is the parameter k.
        self._normal.reshape(-1)[quantities :: quantities + 1] = 1

    def copied(self) -> _Matrix:
        found = _Matrix(0)
        found._normal = self._normal.copy()
        return found

    def moved(self, quantities: int, places: Ints) -> _Matrix:
        found = _Matrix(quantities)
        found._normal[places] = 0
        found._normal[places[:, None], places[1:] - 1] = self._normal
        return found

    def settled(self) -> NDArray[np.bool_]:
        return np.asarray(~self._normal.any(axis=1))

    def entangled(self, quantities: Ints) -> NDArray[np.bool_]:
        involved = self._normal[quantities] != 0
        return np.asarray(~involved[:, involved.sum(axis=0) == 1].any(axis=1))

    def eliminate(
        self, units: Ints, parts: Ints, wholes: Ints, variables: Ints, coefficients: Ints
    ) -> list[int]:
        return self._eliminated(units, parts, wholes, [*zip(variables, coefficients, strict=True)])

    def eliminate_forms(
        self,
        units: Ints,
        parts: Ints,
        wholes: Ints,
        forms: list[tuple[list[int], list[int]]],
    ) -> list[int]:
        own = [
            (np.array(variables, dtype=np.int64), np.array(numbers, dtype=np.int64))
            for variables, numbers in forms
        ]
        return self._eliminated(units, parts, wholes, own)

    def _eliminated(
        self, units: Ints, parts: Ints, wholes: Ints, forms: Sequence[tuple[Ints, Ints]]
    ) -> list[int]:
        changing = units, parts, wholes
        return [k for k, form in enumerate(forms) if self._add(changing, *form)]

    def _add(self, changing: Sequence[Ints], variables: Ints, coefficients: Ints) -> bool:
        # Constants depend on no parameter.
        rows = np.where(variables < len(self._normal), variables, 0)
        form = combined(coefficients, self._normal[rows])
        columns = form.nonzero()[0]
        if not len(columns):
            return False
        # Eliminating the parameter on which the fewest quantities depend is cheapest.
        involved = self._normal[:, columns] != 0
        at = int(involved.sum(axis=0).argmin())
        pivot = columns[at]
        rows = involved[:, at].nonzero()[0]
        scale = pow(int(form[pivot]), -1, PRIME)
        factors = (self._normal[rows, pivot] * scale % PRIME)[:, None]
        place = rows[:, None], columns
        self._normal[place] = (self._normal[place] - factors * form[columns]) % PRIME
        for values in changing:
            value = combined(coefficients, values[variables])
            values[rows] = (values[rows] - factors * value) % PRIME
        return True
