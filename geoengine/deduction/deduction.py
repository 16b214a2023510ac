"""A deduction: everything that follows from premises, with derivations."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations

import numpy as np

from geoengine.deduction.closure import Closure, Limits, StopReason
from geoengine.deduction.derivation import Derivation
from geoengine.deduction.fact import Fact
from geoengine.deduction.frame import Floats, Frame, Ints
from geoengine.deduction.groundwork import Groundwork
from geoengine.deduction.growth import grow
from geoengine.deduction.kept_property import kept_property
from geoengine.deduction.known_facts import NEVER
from geoengine.deduction.openings import openings
from geoengine.deduction.quantities import Quantities
from geoengine.deduction.rule_derivations import RuleDerivations
from geoengine.deduction.rule_report import RuleReport
from geoengine.deduction.statement_facts import StatementFacts
from geoengine.deduction.statement_parts import covers, parts_of, premise_facts
from geoengine.deduction.table_derivations import TableDerivations
from geoengine.language import Question, Statement, Surd, Table, Value

__all__ = ["Deduction"]

Rank = tuple[int, int]

_NOT_SOUGHT = -1
"""In place of the round of a statement that has not been looked for; one look-up tells."""


class Deduction:
    """Everything that follows from some premises in a diagram.

    Parameters
    ----------
    points : sequence of str
    groundwork : Groundwork
        The instances of the rules in the diagram.
    premises : sequence of Statement
        Relations that are true in the diagram.
    without : frozenset of str
        Ids of rules that are not to be used.
    limits : Limits, optional
    goals : sequence of Statement or Question, optional
        The run stops after the round in which all of them are known; conditions count as known.
        If one of them is false in the diagram, everything is derived.
    measured : bool
        Whether to derive further ratios and angles, once no rule fires, where the diagram shows
        that they are constant.
    start : Closure, optional
        A closure of the leading ones of `premises`, without the same rules, to start from.
    given : sequence of Fact, optional
        The premises as facts, if the caller has them.
    """

    def __init__(
        self,
        points: Sequence[str],
        groundwork: Groundwork,
        premises: Sequence[Statement],
        without: frozenset[str] = frozenset(),
        limits: Limits | None = None,
        goals: Sequence[Statement | Question] = (),
        measured: bool = True,
        start: Closure | None = None,
        given: Sequence[Fact] | None = None,
    ) -> None:
        started = time.perf_counter()
        self.points = tuple(points)
        self.premises = tuple(premises)
        self.groundwork = groundwork
        self.relations = groundwork.relations
        self._facts = StatementFacts(self.points, groundwork)
        self._number = self._facts.number
        self._closure = Closure(
            groundwork.relations,
            groundwork.groundings,
            groundwork.agenda.restarted(without) if start is None else start.agenda.copied(),
            premise_facts(premises, self._number) if given is None else given,
            limits or Limits(),
            self._reaches(goals) if goals else None,
            measured,
            start,
        )
        self.seconds = {"ground": groundwork.seconds, "close": time.perf_counter() - started}
        self._premise_set, self._without = frozenset(premises), without
        self._divided = [premise for premise in self.premises if len(parts_of(premise)) > 1]
        self._ruled: RuleDerivations | None = None
        self._tabled: TableDerivations | None = None
        self._rounds: dict[Statement, int | None] = {}
        self._ranks: dict[Statement, Rank | None] = {}
        self._derived: dict[Statement, tuple[Derivation, ...]] = {}

    @property
    def closure(self) -> Closure:
        """The closure, after running it until it stops."""
        if self._closure.stop_reason is None:
            self._finish()
        return self._closure

    def _finish(self) -> None:
        while self._advance():
            pass

    def _advance(self) -> bool:
        """Compute one more round, if possible, and drop what was cached about derivations."""
        started = time.perf_counter()
        if not self._closure.advance():
            return False
        self._ruled = self._tabled = None
        self.seconds["close"] += time.perf_counter() - started
        return True

    @property
    def _by_rules(self) -> RuleDerivations:
        """What rules concluded, up to the last round."""
        if self._ruled is None:
            self._ruled = RuleDerivations(self._closure, self._facts)
        return self._ruled

    @property
    def _by_tables(self) -> TableDerivations:
        """What tables implied, up to the last round."""
        if self._tabled is None:
            self._tabled = TableDerivations(self._closure, self._facts, self._by_rules)
        return self._tabled

    @kept_property
    def _start(self) -> Closure:
        return Deduction(self.points, self.groundwork, self.premises)._closure

    def extended(self, further: Sequence[Statement], limits: Limits | None = None) -> Deduction:
        """Derive from further premises as well, by all rules.

        The equations of the present premises are reused.
        """
        premises = (*self.premises, *further)
        return Deduction(self.points, self.groundwork, premises, limits=limits, start=self._start)

    def with_points(
        self,
        points: Sequence[str],
        xy: Floats,
        further: Sequence[Statement],
        goals: Sequence[Statement | Question] = (),
        limits: Limits | None = None,
    ) -> Deduction:
        """Derive everything in a figure that has further points, going on from what is known.

        Only instances of rules with a new point are listed. The result is the same as from the
        start, but for the numbers of rounds.

        Parameters
        ----------
        points : sequence of str
            The points of this deduction, and then the further ones.
        xy : ndarray, shape (draws, points, 2)
            The coordinates of all points; those of the present points are unchanged.
        further : sequence of Statement
            The further premises, which may be about any of the points.
        goals : sequence of Statement or Question, optional
            The run stops after the round in which all of them are known.
        limits : Limits, optional
        """
        groundwork, start = grow(self.groundwork, self.closure, xy, self._without, limits)
        premises = (*self.premises, *further)
        return Deduction(points, groundwork, premises, self._without, limits, goals, start=start)

    def _reaches(self, goals: Sequence[Statement | Question]) -> Callable[[Closure], bool]:
        """Return a test of whether a closure knows all goals; conditions need no derivation."""
        stated = [goal for goal in goals if isinstance(goal, Statement) and not goal.is_condition]
        if not all(map(self.holds, stated)):
            return lambda closure: False
        # The test is kept by the closure, so it must not refer back to the deduction.
        facts = [self._facts.fact(part) for goal in stated for part in parts_of(goal)]
        asked = [goal for goal in goals if isinstance(goal, Question)]
        number = self._number

        def reached(closure: Closure) -> bool:
            if not all(map(closure.knows, facts)):
                return False
            known = Quantities(closure.frame, closure.values, number)
            return all(known.value(question) is not None for question in asked)

        return reached

    @kept_property
    def report(self) -> tuple[RuleReport, ...]:
        """The report on each rule, after the whole run."""
        work = self.groundwork
        return tuple(
            RuleReport(g.compiled.rule.id, len(g.rows), int((fired > 0).sum()), g.truncated)
            for g, fired in zip(work.groundings, self.closure.fired, strict=True)
        )

    @property
    def stop_reason(self) -> StopReason:
        """The reason why the run stopped."""
        reason = self.closure.stop_reason
        assert reason is not None
        return reason

    @property
    def frame(self) -> Frame:
        """The frame of the diagram."""
        return self.relations.frame

    def holds(self, statement: Statement) -> bool:
        """Return whether a statement is true in every draw of the diagram."""
        return self._facts.holds(statement)

    # -- rounds and ranks ----------------------------------------------------------------------

    def rank(self, statement: Statement) -> Rank | None:
        """Return the round in which a statement became known, and how.

        The second number is 0 if a rule concluded the statement and 1 if a table, or statements
        about fewer points, implied it. Premises have (0, 0). None for statements that were not
        derived, and for conditions, which the diagram decides.
        """
        if statement not in self._ranks:
            self._ranks[statement] = self._find_rank(statement)
        return self._ranks[statement]

    def _find_rank(self, statement: Statement) -> Rank | None:
        number = self.round_of(statement)
        if number is None or statement in self._premise_set:
            return None if number is None else (0, 0)
        if len(parts_of(statement)) > 1:
            return number, 1
        by_rule = self._table_of(statement, number) is None
        return number, 0 if by_rule or self._by_rules.any_of(statement, number) else 1

    def knows(self, statement: Statement) -> bool:
        """Return whether a statement is given or derived; faster than asking for its rank."""
        return self.round_of(statement) is not None

    def round_of(self, statement: Statement) -> int | None:
        """Return the round in which a statement became known, 0 for premises.

        None if it was not derived, and for conditions. Only the rounds needed are computed.
        """
        found = self._rounds.get(statement, _NOT_SOUGHT)
        if found == _NOT_SOUGHT:
            found = self._rounds[statement] = self._find_round(statement)
        return found

    def _find_round(self, statement: Statement) -> int | None:
        if statement in self._premise_set:
            return 0
        if statement.is_condition:
            return None
        if not self._facts.is_true(statement):
            return None
        parts = parts_of(statement)
        if len(parts) > 1:
            rounds = [self.round_of(part) for part in parts]
            found = [number for number in rounds if number is not None]
            return max(found) if len(found) == len(rounds) else None
        fact = self._facts.fact(statement)
        while self._closure.stop_reason is None and not self._closure.knows(fact):
            self._advance()
        known = self._closure.round_of(fact)
        return None if known is None else known[0]

    def openings(self, statement: Statement) -> Ints:
        """Return the points of rule instances that lack one hypothesis, and would give a statement.

        Parameters
        ----------
        statement : Statement
            One that is not known, in the end.

        Returns
        -------
        ndarray, shape (m, letters)
            The numbers of the points of each instance, filled up with zeros.
        """
        closure = self.closure
        facts = [self._facts.fact(part) for part in parts_of(statement)]
        rows = closure.agenda.rows
        found = [rows[openings(closure, fact)] for fact in facts if not closure.knows(fact)]
        return np.concatenate([rows[:0], *found])

    # -- derivations ---------------------------------------------------------------------------

    def derivations(self, statement: Statement) -> tuple[Derivation, ...]:
        """Return the derivations of a statement from statements of lower rank.

        Parameters
        ----------
        statement : Statement

        Returns
        -------
        tuple of Derivation
            Derivations by rules, if there are any, otherwise one by a table. Points on a common
            line or circle may instead follow from a premise about more points, or from statements
            about fewer. Empty for premises, conditions and statements that were not derived.
        """
        found = self._derived.get(statement)
        if found is None:
            found = self._derived[statement] = self._find_derivations(statement)
        return found

    def _find_derivations(self, statement: Statement) -> tuple[Derivation, ...]:
        number = self.round_of(statement)
        if number is None or statement in self._premise_set:
            return ()
        parts = parts_of(statement)
        wider = [premise for premise in self._divided if covers(premise, statement)]
        if wider or len(parts) > 1:
            rule = "common_line" if statement.predicate == "coll" else "common_circle"
            return (Derivation(statement, rule, tuple(wider[:1]) or parts),)
        # An instance that fired one round later may still have antecedents of lower rank.
        while len(self._closure.history) <= number + 1 and self._advance():
            pass
        found = self._by_rules.of(
            statement, number + 1, lambda used: self._precedes(used, statement, number)
        )
        if found:
            return tuple(dict.fromkeys(found) if len(found) > 1 else found)
        table = self._table_of(statement, number)
        step = None if table is None else self._by_tables.of(statement, number, table)
        return () if step is None else (step,)

    def all_derivations(self, statement: Statement) -> tuple[Derivation, ...]:
        """Return `derivations`, and all further rule steps to a statement.

        The antecedents of these further steps may have any rank.
        """
        last = len(self.closure.history)
        found = [] if len(parts_of(statement)) > 1 else self._by_rules.of(statement, last)
        useful = [step for step in found if statement not in step.antecedents]
        return tuple(dict.fromkeys([*self.derivations(statement), *useful]))

    def _precedes(self, one: Statement, other: Statement, number: int) -> bool:
        """Return whether a statement has a lower rank than another, known since round `number`."""
        first = self.round_of(one)
        if first is None or first != number:
            return first is not None and first < number
        # Comparing rounds is cheap; the full rank, which is not, matters only within a round.
        ranks = self.rank(one), self.rank(other)
        return ranks[0] is not None and ranks[1] is not None and ranks[0] < ranks[1]

    def _table_of(self, statement: Statement, number: int) -> Table | None:
        known = self._closure.round_of(self._facts.fact(statement))
        return known[1] if known is not None and known[0] <= number else None

    # -- exact values --------------------------------------------------------------------------

    @kept_property
    def quantities(self) -> Quantities:
        """The exact lengths, ratios, angles, areas and perimeters that are determined."""
        return Quantities(self.frame, self.closure.values, self._number)

    def quantities_in(
        self, xy: Floats, more_draws: Callable[[], Floats] | None = None
    ) -> Quantities:
        """Return the quantities that are determined, measured in other draws of the figure.

        The exact values come from the closure; they are compared with the measurements in `xy`.

        Parameters
        ----------
        xy : ndarray, shape (draws, points, 2)
        more_draws : callable, optional
            See `Quantities`.
        """
        return Quantities(Frame(xy), self.closure.values, self._number, more_draws)

    def length(self, first: str, second: str) -> Surd | None:
        """Return the exact distance of two points; None if it is not determined."""
        return self.quantities.length(first, second)

    @kept_property
    def lengths(self) -> dict[tuple[str, str], Surd]:
        """The exact distances that are determined, by pairs of points in the order of `points`."""
        found = {}
        for first, second in combinations(self.points, 2):
            value = self.length(first, second)
            if value is not None:
                found[first, second] = value
        return found

    # -- all conclusions -----------------------------------------------------------------------

    @property
    def state_count(self) -> int:
        """The number of different statements that rules concluded, counted without listing them."""
        self._finish()
        return self._by_rules.count

    def conclusions(self) -> Iterator[Statement]:
        """Yield every statement that a rule concluded, once, without the premises."""
        return iter(self._concluded)

    @kept_property
    def _concluded(self) -> tuple[Statement, ...]:
        found = dict.fromkeys(self._premise_set)
        self._finish()
        for fact in self._by_rules.concluded():
            statement = self._facts.statement(fact)
            if statement is not None:
                found[statement] = None
        return tuple(found)[len(self._premise_set) :]

    def ranked(self) -> list[Statement]:
        """Return the statements of `conclusions`, in the order of their rank."""
        found = list(self.conclusions())
        self._rank_all(found)
        return sorted(found, key=lambda s: (self.rank(s) or (0, 0), s.order()))

    def _rank_all(self, statements: Iterable[Statement]) -> None:
        """Find the ranks of many true statements at once, kind by kind."""
        kinds: dict[tuple[str, Value | None, int], list[Statement]] = {}
        given = frozenset(self.closure.premises)
        for statement in statements:
            # The parts of a premise about many points are premises, too.
            if len(parts_of(statement)) == 1 and self._facts.fact(statement) not in given:
                kind = (statement.predicate, statement.value, len(statement.points))
                kinds.setdefault(kind, []).append(statement)
        for (predicate, value, _), own in kinds.items():
            rows = np.array([[self._number[point] for point in s.points] for s in own])
            numbers, linear = self.closure.rounds_of(predicate, rows, value)
            by_rule = self._by_rules.earliest(predicate, rows, value) <= numbers
            for statement, number, ruled in zip(own, numbers.tolist(), by_rule, strict=True):
                known = number != NEVER
                self._rounds[statement] = number if known else None
                ruled = ruled or not linear or bool(self._by_rules.by_triangles(statement, number))
                self._ranks[statement] = (number, 0 if ruled else 1) if known else None
