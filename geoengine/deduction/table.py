"""One linear table: homogeneous equations between quantities, kept solved modulo a prime.

Every quantity (the direction of a line, the logarithm of a length, a squared length) is a variable.
The table keeps each variable as a combination of free parameters, so that adding an equation is a
rank-one update, and two random solutions of the whole system. A form follows from the equations
exactly when it vanishes on all solutions; on two random ones it vanishes by accident with
probability about 2**-62.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

__all__ = ["PRIME", "Ints", "LinearTable"]

PRIME = 2**31 - 1
_WITNESSES = 2


class LinearTable:
    """Homogeneous linear equations over ``variables`` quantities; variable 0 is always zero.

    Parameters
    ----------
    variables : int
        How many quantities there are, not counting the zero.
    rng : numpy.random.Generator
        Source of the random solutions; they affect no result, short of a collision.

    Examples
    --------
    >>> import numpy as np
    >>> table = LinearTable(3, np.random.default_rng(0))
    >>> equal = np.array([1, -1])
    >>> table.add(np.array([1, 2]), equal), table.add(np.array([2, 3]), equal)
    (True, True)
    >>> table.settle()
    >>> bool(table.vanishes(np.array([[1, 3]]), equal)[0])
    True
    """

    def __init__(self, variables: int, rng: np.random.Generator) -> None:
        self._normal: Ints = np.zeros((variables + 1, variables), dtype=np.int64)
        self._normal[np.arange(1, variables + 1), np.arange(variables)] = 1
        self._free = np.ones(variables, dtype=bool)
        self._weights = rng.integers(1, PRIME, size=(variables, _WITNESSES), dtype=np.int64)
        self.rank = 0
        self.witness: Ints = np.zeros((variables + 1, _WITNESSES), dtype=np.int64)
        self.witness[1:] = self._weights
        self._stale = False

    def add(self, variables: Ints, coefficients: Ints) -> bool:
        """Add the equation sum(coefficients * variables) = 0; tell whether it was new."""
        form = np.zeros(self._normal.shape[1], dtype=np.int64)
        for variable, coefficient in zip(variables.tolist(), coefficients.tolist(), strict=True):
            form += self._normal[variable] * (coefficient % PRIME) % PRIME
        form %= PRIME
        columns = np.flatnonzero(form)
        if not len(columns):
            return False
        # The parameter that fewest quantities depend on is eliminated: the cheapest update.
        involved = self._normal[:, columns] != 0
        at = int(np.argmin(involved.sum(axis=0)))
        pivot = columns[at]
        rows = np.flatnonzero(involved[:, at])
        scale = pow(int(form[pivot]), -1, PRIME)
        factors = self._normal[rows, pivot] * scale % PRIME
        block = self._normal[np.ix_(rows, columns)]
        self._normal[np.ix_(rows, columns)] = (block - factors[:, None] * form[columns]) % PRIME
        self._free[pivot] = False
        self.rank += 1
        self._stale = True
        return True

    def settle(self) -> None:
        """Bring the random solutions up to date after `add`."""
        if not self._stale:
            return
        free = np.flatnonzero(self._free)
        normal = self._normal[:, free]
        for k in range(_WITNESSES):
            self.witness[:, k] = (normal * self._weights[free, k] % PRIME).sum(axis=1) % PRIME
        self._stale = False

    def values(self, variables: Ints, coefficients: Ints) -> Ints:
        """Values of forms on the random solutions.

        Parameters
        ----------
        variables : ndarray, shape (m, k)
        coefficients : ndarray, shape (k,) or (m, k)
            Integers of absolute value below the prime.

        Returns
        -------
        ndarray, shape (m, 2)
        """
        terms = self.witness[variables] * (coefficients[..., None] % PRIME) % PRIME
        return np.asarray(terms.sum(axis=-2) % PRIME)

    def vanishes(self, variables: Ints, coefficients: Ints) -> NDArray[np.bool_]:
        """Which forms follow from the equations; shapes as in `values`."""
        return np.asarray(~self.values(variables, coefficients).any(axis=1))
