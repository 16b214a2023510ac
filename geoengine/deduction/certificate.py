"""Certificates: linear forms as exact sums of equations.

The equations are eliminated modulo the prime of the tables, in the order in which they became
known, and the elimination keeps of which equations each row is a sum. So a form that follows is
read off as a sum of independent equations. It becomes shorter by exchange: another equation, itself
a sum of these, takes the place of several of them, as long as that leaves fewer. The factors are
then checked in exact arithmetic.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm

from geoengine.deduction.derivation import CertificateError
from geoengine.deduction.frame import Ints
from geoengine.deduction.residues import PRIME
from geoengine.kernel import compiled

__all__ = ["EquationSystem", "Form", "exact_factors", "form_of"]

Form = dict[int, int]
"""The coefficients of quantities; none is zero."""

_NONE, _ONE = Fraction(0), Fraction(1)

_LARGEST = 2**15
"""Numerators and denominators below this are recognized by their residues."""


class EquationSystem:
    """Equations of which linear forms are written as sums.

    Parameters
    ----------
    variables, coefficients : ndarray, shape (m, k)
        The equations, the earliest first.
    quantities : int
        The largest number of a variable that counts; variable 0 does not, either.

    Attributes
    ----------
    sums : object
        The elimination modulo the prime, compiled or in Python.

    Examples
    --------
    >>> import numpy as np
    >>> rows = np.array([[1, 2, 0], [2, 3, 4]])
    >>> system = EquationSystem(rows, np.array([[1, -1, 0], [2, -1, -1]]), 4)
    >>> found = system.factors([1, 3, 4], [2, -1, -1], 2)
    >>> [(k, str(factor)) for k, factor in found.items()]
    [(0, '2'), (1, '1')]
    """

    def __init__(self, variables: Ints, coefficients: Ints, quantities: int) -> None:
        self._variables, self._coefficients = variables, coefficients
        self._quantities = quantities
        self._forms: dict[int, Form] = {}
        kernel = compiled("sums")
        sums = _Sums if kernel is None else kernel.Sums
        self.sums = sums(variables, coefficients, quantities)

    def factors(
        self, variables: Sequence[int], coefficients: Sequence[int], limit: int
    ) -> dict[int, Fraction]:
        """Write a form as a sum of few of the first `limit` equations.

        Parameters
        ----------
        variables, coefficients : sequence of int
        limit : int

        Returns
        -------
        dict of int to Fraction
            The factors, none of them zero, by the numbers of the equations.

        Raises
        ------
        CertificateError
            If the form is not a sum of the equations.
        """
        found, exact = self.sums.of(variables, coefficients, limit)
        if found is None or any(k >= limit for k, _ in found):
            raise CertificateError("a derived equation is not a sum of the equations before it")
        factors: Sequence[Fraction] = [_fraction(residue) for _, residue in found]
        if not exact:
            target = form_of(variables, coefficients, self._quantities)
            factors = _corrected(target, [self.form(k) for k, _ in found], factors)
        return {k: factor for (k, _), factor in zip(found, factors, strict=True) if factor}

    def form(self, k: int) -> Form:
        """Return an equation by its number; a proof needs a few of many."""
        form = self._forms.get(k)
        if form is None:
            terms = self._variables[k].tolist(), self._coefficients[k].tolist()
            form = self._forms[k] = form_of(*terms, self._quantities)
        return form


class _Sums:
    """The twin of the compiled `Sums`."""

    def __init__(self, variables: Ints, coefficients: Ints, quantities: int) -> None:
        self._quantities = quantities
        self._solved: dict[int, int] = {}
        self._reduced: list[tuple[int, Form, Form]] = []
        self._sums: list[Form] = []
        for k in range(len(variables)):
            rest, own = self._reduce(variables[k].tolist(), coefficients[k].tolist())
            if rest:
                last = max(rest)
                scale = pow(rest[last], -1, PRIME)
                self._solved[last] = len(self._reduced)
                reduced = {variable: c * scale % PRIME for variable, c in rest.items()}
                sources = {source: -c * scale % PRIME for source, c in own.items()}
                self._reduced.append((last, reduced, {**sources, k: scale}))
            self._sums.append({k: 1} if rest else dict(sorted(own.items())))

    def _reduce(self, variables: Sequence[int], coefficients: Sequence[int]) -> tuple[Form, Form]:
        """Subtract reduced equations from a form; return the rest, and the sum of their sources."""
        form = form_of(variables, coefficients, self._quantities)
        rest = {variable: c % PRIME for variable, c in form.items() if c % PRIME}
        own: Form = {}
        solved = self._solved
        while found := [solved[variable] for variable in rest if variable in solved]:
            # Later equations have no quantity for which an earlier one was solved.
            last, reduced, sources = self._reduced[min(found)]
            factor = rest[last]
            _subtract(rest, reduced, factor)
            _subtract(own, sources, -factor)
        return rest, own

    def of(
        self, variables: Sequence[int], coefficients: Sequence[int], limit: int
    ) -> tuple[list[tuple[int, int]] | None, bool]:
        rest, own = self._reduce(variables, coefficients)
        if rest:
            return None, False
        while self._exchange(own, limit):
            pass
        return sorted(own.items()), False

    def _exchange(self, own: Form, limit: int) -> bool:
        """Put another equation in place of those that make the sum longest."""
        best = 0
        chosen: tuple[int, int] | None = None
        for equation, addends in enumerate(self._sums[:limit]):
            common = [k for k in addends if k in own]
            change = (equation not in own) + len(addends) - len(common)
            if len(common) < 2 or change - len(common) >= best:
                continue
            for i in common:
                equal = sum(
                    (own[i] * addends[j] - own[j] * addends[i]) % PRIME == 0 for j in common
                )
                if change - equal < best:
                    best, chosen = change - equal, (equation, i)
        if chosen is None:
            return False
        equation, i = chosen
        factor = own[i] * pow(self._sums[equation][i], -1, PRIME) % PRIME
        _subtract(own, self._sums[equation], factor)
        _subtract(own, {equation: 1}, -factor)
        return True


def form_of(variables: Sequence[int], coefficients: Sequence[int], quantities: int) -> Form:
    """Return a form by its quantities, without variable 0 and those after the quantities."""
    form: Form = {}
    for variable, c in zip(variables, coefficients, strict=True):
        if 0 < variable <= quantities:
            form[variable] = form.get(variable, 0) + c
    return form if all(form.values()) else {variable: c for variable, c in form.items() if c}


def _subtract(form: Form, other: Form, factor: int) -> None:
    """Subtract a multiple of a form from another, in place, modulo the prime."""
    for variable, c in other.items():
        left = (form.get(variable, 0) - factor * c) % PRIME
        if left:
            form[variable] = left
        else:
            form.pop(variable, None)


def _corrected(
    target: Form, equations: Sequence[Form], factors: Sequence[Fraction]
) -> Sequence[Fraction]:
    """Return the factors if their sum is exact, and other ones if not."""
    if _adds_up(target, equations, factors):
        return factors
    exact = exact_factors(target, equations)
    if exact is None:
        raise CertificateError("a derived equation is a sum of equations by chance only")
    return exact


def _adds_up(target: Form, equations: Sequence[Form], factors: Sequence[Fraction]) -> bool:
    """Return whether the multiples of equations add up to a form exactly."""
    common = lcm(*[factor.denominator for factor in factors])
    total = {variable: -common * c for variable, c in target.items()}
    for equation, factor in zip(equations, factors, strict=True):
        multiple = factor.numerator * (common // factor.denominator)
        for variable, c in equation.items():
            total[variable] = total.get(variable, 0) + multiple * c
    return not any(total.values())


@lru_cache(maxsize=4096)
def _fraction(residue: int) -> Fraction:
    """Return the fraction with a small numerator and denominator that has a residue.

    If there is none, another fraction is returned.
    """
    # The extended Euclidean algorithm, stopped half way.
    before, now = PRIME, residue
    factor_before, factor = 0, 1
    while now >= _LARGEST:
        quotient = before // now
        before, now = now, before - quotient * now
        factor_before, factor = factor, factor_before - quotient * factor
    return Fraction(now, factor)


def exact_factors(target: Form, equations: Sequence[Form]) -> list[Fraction] | None:
    """Return factors of equations whose sum is a form; None if there are none."""
    for k, equation in enumerate(equations):
        # Most often the form is one of the equations, or a multiple of the only one.
        if equation == target:
            factors = [_NONE] * len(equations)
            factors[k] = _ONE
            return factors
    if len(equations) == 1 and equations[0]:
        variable, c = next(iter(equations[0].items()))
        factor = Fraction(target.get(variable, 0), c)
        return [factor] if _adds_up(target, equations, [factor]) else None
    from flint import fmpq_mat, fmpz_mat

    place: dict[int, int] = {}
    columns = (*equations, target)
    for column in columns:
        for variable in column:
            place.setdefault(variable, len(place))
    matrix = fmpz_mat(len(place), len(columns))
    for k, column in enumerate(columns):
        for variable, c in column.items():
            matrix[place[variable], k] = c
    reduced, rank = fmpq_mat(matrix).rref()
    factors = [_NONE] * len(equations)
    for row in range(rank):
        pivot = next(k for k in range(len(columns)) if reduced[row, k] != 0)
        if pivot == len(equations):
            return None
        entry = reduced[row, len(equations)]
        factors[pivot] = Fraction(int(entry.p), int(entry.q))
    return factors
