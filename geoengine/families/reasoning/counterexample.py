"""Counterexamples: figures which show that a statement does not follow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from geoengine.language import Statement

__all__ = ["PremiseCounterexample", "written_figure"]

_DIGITS = 12
_HOLDS = 1e-9
"""The largest residual, after rounding, of a statement that holds."""

_VIOLATED = 1e-3
"""The least residual of a statement that is clearly violated."""


@dataclass(frozen=True, slots=True)
class PremiseCounterexample:
    """A figure in which some statements hold and another does not.

    Attributes
    ----------
    points : tuple of (str, str, str)
        The points with their coordinates, as decimal numbers of twelve places.
    residual : float
        How far the violated statement is off, as `Statement.measured` tells it.
    """

    points: tuple[tuple[str, str, str], ...]
    residual: float

    @classmethod
    def of(
        cls,
        names: Sequence[str],
        xy: NDArray[np.float64],
        kept: Iterable[Statement],
        violated: Statement,
    ) -> PremiseCounterexample | None:
        """Round a figure to its printed form, and measure it in that form.

        Parameters
        ----------
        names : sequence of str
        xy : ndarray, shape (points, 2)
        kept : iterable of Statement
            Must hold to 1e-9.
        violated : Statement
            Must be off by more than 1e-3.

        Returns
        -------
        PremiseCounterexample or None
            None if the rounded figure is not a counterexample.

        Examples
        --------
        >>> from geoengine.language import parse_statement
        >>> xy = np.array([[0, 0], [2, 0], [0, 1]])
        >>> kept, violated = parse_statement("perp A B A C"), parse_statement("cong A B A C")
        >>> found = PremiseCounterexample.of("ABC", xy, [kept], violated)
        >>> found.points[1], round(found.residual, 2)
        (('B', '2.000000000000', '0.000000000000'), 0.69)
        """
        points = written_figure(names, xy, kept)
        residual = _residual(violated, _rounded(xy), _rows(names))
        if points is None or residual <= _VIOLATED:
            return None
        return cls(tuple((name, *place) for name, place in points.items()), residual)

    def record(self) -> dict[str, Any]:
        """The figure as part of a certificate."""
        return {
            "points": {name: [x, y] for name, x, y in self.points},
            "goal_residual": f"{self.residual:.2g}",
        }


def written_figure(
    names: Sequence[str], xy: NDArray[np.float64], kept: Iterable[Statement]
) -> dict[str, tuple[str, str]] | None:
    """Write a figure as decimal numbers of twelve places; None if that spoils some statements.

    Parameters
    ----------
    names : sequence of str
    xy : ndarray, shape (points, 2)
    kept : iterable of Statement
        Must hold to 1e-9 in the written form.

    Examples
    --------
    >>> written_figure("AB", np.array([[0, 0], [1 / 3, 0]]), [])["B"]
    ('0.333333333333', '0.000000000000')
    """
    written, rows = _rounded(xy), _rows(names)
    if any(_residual(statement, written, rows) > _HOLDS for statement in kept):
        return None
    return {
        name: (f"{x:.{_DIGITS}f}", f"{y:.{_DIGITS}f}")
        for name, (x, y) in zip(names, written, strict=True)
    }


def _rounded(xy: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.round(xy, _DIGITS) + 0.0)


def _rows(names: Sequence[str]) -> dict[str, int]:
    return {name: row for row, name in enumerate(names)}


def _residual(statement: Statement, xy: NDArray[np.float64], index: dict[str, int]) -> float:
    return float(statement.measured(xy[None], index)[0])
