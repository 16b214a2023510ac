"""The fixpoint: fire every instance whose hypotheses are known, until nothing is new."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np

from geoengine.deduction.agenda import Agenda, Fact
from geoengine.deduction.forms import TABLES, FormBlock, form_blocks
from geoengine.deduction.frame import Ints
from geoengine.deduction.ground import Grounding
from geoengine.deduction.relations import Relations
from geoengine.deduction.table import PRIME, LinearTable
from geoengine.language import Table

__all__ = ["Closure", "Limits", "StopReason", "Transfer"]


class StopReason(Enum):
    """Why a run ended."""

    SATURATED = "saturated"
    """Nothing more follows."""
    TRUNCATED = "truncated"
    """Nothing more follows from the instances that were listed; a limit cut the list."""
    ROUND_LIMIT = "round_limit"
    TIME_LIMIT = "time_limit"


@dataclass(frozen=True, slots=True)
class Limits:
    """Budgets of a run; None is no limit.

    Attributes
    ----------
    rounds : int
        Most rounds of firing.
    seconds : float or None
        Wall time for the fixpoint. A run that meets it is not reproducible, so there is none by
        default.
    instances : int
        Most partial instances of one rule held at a time.
    relations : int
        Most true relations of one kind that are listed.
    """

    rounds: int = 200
    seconds: float | None = None
    instances: int = 2_000_000
    relations: int = 400_000


@dataclass(frozen=True, slots=True)
class Transfer:
    """A fact that one table told another.

    Attributes
    ----------
    source, target : str
        The table that implied it and the one that learnt it.
    """

    fact: Fact
    source: Table
    target: Table
    round: int


class Closure:
    """Everything that follows from premises in a frame.

    Parameters
    ----------
    relations : Relations
    groundings : sequence of Grounding
    agenda : Agenda
        Of these groundings, none fired yet.
    premises : sequence of Fact
    limits : Limits

    Attributes
    ----------
    fired : list of ndarray
        For each grounding the rounds in which its instances fired; 0 for those that did not.
    history : list of dict
        For each round the random solutions of every table after it; round 0 is the premises.
    transfers : list of Transfer
    stop_reason : StopReason
    """

    def __init__(
        self,
        relations: Relations,
        groundings: Sequence[Grounding],
        agenda: Agenda,
        premises: Sequence[Fact],
        limits: Limits,
    ) -> None:
        self.frame = frame = relations.frame
        self.groundings = groundings
        self.premises = premises
        self.limits = limits
        self.agenda = agenda
        self._given = frozenset(premises)
        self.transfers: list[Transfer] = []
        self.history: list[dict[Table, Ints]] = []
        self.stop_reason = StopReason.SATURATED
        rng = np.random.default_rng(2**31 - 1)
        self._tables = {table: LinearTable(frame.pairs, rng) for table in TABLES}
        self._collinear = relations.listed("coll", 3)
        self._right_angles = relations.listed("perp", 4)
        self._blocks: dict[Fact, list[FormBlock]] = {}
        self._run()
        self.fired = agenda.rounds()

    # -- the fixpoint ------------------------------------------------------------------------

    def _run(self) -> None:
        started = time.perf_counter()
        for fact in self.premises:
            self._learn_fact(fact, 0)
        self._settle()
        news = True
        while news:
            if len(self.history) > self.limits.rounds:
                self.stop_reason = StopReason.ROUND_LIMIT
                return
            if self._late(started):
                self.stop_reason = StopReason.TIME_LIMIT
                return
            number = len(self.history)
            news = self._transfer(number)
            news |= self.agenda.fire(self._tables, number)
            self._settle()
        if any(grounding.truncated for grounding in self.groundings):
            self.stop_reason = StopReason.TRUNCATED

    def _late(self, started: float) -> bool:
        limit = self.limits.seconds
        return limit is not None and time.perf_counter() - started > limit

    def _settle(self) -> None:
        for table in self._tables.values():
            table.settle()
        self.history.append({name: table.witness.copy() for name, table in self._tables.items()})

    def _learn_fact(self, fact: Fact, number: int, only: Table | None = None) -> bool:
        blocks = self.blocks(fact)
        if not blocks:
            self.agenda.facts.learn(fact, number)
            return True
        news = False
        for block in blocks:
            if only in (None, block.table):
                news |= self._tables[block.table].add(block.variables[0], block.coefficients)
        return news

    # -- what one table tells another ---------------------------------------------------------

    def _transfer(self, number: int) -> bool:
        facts = [*self._lines(), *self._perpendiculars(), *self._lengths()]
        news = False
        for fact, source, target in facts:
            if self._learn_fact(fact, number, only=target):
                self.transfers.append(Transfer(fact, source, target, number))
                news = True
        return news

    def _lines(self) -> list[tuple[Fact, Table, Table]]:
        """Two parallel lines through a point are one: the third side learns its direction."""
        rows = self._collinear
        witness = self._tables["direction"].witness
        pair = self.frame.pair
        a, b, c = (witness[pair[rows[:, i], rows[:, j]]] for i, j in ((0, 1), (0, 2), (1, 2)))
        equal = [(u == v).all(axis=1) for u, v in ((a, b), (a, c), (b, c))]
        partly = (equal[0] | equal[1] | equal[2]) & ~(equal[0] & equal[1])
        return [
            (Fact("coll", tuple(row)), "direction", "direction") for row in rows[partly].tolist()
        ]

    def _perpendiculars(self) -> list[tuple[Fact, Table, Table]]:
        rows = self._right_angles
        fact_blocks = form_blocks(self.frame, "perp", list(rows.T), None)
        by_table = {
            block.table: self._tables[block.table].vanishes(block.variables, block.coefficients)
            for block in fact_blocks
        }
        found: list[tuple[Fact, Table, Table]] = []
        directions: tuple[tuple[Table, Table], ...] = (
            ("direction", "square"), ("square", "direction"),
        )  # fmt: skip
        for source, target in directions:
            news = rows[by_table[source] & ~by_table[target]].tolist()
            found += [(Fact("perp", tuple(row)), source, target) for row in news]
        return found

    def _lengths(self) -> list[tuple[Fact, Table, Table]]:
        found: list[tuple[Fact, Table, Table]] = []
        frame = self.frame
        witnesses = {t: self._tables[t].witness for t in ("length", "square")}
        tables: tuple[tuple[Table, Table], ...] = (("length", "square"), ("square", "length"))
        for source, target in tables:
            ours, theirs = witnesses[source], witnesses[target]
            order = np.lexsort((ours[:, 1], ours[:, 0], frame.length))[1:]
            left, right = order[:-1], order[1:]
            same = frame.length[left] == frame.length[right]
            same &= (ours[left] == ours[right]).all(axis=1)
            same &= (theirs[left] != theirs[right]).any(axis=1)
            for p, q in zip(left[same].tolist(), right[same].tolist(), strict=True):
                ends = (frame.first[p], frame.second[p], frame.first[q], frame.second[q])
                found.append((Fact("cong", tuple(map(int, ends))), source, target))
            determined = ~ours.any(axis=1) & theirs.any(axis=1)
            for p in np.flatnonzero(determined).tolist():
                points = (int(frame.first[p]), int(frame.second[p]))
                found.append((Fact("lconst", points), source, target))
        return found

    # -- questions ---------------------------------------------------------------------------

    def round_of(self, fact: Fact) -> tuple[int, Table | None] | None:
        """When a fact became known, and through which table; None if it never did.

        The fact must be true in the diagram: the tables settle whether it is determined, the
        diagram which way.
        """
        if fact in self._given:
            return 0, None
        alternatives = self.alternatives(fact)
        if not alternatives:
            number = self.agenda.facts.round_of(fact)
            return None if number is None else (number, None)
        for number in range(len(self.history)):
            for blocks in alternatives:
                if self.implied(blocks, number):
                    return number, blocks[0].table
        return None

    def blocks(self, fact: Fact) -> list[FormBlock]:
        """The linear forms of a fact, one in each block."""
        if fact not in self._blocks:
            points = [np.array([point]) for point in fact.points]
            self._blocks[fact] = form_blocks(self.frame, fact.predicate, points, fact.value)
        return self._blocks[fact]

    def alternatives(self, fact: Fact) -> list[list[FormBlock]]:
        """Sets of forms, each of which settles the fact; none for facts without linear meaning."""
        spellings = [fact]
        if fact.predicate == "coll":
            # Two lines through one point are one as soon as they are parallel.
            a, b, c = fact.points
            spellings = [
                Fact("para", (p, q, p, r)) for p, q, r in ((a, b, c), (b, a, c), (c, a, b))
            ]
        found = []
        for spelling in spellings:
            blocks = self.blocks(spelling)
            for table in TABLES:
                own = [block for block in blocks if block.table == table]
                found += [own] if own else []
        return found

    def implied(self, blocks: Sequence[FormBlock], number: int) -> bool:
        """Whether the equations known after a round imply all the forms, one of each block."""
        for block in blocks:
            witness = self.history[number][block.table][block.variables[0]]
            terms = witness * (block.coefficients[:, None] % PRIME) % PRIME
            if (terms.sum(axis=0) % PRIME).any():
                return False
        return True
