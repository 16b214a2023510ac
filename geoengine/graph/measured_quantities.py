"""Measurements of a figure that show why a statement is false."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from geoengine.language import Statement, join_points

__all__ = ["describe_measurements"]

Names = Sequence[str]
Figure = Mapping[str, complex]


def describe_measurements(
    statement: Statement, xy: NDArray[np.float64], index: Mapping[str, int]
) -> str:
    """Describe the quantities in a statement as measured in a figure.

    Parameters
    ----------
    statement : Statement
    xy : ndarray, shape (points, 2)
    index : mapping of str to int
        The row of each point.

    Examples
    --------
    >>> import numpy as np
    >>> from geoengine.language import parse_statement
    >>> xy, index = np.array([[0, 0], [3, 0], [0, 4.0]]), {"a": 0, "b": 1, "c": 2}
    >>> describe_measurements(parse_statement("cong a b a c"), xy, index)
    'ab = 3, ac = 4'
    >>> describe_measurements(parse_statement("coll a b c"), xy, index)
    'the triangle abc has angles of 90°, 53.13°, 36.87°'
    """
    figure = {point: complex(*xy[index[point]]) for point in statement.points}
    return _DESCRIBERS[statement.predicate](statement.points, figure)


def _number(value: float) -> str:
    return f"{value:.4g}"


def _length(points: Names, figure: Figure) -> float:
    return abs(figure[points[1]] - figure[points[0]])


def _lengths(points: Names, figure: Figure) -> str:
    sides = [points[k : k + 2] for k in range(0, len(points), 2)]
    return _listed([(join_points(side), _number(_length(side, figure))) for side in sides])


def _listed(pairs: Sequence[tuple[str, str]]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in dict(pairs).items())


def _turn(points: Names, figure: Figure) -> tuple[str, str]:
    first, second = (figure[points[k + 1]] - figure[points[k]] for k in (0, 2))
    degrees = round(float(np.degrees(np.angle(second / first))) % 180, 4) % 180
    name = f"∠({join_points(points[:2])},{join_points(points[2:])})"
    return name, f"{float(_two_decimals(degrees)):g}°"


def _two_decimals(degrees: float) -> str:
    return f"{degrees:.2f}" if round(degrees, 2) % 90 else f"{degrees:.4f}"


def _turns(points: Names, figure: Figure) -> str:
    return _listed([_turn(points[k : k + 4], figure) for k in range(0, len(points), 4)])


def _ratios(points: Names, figure: Figure) -> str:
    found = []
    for k in range(0, len(points), 4):
        first, second = points[k : k + 2], points[k + 2 : k + 4]
        ratio = _length(first, figure) / _length(second, figure)
        found.append((f"{join_points(first)}:{join_points(second)}", _number(ratio)))
    return _listed(found)


def _angles(points: Names, figure: Figure) -> list[str]:
    """Return the angles of a triangle, in degrees."""
    found = []
    for k in range(3):
        vertex, one, other = (figure[points[(k + i) % 3]] for i in range(3))
        turn = np.angle((other - vertex) / (one - vertex))
        found.append(f"{float(_two_decimals(float(np.degrees(abs(turn))))):g}°")
    return found


def _triangle(points: Names, figure: Figure) -> str:
    name = join_points(points[:3])
    return f"the triangle {name} has angles of {', '.join(_angles(points[:3], figure))}"


def _orientation(points: Names, figure: Figure) -> str:
    a, b, c = (figure[point] for point in points[:3])
    return "counterclockwise" if ((b - a).conjugate() * (c - a)).imag > 0 else "clockwise"


def _two_triangles(points: Names, figure: Figure) -> str:
    halves = points[:3], points[3:]
    described = []
    for half in halves:
        sides = [(half[i], half[j]) for i, j in ((0, 1), (1, 2), (2, 0))]
        lengths = ":".join(_number(_length(side, figure)) for side in sides)
        described.append(
            f"△{join_points(half)} has sides {lengths} and is oriented {_orientation(half, figure)}"
        )
    return ", ".join(described)


def _radii(points: Names, figure: Figure) -> str:
    return _lengths([name for point in points[1:] for name in (points[0], point)], figure)


def _on_circle(points: Names, figure: Figure) -> str:
    a, b, c = (figure[point] for point in points[:3])
    area = ((b - a).conjugate() * (c - a)).imag
    if abs(area) < 1e-9 * abs(b - a) * abs(c - a):
        return f"{', '.join(points[:3])} are collinear"
    u, v = b - a, c - a
    center = a + 1j * (u * abs(v) ** 2 - v * abs(u) ** 2) / (2 * area)
    radius = abs(a - center)
    away = [f"{point} is {_number(abs(figure[point] - center))}" for point in points[3:]]
    circle = f"the circle through {', '.join(points[:3])} has radius {_number(radius)}"
    return f"{circle}, and {', '.join(away)} away from its center"


def _halves(points: Names, figure: Figure) -> str:
    m, a, b = points
    return _lengths([a, m, m, b, a, b], figure)


def _viewing_angles(points: Names, figure: Figure) -> str:
    found = []
    for k in range(0, len(points), 3):
        vertex, one, other = points[k : k + 3]
        found.append(_corner((one, vertex, other), figure))
    return _listed(found)


def _corner(points: Names, figure: Figure) -> tuple[str, str]:
    one, vertex, other = (figure[point] for point in points)
    turn = abs(float(np.degrees(np.angle((other - vertex) / (one - vertex)))))
    return f"∠{join_points(points)}", f"{float(_two_decimals(turn)):g}°"


def _corners(points: Names, figure: Figure) -> str:
    return _listed([_corner(points, figure)])


_DESCRIBERS: dict[str, Callable[[Names, Figure], str]] = {
    **dict.fromkeys(("coll", "ncoll"), _triangle),
    **dict.fromkeys(("para", "perp", "npara", "nperp", "aconst", "eqangle"), _turns),
    **dict.fromkeys(("cong", "lconst", "diff", "eqprod"), _lengths),
    **dict.fromkeys(("eqratio", "rconst"), _ratios),
    **dict.fromkeys(("simtri", "simtrir", "contri", "contrir", "sameclock"), _two_triangles),
    **dict.fromkeys(("midp", "between"), _halves),
    **dict.fromkeys(("sameside", "nsameside"), _viewing_angles),
    **dict.fromkeys(("acute", "obtuse"), _corners),
    "cyclic": _on_circle,
    "circle": _radii,
}
"""The function that describes the measurements of each predicate."""
