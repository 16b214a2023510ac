"""Counterexamples: figures which show that a statement does not follow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from geoengine.language import Statement, as_complex
from geoengine.scene import StatementBatch

__all__ = ["PremiseCounterexample", "WrittenFigures", "written_figure"]

_DIGITS = 12
_HOLDS = 1e-9
"""The largest residual, after rounding, of a statement that holds."""

_VIOLATED = 1e-3
"""The least residual of a statement that is clearly violated."""

_TRIED = 3
"""How many figures, the clearest first, are tried in their printed form."""


@dataclass(frozen=True, slots=True, eq=False)
class PremiseCounterexample:
    """A figure in which some statements hold and another does not.

    Attributes
    ----------
    names : tuple of str
    xy : ndarray, shape (points, 2)
        The coordinates, which are decimal numbers of twelve places.
    residual : float
        How far the violated statement is off, as `Statement.measured` returns it.
    """

    names: tuple[str, ...]
    xy: NDArray[np.float64]
    residual: float

    def record(self) -> dict[str, Any]:
        """The figure as part of a certificate."""
        return {
            "points": {name: list(place) for name, place in _printed(self.names, self.xy).items()},
            "goal_residual": f"{self.residual:.2g}",
        }


class WrittenFigures:
    """Figures in which some statements hold, each also in its printed form.

    Whether a figure survives rounding does not depend on the statement that it is to refute, so
    many statements can be looked for in the same figures.

    Parameters
    ----------
    names : sequence of str
    xy : ndarray, shape (figures, points, 2)
    kept : iterable of Statement
        Must hold to 1e-9 in the printed form.

    Attributes
    ----------
    xy : ndarray, shape (2, figures, points, 2)
        The figures as they are given, then as they are printed.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> kept, violated = parse_statement("perp A B A C"), parse_statement("cong A B A C")
    >>> figures = WrittenFigures("ABC", np.array([[[0, 0], [2, 0], [0, 1]]]), [kept])
    >>> rows = dict(zip("ABC", range(3)))
    >>> found = figures.clearest(np.array([violated.measured(xy, rows) for xy in figures.xy]))
    >>> found.record()["points"]["B"], round(found.residual, 2)
    (['2.000000000000', '0.000000000000'], 0.69)
    """

    def __init__(
        self, names: Sequence[str], xy: NDArray[np.float64], kept: Iterable[Statement]
    ) -> None:
        self._names = tuple(names)
        self.xy = np.stack([xy, _rounded(xy)])
        self._survives = _hold(kept, self._names, self.xy[1])

    def clearest(self, residuals: NDArray[np.float64]) -> PremiseCounterexample | None:
        """The figure in which a statement is violated most, of those that survive rounding.

        Parameters
        ----------
        residuals : ndarray, shape (2, figures)
            The residuals of the statement in `xy`; a violation must exceed 1e-3.

        Returns
        -------
        PremiseCounterexample or None
            None if the three clearest figures are not counterexamples in their printed form.
        """
        given, printed = residuals
        for row in np.argsort(-given, kind="stable")[:_TRIED]:
            if not given[row] > _VIOLATED:
                break
            if self._survives[row] and printed[row] > _VIOLATED:
                return PremiseCounterexample(self._names, self.xy[1, row], float(printed[row]))
        return None


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
    written = _rounded(xy)
    return _printed(names, written) if _hold(kept, names, written[None])[0] else None


def _rounded(xy: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.round(xy, _DIGITS) + 0.0)


def _printed(names: Sequence[str], xy: NDArray[np.float64]) -> dict[str, tuple[str, str]]:
    return {
        name: (f"{x:.{_DIGITS}f}", f"{y:.{_DIGITS}f}")
        for name, (x, y) in zip(names, xy.tolist(), strict=True)
    }


def _hold(
    statements: Iterable[Statement], names: Sequence[str], xy: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """In which figures, shape (figures, points, 2), all statements hold; shape (figures,)."""
    batch = StatementBatch(statements, {name: row for row, name in enumerate(names)})
    with np.errstate(all="ignore"):
        residuals = batch.measure(as_complex(xy))
    return np.asarray((residuals <= _HOLDS).all(axis=1))
