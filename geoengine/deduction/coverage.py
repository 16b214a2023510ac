"""Coverage: how many of the statements true in a diagram were derived, kind by kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geoengine.deduction.deduction import Deduction
from geoengine.deduction.fact import Fact
from geoengine.deduction.frame import Ints
from geoengine.deduction.known_facts import statement_codes
from geoengine.language import PREDICATES, Statement

__all__ = [
    "COVERAGE_KINDS",
    "COVERED_PREDICATES",
    "Coverage",
    "Gap",
    "KindTotal",
    "Survey",
    "measure_coverage",
]

COVERAGE_KINDS = {
    "collinear points": ("coll",),
    "concyclic points": ("cyclic",),
    "parallel lines": ("para",),
    "perpendicular lines": ("perp",),
    "equal lengths": ("cong",),
    "similar triangles": ("simtri", "simtrir"),
    "midpoints": ("midp",),
}
"""The kinds of statements that are counted, with their predicates."""

COVERED_PREDICATES = tuple(
    predicate for predicates in COVERAGE_KINDS.values() for predicate in predicates
)
"""The predicates that are counted."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """The numbers of true and of derived statements of one predicate.

    Attributes
    ----------
    predicate : str
    true : int
        The number of statements true in every draw; different spellings count once.
    derived : int
        How many of these are given or derived.
    missing : tuple of Statement
        The true statements that are neither.
    """

    predicate: str
    true: int
    derived: int
    missing: tuple[Statement, ...]


def measure_coverage(deduction: Deduction) -> tuple[Coverage, ...]:
    """Count the true and the derived statements of each predicate.

    Collinear points count as triples and concyclic points as quadruples. Lines are named by two of
    their points, so a line with three points makes three statements with each parallel.

    Parameters
    ----------
    deduction : Deduction

    Returns
    -------
    tuple of Coverage
        One for each predicate, in the order of `COVERED_PREDICATES`.

    Examples
    --------
    >>> import geoengine as ge
    >>> problem = ge.load_problem("a b c = triangle; m = midpoint a b; n = midpoint a c")
    >>> {c.predicate: (c.derived, c.true) for c in measure_coverage(ge.deduce(problem).deduction)}
    {'coll': (2, 2), 'cyclic': (0, 0), 'para': (1, 1), 'perp': (0, 0), 'cong': (2, 2),
     'simtri': (1, 1), 'simtrir': (0, 0), 'midp': (2, 2)}
    """
    found = []
    for predicate in COVERED_PREDICATES:
        rows = deduction.relations.listed(predicate, PREDICATES[predicate].arity)
        # An equilateral triangle, similar to itself by a rotation, is listed for both directions.
        _, firsts = np.unique(
            statement_codes(predicate, rows, deduction.frame.n), return_index=True
        )
        rows = rows[np.sort(firsts)]
        known = _known(deduction, predicate, rows)
        missing = [
            Statement(predicate, tuple(deduction.points[k] for k in row))
            for row in rows[~known].tolist()
        ]
        found.append(Coverage(predicate, len(rows), int(known.sum()), tuple(sorted(missing))))
    return tuple(found)


def _known(deduction: Deduction, predicate: str, rows: Ints) -> NDArray[np.bool_]:
    known = np.zeros(len(rows), dtype=bool)
    if not PREDICATES[predicate].forms:
        closure = deduction.closure
        for k, row in enumerate(rows.tolist()):
            known[k] = closure.round_of(Fact(predicate, tuple(row))) is not None
        return known
    return deduction.closure.implies(predicate, rows)


@dataclass(frozen=True, slots=True)
class KindTotal:
    """The numbers of true and of derived statements of one kind over many problems.

    Attributes
    ----------
    kind : str
        One of `COVERAGE_KINDS`.
    true, derived : int
    """

    kind: str
    true: int
    derived: int

    @property
    def share(self) -> float | None:
        """The share that was derived, from 0 to 1; None where nothing is true."""
        return self.derived / self.true if self.true else None


@dataclass(frozen=True, slots=True)
class Gap:
    """The true statements of one kind that were not derived in one problem.

    Attributes
    ----------
    kind, problem : str
    missing : tuple of Statement
        At least one.
    """

    kind: str
    problem: str
    missing: tuple[Statement, ...]


class Survey:
    """The total coverage of many problems.

    Examples
    --------
    >>> import geoengine as ge
    >>> problem = ge.load_problem("a b c = triangle; m = midpoint a b; n = midpoint a c")
    >>> survey = Survey()
    >>> survey.add("with all rules", measure_coverage(ge.deduce(problem).deduction))
    >>> survey.add("without rules", measure_coverage(ge.deduce(problem, rules=[]).deduction))
    >>> midpoints = survey.totals()[-1]
    >>> midpoints.kind, midpoints.derived, midpoints.true, midpoints.share
    ('midpoints', 2, 4, 0.5)
    >>> worst = survey.gaps()[0]
    >>> worst.kind, worst.problem, *map(str, worst.missing)
    ('midpoints', 'without rules', 'midp m a b', 'midp n a c')
    """

    def __init__(self) -> None:
        self.problems = 0
        self._true: Counter[str] = Counter()
        self._derived: Counter[str] = Counter()
        self._gaps: list[Gap] = []

    def add(self, problem: str, found: Sequence[Coverage]) -> None:
        """Add the coverage of a problem, under a name for the problem."""
        self.problems += 1
        by_predicate = {one.predicate: one for one in found}
        for kind, predicates in COVERAGE_KINDS.items():
            counted = [by_predicate[predicate] for predicate in predicates]
            self._true[kind] += sum(one.true for one in counted)
            self._derived[kind] += sum(one.derived for one in counted)
            missing = tuple(statement for one in counted for statement in one.missing)
            if missing:
                self._gaps.append(Gap(kind, problem, missing))

    def totals(self) -> tuple[KindTotal, ...]:
        """Return the totals of each kind, in the order of `COVERAGE_KINDS`."""
        return tuple(
            KindTotal(kind, self._true[kind], self._derived[kind]) for kind in COVERAGE_KINDS
        )

    def gaps(self) -> tuple[Gap, ...]:
        """Return the gaps, those with the most missing statements first."""
        return tuple(sorted(self._gaps, key=lambda gap: (-len(gap.missing), gap.problem, gap.kind)))
