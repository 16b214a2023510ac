"""Proofs over coordinates for small problems: triangular systems and pseudo-division.

The premises become polynomials in the coordinates. They are brought into triangular form, each
polynomial with a coordinate of its own; the goal is true wherever its pseudo-remainder by all of
them is zero and none of the leading coefficients is. The figure decides which factors vanish, so
the proof holds in the configuration of the figure.

References
----------
W.-T. Wu, "On the decision problem and the mechanization of theorem-proving in elementary
geometry", 1978; S.-C. Chou, "Mechanical Geometry Theorem Proving", 1988, chapter 3.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from geoengine.language import Statement, as_complex
from geoengine.verify.figures.incremental_search import reading_order
from geoengine.verify.figures.polynomials import polynomials
from geoengine.verify.figures.system import Reals
from geoengine.verify.verdict import Finding, Level

__all__ = ["AlgebraicProof", "prove_by_algebra"]

_MOST_POINTS = 9
_MOST_TERMS = 300
_FACTORED = 24
_VANISHES = 1e-7
_ANGLES = frozenset({3, 4, 5, 6, 8, 10, 12})
"""Denominators of the fractions of pi whose tangents are roots of small polynomials."""


@dataclass(frozen=True, slots=True)
class AlgebraicProof:
    """Evidence that a goal's polynomials follow from those of the premises.

    Attributes
    ----------
    conditions : tuple of str
        Polynomials in the coordinates that the proof assumes not to be zero, as in the figure.
    seconds : float
        How long the search took.
    """

    conditions: tuple[str, ...]
    seconds: float

    def finding(self) -> Finding:
        """The proof as a finding."""
        count = len(self.conditions)
        return Finding(
            "proof_algebraic",
            Level.GOOD,
            "by algebra over coordinates, where"
            f" {count} polynomial{'s do' if count != 1 else ' does'} not vanish",
            {"nondegenerate": list(self.conditions)},
        )


class _TooLargeError(Exception):
    """The search gives up: the time or size limit is reached, or a case cannot be treated."""


def prove_by_algebra(
    relations: Sequence[Statement],
    goal: Statement,
    points: Sequence[str],
    xy: Reals,
    seconds: float,
) -> AlgebraicProof | None:
    """Prove a goal by algebra over coordinates, if the problem is small enough.

    Parameters
    ----------
    relations : sequence of Statement
    goal : Statement
    points : sequence of str
    xy : ndarray, shape (points, 2)
        A figure in which the premises hold.
    seconds : float
        The time limit.

    Returns
    -------
    AlgebraicProof or None
        None if it is not proved, which does not make the goal false.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> given = [parse_statement(text) for text in ("perp C A C B", "midp M A B")]
    >>> import numpy as np
    >>> xy = np.array([[-1, 0], [1, 0], [0.6, 0.8], [0, 0]])
    >>> proof = prove_by_algebra(given, parse_statement("cong M A M C"), "ABCM", xy, 5)
    >>> proof is not None
    True
    """
    if goal.is_condition or len(points) > _MOST_POINTS:
        return None
    started = time.monotonic()
    try:
        ring = _Coordinates(relations, goal, points, xy, started + seconds)
        chain = ring.triangular()
        if all(ring.follows(polynomial, chain) for polynomial in ring.goal):
            return AlgebraicProof(tuple(ring.conditions), time.monotonic() - started)
    except _TooLargeError:
        return None
    return None


class _Coordinates:
    """The polynomials of a problem, and the values of their variables in its figure."""

    def __init__(
        self,
        relations: Sequence[Statement],
        goal: Statement,
        points: Sequence[str],
        xy: Reals,
        ends: float,
    ) -> None:
        from flint import fmpz_mpoly_ctx
        from sympy import QQ
        from sympy.polys.rings import ring

        self._ends = ends
        self._rational = QQ
        self.conditions: dict[str, None] = {}
        order = reading_order(relations, points)
        has_lengths = any(s.predicate == "lconst" for s in (*relations, goal))
        angles = sorted({s.value for s in (*relations, goal) if isinstance(s.value, Fraction)})
        # The first point is the origin, the second to its right: at 1, unless lengths are given.
        names = [f"tan{k}" for k in range(len(angles))] + ["x0"] * has_lengths
        names += [f"{axis}_{name.replace(chr(39), '_')}" for name in order[2:] for axis in "xy"]
        self._ring, *variables = ring(names or ["unused"], QQ)
        # The search cannot be interrupted in a factorization: flint's takes milliseconds.
        self._flint = fmpz_mpoly_ctx.get([f"v{k}" for k in range(self._ring.ngens)])
        zero, one = self._ring.zero, self._ring.one
        after = len(angles) + has_lengths
        corner = variables[len(angles)] if has_lengths else one
        place = dict(zip(order, ((zero, zero), (corner, zero)), strict=False))
        for k, name in enumerate(order[2:]):
            place[name] = (variables[after + 2 * k], variables[after + 2 * k + 1])
        tangents = dict(zip(angles, variables, strict=False))
        self.given = [
            polynomial
            for statement in relations
            for polynomial in self._polynomials(statement, place, tangents)
        ]
        self.given += [self._minimal(angle, t) for angle, t in tangents.items()]
        self.goal = self._polynomials(goal, place, tangents)
        self._values = _values(order, points, xy, has_lengths, angles)

    def _polynomials(
        self, statement: Statement, place: dict[str, Any], tangents: dict[Fraction, Any]
    ) -> list[Any]:
        def number(value: Fraction) -> Any:
            return self._rational(value.numerator, value.denominator)

        found = polynomials(statement, place.__getitem__, number, tangents.__getitem__)
        return [self._ring.ground_new(0) + value for value in found]

    def _minimal(self, angle: Fraction, variable: Any) -> Any:
        """A polynomial with the tangent of an angle as a root."""
        import sympy

        if angle.denominator not in _ANGLES:
            raise _TooLargeError
        tangent = sympy.tan(sympy.pi * sympy.Rational(angle.numerator, angle.denominator))
        x = sympy.Symbol("x")
        coefficients = sympy.Poly(sympy.minimal_polynomial(tangent, x), x).all_coeffs()
        total = self._ring.zero
        for c in coefficients:
            total = total * variable + int(c)
        return total

    def triangular(self) -> list[tuple[int, Any]]:
        """For each variable that is not free, its index and a polynomial; the last one first."""
        waiting = [self._reduced(polynomial) for polynomial in self.given]
        chain: list[tuple[int, Any]] = []
        for variable in reversed(range(self._ring.ngens)):
            mine = [f for f in waiting if f and f.degree(variable) > 0]
            waiting = [f for f in waiting if f and f.degree(variable) <= 0]
            while len(mine) > 1:
                mine.sort(key=lambda f: (f.degree(variable), len(f)))
                least, *others = mine
                mine = [least]
                for other in others:
                    left = self._reduced(self._remainder(other, least, variable))
                    if left:
                        (mine if left.degree(variable) > 0 else waiting).append(left)
            if mine:
                chain.append((variable, mine[0]))
        if any(f and f.is_ground for f in waiting):
            raise _TooLargeError
        return chain

    def follows(self, polynomial: Any, chain: Sequence[tuple[int, Any]]) -> bool:
        """Whether the pseudo-remainder of a polynomial by the whole chain is zero."""
        left = self._reduced(polynomial)
        for variable, divisor in chain:
            if left and left.degree(variable) > 0:
                left = self._remainder(left, divisor, variable).primitive()[1]
        return not left

    def _remainder(self, f: Any, g: Any, variable: Any) -> Any:
        """The pseudo-remainder of f by g in one variable.

        The leading coefficient of g, which must not vanish in the figure, becomes a condition.
        """
        degree = g.degree(variable)
        leading = self._coefficient(g, variable, degree)
        if abs(self._at_figure(leading)) < _VANISHES:
            raise _TooLargeError
        if not leading.is_ground:
            self.conditions[str(leading)] = None
        step = self._ring.gens[variable]
        while f and f.degree(variable) >= degree:
            if time.monotonic() > self._ends or len(f) * len(leading) > _MOST_TERMS * 40:
                raise _TooLargeError
            own = self._coefficient(f, variable, f.degree(variable))
            f = leading * f - own * step ** (f.degree(variable) - degree) * g
            if len(f) > _MOST_TERMS:
                raise _TooLargeError
        return f

    def _coefficient(self, f: Any, variable: int, degree: int) -> Any:
        found = self._ring.zero
        for powers, c in f.terms():
            if powers[variable] == degree:
                rest = tuple(0 if k == variable else e for k, e in enumerate(powers))
                found[rest] = c
        return found

    def _reduced(self, f: Any) -> Any:
        """The product of the factors that vanish in the figure; the others become conditions.

        A polynomial of many terms is returned as it is.
        """
        if not f:
            return f
        if time.monotonic() > self._ends:
            raise _TooLargeError
        f = f.primitive()[1]
        if len(f) > _FACTORED:
            return f
        kept = self._ring.one
        for factor in self._factors(f):
            if abs(self._at_figure(factor)) < _VANISHES:
                kept = kept * factor
            else:
                self.conditions[str(factor)] = None
        return kept

    def _factors(self, f: Any) -> list[Any]:
        """The irreducible factors, each once, of a polynomial with whole coefficients."""
        integral = {powers: int(self._rational.numer(c)) for powers, c in f.terms()}
        _, factors = self._flint.from_dict(integral).factor()
        return [
            self._ring.from_dict(
                {
                    tuple(map(int, powers)): self._rational(int(c))
                    for powers, c in factor.to_dict().items()
                }
            )
            for factor, _ in factors
        ]

    def _at_figure(self, f: Any) -> float:
        """The value in the figure, relative to the size of its terms."""
        total = size = 0.0
        for powers, c in f.terms():
            value = bound = float(c)
            for at, power in zip(self._values, powers, strict=False):
                value *= at**power
                bound *= max(abs(at), 1.0) ** power
            total += value
            size += abs(bound)
        return total / size if size else 0.0


def _values(
    order: Sequence[str],
    points: Sequence[str],
    xy: Reals,
    has_lengths: bool,
    angles: Sequence[Fraction],
) -> list[float]:
    """The values of the variables, after the figure is moved to the coordinate system."""
    rows = {name: k for k, name in enumerate(points)}
    z = as_complex(xy[[rows[name] for name in order]])
    z = z - z[0]
    if len(z) > 1:
        z = z * (abs(z[1]) if has_lengths else 1.0) / z[1]
    values = [math.tan(math.pi * float(angle)) for angle in angles]
    values += [float(z[1].real)] if has_lengths else []
    return values + [float(c) for at in z[2:] for c in (at.real, at.imag)]
