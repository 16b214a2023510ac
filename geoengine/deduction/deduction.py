"""A deduction: everything that follows from premises, with derivations."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations

import numpy as np

from geoengine.deduction.agenda import NEVER
from geoengine.deduction.closure import Closure, Limits, StopReason
from geoengine.deduction.compiled_rule import Atom
from geoengine.deduction.conclusions import Conclusions
from geoengine.deduction.constants import constant_of
from geoengine.deduction.derivation import ENGINE_STEPS, CertificateError, Derivation
from geoengine.deduction.fact import Fact
from geoengine.deduction.frame import Floats, Frame
from geoengine.deduction.groundwork import Groundwork
from geoengine.deduction.linear_forms import FormBlock
from geoengine.deduction.quantities import Quantities
from geoengine.deduction.table_equations import Equations
from geoengine.errors import DegenerateStatementError
from geoengine.language import Question, Statement, Surd, Table, Value

__all__ = ["Deduction", "RuleReport"]

Rank = tuple[int, int]

_SIZES = {"coll": 3, "cyclic": 4}
"""The number of points in statements of rules, for predicates of any number of points."""


@dataclass(frozen=True, slots=True)
class RuleReport:
    """The instances of one rule in a run.

    Attributes
    ----------
    instances : int
        The number of instances that are true in the diagram.
    fired : int
        The number of those whose hypotheses were derived.
    truncated : bool
        Whether a limit cut the list.
    """

    rule: str
    instances: int
    fired: int
    truncated: bool


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
        The run stops after the round in which all of them are known.
    measured : bool
        Whether to derive further ratios and angles, once no rule fires, where the diagram shows
        that they are constant.
    opening : Closure, optional
        A closure of the first of the premises and all rules at round 0, to start from.
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
        opening: Closure | None = None,
    ) -> None:
        started = time.perf_counter()
        self.points = tuple(points)
        self.premises = tuple(premises)
        self.groundwork = groundwork
        self.relations = groundwork.relations
        self._number = {name: k for k, name in enumerate(self.points)}
        self._holding: dict[Statement, bool] = {}
        self._closure = Closure(
            groundwork.relations,
            groundwork.groundings,
            groundwork.agenda.restarted(without) if opening is None else opening.agenda.copied(),
            _premise_facts(premises, self._number),
            limits or Limits(),
            self._reaches(goals) if goals else None,
            measured,
            opening,
        )
        self.seconds = {"ground": groundwork.seconds, "close": time.perf_counter() - started}
        self._premise_set = frozenset(premises)
        self._equations: dict[Table, Equations] = {}
        self._conclusions = Conclusions(self._closure)
        self._statements: dict[Fact, Statement | None] = {}
        self._true: set[Statement] = set()
        self._rounds: dict[Statement, int | None] = {}
        self._ranks: dict[Statement, Rank | None] = {}
        self._derived: dict[Statement, tuple[Derivation, ...]] = {}

    @property
    def closure(self) -> Closure:
        """The complete closure."""
        self._finish()
        return self._closure

    def _finish(self) -> None:
        while self._advance():
            pass

    def _advance(self) -> bool:
        """Compute one more round, if possible, and drop what was cached about conclusions."""
        started = time.perf_counter()
        if not self._closure.advance():
            return False
        self._conclusions = Conclusions(self._closure)
        self._equations.clear()
        self.__dict__.pop("_solved", None)
        self.seconds["close"] += time.perf_counter() - started
        return True

    @cached_property
    def _opening(self) -> Closure:
        return Deduction(self.points, self.groundwork, self.premises)._closure

    def extended(self, further: Sequence[Statement], limits: Limits | None = None) -> Deduction:
        """Derive from further premises as well, by all rules.

        The equations of the present premises are reused.
        """
        premises = (*self.premises, *further)
        return Deduction(
            self.points, self.groundwork, premises, limits=limits, opening=self._opening
        )

    def _reaches(self, goals: Sequence[Statement | Question]) -> Callable[[Closure], bool]:
        """Return a test for whether a closure knows all goals; conditions need no derivation."""
        wanted = [goal for goal in goals if not (isinstance(goal, Statement) and goal.is_condition)]

        def knows(closure: Closure, goal: Statement | Question) -> bool:
            if isinstance(goal, Question):
                known = Quantities(closure.frame, closure.values, self._number)
                return known.value(goal) is not None
            return all(closure.knows(self._fact(part)) for part in _parts(goal))

        def reached(closure: Closure) -> bool:
            return all(knows(closure, goal) for goal in wanted)

        false = any(isinstance(goal, Statement) and not self.holds(goal) for goal in wanted)
        return (lambda closure: False) if false else reached

    @cached_property
    def report(self) -> tuple[RuleReport, ...]:
        """The report on each rule."""
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

    # -- between statements and facts ----------------------------------------------------------

    def _fact(self, statement: Statement) -> Fact:
        return Fact(
            statement.predicate,
            tuple(self._number[point] for point in statement.points),
            statement.value,
        )

    def _statement(self, fact: Fact) -> Statement | None:
        """Return the statement of a fact; None where it is degenerate."""
        if fact not in self._statements:
            shared = self.groundwork.statements
            if fact not in shared:
                shared[fact] = self._named(fact)
            statement = self._statements[fact] = shared[fact]
            if statement is not None:
                self._true.add(statement)
        return self._statements[fact]

    def _named(self, fact: Fact) -> Statement | None:
        try:
            names = tuple(self.points[k] for k in fact.points)
            return Statement(fact.predicate, names, fact.value)
        except DegenerateStatementError:
            return None

    def holds(self, statement: Statement) -> bool:
        """Tell whether a statement is true in every draw of the diagram."""
        found = self._holding.get(statement)
        if found is None:
            z = self.frame.z[:, [self._number[point] for point in statement.points]]
            xy = np.stack([z.real, z.imag], axis=-1)
            found = bool(statement.definition.holds(xy, statement.value).all())
            self._holding[statement] = found
        return found

    # -- rounds and ranks ----------------------------------------------------------------------

    def rank(self, statement: Statement) -> Rank | None:
        """Return the round of a statement, and 0 if a rule concluded it or 1 if a table implied it.

        None if it was not derived, and for conditions, which the diagram decides.
        """
        if statement not in self._ranks:
            self._ranks[statement] = self._find_rank(statement)
        return self._ranks[statement]

    def _find_rank(self, statement: Statement) -> Rank | None:
        number = self.round_of(statement)
        if number is None or statement in self._premise_set:
            return None if number is None else (0, 0)
        if len(_parts(statement)) > 1:
            return number, 1
        by_rule = self._table_of(statement, number) is None
        by_rule = by_rule or bool(self._conclusions.of(self._fact(statement), number))
        return number, 0 if by_rule or self._by_triangles(statement, number) else 1

    def knows(self, statement: Statement) -> bool:
        """Tell whether a statement was derived; this is faster than asking for its rank."""
        return self.round_of(statement) is not None

    def round_of(self, statement: Statement) -> int | None:
        """Return the round in which a statement became known; None if it was not derived."""
        if statement not in self._rounds:
            self._rounds[statement] = self._find_round(statement)
        return self._rounds[statement]

    def _find_round(self, statement: Statement) -> int | None:
        if statement in self._premise_set:
            return 0
        if statement.is_condition:
            return None
        # Statements of rule instances are known to be true.
        if statement not in self._true and not self.holds(statement):
            return None
        parts = _parts(statement)
        if len(parts) > 1:
            rounds = [self.round_of(part) for part in parts]
            found = [number for number in rounds if number is not None]
            return max(found) if len(found) == len(rounds) else None
        fact = self._fact(statement)
        while self._closure.stop_reason is None and not self._closure.knows(fact):
            self._advance()
        known = self._closure.round_of(fact)
        return None if known is None else known[0]

    # -- derivations ---------------------------------------------------------------------------

    def derivations(self, statement: Statement) -> tuple[Derivation, ...]:
        """Return the derivations of a statement from statements of lower rank.

        Parameters
        ----------
        statement : Statement

        Returns
        -------
        tuple of Derivation
            By rules, if there are any, otherwise by a table. Empty for premises and for statements
            that were not derived.
        """
        if statement not in self._derived:
            self._derived[statement] = self._find_derivations(statement)
        return self._derived[statement]

    def _find_derivations(self, statement: Statement) -> tuple[Derivation, ...]:
        number = self.round_of(statement)
        if number is None or statement in self._premise_set:
            return ()
        parts = _parts(statement)
        wider = [premise for premise in self.premises if _covers(premise, statement)]
        if wider or len(parts) > 1:
            rule = "common_line" if statement.predicate == "coll" else "common_circle"
            return (Derivation(statement, rule, tuple(wider[:1]) or parts),)
        # An instance that fired one round later may still have antecedents of lower rank.
        while len(self._closure.history) <= number + 1 and self._advance():
            pass
        found = [
            self._by_instance(*place)
            for place in self._conclusions.of(self._fact(statement), number + 1)
        ]
        found += self._by_triangles(statement, number + 1)
        kept = [
            step for step in found if all(self._precedes(a, statement) for a in step.antecedents)
        ]
        if kept:
            return tuple(dict.fromkeys(kept))
        table = self._table_of(statement, number)
        step = None if table is None else self._by_table(statement, number, table)
        return () if step is None else (step,)

    def all_derivations(self, statement: Statement) -> tuple[Derivation, ...]:
        """Return every step to a statement, also those from antecedents of higher rank."""
        last = len(self.closure.history)
        places = (
            [] if len(_parts(statement)) > 1 else self._conclusions.of(self._fact(statement), last)
        )
        found = [self._by_instance(*place) for place in places]
        found += self._by_triangles(statement, last)
        useful = [step for step in found if statement not in step.antecedents]
        return tuple(dict.fromkeys([*self.derivations(statement), *useful]))

    def _precedes(self, one: Statement, other: Statement) -> bool:
        """Tell whether a statement has a lower rank than another, which is known."""
        first, second = self.round_of(one), self.round_of(other)
        if first is None or first != second:
            return first is not None and second is not None and first < second
        # Comparing rounds is cheap; the full rank, which is not, matters only within a round.
        ranks = self.rank(one), self.rank(other)
        return ranks[0] is not None and ranks[1] is not None and ranks[0] < ranks[1]

    def _table_of(self, statement: Statement, number: int) -> Table | None:
        known = self._closure.round_of(self._fact(statement))
        return known[1] if known is not None and known[0] <= number else None

    def _by_instance(self, number: int, row: int, conclusion: int) -> Derivation:
        grounding = self._closure.groundings[number]
        compiled = grounding.compiled
        places = grounding.rows[row].tolist()

        def stated(
            atom_letters: tuple[int, ...], predicate: str, value: Value | None
        ) -> Statement | None:
            return self._statement(Fact(predicate, tuple(places[k] for k in atom_letters), value))

        def all_stated(atoms: Sequence[Atom]) -> tuple[Statement, ...]:
            found = [stated(a.letters, a.predicate, a.value) for a in atoms]
            return tuple(dict.fromkeys(s for s in found if s is not None))

        then = compiled.then[conclusion]
        concluded = stated(then.letters, then.predicate, then.value)
        assert concluded is not None
        names = zip(compiled.rule.variables, (self.points[k] for k in places), strict=True)
        return Derivation(
            concluded,
            compiled.rule.id,
            all_stated(compiled.given),
            all_stated(compiled.where),
            tuple(names),
        )

    @cached_property
    def _solved(self) -> dict[Statement, list[tuple[int, Derivation]]]:
        """The steps by laws of triangles, with their rounds, by conclusion."""
        found: dict[Statement, list[tuple[int, Derivation]]] = {}
        for solution, number in self._closure.solutions:
            conclusion, *given = map(self._sure, (solution.fact, *solution.antecedents))
            conditions = tuple(map(self._sure, solution.conditions))
            step = Derivation(conclusion, solution.rule, tuple(given), conditions)
            found.setdefault(conclusion, []).append((number, step))
        return found

    def _sure(self, fact: Fact) -> Statement:
        """Return the statement of a fact that is not degenerate."""
        statement = self._statement(fact)
        assert statement is not None
        return statement

    def _by_triangles(self, statement: Statement, until: int) -> list[Derivation]:
        """Return the steps to a statement by laws of triangles, up to a round."""
        return [step for number, step in self._solved.get(statement, ()) if number <= until]

    def _by_table(self, statement: Statement, number: int, table: Table) -> Derivation | None:
        """Write a statement as a combination of earlier equations; None if the constant differs."""
        # Imports flint, which proofs by rules alone do not need.
        from geoengine.deduction.certificate import combine

        forms = self._closure.settling(self._fact(statement))
        if table not in self._equations:
            self._equations[table] = Equations(self._closure, table)
        equations = self._equations[table]
        early = np.flatnonzero(equations.rounds <= number)
        sources: list[Statement] = []
        for block in forms:
            combination = combine(
                block.variables[0],
                block.coefficients,
                equations.variables[early],
                equations.coefficients[early],
                1.0 + equations.rounds[early],
            )
            for k in combination.rows:
                source = self._source_statement(equations, int(early[k]))
                if source == statement:
                    # A rule concluded a spelling that reduces to this statement.
                    return self._source_step(equations, int(early[k]))
                if source is not None and source not in sources:
                    sources.append(source)
        # Conditions come last, as in the coefficients of a step.
        ordered = sorted(sources, key=lambda source: (source.is_condition, source))
        return self._exactly(statement, table, forms, tuple(ordered))

    def _source_statement(self, equations: Equations, k: int) -> Statement | None:
        source = equations.source(k)
        if source.kind == "premise":
            return self._statement(self._closure.premises[source.number])
        if source.kind == "transfer":
            return self._statement(self._closure.transfers[source.number].fact)
        if source.kind == "solution":
            return self._statement(self._closure.solutions[source.number][0].fact)
        grounding = self._closure.groundings[source.number]
        atom = grounding.compiled.then[source.conclusion]
        places = tuple(grounding.rows[source.row, list(atom.letters)].tolist())
        return self._statement(Fact(atom.predicate, places, atom.value))

    def _source_step(self, equations: Equations, k: int) -> Derivation | None:
        source = equations.source(k)
        if source.kind == "instance":
            return self._by_instance(source.number, source.row, source.conclusion)
        return None

    def _exactly(
        self,
        statement: Statement,
        table: Table,
        forms: Sequence[FormBlock],
        sources: tuple[Statement, ...],
    ) -> Derivation | None:
        """Solve over the canonical equations of the source statements, constants included."""
        from geoengine.deduction.certificate import solve_exactly

        rows: list[tuple[int, FormBlock]] = []
        for k, source in enumerate(sources):
            rows += [
                (k, block)
                for block in self._closure.meanings.blocks(self._fact(source))
                if block.table == table
            ]
        factors_of: list[tuple[Fraction, ...]] = []
        modulus = 1
        for block in forms:
            factors = solve_exactly(block, [row for _, row in rows])
            if factors is None:
                raise CertificateError(f"the sources of {statement} do not add up to it")
            constant = constant_of(table, [row.constant for _, row in rows], factors)
            denominator = int(np.lcm.reduce([f.denominator for f in factors])) if factors else 1
            if not _agrees(table, constant, block.constant, denominator):
                return None
            modulus = max(modulus, denominator if table == "direction" else 1)
            factors_of.append(
                tuple(
                    f * row.scale / block.scale for f, (_, row) in zip(factors, rows, strict=True)
                )
            )
        used = [
            k
            for k in range(len(sources))
            if any(f[i] for f in factors_of for i, (s, _) in enumerate(rows) if s == k)
        ]
        taken = [sources[k] for k in used]
        conditions = tuple(source for source in taken if source.is_condition)
        # A point can be between two others only if the three are known to be collinear.
        lines = [Statement("coll", condition.points) for condition in conditions]
        relations = [source for source in taken if not source.is_condition]
        return Derivation(
            statement,
            ENGINE_STEPS[table],
            tuple(dict.fromkeys([*relations, *lines])),
            conditions,
            coefficients=tuple(
                tuple(f[i] for i, (s, _) in enumerate(rows) if s in used) for f in factors_of
            ),
            modulus=modulus,
        )

    # -- exact values --------------------------------------------------------------------------

    @cached_property
    def quantities(self) -> Quantities:
        """The exact lengths, ratios, angles, areas and perimeters that are determined."""
        return Quantities(self.frame, self.closure.values, self._number)

    def quantities_in(self, xy: Floats) -> Quantities:
        """Return the quantities that are determined, to be compared with other draws.

        Parameters
        ----------
        xy : ndarray, shape (draws, points, 2)
        """
        return Quantities(Frame(xy), self.closure.values, self._number)

    def length(self, first: str, second: str) -> Surd | None:
        """Return the exact distance of two points; None if it is not determined."""
        return self.quantities.length(first, second)

    @cached_property
    def lengths(self) -> dict[tuple[str, str], Surd]:
        """All distances that are determined."""
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
        return self._conclusions.count

    def conclusions(self) -> Iterator[Statement]:
        """Yield every statement that a rule concluded, once, without the premises."""
        seen = set(self._premise_set)
        self._finish()
        for fact in self._conclusions.facts():
            statement = self._statement(fact)
            if statement is not None and statement not in seen:
                seen.add(statement)
                yield statement

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
            if len(_parts(statement)) == 1 and self._fact(statement) not in given:
                kind = (statement.predicate, statement.value, len(statement.points))
                kinds.setdefault(kind, []).append(statement)
        for (predicate, value, _), own in kinds.items():
            rows = np.array([[self._number[point] for point in s.points] for s in own])
            numbers, linear = self.closure.rounds_of(predicate, rows, value)
            by_rule = self._conclusions.earliest(predicate, rows, value) <= numbers
            for statement, number, ruled in zip(own, numbers.tolist(), by_rule, strict=True):
                known = number != NEVER
                self._rounds[statement] = number if known else None
                ruled = ruled or not linear or bool(self._by_triangles(statement, number))
                self._ranks[statement] = (number, 0 if ruled else 1) if known else None


def _agrees(table: Table, found: object, wanted: object, denominator: int) -> bool:
    if table == "direction":
        assert isinstance(found, Fraction)
        assert isinstance(wanted, Fraction)
        return (found - wanted) * denominator % 1 == 0
    return found == wanted


def _parts(statement: Statement) -> tuple[Statement, ...]:
    """Split a statement about many points of a line or circle into triples or quadruples."""
    size = _SIZES.get(statement.predicate, len(statement.points))
    first, rest = statement.points[: size - 1], statement.points[size - 1 :]
    if len(rest) == 1:
        return (statement,)
    return tuple(Statement(statement.predicate, (*first, point)) for point in rest)


def _covers(premise: Statement, statement: Statement) -> bool:
    """Tell whether a premise about points of a line or circle includes those of a statement."""
    return (
        premise.predicate == statement.predicate
        and premise.predicate in _SIZES
        and set(premise.points) > set(statement.points)
    )


def _premise_facts(premises: Sequence[Statement], number: Mapping[str, int]) -> list[Fact]:
    """Return the premises as facts of the sizes in rules: triples for lines, 4 points a circle."""
    facts: list[Fact] = []
    for premise in premises:
        points = tuple(number[point] for point in premise.points)
        size = _SIZES.get(premise.predicate, len(points))
        facts += [
            Fact(premise.predicate, part, premise.value) for part in combinations(points, size)
        ]
    return facts
