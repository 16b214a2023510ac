"""Theorems a reader may see at work in a figure: more instances than the deduction has use for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from geoengine.catalogue import load_rules
from geoengine.deduction import Deduction, Grounding, Groundwork, Limits, lay_groundwork
from geoengine.errors import DegenerateStatementError
from geoengine.language import Statement

__all__ = ["Sightings"]


class Sightings:
    """Instances of all rules in a figure, where a line counts as parallel to itself.

    Letters of a rule may name one point, as they may in the deduction.

    Parameters
    ----------
    points : sequence of str
    xy : ndarray, shape (draws, points, 2)

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> xy = np.array([[[0, 0], [4, 0], [0, 3], [0, 1.5]], [[0, 0], [5, 1], [2, 4], [1, 2]]])
    >>> sightings = Sightings("ABCM", xy)
    >>> sightings.has_place("midpoint_definition"), sightings.has_place("thales_semicircle")
    (True, False)
    >>> said = [parse_statement("cong M A M C"), parse_statement("coll M A C")]
    >>> sorted(sightings.at_work(said, [parse_statement("midp M A C")]))
    ['midpoint_definition']
    """

    def __init__(self, points: Sequence[str], xy: NDArray[np.float64]) -> None:
        self._points = tuple(points)
        self._xy = xy
        self._conclusions: dict[tuple[str, int], frozenset[Statement]] = {}

    def has_place(self, rule: str) -> bool:
        """Whether a rule applies to some points: its hypotheses and conditions hold for them.

        True also where there were too many choices of points to list all.
        """
        return rule in self._placed

    def at_work(self, said: Iterable[Statement], so: Iterable[Statement]) -> frozenset[str]:
        """Return the rules that conclude something, whatever it is, from what is said.

        Their hypotheses follow from it by tables alone. Conditions on the figure are left aside: a
        reader may overlook them.

        Parameters
        ----------
        said : iterable of Statement
            True in the figure.
        so : iterable of Statement
            Conclusions, one of which will do.
        """
        relations = [statement for statement in said if not statement.is_condition]
        work, once = self._unconditional, Limits(rounds=1)
        closure = Deduction(self._points, work, relations, limits=once, measured=False).closure
        wanted = frozenset(so)
        return frozenset(
            one.compiled.rule.id
            for one, rounds in zip(closure.groundings, closure.fired, strict=True)
            if one.truncated
            or any(
                not wanted.isdisjoint(self._said(one, row))
                for row in np.flatnonzero(rounds).tolist()
            )
        )

    def _said(self, grounding: Grounding, row: int) -> frozenset[Statement]:
        """Return what an instance concludes, as far as it can be said."""
        rule = grounding.compiled.rule
        if (rule.id, row) not in self._conclusions:
            at = [self._points[k] for k in grounding.rows[row].tolist()]
            letters = dict(zip(rule.variables, at, strict=True))
            found = []
            for pattern in rule.then:
                with suppress(DegenerateStatementError):
                    found.append(pattern.statement(letters))
            self._conclusions[rule.id, row] = frozenset(found)
        return self._conclusions[rule.id, row]

    @cached_property
    def _placed(self) -> frozenset[str]:
        work = lay_groundwork(self._xy, list(load_rules().values()), loose=True)
        return frozenset(
            one.compiled.rule.id for one in work.groundings if len(one.rows) or one.truncated
        )

    @cached_property
    def _unconditional(self) -> Groundwork:
        bare = [rule.model_copy(update={"where": ()}) for rule in load_rules().values()]
        return lay_groundwork(self._xy, bare, loose=True)
