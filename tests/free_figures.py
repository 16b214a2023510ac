"""Figures in which given statements hold, and nothing else but by chance.

A known figure is shaken: every point moves by itself. Then Newton's method moves the points until
the statements hold again. What holds in the known figure for any other reason is lost on the way.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from plane import gaps, placed, true

from geoengine.language import Statement

_EXACT = 1e-11
_STEPS = 60
_PATIENCE = 4
"""Steps without a better figure after which Newton's method ends."""
_SINGULAR = (1e-6, 1e-9)
"""Shares of the largest singular value below which one counts as 0, first far from a figure."""
_MOVES = (0.2, 0.2, 0.1, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002)
_CLEAR = 1e-3


def free_figure(
    relations: Sequence[Statement],
    conditions: Sequence[Statement],
    at: dict[str, complex],
    rng: np.random.Generator,
    near: float = 1.0,
) -> dict[str, complex] | None:
    """A figure near a known one; None where none is found.

    Points that are apart stay apart, those of a circle do not come to lie on a line, and conditions
    keep holding. With a small `near`, points move so little that of two possible angles it is the
    one of the known figure.
    """
    names = tuple(at)
    known = np.array([at[name] for name in names])
    width = np.abs(known - known.mean()).max()
    for move in _MOVES:
        noise = rng.normal(size=len(known)) + 1j * rng.normal(size=len(known))
        z = _solved(relations, names, known + near * move * width * noise / 1.5)
        if z is None or not _as_clear(z, known, width):
            continue
        found = dict(zip(names, z, strict=True))
        if any(_is_flat(s, found) for s in relations if s.predicate == "cyclic"):
            continue
        if all(true(c.predicate, placed(c.points, found)) for c in conditions):
            return found
    return None


def _gaps(relations, names, z):
    index = {name: k for k, name in enumerate(names)}
    return np.concatenate(
        [gaps(s.predicate, z[..., [index[name] for name in s.points]], s.value) for s in relations],
        axis=-1,
    )


def _solved(relations, names, z):
    """Newton's method, the shortest step where there are many.

    Where relations only just hold, as that a sine is 1, a gap of 1e-11 leaves an angle off by
    1e-6. So the method goes on until the figure gets no better.
    """
    if not relations:
        return z
    for singular in _SINGULAR:
        z, gap = _improved(relations, names, z, singular)
    return z if gap < _EXACT else None


def _improved(relations, names, z, singular):
    width = np.abs(z - z.mean()).max()
    best, least, since = z, np.inf, 0
    for _ in range(_STEPS):
        small, count = 1e-5 * width, len(z)
        moves = small * np.concatenate([np.eye(count), 1j * np.eye(count)])
        off = _gaps(relations, names, np.concatenate([z[None], z + moves, z - moves]))
        if not np.isfinite(off).all():
            break
        gap = np.abs(off[0]).max()
        since = 0 if gap < least else since + 1
        if gap < least:
            best, least = z, gap
        if least < _EXACT and since >= _PATIENCE:
            break
        slopes = (off[1 : 1 + 2 * count] - off[1 + 2 * count :]).T / (2 * small)
        step = np.linalg.lstsq(slopes, -off[0], rcond=singular)[0]
        step = step[:count] + 1j * step[count:]
        z = z + step * min(1.0, 0.3 * width / max(np.abs(step).max(), 1e-300))
    return best, least


def _as_clear(z, known, width):
    """Whether points that are apart in the known figure still are, and the figure is as large."""
    before, after = (np.abs(w[:, None] - w[None, :]) for w in (known, z))
    apart = before > _CLEAR * width
    return bool((after[apart] > _CLEAR * width).all()) and after.max() < 20 * width


def _is_flat(statement, at):
    """Whether all points of a statement lie on a line, or nearly."""
    z = np.array([at[name] for name in statement.points])
    off = z - z.mean()
    return np.linalg.svd(np.array([off.real, off.imag]))[1].min() < _CLEAR * np.abs(off).max()
