"""Conflicts: statements that contradict each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from geoengine.language import Statement, as_complex
from geoengine.verify.budget import Budget
from geoengine.verify.figures.configurations import find_configurations
from geoengine.verify.figures.incremental_search import find_figures
from geoengine.verify.figures.residuals import places
from geoengine.verify.proofs.linear import contradiction

__all__ = ["Conflict", "coinciding", "find_conflict"]

_STARTS = 144
_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Conflict:
    """Statements for which no common figure was found.

    Attributes
    ----------
    statements : tuple of Statement
    minimal : bool
        Whether none can be left out: without any one of them the equations are consistent, or a
        figure was found.
    evidence : {"exact", "numeric"}
        ``exact``: their linear equations contradict each other in exact arithmetic. ``numeric``: no
        figure was found from many starts.
    """

    statements: tuple[Statement, ...]
    minimal: bool
    evidence: Literal["exact", "numeric"]


def find_conflict(statements: Sequence[Statement], budget: Budget) -> Conflict | None:
    """Narrow contradictory statements down to a small contradictory set.

    Parameters
    ----------
    statements : sequence of Statement
        Statements for which no figure was found.
    budget : Budget
        If its time runs out, an exact conflict is returned as narrowed so far, not minimal.

    Returns
    -------
    Conflict or None
        None if the time ran out and their linear equations show no contradiction.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> texts = ("lconst A B 3", "lconst B C 4", "perp A B B C", "lconst A C 6", "midp M A B")
    >>> found = find_conflict([parse_statement(text) for text in texts], Budget())
    >>> sorted(map(str, found.statements)), found.minimal, found.evidence
    (['lconst A B 3', 'lconst A C 6', 'lconst B C 4', 'perp A B B C'], True, 'exact')
    """
    linear = contradiction(statements)
    kept = list(linear or statements)
    minimal = True
    for candidate in list(kept):
        if budget.spent:
            return Conflict(tuple(kept), False, "exact") if linear else None
        rest = [statement for statement in kept if statement != candidate]
        if linear:
            smaller = contradiction(rest)
            kept = list(smaller) if smaller else kept
            continue
        possible = _has_figure(rest, budget)
        if possible is None:
            minimal = False
        elif not possible:
            kept = rest
    return Conflict(tuple(kept), minimal, "exact" if linear else "numeric")


def _has_figure(statements: Sequence[Statement], budget: Budget) -> bool | None:
    """Whether a figure was found; None if the time ran out."""
    if not statements:
        return True
    found = find_figures(
        statements, count=1, seed=budget.seed, timeout=min(_SECONDS, budget.left),
        most_starts=_STARTS,
    )  # fmt: skip
    return None if found.exhausted else len(found) > 0


def coinciding(statements: Sequence[Statement], budget: Budget) -> tuple[tuple[str, str], ...]:
    """Pairs of points that coincide in every figure found; empty if no figure was found.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> texts = ("midp M A B", "midp N A B", "cong M C M D", "cong N C C D")
    >>> coinciding([parse_statement(text) for text in texts], Budget())
    (('M', 'N'),)
    """
    relations = [s for s in statements if not s.is_condition]
    conditions = [s for s in statements if s.is_condition]
    if not relations or budget.spent:
        return ()
    found = find_configurations(
        relations, conditions, count=8, seed=budget.seed, most_starts=2 * _STARTS
    )
    if not len(found.xy):
        return ()
    z = as_complex(found.xy)
    first = places(z)
    together = [
        (found.points[a], found.points[b])
        for b in range(first.shape[1])
        for a in range(b)
        if (first[:, a] == first[:, b]).all()
    ]
    return tuple(together)
