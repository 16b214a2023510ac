"""Exact areas and lengths of outlines."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction

from geoengine.region.corners import cross, dot, square_radius
from geoengine.region.outline import Outline
from geoengine.region.pieces import Arc, Point
from geoengine.solid import PI, Exact, InexactError, as_real, root

__all__ = ["exact_area", "exact_perimeter"]

_FINEST = 60
"""Sums of angles are looked for among the multiples of π/60 and coarser ones."""
_POWER = 64
"""Angles count with weights up to this, as many times as their unit vectors are multiplied."""


def exact_area(outline: Outline) -> Exact | None:
    """Return the area that an outline encloses, by Green's theorem; None where it has no such form.

    Half the sum of the cross products of the ends of each stretch, and for an arc r²θ/2 less half
    the cross product of its two radii. The angles θ of single arcs need not be rational
    multiples of π, if their sum, weighted with r², is.
    """
    try:
        total, turns = Exact(0), []
        for stretch in outline:
            start, end = stretch.exact_ends
            total += _exact(cross(start, end))
            if isinstance(stretch.piece, Arc):
                u, v = (_from(stretch.piece.center, point) for point in (start, end))
                total -= _exact(cross(u, v))
                turns.append((_exact(square_radius(stretch.piece)), stretch.sweep, u, v))
        return (total + _angles(turns)) / 2
    except InexactError:
        return None


def exact_perimeter(outline: Outline) -> Exact | None:
    """Return the length of an outline, or None where it has no such form."""
    try:
        total, turns = Exact(0), []
        for stretch in outline:
            start, end = stretch.exact_ends
            if isinstance(stretch.piece, Arc):
                u, v = (_from(stretch.piece.center, point) for point in (start, end))
                if stretch.sweep < 0:
                    u, v = v, u
                radius = _exact(root(_exact(square_radius(stretch.piece))))
                turns.append((radius, abs(stretch.sweep), u, v))
            else:
                way = _from(start, end)
                total += _exact(root(_exact(dot(way, way))))
        return total + _angles(turns)
    except InexactError:
        return None


def _from(p: Point, q: Point) -> Point:
    return as_real(q[0]) - p[0], as_real(q[1]) - p[1]


def _exact(number: object) -> Exact:
    if not isinstance(number, Exact):
        raise InexactError(f"expected a sum of multiples of √n·π^k, found {number}")
    return number


def _angles(turns: Iterable[tuple[Exact, float, Point, Point]]) -> Exact:
    """Return the sum of factors times angles, each angle given in floats and by its two sides.

    Raises
    ------
    InexactError
        When the sum is not known as a rational multiple of π, times the factors.
    """
    groups: dict[Exact, list[tuple[Exact, float, Point, Point]]] = {}
    for turn in turns:
        # Angles can be added where the quotient of their factors is rational.
        base = next((key for key in groups if (turn[0] / key).rational is not None), turn[0])
        groups.setdefault(base, []).append(turn)
    return sum((_angle_sum(base, members) for base, members in groups.items()), Exact(0))


def _angle_sum(base: Exact, turns: list[tuple[Exact, float, Point, Point]]) -> Exact:
    shares = [(factor / base).rational for factor, *_ in turns]
    common = math.lcm(*(share.denominator for share in shares if share is not None))
    weights = [int(share * common) for share in shares if share is not None]
    divisor = math.gcd(*weights)
    total = math.fsum(
        weight // divisor * sweep for weight, (_, sweep, *_) in zip(weights, turns, strict=True)
    )
    guess = Fraction(total / math.pi).limit_denominator(_FINEST)
    if abs(total - guess * math.pi) > 1e-9 * max(1.0, abs(total)):
        raise InexactError(f"expected a sum of angles such as π/3, found {total}")
    # e^{i·sum} to the power of the denominator must be (-1)^numerator: this proves the guess,
    # since the floats are far closer than the 2π/60 that separates the candidates.
    product = (Exact(1), Exact(0))
    for weight, (_, _, u, v) in zip(weights, turns, strict=True):
        size = _exact(dot(u, u))
        unit = (_exact(dot(u, v)) / size, _exact(cross(u, v)) / size)
        product = _times(product, _power(unit, weight // divisor))
    product = _power(product, guess.denominator)
    if product != (Exact(-1 if guess.numerator % 2 else 1), Exact(0)):
        raise InexactError(f"expected a sum of angles of {guess}π, found {total}")
    return base * Fraction(divisor, common) * guess * PI


def _times(z: tuple[Exact, Exact], w: tuple[Exact, Exact]) -> tuple[Exact, Exact]:
    return z[0] * w[0] - z[1] * w[1], z[0] * w[1] + z[1] * w[0]


def _power(z: tuple[Exact, Exact], n: int) -> tuple[Exact, Exact]:
    if n > _POWER:
        raise InexactError(f"expected weights of angles up to {_POWER}, found {n}")
    result = (Exact(1), Exact(0))
    for _ in range(n):
        result = _times(result, z)
    return result
