"""Names of lines: whether two statements are the same if other points name their lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable

from geoengine.language import Statement

__all__ = ["NamesOfLines", "names_same_lines"]

_SIGNS = {"para": (1, -1), "perp": (1, -1), "eqangle": (-1, 1, 1, -1)}
"""The sign with which the direction of each line counts."""


class NamesOfLines:
    """The lines of a figure, each of which any two of its points name.

    Parameters
    ----------
    known : iterable of Statement
        Says which points are on one line: every three of them, if there are more.

    Examples
    --------
    >>> from geoengine.language import parse_statement as parse
    >>> names = NamesOfLines([parse("coll A B G")])
    >>> names.key(parse("perp A B C D")) == names.key(parse("perp C D A G"))
    True
    """

    def __init__(self, known: Iterable[Statement]) -> None:
        self._lines = [frozenset(said.points) for said in known if said.predicate == "coll"]
        self._through: dict[frozenset[str], frozenset[str]] = {}

    def key(self, statement: Statement) -> Hashable:
        """What statements have in common that say the same of the same lines.

        For parallels and equal angles, it is an equation between the directions of lines.
        """
        if statement.predicate not in _SIGNS:
            return statement
        ends = iter(statement.points)
        equation: Counter[frozenset[str]] = Counter()
        for sign, pair in zip(
            _SIGNS[statement.predicate], zip(ends, ends, strict=True), strict=True
        ):
            equation[self._line(frozenset(pair))] += sign
        terms = {(line, count) for line, count in equation.items() if count}
        either = frozenset({frozenset(terms), frozenset((line, -count) for line, count in terms)})
        return statement.predicate == "perp", either

    def _line(self, pair: frozenset[str]) -> frozenset[str]:
        """All points on the line through two."""
        if pair not in self._through:
            self._through[pair] = pair.union(*(on for on in self._lines if pair <= on))
        return self._through[pair]


def names_same_lines(one: Statement, other: Statement, known: Iterable[Statement]) -> bool:
    """Whether two statements are the same, or of the same kind about the same lines.

    Parameters
    ----------
    one, other : Statement
    known : iterable of Statement
        Says which points are on one line: every three of them, if there are more.

    Examples
    --------
    >>> from geoengine.language import parse_statement as parse
    >>> angles = parse("eqangle A B A C D E D F"), parse("eqangle A G A C D E D F")
    >>> names_same_lines(*angles, [parse("coll A B G")]), names_same_lines(*angles, [])
    (True, False)
    """
    names = NamesOfLines(known)
    return names.key(one) == names.key(other)
