"""Conclusions evaluated in figures: false, true, or degenerate."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from geoengine.errors import DegenerateStatementError
from geoengine.language import RELATION_TOLERANCE, Statement, flatness
from geoengine.verify.figures.system import Bools, Complex, Ints, Reals

__all__ = [
    "CLEAR",
    "ConclusionTruth",
    "evaluate_conclusions",
    "holds_clearly",
    "measured",
    "on_a_line",
    "places",
    "residual",
    "satisfying",
    "triangles_in",
]

CLEAR = 0.01
"""Least margin of a condition, distance of points (the figure is 1 wide) or flatness."""

_CLEARLY_FALSE = 1e-3
_FLAT = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class ConclusionTruth:
    """The truth of some conclusions in some figures.

    Attributes
    ----------
    residual : ndarray, shape (figures, conclusions)
        The residual by the predicate's measure; NaN where the conclusion is meaningless or
        degenerate.
    false : ndarray of bool, shape (figures, conclusions)
        Clearly false: the residual exceeds 1e-3.
    true : ndarray of bool, shape (figures, conclusions)
        True and not degenerate. The rest is degenerate or too close to call.
    """

    residual: Reals
    false: Bools
    true: Bools


def evaluate_conclusions(
    conclusions: Sequence[Statement], points: Sequence[str], z: Complex
) -> ConclusionTruth:
    """Evaluate conclusions in figures.

    Coinciding points count as one point: a conclusion that is then meaningless is neither true nor
    false. A conclusion about directions is not called true when all its points are collinear.

    Parameters
    ----------
    conclusions : sequence of Statement
    points : sequence of str
    z : ndarray of complex, shape (figures, points)

    Returns
    -------
    ConclusionTruth

    Examples
    --------
    >>> import numpy as np
    >>> from geoengine.language import parse_statement
    >>> square = np.array([[0, 1, 1 + 1j, 1j]])
    >>> conclusions = [parse_statement(text) for text in ("para A B C D", "cong A B A C")]
    >>> truth = evaluate_conclusions(conclusions, "ABCD", square)
    >>> truth.true.tolist(), truth.false.tolist()
    ([[True, False]], [[False, True]])
    """
    index = {point: number for number, point in enumerate(points)}
    place = places(z)
    residual = np.full((len(z), len(conclusions)), np.nan)
    decisive = np.zeros(residual.shape, dtype=bool)
    for column, statement in enumerate(conclusions):
        own = z[:, [index[point] for point in statement.points]]
        clear = _is_meaningful(statement, points, index, place)
        for triangle in triangles_in(statement):
            flat = np.abs(flatness(z[:, [index[point] for point in triangle]]))
            clear &= (flat < _FLAT) | (flat > CLEAR)
        residual[clear, column] = measured(statement, own[clear])
        decisive[:, column] = clear
        if statement.predicate in {"para", "eqangle"}:
            decisive[:, column] &= ~on_a_line(own)
    return ConclusionTruth(
        residual, residual > _CLEARLY_FALSE, decisive & (residual < RELATION_TOLERANCE)
    )


def _is_meaningful(
    statement: Statement, points: Sequence[str], index: dict[str, int], place: Ints
) -> Bools:
    """In which figures the statement is still meaningful when coinciding points share a name."""
    patterns, which = np.unique(place, axis=0, return_inverse=True)
    meant = np.zeros(len(patterns), dtype=bool)
    for row, pattern in enumerate(patterns):
        names = {point: points[pattern[index[point]]] for point in statement.points}
        try:
            statement.renamed(names)
        except DegenerateStatementError:
            continue
        meant[row] = True
    return np.asarray(meant[which.reshape(-1)])


def triangles_in(statement: Statement) -> list[tuple[str, ...]]:
    """The triples of points whose collinearity would make a relation degenerate.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> triangles_in(parse_statement("simtri A B C P Q R"))
    [('A', 'B', 'C'), ('P', 'Q', 'R')]
    """
    if statement.predicate == "cyclic":
        return list(combinations(statement.points, 3))
    if statement.definition.groups == (3, 3) and not statement.is_condition:
        return [statement.points[:3], statement.points[3:]]
    return []


def measured(statement: Statement, z: Complex) -> Reals:
    """The residual of a relation, or margin of a condition, in each figure; shape (figures,).

    `z`, of shape (figures, points), has a column for each point of the statement, in its order.
    """
    # Where points coincide, a measure may divide by zero; then it counts as not holding.
    with np.errstate(all="ignore"):
        if statement.value is None:
            return statement.definition.measure(z)
        return statement.definition.measure(z, float(statement.value))


def residual(statement: Statement, xy: Reals, index: Mapping[str, int]) -> Reals:
    """How far a relation is from holding, or a condition from being met; shape (figures,).

    For a condition that is met it is 0.

    Parameters
    ----------
    statement : Statement
    xy : ndarray, shape (figures, points, 2)
    index : mapping of str to int
        The row of each point.
    """
    found = statement.measured(xy, index)
    return np.maximum(-found, 0.0) if statement.is_condition else found


def satisfying(
    statements: Iterable[Statement], xy: Reals, index: Mapping[str, int], tolerance: float
) -> Bools:
    """Where relations hold to a tolerance, and conditions are met; shape (figures,)."""
    good = np.ones(len(xy), dtype=bool)
    for statement in statements:
        limit = 0.0 if statement.is_condition else tolerance
        good &= residual(statement, xy, index) <= limit
    return good


def holds_clearly(relation: Statement, z: Complex, index: Mapping[str, int], clear: float) -> Bools:
    """Where a relation holds by its own measure and is not degenerate; shape (figures,).

    Parameters
    ----------
    relation : Statement
    z : ndarray of complex, shape (figures, points)
    index : mapping of str to int
        The row of each point.
    clear : float
        Least flatness of its triangles.
    """
    own = z[:, [index[point] for point in relation.points]]
    good = relation.definition.decide(measured(relation, own))
    if relation.predicate == "para":
        # Coinciding lines do not count as parallel.
        good = good & ~on_a_line(own)
    for triangle in triangles_in(relation):
        corners = z[:, [index[point] for point in triangle]]
        good = good & (np.abs(flatness(corners)) > clear)
    return good


def on_a_line(z: Complex) -> Bools:
    """Whether all points of each figure are on one line; shape (figures,)."""
    triples = np.array(list(combinations(range(z.shape[1]), 3)))
    return np.asarray((np.abs(flatness(z[:, triples])) < RELATION_TOLERANCE).all(axis=1))


def places(z: Complex) -> Ints:
    """The index of the first point that coincides with each point; shape (figures, points)."""
    width = np.abs(z).max(axis=1, initial=0.0)
    near = np.abs(z[:, :, None] - z[:, None, :]) < _FLAT * width[:, None, None]
    return np.asarray(near.argmax(axis=2))
