"""The agenda: all rule instances in flat arrays, so that a round takes a few numpy calls."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from geoengine.deduction.compiled_rule import Atom, Kind
from geoengine.deduction.distinct import distinct
from geoengine.deduction.equality_join import expand_ranges
from geoengine.deduction.fact import Fact
from geoengine.deduction.frame import Frame, Ints
from geoengine.deduction.grounding import Instances
from geoengine.deduction.linear_forms import TABLES, FormBlock, form_blocks
from geoengine.deduction.linear_table import PRIME, LinearTable
from geoengine.deduction.true_relations import symmetric_orders
from geoengine.language import PREDICATES, Table

__all__ = ["NEVER", "WIDTH", "Agenda", "Facts", "Forms", "statement_code", "statement_codes"]

NEVER = int(np.iinfo(np.int64).max)
"""The round of a statement that is not known."""

WIDTH = 6
"""The number of terms of the longest form, the constant included."""


def statement_codes(predicate: str, rows: Ints, n: int) -> Ints:
    """Encode statements as numbers, the same for all spellings of one statement.

    Parameters
    ----------
    predicate : str
    rows : ndarray, shape (m, arguments)
        The numbers of the points of each statement.
    n : int
        The number of points in the figure.

    Returns
    -------
    ndarray, shape (m,)
    """
    definition = PREDICATES[predicate]
    if definition.side_orders:
        # Each side becomes one number, whichever way its ends are written, so few orders remain.
        first, second = rows[:, 0::2], rows[:, 1::2]
        high = np.maximum(first, second)
        rows = high * (high - 1) // 2 + np.minimum(first, second)
    elif definition.tail == 0:
        rows = np.sort(rows, axis=1)
    return np.asarray((rows @ _weights(predicate, rows.shape[1], n)).min(axis=1))


@lru_cache(maxsize=1024)
def _weights(predicate: str, count: int, n: int) -> Ints:
    """Return for each order of `count` sides or points a column that makes a number of them."""
    definition = PREDICATES[predicate]
    orders: Sequence[Sequence[int]] = definition.side_orders
    # The base is odd: if six sides of a huge scene overflow, the codes are still a good hash.
    powers = _powers(n * (n - 1) // 2 | 1 if orders else n, count)
    if definition.tail == 0:
        orders = [range(count)]
    orders = orders or symmetric_orders(predicate, count)
    # What stands at `order[k]` is multiplied by the k-th power.
    return np.stack([powers[np.argsort(order)] for order in orders], axis=1)


@lru_cache(maxsize=32_768)
def statement_code(predicate: str, points: tuple[int, ...], n: int) -> int:
    """Return the code of a single statement; closures ask for the same ones again and again."""
    return int(statement_codes(predicate, np.array([points]), n)[0])


@lru_cache(maxsize=256)
def _powers(base: int, count: int) -> Ints:
    """Return the powers 0 to `count` - 1 of `base`, modulo 2**64."""
    powers = [base**k % 2**64 for k in range(count)]
    return np.array(powers, dtype=np.uint64).astype(np.int64)


class Facts:
    """The statements without linear forms in rule instances, and when each became known.

    Attributes
    ----------
    known : ndarray, shape (statements,)
        The round in which each statement became known, or `NEVER`; empty before `seal`.
    """

    def __init__(self, n: int) -> None:
        self._n = n
        self._parts: dict[str, list[Ints]] = {}
        self._keys: dict[str, Ints] = {}
        self._offset: dict[str, int] = {}
        self.known: Ints = np.zeros(0, dtype=np.int64)

    def register(self, predicate: str, rows: Ints) -> Ints:
        """Add statements, which is possible only before `seal`; return their codes."""
        codes = statement_codes(predicate, rows, self._n)
        self._parts.setdefault(predicate, []).append(codes)
        return codes

    def seal(self) -> None:
        """Number all statements that were registered."""
        total = 0
        for predicate, parts in self._parts.items():
            self._keys[predicate] = distinct(np.concatenate(parts))
            self._offset[predicate] = total
            total += len(self._keys[predicate])
        self.known = np.full(total, NEVER)

    def reset(self) -> Facts:
        """Return a copy in which no statement is known."""
        other = Facts(self._n)
        other._keys, other._offset = self._keys, self._offset
        other.known = np.full(len(self.known), NEVER)
        return other

    def copied(self) -> Facts:
        """Return an independent copy."""
        other = copy.copy(self)
        other.known = self.known.copy()
        return other

    def learn(self, fact: Fact, number: int) -> None:
        """Mark a statement as known from a round on; ignore it if it is in no instance."""
        at = self._position(fact)
        if at is not None:
            self.known[at] = min(int(self.known[at]), number)

    def ids(self, predicate: str, codes: Ints) -> Ints:
        """Return the positions in `known` of statements, given by codes; all are registered."""
        return np.searchsorted(self._keys[predicate], codes) + self._offset[predicate]

    def round_of(self, fact: Fact) -> int | None:
        """Return the round in which a statement became known; None if it did not."""
        at = self._position(fact)
        return None if at is None or self.known[at] == NEVER else int(self.known[at])

    def rounds_of(self, predicate: str, rows: Ints) -> Ints:
        """Return the rounds in which statements became known, or `NEVER`; shape (m,)."""
        keys = self._keys.get(predicate)
        if keys is None or not len(keys):
            return np.full(len(rows), NEVER)
        codes = statement_codes(predicate, rows, self._n)
        at = np.minimum(np.searchsorted(keys, codes), len(keys) - 1)
        return np.where(keys[at] == codes, self.known[self._offset[predicate] + at], NEVER)

    def _position(self, fact: Fact) -> int | None:
        """Return the position of a statement in `known`; None if it is in no instance."""
        keys = self._keys.get(fact.predicate)
        if keys is None or not len(keys):
            return None
        code = statement_code(fact.predicate, fact.points, self._n)
        at = int(np.searchsorted(keys, code))
        if at >= len(keys) or keys[at] != code:
            return None
        return self._offset[fact.predicate] + at


@dataclass(frozen=True, slots=True)
class Forms:
    """Linear forms of one table, each with its owner.

    Attributes
    ----------
    variables, coefficients : ndarray, shape (m, 6)
        Padded with zeros; the constant is one of the variables.
    owners : ndarray, shape (m,)
        For a form of a hypothesis, the number of the hypothesis; for one of a conclusion, the
        number of the instance.
    positions : ndarray, shape (m,)
        The position of the form's pattern among the rule's hypotheses or conclusions.
    """

    variables: Ints
    coefficients: Ints
    owners: Ints
    positions: Ints


@dataclass
class _Gathered:
    """Accumulates the forms of one table."""

    variables: list[Ints] = field(default_factory=list)
    coefficients: list[Ints] = field(default_factory=list)
    owners: list[Ints] = field(default_factory=list)
    positions: list[Ints] = field(default_factory=list)
    atoms: list[Ints] = field(default_factory=list)

    def enter(
        self, block: FormBlock, owners: Ints, positions: Ints, atoms: Ints, constant: int
    ) -> None:
        m, k = block.variables.shape
        variables = np.zeros((m, WIDTH), dtype=np.int64)
        variables[:, :k] = block.variables
        coefficients = np.zeros((m, WIDTH), dtype=np.int64)
        coefficients[:, :k] = block.coefficients
        if constant:
            variables[:, k] = constant
            coefficients[:, k] = -1
        self.variables.append(variables)
        self.coefficients.append(coefficients)
        self.owners.append(owners)
        self.positions.append(positions)
        self.atoms.append(atoms)

    def sealed(self) -> Forms:
        """Return all forms, in the order of their atoms."""
        none = np.zeros((0, WIDTH), dtype=np.int64)
        order = np.argsort(np.concatenate([none[:, 0], *self.atoms]), kind="stable")
        return Forms(
            np.concatenate([none, *self.variables])[order],
            np.concatenate([none, *self.coefficients])[order],
            np.concatenate([none[:, 0], *self.owners])[order],
            np.concatenate([none[:, 0], *self.positions])[order],
        )


_FactBlock = tuple[str, Ints, Ints]
"""A predicate, the codes of statements, and the owner of each (a hypothesis or an instance)."""


class Agenda:
    """The open hypotheses and the conclusions of all instances.

    Hypotheses are numbered consecutively over all instances. A hypothesis is known when all its
    forms vanish in one of the tables it has forms in, or when it is a known fact.

    Attributes
    ----------
    fired : ndarray, shape (instances,)
        The round in which each instance fired; 0 for those that did not.
    """

    def __init__(self, frame: Frame, instances: Instances) -> None:
        self.facts = Facts(frame.n)
        self._frame = frame
        self._instances = instances
        rules = instances.rules
        used = np.flatnonzero(instances.counts).tolist()
        given = [(k, at, atom) for k in used for at, atom in enumerate(rules[k].given)]
        then = [(k, at, atom) for k in used for at, atom in enumerate(rules[k].then)]
        owners = np.array([k for k, *_ in given], dtype=np.int64)
        sizes = instances.counts[owners]
        _, self._instance_of = expand_ranges(instances.starts[owners], sizes)
        hypotheses = len(self._instance_of)
        self._given, given_facts = self._enter(given, np.cumsum(sizes) - sizes)
        self._then, then_facts = self._enter(then)
        self.facts.seal()
        self.fired: Ints = np.zeros(len(instances.rows), dtype=np.int64)
        self._disabled = np.zeros(len(self.fired), dtype=bool)
        self._has = {}
        for table, forms in self._given.items():
            self._has[table] = np.zeros(hypotheses, dtype=bool)
            self._has[table][forms.owners] = True
        self._open = self._all_open()
        self._looked_at: dict[Table, int] = {}
        self._given_facts = self._numbered(given_facts)
        self._then_facts = self._numbered(then_facts)

    def restarted(self, without: frozenset[str]) -> Agenda:
        """Return the same instances, none of them fired; rules with ids in `without` never fire."""
        other = copy.copy(self)
        other.facts = self.facts.reset()
        other.fired = np.zeros_like(self.fired)
        other._open, other._looked_at = self._all_open(), {}
        disabled = [compiled.rule.id in without for compiled in self._instances.rules]
        other._disabled = np.repeat(np.array(disabled, dtype=bool), self._instances.counts)
        return other

    def copied(self) -> Agenda:
        """Return an independent copy."""
        other = copy.copy(self)
        other.facts = self.facts.copied()
        other.fired = self.fired.copy()
        other._open, other._looked_at = dict(self._open), dict(self._looked_at)
        return other

    def _all_open(self) -> dict[Table, Ints]:
        return {table: np.arange(len(forms.owners)) for table, forms in self._given.items()}

    def _enter(
        self, atoms: Sequence[tuple[int, int, Atom]], starts: Ints | None = None
    ) -> tuple[dict[Table, Forms], list[_FactBlock]]:
        """Expand atoms (rule, position, atom) over all instances, predicate by predicate.

        The owners are hypotheses, numbered from `starts` atom by atom; without it, instances.
        """
        kinds: dict[Kind, list[int]] = {}
        for number, (_, _, atom) in enumerate(atoms):
            kinds.setdefault(atom.kind, []).append(number)
        gathered = {table: _Gathered() for table in TABLES}
        facts: list[_FactBlock] = []
        positions = np.array([position for _, position, _ in atoms], dtype=np.int64)
        for (predicate, _, value), numbers in kinds.items():
            rules = [atoms[number][0] for number in numbers]
            letters = [atoms[number][2].letters for number in numbers]
            which, owners, points = self._instances.arguments(rules, letters)
            of_atom = np.array(numbers)[which]
            if starts is not None:
                first = starts[numbers] - self._instances.starts[rules]
                owners = owners + first[which]
            blocks = form_blocks(self._frame, predicate, points, value)
            for block in blocks:
                constant = self._frame.constants.variable(block.table, block.constant)
                gathered[block.table].enter(block, owners, positions[of_atom], of_atom, constant)
            if not blocks:
                facts.append((predicate, self.facts.register(predicate, points.T), owners))
        return {table: forms.sealed() for table, forms in gathered.items()}, facts

    def _numbered(self, entries: Sequence[_FactBlock]) -> tuple[Ints, Ints]:
        none = np.zeros(0, dtype=np.int64)
        ids = [self.facts.ids(predicate, codes) for predicate, codes, _ in entries]
        owners = [owner for _, _, owner in entries]
        return np.concatenate([none, *ids]), np.concatenate([none, *owners])

    def fire(self, tables: dict[Table, LinearTable], number: int) -> bool:
        """Fire, in round `number`, all instances whose hypotheses are known.

        Return whether anything new follows.
        """
        ready = self._ready(tables)
        if not ready.any():
            return False
        self.fired[ready] = number
        ids, owners = self._then_facts
        concluded = ids[ready[owners]]
        changed = bool((self.facts.known[concluded] == NEVER).any())
        self.facts.known[concluded] = np.minimum(self.facts.known[concluded], number)
        for name, forms in self._then.items():
            chosen = np.flatnonzero(ready[forms.owners])
            if len(chosen):
                changed |= self._learn(
                    tables[name], forms.variables[chosen], forms.coefficients[chosen]
                )
        return changed

    def _ready(self, tables: dict[Table, LinearTable]) -> NDArray[np.bool_]:
        known = np.zeros(len(self._instance_of), dtype=bool)
        for name, forms in self._given.items():
            if len(forms.owners):
                still = self._open[name]
                # A form that is implied stays implied.
                if self._looked_at.get(name) != tables[name].version:
                    self._looked_at[name] = tables[name].version
                    implied = tables[name].vanishes(
                        forms.variables[still], forms.coefficients[still]
                    )
                    self._open[name] = still = still[~implied]
                own = self._has[name].copy()
                own[forms.owners[still]] = False
                known |= own
        ids, owners = self._given_facts
        known[owners[self.facts.known[ids] != NEVER]] = True
        ready = (self.fired == 0) & ~self._disabled
        ready[self._instance_of[~known]] = False
        return np.asarray(ready)

    @staticmethod
    def _learn(table: LinearTable, variables: Ints, coefficients: Ints) -> bool:
        values = table.values(variables, coefficients)
        new = np.flatnonzero(~table.zero(values))
        if not len(new):
            return False
        # Equal values mean equivalent equations, given what is known; add the short ones first.
        _, firsts = np.unique(values[new] @ np.array([PRIME, 1]), return_index=True)
        changed = False
        chosen = new[np.sort(firsts)]
        terms = (coefficients[chosen] != 0).sum(axis=1)
        for row in chosen[np.argsort(terms, kind="stable")]:
            changed |= table.add(variables[row], coefficients[row])
        return changed

    def concluded(self, table: Table) -> tuple[Forms, Ints]:
        """Return the equations concluded by instances that fired, and the round of each.

        The owners are numbers of instances, which `instance` resolves.
        """
        forms = self._then[table]
        rounds = self.fired[forms.owners]
        fired = np.flatnonzero(rounds)
        chosen = Forms(
            forms.variables[fired],
            forms.coefficients[fired],
            forms.owners[fired],
            forms.positions[fired],
        )
        return chosen, rounds[fired]

    def instance(self, number: int) -> tuple[int, int]:
        """Return the number of an instance's rule, and its row among the rule's instances."""
        starts = self._instances.starts
        rule = int(np.searchsorted(starts, number, side="right")) - 1
        return rule, number - int(starts[rule])

    def rounds(self) -> list[Ints]:
        """Return, for each rule, the rounds in which its instances fired, or 0."""
        stops = np.cumsum(self._instances.counts).tolist()
        return [self.fired[start:stop] for start, stop in pairwise([0, *stops])]
