"""Evident contradictions: two equations of angles of which letters show that one is false."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from geoengine.families.reasoning.context import Context
from geoengine.language import Statement

__all__ = ["EquationsOfAngles"]

_Turns = dict[frozenset[str], int]
"""For lines, each as the points on it, how often their directions are added to a sum of 0."""

_IN_COMMON = 2
"""The number of lines that equations have in common, at least, if their difference has two."""


class EquationsOfAngles:
    """Some equal angles that are printed, and whether another equation contradicts one of them.

    Of ∠(AB,AC) = ∠(DE,DF) and ∠(AB,AC) = ∠(DE,DG), one is false, since both hold only if DF and DG
    are parallel. A reader who sees that need not look at the figure.

    Parameters
    ----------
    context : Context
    printed : iterable of Statement
        Only equal angles count.

    Examples
    --------
    >>> from geoengine.families.reasoning import make_context
    >>> from geoengine.language import parse_statement
    >>> from geoengine.scene import load_problem
    >>> context = make_context(load_problem("A B C D = quadrangle"), scene="four points", seed=1)
    >>> known = EquationsOfAngles(context, [parse_statement("eqangle A B A C C D B D")])
    >>> claims = ("eqangle A B A C C D B C", "eqangle A B B C C D A D")
    >>> [known.contradict(parse_statement(claim)) for claim in claims]
    [True, False]
    """

    def __init__(self, context: Context, printed: Iterable[Statement]) -> None:
        self._context = context
        self._known = [turns for one in printed if (turns := self._turns(one))]

    def contradict(self, claim: Statement) -> bool:
        """Whether a claim and one of the equations say that two lines that meet are parallel."""
        turns = self._turns(claim)
        return any(
            _meet(_sum(turns, known, sign))
            for known in self._known
            if len(turns.keys() & known.keys()) >= _IN_COMMON
            for sign in (1, -1)
        )

    def _turns(self, statement: Statement) -> _Turns:
        """The equation of a statement as a sum of directions; empty for other statements."""
        if statement.predicate != "eqangle":
            return {}
        first, second, third, fourth = self._context.lines_in(statement)
        return _sum(Counter((first, fourth)), Counter((second, third)), -1)


def _sum(one: _Turns, other: _Turns, sign: int) -> _Turns:
    """A sum of directions plus or minus another one, without those that cancel."""
    total = {line: one.get(line, 0) + sign * other.get(line, 0) for line in {**one, **other}}
    return {line: times for line, times in total.items() if times}


def _meet(difference: _Turns) -> bool:
    """Whether a difference that is 0 makes two lines with a common point parallel."""
    if sorted(difference.values()) != [-1, 1]:
        return False
    first, second = difference
    return not first.isdisjoint(second)
