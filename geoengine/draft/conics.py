"""Conics as matrices."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from geoengine.draft.shapes import Circle, Conic, Line, Straight, carrier, cross, dot

__all__ = [
    "center_of",
    "conic_by_foci",
    "conic_of",
    "matrix_of",
    "meets",
    "parabola",
    "polar",
    "shape_of",
]

_FLAT = 1e-12
"""How small a determinant may be, in parts of its terms, before it counts as 0."""

Matrix = npt.NDArray[np.float64]


def matrix_of(shape: Circle | Conic) -> Matrix:
    """Return the symmetric matrix of a conic, shape (3, 3)."""
    if isinstance(shape, Circle):
        x, y = shape.center.real, shape.center.imag
        rest = abs(shape.center) ** 2 - shape.radius**2
        return shape.sign * np.array([[1, 0, -x], [0, 1, -y], [-x, -y, rest]])
    return np.array(
        [
            [shape.xx, shape.xy, shape.x],
            [shape.xy, shape.yy, shape.y],
            [shape.x, shape.y, shape.one],
        ]
    )


def conic_of(matrix: Matrix) -> Conic:
    """Return the conic of a symmetric matrix."""
    (xx, xy, x), (_, yy, y), (_, _, one) = matrix.tolist()
    return Conic(xx, yy, xy, x, y, one)


def shape_of(conic: Conic) -> Circle | Conic | None:
    """Return a conic, as a circle if it is one; None if it is degenerate or has no points.

    Examples
    --------
    >>> shape_of(Conic(1, 1, 0, 0, 0, -4)).radius
    2.0
    >>> shape_of(Conic(1, 1, 0, 0, 0, 4)) is None
    True
    """
    matrix = matrix_of(conic)
    size = np.abs(matrix).max()
    if not size or not np.isfinite(size):
        return None
    flat = conic.xx * conic.yy - conic.xy**2
    if abs(np.linalg.det(matrix / size)) < _FLAT:
        return None
    if flat > 0 and np.linalg.det(matrix) * (conic.xx + conic.yy) > 0:
        return None
    if conic.xx == conic.yy and conic.xy == 0:
        center = -complex(conic.x, conic.y) / conic.xx
        radius = math.sqrt(abs(center) ** 2 - conic.one / conic.xx)
        return Circle(center, radius, 1 if conic.xx > 0 else -1)
    return conic


def conic_by_foci(first: complex, second: complex, whole: float) -> Circle | Conic | None:
    """Return the ellipse or hyperbola with given foci.

    Parameters
    ----------
    first, second : complex
    whole : float
        The sum or difference of the distances of its points from the foci. It is an ellipse if this
        is more than the distance of the foci.
    """
    between = second - first
    middle = (first + second) / 2
    if not whole or abs(whole - abs(between)) < _FLAT * whole:
        return None
    if first == second:
        return Circle(first, whole / 2)
    x, y = between.real, between.imag
    xx, yy, xy = 4 * (whole**2 - x**2), 4 * (whole**2 - y**2), -4 * x * y
    along = complex(
        xx * middle.real + xy * middle.imag,
        xy * middle.real + yy * middle.imag,
    )
    one = dot(along, middle) - whole**2 * (whole**2 - abs(between) ** 2)
    return Conic(xx, yy, xy, -along.real, -along.imag, one)


def parabola(focus: complex, directrix: Straight) -> Conic | None:
    """Return the parabola with a focus and a directrix."""
    line = carrier(directrix)
    unit = line.direction / abs(line.direction)
    rest = -cross(unit, line.point)
    # The distance from the directrix, to its left, is a x + b y + rest.
    a, b = -unit.imag, unit.real
    if abs(a * focus.real + b * focus.imag + rest) < _FLAT * (1 + abs(focus)):
        return None
    return Conic(
        1 - a * a,
        1 - b * b,
        -a * b,
        -focus.real - a * rest,
        -focus.imag - b * rest,
        abs(focus) ** 2 - rest**2,
    )


def center_of(shape: Circle | Conic) -> complex | None:
    """Return the center; a parabola has none."""
    if isinstance(shape, Circle):
        return shape.center
    flat = shape.xx * shape.yy - shape.xy**2
    if abs(flat) < _FLAT * max(abs(shape.xx), abs(shape.yy), abs(shape.xy)) ** 2:
        return None
    return complex(
        (shape.xy * shape.y - shape.yy * shape.x) / flat,
        (shape.xy * shape.x - shape.xx * shape.y) / flat,
    )


def polar(shape: Circle | Conic, point: complex, weight: float = 1) -> Line | None:
    """Return the polar of a point, or of a direction if the weight is 0.

    It runs in the direction (b, -a), where a, b, c is the product of matrix and point.
    """
    a, b, c = (matrix_of(shape) @ np.array([point.real, point.imag, weight])).tolist()
    normal = complex(a, b)
    if not abs(normal) > 1e-12:
        return None
    return Line(-normal * c / abs(normal) ** 2, complex(b, -a))


def meets(line: Line, shape: Circle | Conic) -> tuple[float, ...]:
    """Return where a line meets a conic, as multiples of its direction.

    They come in the order of the roots ``(-v - √(v² - u w)) / u`` and ``(-v + √(v² - u w)) / u`` of
    the conic's equation ``u t² + 2 v t + w`` on the line: in the line's direction where u is
    positive, as on circles and ellipses. A line that touches has one root.
    """
    matrix = matrix_of(shape)
    unit = line.direction / abs(line.direction)
    start = np.array([line.point.real, line.point.imag, 1.0])
    along = np.array([unit.real, unit.imag, 0.0])
    u, v, w = (float(one @ matrix @ other) for one, other in
               ((along, along), (along, start), (start, start)))  # fmt: skip
    size = float(np.abs(matrix[:2, :2]).max())
    if abs(u) < 1e-10 * size:
        roots: tuple[float, ...] = () if abs(v) < 1e-10 * size else (-w / (2 * v),)
    else:
        # From the middle of the chord, where v is 0, cancellation is least.
        middle = -v / u
        foot = start + middle * along
        square = -float(foot @ matrix @ foot) / u
        scale = max(1.0, abs(square), float(np.abs(foot[:2]).max()) ** 2)
        if abs(square) < 1e-12 * scale:
            roots = (middle,)
        elif square < 0:
            roots = ()
        else:
            half = math.copysign(math.sqrt(square), u)
            roots = (middle - half, middle + half)
    return tuple(root / abs(line.direction) for root in roots)
