"""Forms of conclusions: which statements a theorem can conclude, by their letters alone."""

from __future__ import annotations

from functools import cache

from geoengine.catalogue import Pattern, load_rules
from geoengine.families.reasoning.theorems import both_orientations
from geoengine.language import PREDICATES, Statement

__all__ = ["has_form"]


def has_form(rule: str, statement: Statement, *, apart: bool = False) -> bool:
    """Whether a statement has the form of what a theorem, or its mirror image, concludes.

    What the theorem calls by one letter must be one point: that a line bisects an angle is said of
    three lines through a point. Constants are not compared.

    Parameters
    ----------
    rule : str
    statement : Statement
    apart : bool
        Whether different letters must stand for different points; otherwise they need not.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> bisects, equals = "eqangle A B A O A O A C", "eqangle A B A C D E D F"
    >>> [has_form("kite_axis", parse_statement(one)) for one in (bisects, equals)]
    [True, False]
    >>> isosceles = parse_statement("cong A B A C")
    >>> [has_form("parallelogram_sides", isosceles, apart=apart) for apart in (False, True)]
    [True, False]
    """
    points = statement.points
    return _concludes(rule, statement.predicate, tuple(map(points.index, points)), apart)


@cache
def _concludes(rule: str, predicate: str, places: tuple[int, ...], apart: bool) -> bool:
    """Whether a theorem concludes such a statement; for each point, where it is named first."""
    return any(
        _matches(pattern, predicate, places, apart)
        for one in both_orientations(rule)
        for pattern in load_rules()[one].then
    )


def _matches(pattern: Pattern, predicate: str, places: tuple[int, ...], apart: bool) -> bool:
    """Whether a way of writing a statement has equal points where a pattern has equal letters.

    With `apart`, it must have different points where the pattern has different letters.
    """
    if pattern.predicate != predicate or len(places) != len(pattern.letters):
        return False
    first = [pattern.letters.index(letter) for letter in pattern.letters]
    if apart and len({*places}) != len({*first}):
        return False
    return any(
        all(places[way.order[k]] == places[way.order[at]] for k, at in enumerate(first))
        for way in PREDICATES[predicate].symmetries
    )
