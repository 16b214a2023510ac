"""Dependence: which statements hold for lack of freedom alone, to first order."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from geoengine.families.reasoning.variation import gradients
from geoengine.language import Statement

__all__ = ["Dependence"]

_FREE = 1e-4
"""The least part of a unit gradient, outside the span of others, that counts."""


class Dependence:
    """Finds which statements may fail once only some premises of a figure are kept.

    A statement holds in all figures near the given one, in which the kept premises hold, only if
    its gradient is a combination of theirs. So one whose gradient is not may fail in some of them;
    the converse need not be true.

    Parameters
    ----------
    points : sequence of str
    xy : ndarray, shape (points, 2)
        A figure in which all statements hold.
    statements : iterable of Statement
        The statements that may be asked for.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> on, right, equal = map(parse_statement, ["coll B C D", "perp A D B C", "cong A B A C"])
    >>> figure = np.array([[0, 3], [-1, 0], [1, 0], [0, 0.0]])
    >>> dependence = Dependence("ABCD", figure, [on, right, equal])
    >>> [str(one) for one in dependence.free([on, equal], [on, right])]
    ['perp A D B C']
    """

    def __init__(
        self, points: Sequence[str], xy: NDArray[np.float64], statements: Iterable[Statement]
    ) -> None:
        self._gradients = gradients(points, xy, statements)
        self._width = 2 * len(points)

    def free(self, kept: Iterable[Statement], statements: Collection[Statement]) -> list[Statement]:
        """List those statements that may fail where some others hold."""
        rows = [self._gradients[statement] for statement in kept]
        span = np.concatenate([np.zeros((1, self._width)), *rows])
        _, values, directions = np.linalg.svd(span[np.isfinite(span).all(axis=1)])
        basis = directions[: int((values > _FREE).sum())]
        asked = list(statements)
        if not asked:
            return []
        parts = [self._gradients[statement] for statement in asked]
        units = np.concatenate(parts)
        sizes = np.linalg.norm(units - units @ basis.T @ basis, axis=1)
        # A comparison with what is not finite is false.
        starts = np.cumsum([0, *map(len, parts[:-1])])
        largest = np.where(np.isfinite(sizes), sizes, np.nan)
        free = np.maximum.reduceat(largest, starts) > _FREE
        return [statement for statement, one in zip(asked, free.tolist(), strict=True) if one]
