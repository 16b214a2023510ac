"""Figures near a given one that satisfy some relations: whatever is free to move, moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from geoengine.language import Statement, as_complex, as_real
from geoengine.verify.figures.system import Complex, Reals, System

__all__ = ["nearby_figures"]

_STARTS = 40
_FARTHEST = 0.15
_CLEAR = 0.01


def nearby_figures(
    points: Sequence[str],
    xy: Reals,
    relations: Iterable[Statement],
    rng: np.random.Generator,
) -> Reals:
    """Perturb all points of a figure, then project them back until relations hold again.

    The figures found differ from the given one in whatever the relations leave free. A
    statement that fails in one of them does not follow from the relations; nor does it follow in
    the given configuration, if the arrangement is the same (`arranged_alike`).

    Parameters
    ----------
    points : sequence of str
    xy : ndarray, shape (points, 2)
        A figure in which the relations hold.
    relations : iterable of Statement
    rng : numpy.random.Generator

    Returns
    -------
    ndarray, shape (figures, points, 2)
        The relations hold in them to 1e-12, and their points are clearly distinct.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> square = np.array([[0.0, 0], [1, 0], [1, 1], [0, 1]])
    >>> kept = [parse_statement("cong A B B C"), parse_statement("perp A B B C")]
    >>> found = nearby_figures("ABCD", square, kept, np.random.default_rng(0))
    >>> index = {name: k for k, name in enumerate("ABCD")}
    >>> bool(kept[0].holds(found, index).all())
    True
    >>> bool(parse_statement("cong A B A D").holds(found, index).any())
    False
    """
    index = {name: k for k, name in enumerate(points)}
    z = as_complex(xy)
    size = float(np.abs(z[:, None] - z[None, :]).max())
    reach = size * _FARTHEST * np.linspace(0.1, 1.0, _STARTS)[:, None]
    noise = rng.normal(size=(_STARTS, len(z))) + 1j * rng.normal(size=(_STARTS, len(z)))
    starts: Complex = z + reach * noise / 3
    found, solved = System(relations, index).solve(starts)
    found = found[solved & np.isfinite(found).all(axis=1)]
    apart = np.abs(found[:, :, None] - found[:, None, :]) + np.eye(len(z)) * size
    found = found[apart.min(axis=(1, 2), initial=size) > _CLEAR * size]
    return as_real(found)
