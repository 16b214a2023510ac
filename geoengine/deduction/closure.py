"""The closure: fire every instance whose hypotheses are known, until nothing new follows."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial

import numpy as np
from numpy.typing import NDArray

from geoengine.deduction.agenda import Agenda
from geoengine.deduction.angle_classes import Angles, find_angles
from geoengine.deduction.distinct import distinct
from geoengine.deduction.divided_angles import equal_parts
from geoengine.deduction.exact_values import Values
from geoengine.deduction.exchange import Exchange, Implied
from geoengine.deduction.fact import Fact, Meanings, alternatives
from geoengine.deduction.frame import Ints
from geoengine.deduction.instances import Grounding
from geoengine.deduction.kept_property import kept_property
from geoengine.deduction.known_facts import NEVER
from geoengine.deduction.linear_forms import TABLES, FactForm, FormBlock, form_blocks
from geoengine.deduction.parts import proportional_parts
from geoengine.deduction.residues import PRIME, combined
from geoengine.deduction.shallow_copy import shallow_copy
from geoengine.deduction.sines import SineGraph, SineSolution
from geoengine.deduction.table_transfers import (
    lengths,
    lines_with_parallel_sides,
    perpendiculars,
)
from geoengine.deduction.tables import Tables
from geoengine.deduction.triangles import Solution, Triangles
from geoengine.deduction.true_relations import Relations
from geoengine.language import Table, Value

__all__ = ["Closure", "Limits", "StopReason", "Transfer"]


_Find = Callable[[Relations, Tables], list[Implied]]

_AT_ONCE = 4096
"""The number of facts whose rounds are looked up together."""


class StopReason(Enum):
    """Why the computation of a closure ended."""

    SATURATED = "saturated"
    """Nothing more follows."""
    TRUNCATED = "truncated"
    """Nothing more follows from the listed instances; a limit cut the list."""
    ROUND_LIMIT = "round_limit"
    """`Limits.rounds` rounds were computed; more may follow."""
    TIME_LIMIT = "time_limit"
    """`Limits.seconds` passed; more may follow."""
    REACHED = "reached"
    """All goals are known; more may follow."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a run; `StopReason` says whether one was reached.

    Attributes
    ----------
    rounds : int
        The largest number of rounds.
    seconds : float or None
        The wall time for the closure; None, the default, for no limit, because a run that is
        stopped by it is not reproducible.
    instances : int
        The largest number of partial instances of one rule held at a time; the rest is cut.
    relations : int
        The largest number of true relations of one kind that are listed; the rest is cut.
    """

    rounds: int = 200
    seconds: float | None = None
    instances: int = 2_000_000
    relations: int = 400_000


@dataclass(frozen=True, slots=True)
class Transfer:
    """A fact transferred from one table to another.

    Attributes
    ----------
    fact : Fact
    source, target : str
        The table that implied it, and the table that it was added to; collinear points may go
        from the table of directions to itself.
    round : int
    """

    fact: Fact
    source: Table
    target: Table
    round: int


class Closure:
    """The deductive closure of premises in a frame, computed round by round.

    It starts with the premises alone; `advance` computes one more round. Later rounds do not change
    earlier ones, so a caller that needs only some facts can stop early.

    Parameters
    ----------
    relations : Relations
    groundings : sequence of Grounding
    agenda : Agenda
        The agenda of these groundings, with none fired yet; with a `start`, a copy of its agenda.
    premises : sequence of Fact
    limits : Limits
    reached : callable, optional
        Returns after each round whether to stop; without it everything is derived.
    measured : bool
        Whether to derive further ratios and angles, once no rule fires, where the diagram shows
        that they are constant.
    start : Closure, optional
        A closure of the leading ones of `premises` to start from. Its rounds are kept; the other
        premises are known from its last round on.

    Attributes
    ----------
    history : list of dict
        The random solutions of every table after each round; round 0 is the premises.
    transfers : list of Transfer
    solutions : list of (Solution or SineSolution, int)
        The facts that follow by laws of triangles, with their rounds.
    values : Values
        Exact values, as far as they are determined.
    stop_reason : StopReason or None
        None while further rounds are possible.
    """

    def __init__(
        self,
        relations: Relations,
        groundings: Sequence[Grounding],
        agenda: Agenda,
        premises: Sequence[Fact],
        limits: Limits,
        reached: Callable[[Closure], bool] | None = None,
        measured: bool = True,
        start: Closure | None = None,
    ) -> None:
        started = time.perf_counter()
        self.frame = frame = relations.frame
        self.groundings = groundings
        self.premises = premises
        self.limits = limits
        self.agenda = agenda
        self._given = frozenset(premises)
        self.transfers: list[Transfer] = [] if start is None else list(start.transfers)
        self.solutions: list[tuple[Solution | SineSolution, int]] = []
        if start is not None:
            self.solutions += start.solutions
        self.history: list[dict[Table, Ints]] = [] if start is None else start.history[:-1]
        self._rounds_before = len(self.history)
        self.stop_reason: StopReason | None = None
        known_premises = 0 if start is None else len(start.premises)
        self.tables: Tables = Tables.begun(frame) if start is None else start.tables.copied()
        self._relations = relations
        self.meanings = relations.meanings
        self._firsts: dict[Fact, tuple[int, list[FactForm]]] = {}
        # Not a method: a cycle of references would keep the closure until a garbage collection.
        self.values = Values(frame, self.tables, partial(_implied, self.meanings, self.tables))
        self._reached, self._measured = reached or _never, measured
        self._solutions: dict[Table, Ints] = {}
        self._transferred: list[tuple[int, ...]] = [(), (), ()]
        self._angles: tuple[int, Angles] | None = None
        self._learn_facts([(fact, None) for fact in premises[known_premises:]], 0)
        self._record_round()
        self._spent = time.perf_counter() - started

    def moved(self, relations: Relations, agenda: Agenda, places: Ints) -> Closure:
        """Return this closure in a figure with more points, to start another one from.

        Parameters
        ----------
        relations : Relations
            The relations of the larger figure.
        agenda : Agenda
            The agenda of the larger figure, in which the same instances have fired.
        places : ndarray of int
            The number there of every variable.
        """
        other = shallow_copy(self)
        other.__dict__.pop("fired", None)
        other.frame, other.agenda, other.meanings = relations.frame, agenda, relations.meanings
        other._relations, other._angles = relations, None
        other.tables = self.tables.moved(relations.frame, places)
        weights = {name: table.weights for name, table in other.tables.items()}
        other.history = [
            {
                name: self.tables[name].moved_solutions(values, weights[name], places)
                for name, values in after.items()
            }
            for after in self.history
        ]
        for fact in self.premises:
            # A premise may occur in instances with the new points only.
            if not other.meanings.forms(fact):
                agenda.facts.learn(fact, 0)
        return other

    # -- rounds ------------------------------------------------------------------------------

    def advance(self) -> bool:
        """Compute one more round; return False, without computing one, once the run has stopped."""
        self.stop_reason = self.stop_reason or self._limit()
        if self.stop_reason is not None:
            return False
        started = time.perf_counter()
        number = len(self.history)
        changed = self._transfer(number)
        changed |= self.agenda.fire(self.tables, number)
        changed = changed or (self._measured and self._measure(number))
        self._record_round()
        if not changed:
            cut = any(grounding.truncated for grounding in self.groundings)
            self.stop_reason = StopReason.TRUNCATED if cut else StopReason.SATURATED
        self._solutions = {}
        self._spent += time.perf_counter() - started
        return True

    def _limit(self) -> StopReason | None:
        """Return the reason to stop before the next round, if there is one."""
        if self._reached(self):
            return StopReason.REACHED
        if len(self.history) - self._rounds_before > self.limits.rounds:
            return StopReason.ROUND_LIMIT
        if self.limits.seconds is not None and self._spent > self.limits.seconds:
            return StopReason.TIME_LIMIT
        return None

    def _record_round(self) -> None:
        self.history.append(self.tables.update_solutions())

    def _learn_facts(self, facts: Sequence[tuple[Fact, Table | None]], number: int) -> set[int]:
        """Enter facts into all tables, or into a single one; return the numbers of new ones."""
        new: set[int] = set()
        owners: dict[Table, list[int]] = {}
        equations: dict[Table, list[tuple[list[int], list[int]]]] = {}
        for k, (fact, only) in enumerate(facts):
            forms = self.meanings.forms(fact)
            if not forms:
                self.agenda.facts.learn(fact, number)
                new.add(k)
            for form in forms:
                table = form.plan.table
                if only in (None, table) and table in self.tables:
                    owners.setdefault(table, []).append(k)
                    equations.setdefault(table, []).append(self.tables.equation(form))
        for table, own in equations.items():
            stating = owners[table]
            new.update([stating[k] for k in self.tables[table].add_forms(own)])
        return new

    # -- transfers between tables --------------------------------------------------------------

    def _transfer(self, number: int) -> bool:
        """Transfer what follows at once, from tables that changed since the last time."""
        direction, length, square = (self.tables[table].version for table in TABLES)
        sources: tuple[tuple[_Find, tuple[int, ...]], ...] = (
            (lines_with_parallel_sides, (direction,)),
            (perpendiculars, (direction, square)),
            (partial(lengths, values=self.values), (length, square)),
        )
        found: list[Implied] = []
        for k, (find, versions) in enumerate(sources):
            if self._transferred[k] != versions:
                self._transferred[k] = versions
                found += find(self._relations, self.tables)
        return self._transfer_facts(found, number)

    def _transfer_facts(self, facts: Iterable[Implied], number: int) -> bool:
        """Add facts to the tables that lack them; return whether any was new."""
        listed = list(facts)
        new = self._learn_facts([(fact, target) for fact, _, target in listed], number)
        self.transfers += [Transfer(*listed[k], number) for k in sorted(new)]
        return bool(new)

    # -- measured ratios and angles, once no rule fires -----------------------------------------

    def _measure(self, number: int) -> bool:
        """Derive ratios and angles beyond rules and tables; return whether any is new."""
        collinear = self._relations.listed("coll", 3)
        exchange = Exchange(self.frame, self.tables, self.values, collinear)
        ratios, turns = exchange.known_ratios(), exchange.known_turns()
        open_ratios = len(distinct(ratios)) > int(self.frame.proportion.max()) + 1
        open_turns = len(distinct(turns[1:])) > len(distinct(self.frame.turning[1:]))
        if open_ratios or open_turns:
            # Some that are constant in the diagram are not known.
            if self._transfer_facts(exchange.between_squares(), number):
                return True
            if open_ratios and self._measure_lines(exchange, number):
                return True
            triangles = Triangles(self.frame, self.values, exchange.ordered_triples())
            solved = triangles.solve(ratios, turns, open_ratios=open_ratios, open_turns=open_turns)
            if self._learn_solutions(solved, number):
                return True
        parts = proportional_parts(self.frame, self.tables["length"], exchange.known_collinear())
        if self._learn_solutions(parts, number):
            return True
        graph = SineGraph(self.frame, self.tables, self._known_angles())
        if self._learn_solutions(graph.solutions(), number):
            return True
        return self._learn_solutions(equal_parts(graph, self.tables["direction"]), number)

    def _known_angles(self) -> Angles:
        """Return the angles of all triangles, by what is known of directions."""
        direction = self.tables["direction"]
        if self._angles is None or self._angles[0] != direction.version:
            self._angles = direction.version, find_angles(self.frame, direction, self.values)
        return self._angles[1]

    def _learn_solutions(self, solutions: Iterable[Solution | SineSolution], number: int) -> bool:
        changed = False
        # One by one: those that follow from others need not be listed any more.
        for solution in solutions:
            if self._learn_facts([(solution.fact, None)], number):
                self.solutions.append((solution, number))
                changed = True
        return changed

    def _measure_lines(self, exchange: Exchange, number: int) -> bool:
        chosen = exchange.open_on_lines()
        if not chosen.any():
            return False
        self.tables.open_lines()
        orders: list[Implied] = [(fact, "direction", "line") for fact in exchange.ordered_triples()]
        if self._transfer_facts([*orders, *exchange.to_lines(chosen)], number):
            return True
        return self._transfer_facts(exchange.from_lines(), number)

    # -- queries -----------------------------------------------------------------------------

    @kept_property
    def fired(self) -> list[Ints]:
        """For each grounding, the rounds in which its instances fired; 0 for those that did not.

        They are views, which further rounds change.
        """
        return self.agenda.rounds()

    def round_of(self, fact: Fact) -> tuple[int, Table | None] | None:
        """Return the round in which a fact became known, and the table that implied it.

        The table is None for premises and for facts without linear forms, which only rules
        conclude. The result is None if the fact did not become known.

        The fact must be true in the diagram: the tables decide an angle only up to a fraction of a
        half turn, and the diagram picks the value.
        """
        if fact in self._given:
            return 0, None
        if not self.meanings.alternatives(fact):
            number = self.agenda.facts.round_of(fact)
            return None if number is None else (number, None)
        number, forms = self._first(fact)
        return None if number == NEVER else (number, forms[0].plan.table)

    def first_forms(self, fact: Fact) -> list[FactForm]:
        """Return the forms through which a fact, which must have some, first became known."""
        return self._first(fact)[1]

    def rounds_of(self, predicate: str, rows: Ints, value: Value | None) -> tuple[Ints, bool]:
        """Return the rounds in which facts became known, and whether the predicate is linear.

        The facts must be true in the diagram, as for `round_of`, and not be premises.

        Returns
        -------
        rounds : ndarray, shape (m,)
            `NEVER` for those that did not become known.
        linear : bool
            Whether the tables decide; otherwise only rules conclude such facts.
        """
        rounds = np.full(len(rows), NEVER)
        linear = False
        for start in range(0, len(rows), _AT_ONCE):
            part = slice(start, start + _AT_ONCE)
            for blocks in alternatives(self.frame, predicate, rows[part].T, value):
                rounds[part] = np.minimum(rounds[part], self._first_rounds(blocks))
                linear = True
        return (rounds, True) if linear else (self.agenda.facts.rounds_of(predicate, rows), False)

    def _first(self, fact: Fact) -> tuple[int, list[FactForm]]:
        """Return the first round in which a fact was known, or `NEVER`, and forms that imply it."""
        found = self._firsts.get(fact)
        if found is None:
            ways = self.meanings.alternatives(fact)
            rounds = list(map(self._first_round, ways))
            number = min(rounds)
            found = self._firsts[fact] = number, ways[rounds.index(number)]
        return found

    def _first_round(self, forms: Sequence[FactForm]) -> int:
        """Return the round from which all forms of one fact were implied, or `NEVER`."""
        first = 0
        for form in forms:
            plan = form.plan
            table = self.tables.get(plan.table)
            if table is None:
                return NEVER
            solutions = self._solutions_of(plan.table)
            constant = [0, 0]
            if not plan.homogeneous:
                # What the constant contributes does not change. It may be new to the table.
                variable = self.tables.constant(plan)
                constant = [-part for part in table.random_solutions[variable].tolist()]
            # A form that is implied stays implied.
            rounds = table.last_vanishing(solutions, form.variables, plan.numbers, constant)
            if not rounds:
                return NEVER
            first = max(first, len(self.history) - rounds)
        return first

    def _first_rounds(self, blocks: Sequence[FormBlock]) -> Ints:
        """Return, for each of many facts, the round from which all its forms were implied."""
        first = np.zeros(len(blocks[0].variables), dtype=np.int64)
        for block in blocks:
            table = self.tables.get(block.plan.table)
            if table is None:
                return np.full_like(first, NEVER)
            solutions = self._solutions_of(block.plan.table)
            variables, coefficients = self.tables.with_constant(block)
            count = block.variables.shape[1]
            # The values of the quantities in each round, and of the constants, which do not change.
            values = combined(block.plan.coefficients, solutions[:, block.variables])
            if len(coefficients) > count:
                constants = table.random_solutions[variables[0, count:]]
                values += combined(coefficients[count:], constants)
            known = table.zero((values % PRIME).reshape(-1, 2)).reshape(values.shape[:2])
            since = known.argmax(axis=0) + len(self.history) - len(solutions)
            first = np.maximum(first, np.where(known.any(axis=0), since, NEVER))
        return first

    def _solutions_of(self, table: Table) -> Ints:
        """Return a table's random solutions, shape (rounds since its creation, pairs + 1, 2)."""
        found = self._solutions.get(table)
        if found is None:
            count = self.frame.pairs + 1
            rounds = [after[table][:count] for after in self.history if table in after]
            found = self._solutions[table] = np.array(rounds)
        return found

    def knows(self, fact: Fact) -> bool:
        """Return whether a fact, true in the diagram, is known now; `round_of` says since when."""
        if fact in self._given:
            return True
        ways = self.meanings.alternatives(fact)
        if not ways:
            return self.agenda.facts.round_of(fact) is not None
        return any(map(self.tables.imply, ways))

    def implies(self, predicate: str, rows: Ints) -> NDArray[np.bool_]:
        """Return which facts of a predicate with linear forms the tables imply now; shape (m,)."""
        known = np.zeros(len(rows), dtype=bool)
        blocks = form_blocks(self.frame, predicate, rows.T, None)
        for table in TABLES:
            own = [self.tables.vanish(block) for block in blocks if block.plan.table == table]
            if own:
                known |= np.all(own, axis=0)
        return known


def _implied(meanings: Meanings, tables: Tables, fact: Fact, table: Table) -> bool:
    """Return whether a table implies a fact, the current round included."""
    own = [form for form in meanings.forms(fact) if form.plan.table == table]
    return bool(own) and tables.imply(own)


def _never(closure: Closure) -> bool:
    return False
