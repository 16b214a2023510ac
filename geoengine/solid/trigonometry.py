"""Exact cosines, sines and tangents of angles in degrees, and angles of given cosine."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from geoengine.solid.errors import InexactError, SolidError
from geoengine.solid.number_text import parse_number
from geoengine.solid.numbers import Exact
from geoengine.solid.roots import Real, as_real, is_zero, root

__all__ = ["FUNCTIONS", "PI", "cosd", "degrees_of_cos", "degrees_of_tan", "sind", "tand"]

PI = Exact("π")
"""The number π."""

# Values from the regular pentagon (18°, 36°), and from 30° and 45° by the theorems of addition and
# of half an angle.
_COSINES = {
    Fraction(degrees): parse_number(text)
    for degrees, text in {
        "0": "1",
        "15": "(√6 + √2)/4",
        "18": "√(10 + 2√5)/4",
        "22.5": "√(2 + √2)/2",
        "30": "√3/2",
        "36": "(1 + √5)/4",
        "45": "√2/2",
        "54": "√(10 - 2√5)/4",
        "60": "1/2",
        "67.5": "√(2 - √2)/2",
        "72": "(√5 - 1)/4",
        "75": "(√6 - √2)/4",
        "90": "0",
    }.items()
}
_DEGREES = {cosine: degrees for degrees, cosine in _COSINES.items()}


def cosd(degrees: Real | int | Fraction) -> Real:
    """Return the cosine of an angle in degrees.

    Exact for multiples of 15°, 18° and 22.5°: from the golden ratio, and cos²(x/2) = (1 + cos x)/2.

    Raises
    ------
    InexactError
        If the angle is exact, and not one of these.

    Examples
    --------
    >>> print(cosd(15), cosd(120), cosd(36), round(cosd(10.0), 4))
    (√2 + √6)/4 -1/2 (1 + √5)/4 0.9848
    """
    degrees = as_real(degrees)
    if isinstance(degrees, float):
        return math.cos(math.radians(degrees))
    rational = degrees.rational
    if rational is None:
        raise InexactError(f"expected a rational number of degrees, found {degrees}")
    turn = rational % 360
    turn = min(turn, 360 - turn)
    found = _COSINES.get(min(turn, 180 - turn))
    if found is None:
        raise InexactError(
            f"expected a multiple of 15, 18 or 22.5 degrees, found {rational} degrees"
        )
    return found if turn <= 90 else -found


def sind(degrees: Real | int | Fraction) -> Real:
    """Return the sine of an angle in degrees: sin x = cos(90° - x). Errors as for `cosd`.

    Examples
    --------
    >>> print(sind(60), sind(18), sind(72))
    √3/2 (√5 - 1)/4 √(10 + 2√5)/4
    """
    return cosd(90 - as_real(degrees))


def tand(degrees: Real | int | Fraction) -> Real:
    """Return the tangent of an angle in degrees: tan x = sin x / cos x. Errors as for `cosd`.

    Raises
    ------
    SolidError
        For an odd multiple of 90 degrees.

    Examples
    --------
    >>> print(tand(30), tand(15), tand(135))
    √3/3 2 - √3 -1
    """
    cosine = cosd(degrees)
    if is_zero(cosine):
        raise SolidError(f"expected an angle that has a tangent, found {degrees} degrees")
    return sind(degrees) / cosine


def degrees_of_cos(x: Real | int | Fraction) -> Real:
    """Return the angle from 0 to 180 degrees whose cosine is x.

    Raises
    ------
    SolidError
        If x is not between -1 and 1.
    InexactError
        If x is exact, and the angle is not a multiple of 15, 18 or 22.5 degrees.

    Examples
    --------
    >>> print(degrees_of_cos(Exact("-√2/2")), degrees_of_cos(Exact("(√5 - 1)/4")))
    135 72
    """
    x = as_real(x)
    if isinstance(x, float):
        if abs(x) > 1 + 1e-9:
            raise SolidError(f"expected a cosine from -1 to 1, found {x}")
        return math.degrees(math.acos(max(-1.0, min(1.0, x))))
    size = -x if x.sign < 0 else x
    if size > 1:
        raise SolidError(f"expected a cosine from -1 to 1, found {x}")
    found = _DEGREES.get(size)
    if found is None:
        raise InexactError(
            f"expected the cosine of a multiple of 15, 18 or 22.5 degrees, found {x}"
        )
    return Exact(found if x.sign >= 0 else 180 - found)


def degrees_of_tan(x: Real | int | Fraction) -> Real:
    """Return the angle from 0 to 180 degrees whose tangent is x: cos² = 1/(1 + tan²).

    Errors as for `degrees_of_cos`.

    Examples
    --------
    >>> print(degrees_of_tan(Exact("2 - √3")), degrees_of_tan(-1))
    15 135
    """
    x = as_real(x)
    if isinstance(x, float):
        return math.degrees(math.atan(x)) % 180
    cosine = 1 / root(1 + x * x)
    return degrees_of_cos(cosine if x.sign >= 0 else -cosine)


FUNCTIONS: dict[str, Callable[..., object]] = {
    "cosd": cosd,
    "degrees_of_cos": degrees_of_cos,
    "degrees_of_tan": degrees_of_tan,
    "sind": sind,
    "tand": tand,
}
"""The functions of the seed language that this module defines."""
