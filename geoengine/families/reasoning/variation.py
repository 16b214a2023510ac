"""Variations of a figure: a walk along what some relations leave free."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from geoengine.language import Statement
from geoengine.language.coordinates import as_complex, as_real
from geoengine.language.measures import Complex, Real

__all__ = ["Polynomials", "variations"]

_WALKS = 30
_LEGS = 3
_FARTHEST = 0.05
"""How far each point goes on the longest walk, about, where the figure is 1 wide."""

_CORRECTIONS = 25
_EXACT = 1e-12
_APART = 0.01
_STEP = 1e-6
_SOFT = 1e-12


def variations(
    points: Sequence[str], xy: Real, relations: Iterable[Statement], rng: np.random.Generator
) -> Real:
    """Walk away from a figure in random directions along which some relations stay true.

    Parameters
    ----------
    points : sequence of str
    xy : ndarray, shape (points, 2)
        A figure in which the relations hold.
    relations : iterable of Statement
        No conditions.
    rng : numpy.random.Generator

    Returns
    -------
    ndarray, shape (figures, points, 2)
        The relations hold in them to rounding, and no two points come close.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> square = np.array([[0.0, 0], [1, 0], [1, 1], [0, 1]])
    >>> kept = [parse_statement("cong A B B C"), parse_statement("perp A B B C")]
    >>> found = variations("ABCD", square, kept, np.random.default_rng(0))
    >>> index = {name: k for k, name in enumerate("ABCD")}
    >>> bool(kept[0].holds(found, index).all())
    True
    >>> bool(parse_statement("cong A B A D").holds(found, index).any())
    False
    """
    polynomials = Polynomials(relations, {name: k for k, name in enumerate(points)})
    start = as_complex(xy)
    width = float(np.abs(start[:, None] - start).max())
    reach = width * _FARTHEST * np.linspace(0.1, 1.0, _WALKS)[:, None]
    way = reach / _LEGS * (rng.normal(size=(_WALKS, len(start), 2)) @ [1, 1j])
    z = np.repeat(start[None], _WALKS, axis=0)
    # A walk may end in a degenerate figure; what is not finite is not exact.
    with np.errstate(all="ignore"):
        for _ in range(_LEGS):
            z += _guided(way, *polynomials.linear(z))
        exact = np.zeros(_WALKS, dtype=bool)
        left = np.arange(_WALKS)
        for _ in range(_CORRECTIONS):
            off, units = polynomials.linear(z[left])
            exact[left] = np.abs(off).max(axis=1, initial=0.0) < _EXACT * width
            open_ = ~exact[left]
            left, off, units = left[open_], off[open_], units[open_]
            z[left] += _guided(np.zeros_like(z[left]), off, units)
    nearest = (np.abs(z[:, :, None] - z[:, None, :]) + np.eye(len(start)) * width).min(axis=(1, 2))
    return as_real(z[exact & (nearest > _APART * width)])


class Polynomials:
    """Relations as polynomials in the coordinates, which vanish where the relations hold.

    Parameters
    ----------
    relations : iterable of Statement
    index : mapping of str to int
        The number of each point.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> right = Polynomials([parse_statement("perp A B A C")], {"A": 0, "B": 1, "C": 2})
    >>> right.values(np.array([[0, 2, 3j], [0, 2, 1 + 3j]])).tolist()
    [[0.0], [2.0]]
    """

    def __init__(self, relations: Iterable[Statement], index: Mapping[str, int]) -> None:
        kinds: dict[tuple[str, int], list[Statement]] = {}
        for relation in relations:
            kinds.setdefault((relation.predicate, len(relation.points)), []).append(relation)
        self._kinds = [
            (
                _POLYNOMIALS[predicate],
                np.array([[index[point] for point in one.points] for one in alike]),
                np.array([1.0 if one.value is None else float(one.value) for one in alike]),
            )
            for (predicate, _), alike in kinds.items()
        ]

    def values(self, z: Complex) -> Real:
        """All polynomials, shape (..., points) to (..., polynomials)."""
        found = [np.zeros((*z.shape[:-1], 0))]
        for polynomials, places, value in self._kinds:
            found += polynomials(np.moveaxis(z[..., places], -1, 0), value)
        return np.concatenate(found, axis=-1)

    def linear(self, z: Complex) -> tuple[Real, Real]:
        """About how far away each polynomial vanishes, and the direction in which it grows.

        Returns
        -------
        ndarray, shape (figures, polynomials)
        ndarray, shape (figures, polynomials, 2 points)
            Unit vectors: the real parts of all points come first, then the imaginary ones.
        """
        moves = _STEP * np.concatenate([np.eye(z.shape[1]), 1j * np.eye(z.shape[1])])
        ahead, behind = self.values(np.stack([z[:, None] + moves, z[:, None] - moves]))
        gradient = (ahead - behind).swapaxes(1, 2) / (2 * _STEP)
        steepness = np.linalg.norm(gradient, axis=2)
        return self.values(z) / steepness, gradient / steepness[:, :, None]


def _guided(way: Complex, off: Real, units: Real) -> Complex:
    """The move nearest to a wanted one that makes all polynomials vanish, to first order."""
    wanted = np.concatenate([way.real, way.imag], axis=1)[:, :, None]
    excess = off[:, :, None] + units @ wanted
    normal = units @ units.swapaxes(1, 2) + _SOFT * np.eye(units.shape[1])
    move = wanted - units.swapaxes(1, 2) @ np.linalg.solve(normal, excess)
    real, imaginary = np.split(move[:, :, 0], 2, axis=1)
    return np.asarray(real + 1j * imaginary)


def _dot(u: Complex, v: Complex) -> Real:
    return u.real * v.real + u.imag * v.imag


def _cross(u: Complex, v: Complex) -> Real:
    return u.real * v.imag - u.imag * v.real


def _square(u: Complex) -> Real:
    return _dot(u, u)


def _sides(p: Complex) -> Complex:
    """From each point with an even number to the next."""
    return np.asarray(p[1::2] - p[0::2])


def _equal_angles(p: Complex, _: Real) -> list[Real]:
    s, t, u, v = _sides(p)
    return [_cross(s, t) * _dot(u, v) - _dot(s, t) * _cross(u, v)]


def _angle(p: Complex, value: Real) -> list[Real]:
    s, t = _sides(p)
    turn = np.pi * value
    return [_cross(s, t) * np.cos(turn) - _dot(s, t) * np.sin(turn)]


def _equal_ratios(p: Complex, _: Real) -> list[Real]:
    s, t, u, v = map(_square, _sides(p))
    return [s * v - t * u]


def _equal_products(p: Complex, _: Real) -> list[Real]:
    r, s, t, u, v, w = map(_square, _sides(p))
    return [r * s * t - u * v * w]


def _ratio(p: Complex, value: Real) -> list[Real]:
    s, t = map(_square, _sides(p))
    return [s - value**2 * t]


def _concyclic(p: Complex, _: Real) -> list[Real]:
    """For each point but three the determinant that says it is on their circle."""
    found = []
    for last in p[3:]:
        a, b, c = p[:3] - last
        found.append(
            _square(a) * _cross(b, c) + _square(b) * _cross(c, a) + _square(c) * _cross(a, b)
        )
    return found


def _alike(mirrored: bool, congruent: bool) -> Polynomial:
    def polynomials(p: Complex, _: Real) -> list[Real]:
        ab, ac, de, df = p[1] - p[0], p[2] - p[0], p[4] - p[3], p[5] - p[3]
        if mirrored:
            de, df = de.conj(), df.conj()
        off = ac * de - ab * df
        same = [_square(ab) - _square(de)] if congruent else []
        return [off.real, off.imag, *same]

    return polynomials


def _midpoint(p: Complex, _: Real) -> list[Real]:
    off = 2 * p[0] - p[1] - p[2]
    return [off.real, off.imag]


Polynomial = Callable[[Complex, Real], list[Real]]
"""Takes points, shape (arguments, ..., relations), and the relations' constants."""

_POLYNOMIALS: dict[str, Polynomial] = {
    "coll": lambda p, _: [_cross(p[1] - p[0], q - p[0]) for q in p[2:]],
    "para": lambda p, _: [_cross(*_sides(p))],
    "perp": lambda p, _: [_dot(*_sides(p))],
    "cong": lambda p, _: _ratio(p, np.ones(1)),
    "eqangle": _equal_angles,
    "aconst": _angle,
    "eqratio": _equal_ratios,
    "eqprod": _equal_products,
    "rconst": _ratio,
    "lconst": lambda p, value: [_square(p[1] - p[0]) - value**2],
    "midp": _midpoint,
    "cyclic": _concyclic,
    "circle": lambda p, _: [_square(q - p[0]) - _square(p[1] - p[0]) for q in p[2:]],
    "simtri": _alike(mirrored=False, congruent=False),
    "simtrir": _alike(mirrored=True, congruent=False),
    "contri": _alike(mirrored=False, congruent=True),
    "contrir": _alike(mirrored=True, congruent=True),
}
