"""Rules that a reader may apply in a figure: more instances than the deduction uses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from geoengine.catalogue import load_rules
from geoengine.deduction import Deduction, Grounding, Groundwork, Limits, lay_groundwork
from geoengine.errors import DegenerateStatementError
from geoengine.families.reasoning.coinciding_points import with_coinciding_points
from geoengine.families.reasoning.same_conclusions import LINES
from geoengine.language import Statement

__all__ = ["ApplicableRules"]

_SIMPLER = {"eqratio": "cong", "eqangle": "perp"}
"""The relation that two terms of an equation have if the other two have it."""

_WITH_VALUE = {"rconst": "eqratio", "aconst": "eqangle", "lconst": "cong"}
"""The equation between two of the quantities that a predicate gives a value."""

_ORDERS = (0, 1, 2, 3), (0, 2, 1, 3)
"""Orders of the terms of an equation in which it says the same."""


class ApplicableRules:
    """The rules that have instances in a figure, where a line counts as parallel to itself.

    As in the deduction, different letters of a rule may stand for the same point.

    Parameters
    ----------
    points : sequence of str
    xy : ndarray, shape (draws, points, 2)

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> xy = np.array([[[0, 0], [4, 0], [0, 3], [0, 1.5]], [[0, 0], [5, 1], [2, 4], [1, 2]]])
    >>> rules = ApplicableRules("ABCM", xy)
    >>> known = [parse_statement("cong M A M C"), parse_statement("coll M A C")]
    >>> midpoint = [parse_statement("midp M A C")]
    >>> sorted(rules.concluding_rules(known, midpoint, {"midpoint_definition", "ceva"}))
    ['midpoint_definition']
    """

    def __init__(self, points: Sequence[str], xy: NDArray[np.float64]) -> None:
        self._points = tuple(points)
        self._xy = xy
        self._conclusions: dict[tuple[Hashable, int], frozenset[Hashable]] = {}
        self._coinciding: dict[str, Groundwork] = {}

    def concluding_rules(
        self, known: Iterable[Statement], conclusions: Iterable[Statement], among: Collection[str]
    ) -> frozenset[str]:
        """Return the ids of those rules by which one of the conclusions follows in a single step.

        Conclusions that differ only by an exchange of the inner terms count as one: a:b = c:d and
        a:c = b:d. So do those in which other points name the same lines, or parallel ones. That a
        point is a midpoint or the center of a circle counts as the equality of distances, too, and
        an equation as what it gives a reader who knows one side of it (`_with_equal_terms`).

        The hypotheses of such a rule follow from what is known by tables alone. Its conditions on
        the figure are ignored, since a reader may overlook them. A rule with too many instances to
        list is always among them.

        Parameters
        ----------
        known : iterable of Statement
            True in the figure.
        conclusions : iterable of Statement
            At least one of them must follow.
        among : collection of str
            The ids of the rules that are tried.
        """
        others = frozenset(load_rules().keys() - among)
        found = self._concluding(self.groundwork, known, conclusions, others)
        return frozenset(one.compiled.rule.id for one in found if one.compiled.rule.id in among)

    def concludes_where_points_coincide(
        self, known: Iterable[Statement], conclusions: Iterable[Statement], theorem: str
    ) -> bool:
        """Whether a conclusion follows by a theorem two of whose points coincide.

        Arguments as for `concluding_rules`, but a single theorem; see `with_coinciding_points`.
        """
        work = self.groundwork_where_points_coincide(theorem)
        if not work.groundings:
            return False
        return any(self._concluding(work, known, conclusions, frozenset()))

    def groundwork_where_points_coincide(self, theorem: str) -> Groundwork:
        """Return the instances of a theorem two of whose points coincide."""
        if theorem not in self._coinciding:
            rules = with_coinciding_points(theorem)
            self._coinciding[theorem] = lay_groundwork(self._xy, rules, earlier=self.groundwork)
        return self._coinciding[theorem]

    def _concluding(
        self,
        work: Groundwork,
        known: Iterable[Statement],
        conclusions: Iterable[Statement],
        without: frozenset[str],
    ) -> Iterator[Grounding]:
        """Yield the groundings by which a conclusion follows, or that were too many to list."""
        relations = [statement for statement in known if not statement.is_condition]
        closure = Deduction(
            self._points, work, relations, without, limits=Limits(rounds=1), measured=False
        ).closure
        wanted = frozenset(way for stated in conclusions for way in self._ways_to_say(stated))
        for one, rounds in zip(closure.groundings, closure.fired, strict=True):
            if one.truncated or any(
                not wanted.isdisjoint(self._conclusions_of(one, row))
                for row in np.flatnonzero(rounds).tolist()
            ):
                yield one

    def _conclusions_of(self, grounding: Grounding, row: int) -> frozenset[Hashable]:
        """Return what an instance concludes, in all ways to say it; nothing degenerate."""
        rule = grounding.compiled.rule
        if (grounding.compiled, row) not in self._conclusions:
            at = [self._points[k] for k in grounding.rows[row].tolist()]
            letters = dict(zip(rule.variables, at, strict=True))
            found: list[Hashable] = []
            for pattern in rule.then:
                with suppress(DegenerateStatementError):
                    concluded = pattern.statement(letters)
                    for stated in (concluded, *_equal_distances(concluded)):
                        found += self._ways_to_say(stated)
                    found += self._with_equal_terms(concluded)
            self._conclusions[grounding.compiled, row] = frozenset(found)
        return self._conclusions[grounding.compiled, row]

    @cached_property
    def groundwork(self) -> Groundwork:
        """The instances of all rules in the figure, without their conditions on it."""
        bare = [rule.model_copy(update={"where": ()}) for rule in load_rules().values()]
        return lay_groundwork(self._xy, bare, loose=True)

    def _ways_to_say(self, statement: Statement) -> Iterator[Hashable]:
        """Yield what a statement has in common with those that say the same.

        An equality of ratios or angles is written as one of two sums, and lines by the numbers of
        their directions, since a reader may take a parallel line for another; but the lines of an
        identity are written by their names.
        """
        predicate = statement.predicate
        if predicate in _WITH_VALUE:
            yield self._value_of(_WITH_VALUE[predicate], statement.points)
        if predicate not in LINES | {"eqratio"}:
            yield statement
            return
        frame = self.groundwork.relations.frame
        pairs = self._pairs(statement.points)
        if predicate == "eqratio":
            yield _equation(predicate, pairs.tolist())
            return
        lines, directions = frame.line[pairs].tolist(), frame.direction[pairs].tolist()
        sides = _sides(lines)
        if sides[0] == sides[1]:
            # It is an identity of lines, which states that some points are collinear.
            yield _equation(predicate, pairs.tolist())
            return
        yield _equation(predicate, directions)
        if predicate == "eqangle" and sides[0] & sides[1]:
            # The other arms of equal angles with a common arm are parallel.
            direction_of = dict(zip(lines, directions, strict=True))
            others = [*(sides[0] - sides[1]), *(sides[1] - sides[0])]
            yield _equation("para", [direction_of[line] for line in others])

    def _with_equal_terms(self, statement: Statement) -> Iterator[Hashable]:
        """Yield what a conclusion amounts to for a reader who knows one side of it.

        If two of four proportional segments are equal, so are the others; if one of two equal
        angles is a right angle, so is the other; and one of two equal lengths, ratios or angles has
        the value of the other.
        """
        predicate, points = statement.predicate, statement.points
        if predicate == "cong":
            for segment in (points[:2], points[2:]):
                yield self._value_of(predicate, segment)
        if predicate not in _SIMPLER:
            return
        for order in _ORDERS:
            named = tuple(point for k in order for point in points[2 * k : 2 * k + 2])
            for one, other in ((named[:4], named[4:]), (named[4:], named[:4])):
                yield self._value_of(predicate, one)
                if self._holds(_SIMPLER[predicate], other):
                    with suppress(DegenerateStatementError):
                        yield from self._ways_to_say(Statement(_SIMPLER[predicate], one))

    def _holds(self, predicate: str, points: Sequence[str]) -> bool:
        """Whether two segments are equal (``cong``), or two lines at right angles (``perp``)."""
        frame, (one, other) = self.groundwork.relations.frame, self._pairs(points).tolist()
        if predicate == "cong":
            return bool(frame.length[one] == frame.length[other])
        return bool(frame.right_angle_to[frame.direction[one]] == frame.direction[other])

    def _value_of(self, predicate: str, points: Sequence[str]) -> Hashable:
        """What a length, a ratio or an angle has in common with those that have the same terms."""
        return predicate, "value", frozenset(self._pairs(points).tolist())

    def _pairs(self, points: Sequence[str]) -> NDArray[np.int64]:
        """The numbers of the pairs of points that follow each other."""
        ends = [self._points.index(point) for point in points]
        return self.groundwork.relations.frame.pair[ends[::2], ends[1::2]]


def _equation(predicate: str, terms: Sequence[int]) -> Hashable:
    """What is the same for all orders of terms with which a relation says the same."""
    return predicate, frozenset(frozenset(side.items()) for side in _sides(terms))


def _sides(terms: Sequence[int]) -> tuple[Counter[int], Counter[int]]:
    """The terms on each side of a relation; a:b = c:d is an equality of two sums."""
    inner = terms[1:-1] if len(terms) == 4 else terms[1:]
    return Counter([terms[0], *(terms[3:])]), Counter(inner)


def _equal_distances(statement: Statement) -> Iterator[Statement]:
    """The equal distances of which a midpoint or the center of a circle speaks."""
    if statement.predicate in {"midp", "circle"}:
        center, *ends = statement.points
        for first, second in combinations(ends, 2):
            yield Statement("cong", (center, first, center, second))
