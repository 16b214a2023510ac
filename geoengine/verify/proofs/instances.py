"""Instances of rules in figures, found by measuring, one letter at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

import numpy as np

from geoengine.catalogue import Pattern, Rule
from geoengine.errors import DegenerateStatementError
from geoengine.language import Statement, as_complex, reversed_angle
from geoengine.verify.figures.residuals import evaluate_conclusions, measured
from geoengine.verify.figures.system import Bools, Complex, Ints, Reals
from geoengine.verify.proofs.conclusion_places import places_in_conclusion
from geoengine.verify.proofs.matching import holds_trivially, is_identity

__all__ = ["TooManyError", "concludes_nothing_false", "instances_of"]

_TRUE = 1e-7
_CONDITION = 1e-6
_MOST = 4_000_000

_NOT_DEGENERATE = frozenset({"ncoll", "npara"})
"""The conditions by which triangles are triangles, and lines that meet do."""


class TooManyError(Exception):
    """There are more choices of points for the letters of a rule than the limit allows."""


def instances_of(
    rule: Rule,
    points: Sequence[str],
    xy: Reals,
    *,
    concluding: Statement,
    parallels: bool = False,
) -> Iterator[Mapping[str, str]]:
    """Yield the points for which a rule concludes a statement in all of the figures.

    For these points, the hypotheses of the rule hold in every figure, and its conclusion is not
    degenerate. Conditions on the order of points are ignored, unless the figures show that they
    fail: then something else that the rule concludes may be false.

    Parameters
    ----------
    rule : Rule
    points : sequence of str
        The names of the points.
    xy : ndarray, shape (figures, points, 2)
        The coordinates of the points in each figure.
    concluding : Statement
        About segments or lines: what the rule is to conclude, see `places_in_conclusion`.
    parallels : bool
        Whether it may conclude that of lines parallel to those of the statement.

    Yields
    ------
    mapping of str to str
        The point for each letter of the rule.

    Raises
    ------
    TooManyError
        When too many choices of points would have to be held at a time.

    Examples
    --------
    >>> from geoengine.catalogue import load_rules
    >>> from geoengine.language import parse_statement
    >>> rules, equal = load_rules(), parse_statement("cong M A M C")
    >>> xy = np.array([[[0, 0], [4, 0], [0, 3], [0, 1.5]], [[0, 0], [5, 1], [2, 4], [1, 2]]])
    >>> next(instances_of(rules["midpoint_equidistant"], "ABCM", xy, concluding=equal))
    {'M': 'M', 'A': 'A', 'B': 'C'}
    >>> list(instances_of(rules["thales_semicircle"], "ABCM", xy, concluding=equal))
    []
    """
    z = as_complex(xy)
    hypotheses = [*rule.given, *(one for one in rule.where if one.predicate in _NOT_DEGENERATE)]
    for pattern in rule.then:
        letters = list(dict.fromkeys(pattern.letters))
        places = places_in_conclusion(pattern, concluding, points, xy, parallels=parallels)
        for found in _complete(rule, points, z, hypotheses, [pattern], (letters, places), _MOST):
            # That the pattern itself is true was seen already.
            if len(rule.then) == 1 or concludes_nothing_false(rule, found, points, xy):
                yield found


def concludes_nothing_false(
    rule: Rule, letters: Mapping[str, str], points: Sequence[str], xy: Reals
) -> bool:
    """Whether nothing that a rule concludes for some points is clearly false in a figure.

    If something is, the rule does not apply to them: the sides of a quadrilateral cross, for
    example.

    Parameters
    ----------
    rule : Rule
    letters : mapping of str to str
        The point for each letter of the rule.
    points : sequence of str
        The names of the points.
    xy : ndarray, shape (figures, points, 2)

    Examples
    --------
    >>> from geoengine.catalogue import load_rules
    >>> rule = load_rules()["parallelogram_from_one_pair"]
    >>> rectangle = np.array([[[0.0, 0], [4, 0], [4, 3], [0, 3]]])
    >>> orders = [dict(zip("ABDC", order)) for order in ("PQRS", "PQSR")]
    >>> [concludes_nothing_false(rule, order, "PQRS", rectangle) for order in orders]
    [True, False]
    """
    stated = []
    for pattern in rule.then:
        with suppress(DegenerateStatementError):
            stated.append(pattern.statement(letters))
    return not evaluate_conclusions(stated, points, as_complex(xy)).false.any()


def _complete(
    rule: Rule,
    points: Sequence[str],
    z: Complex,
    hypotheses: Sequence[Pattern],
    conclusions: Sequence[Pattern],
    start: tuple[list[str], Ints],
    most: int,
) -> Iterator[Mapping[str, str]]:
    """Choose points for the letters that have none yet, so that all hypotheses hold."""
    letters, rows = start
    waiting = list(hypotheses)
    while len(rows) and (waiting or len(letters) < len(rule.variables)):
        pattern = min(
            waiting, key=lambda p: (len(_new(p.letters, letters)), p in rule.where), default=None
        )
        fresh = _new(rule.variables if pattern is None else pattern.letters, letters)
        rows = _extended(rows, len(points), len(fresh), most)
        letters = [*letters, *fresh]
        if pattern is not None:
            waiting.remove(pattern)
            rows = rows[_met(pattern, letters, z, rows)]
    stated = [pattern.statement() for pattern in conclusions]
    for row in rows:
        # Degenerate conclusions do not count.
        if evaluate_conclusions(stated, letters, z[:, row]).true.all(axis=0).any():
            yield {letter: points[k] for letter, k in zip(letters, row.tolist(), strict=True)}


def _new(named: Sequence[str], letters: Sequence[str]) -> list[str]:
    return [letter for letter in dict.fromkeys(named) if letter not in letters]


def _extended(rows: Ints, count: int, more: int, most: int) -> Ints:
    """Each row with every choice of points for further letters."""
    if len(rows) * count**more > most:
        raise TooManyError
    for _ in range(more):
        rows = np.column_stack(
            [np.repeat(rows, count, axis=0), np.tile(np.arange(count), len(rows))]
        )
    return rows


def _met(pattern: Pattern, letters: Sequence[str], z: Complex, rows: Ints) -> Bools:
    """For which rows a pattern holds in all figures."""
    statement = pattern.statement()
    columns = [letters.index(letter) for letter in statement.points]
    met = _is_meaningful(pattern, rows[:, [letters.index(one) for one in pattern.letters]])
    for figure in z:
        left = np.flatnonzero(met)
        off = measured(statement, figure[rows[left][:, columns]])
        met[left] = off > _CONDITION if statement.is_condition else off < _TRUE
    return met


def _is_meaningful(pattern: Pattern, rows: Ints) -> Bools:
    """For which points a pattern says something, or its two sides coincide."""
    # It depends only on which letters share a point.
    shared = (rows[:, :, None] == rows[:, None, :]).argmax(axis=2)
    kinds, of_row = np.unique(shared, axis=0, return_inverse=True)
    return np.array([_is_statement(pattern, kind) for kind in kinds.tolist()])[of_row.reshape(-1)]


def _is_statement(pattern: Pattern, kind: Sequence[int]) -> bool:
    names = {letter: f"P{first}" for letter, first in zip(pattern.letters, kind, strict=True)}
    try:
        pattern.statement(names)
    except DegenerateStatementError:
        if pattern.is_condition:
            return holds_trivially(pattern, names)
        if reversed_angle(pattern.predicate, [names[letter] for letter in pattern.letters]):
            return True
        # A segment is as long as itself, but parallels have to be two different lines.
        return pattern.predicate != "para" and is_identity(pattern, names)
    return True
