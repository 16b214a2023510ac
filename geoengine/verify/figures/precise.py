"""Figures to fifty digits, and exact numbers recognized from such digits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from geoengine.language import Statement
from geoengine.verify.figures.polynomials import polynomials
from geoengine.verify.figures.system import Reals

__all__ = ["DIGITS", "PreciseFigure", "gradients", "recognised", "sharpen"]

DIGITS = 60
"""Working precision in decimal digits; about fifty of them are reliable."""

_ROUNDS = 14
_CLOSE = 50

PreciseFigure = dict[str, tuple[Any, Any]]
"""Points and their coordinates, as numbers of mpmath."""


def gradients(
    statements: Sequence[Statement], points: Sequence[str], xy: Reals
) -> tuple[Reals, Reals]:
    """The values of the statements' polynomials, and their derivatives by the coordinates.

    Parameters
    ----------
    statements : sequence of Statement
    points : sequence of str
    xy : ndarray, shape (points, 2)

    Returns
    -------
    ndarray, shape (equations,)
    ndarray, shape (equations, 2 * points)
        The derivatives by x and y of each point in turn. Computed by complex steps, which lose no
        precision.
    """
    size = 2 * len(points)
    step = 1e-30
    moved = np.tile(xy.reshape(-1).astype(complex), (size, 1)) + 1j * step * np.eye(size)
    place = {name: (moved[:, 2 * k], moved[:, 2 * k + 1]) for k, name in enumerate(points)}
    rows = [
        np.broadcast_to(np.asarray(value, dtype=complex), (size,))
        for statement in statements
        for value in polynomials(
            statement, place.__getitem__, float, lambda turn: float(np.tan(np.pi * float(turn)))
        )
    ]
    found = np.array(rows).reshape(-1, size)
    return found[:, 0].real, found.imag / step


def sharpen(
    statements: Sequence[Statement], points: Sequence[str], xy: Reals
) -> PreciseFigure | None:
    """Refine a figure by minimal steps until statements hold to fifty digits.

    Parameters
    ----------
    statements : sequence of Statement
        Relations that hold in the figure to the precision of floats.
    points : sequence of str
        The names of the points.
    xy : ndarray, shape (points, 2)
        Their coordinates.

    Returns
    -------
    dict of str to (mpf, mpf), or None
        The coordinates of each point; None if the iteration does not converge.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> statements = [parse_statement("lconst A B 1"), parse_statement("perp A B A C")]
    >>> statements.append(parse_statement("cong A B A C"))
    >>> xy = np.array([[0, 0], [1, 0], [0, 1.0]])
    >>> figure = sharpen(statements, "ABC", xy)
    >>> from mpmath import mp, hypot
    >>> with mp.workdps(DIGITS):
    ...     str(hypot(*figure["B"]) - 1)[:3], len(figure)
    ('0.0', 3)
    """
    from mpmath import mp

    if not statements:
        with mp.workdps(DIGITS):
            return {name: (mp.mpf(x), mp.mpf(y)) for name, (x, y) in zip(points, xy, strict=True)}
    _, slope = gradients(statements, points, xy)
    size = np.abs(slope).max(axis=1, keepdims=True)
    size[size == 0] = 1.0
    inverse = np.linalg.pinv(slope / size, rcond=1e-9)
    with mp.workdps(DIGITS):
        place = [mp.mpf(float(c)) for c in xy.reshape(-1)]
        limit = mp.mpf(10) ** -_CLOSE
        for _ in range(_ROUNDS):
            at = {name: (place[2 * k], place[2 * k + 1]) for k, name in enumerate(points)}
            off = [
                value / float(width)
                for value, width in zip(
                    _values(statements, at.__getitem__), size[:, 0], strict=True
                )
            ]
            worst = max(map(abs, off))
            if worst < limit:
                return at
            if not worst < 1:
                return None
            # Scaled to the range of floats; the next iteration corrects what rounding loses.
            scaled = inverse @ np.array([float(value / worst) for value in off])
            place = [c - worst * float(s) for c, s in zip(place, scaled, strict=True)]
    return None


def _values(statements: Sequence[Statement], at: Callable[[str], Any]) -> list[Any]:
    from mpmath import mp

    def number(value: Fraction) -> Any:
        return mp.mpf(value.numerator) / value.denominator

    def tangent(turn: Fraction) -> Any:
        return mp.tan(mp.pi * turn.numerator / turn.denominator)

    return [
        value for statement in statements for value in polynomials(statement, at, number, tangent)
    ]


def recognised(number: Any) -> Any:
    """Recognize the simple exact number that agrees with a number to forty decimal places.

    These are rational numbers, sums of a rational number and a square root of one, and square roots
    of either: roots of polynomials of degree 1 or 2, in x or x², with small whole coefficients.

    Parameters
    ----------
    number : mpf
        Accurate to fifty digits.

    Returns
    -------
    sympy expression or None
        None if no such number agrees.

    Examples
    --------
    >>> from mpmath import mp
    >>> with mp.workdps(DIGITS):
    ...     recognised(mp.sqrt(32)), recognised(1 + mp.sqrt(2)), recognised(mp.pi)
    (4*sqrt(2), 1 + sqrt(2), None)
    """
    from mpmath import mp

    with mp.workdps(DIGITS):
        if number == 0 or abs(number) < mp.mpf(10) ** -40:
            import sympy

            return sympy.Integer(0)
        for power, degree, most in ((1, 1, 10**9), (2, 1, 10**9), (1, 2, 10**5), (2, 2, 10**5)):
            found = _root(number**power, degree, most)
            if found is not None:
                return _simplest(found, power, number)
    return None


def _root(number: Any, degree: int, most: int) -> Any:
    """A root, to forty places `number`, of a polynomial with whole coefficients up to `most`.

    None if there is no such polynomial of this degree.
    """
    import sympy
    from mpmath import mp, pslq

    powers = [number**k for k in range(degree + 1)]
    found = pslq(powers, maxcoeff=most, maxsteps=10_000, tol=mp.mpf(10) ** -40)
    if found is None or found[-1] == 0:
        return None
    if degree == 1:
        return sympy.Rational(-found[0], found[1])
    c, b, a = (sympy.Integer(int(k)) for k in found)
    roots = [(-b + sign * sympy.sqrt(b * b - 4 * a * c)) / (2 * a) for sign in (1, -1)]
    return min(roots, key=lambda root: abs(mp.mpf(str(sympy.N(root, DIGITS))) - number))


def _simplest(square: Any, power: int, number: Any) -> Any:
    import sympy

    if power == 1:
        return sympy.radsimp(square)
    root = sympy.sqrt(sympy.radsimp(square))
    root = sympy.sqrtdenest(root)
    return root if number > 0 else -root
