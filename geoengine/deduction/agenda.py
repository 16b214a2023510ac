"""The agenda: all rule instances in flat arrays, so that a round takes a few numpy calls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from types import ModuleType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from geoengine.deduction.compiled_rule import Kind
from geoengine.deduction.equality_join import expand_ranges
from geoengine.deduction.fact import Fact
from geoengine.deduction.form_entries import FormEntries, Side, form_entries
from geoengine.deduction.frame import Frame, Ints
from geoengine.deduction.instances import Instances
from geoengine.deduction.known_facts import NEVER, Facts, coding
from geoengine.deduction.linear_forms import TABLES, FormBlock, form_blocks
from geoengine.deduction.linear_table import LinearTable
from geoengine.deduction.shallow_copy import shallow_copy
from geoengine.kernel import compiled
from geoengine.language import Table

__all__ = ["WIDTH", "Agenda", "Forms", "padded"]

WIDTH = 6
"""The number of terms of the longest form, the constant included."""

_PADDING = [[0] * count for count in range(WIDTH, -1, -1)]


def padded(forms: Sequence[list[int]]) -> Ints:
    """Return the variables or the coefficients of forms, filled up with zeros; shape (m, 6)."""
    rows = [row + _PADDING[len(row)] for row in forms]
    return np.array(rows, dtype=np.int64).reshape(-1, WIDTH)


class Forms(NamedTuple):
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

    def moved(self, places: Ints, owners: Ints) -> Forms:
        """Return the forms with other numbers of variables and owners, given by the old ones."""
        return Forms(places[self.variables], self.coefficients, owners[self.owners], self.positions)

    def joined(self, more: Forms) -> Forms:
        """Return these forms and more."""
        return Forms(
            np.concatenate([self.variables, more.variables]),
            np.concatenate([self.coefficients, more.coefficients]),
            np.concatenate([self.owners, more.owners]),
            np.concatenate([self.positions, more.positions]),
        )


_NONE: Ints = np.zeros(0, dtype=np.int64)
_NO_FORMS = Forms(_NONE.reshape(0, WIDTH), _NONE.reshape(0, WIDTH), _NONE, _NONE)


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
        coefficients[:, :k] = block.plan.coefficients
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


def _owners(instances: Instances) -> tuple[Ints, Ints, Ints]:
    """Number the hypotheses of instances consecutively.

    Returns
    -------
    instances : ndarray, shape (hypotheses,)
        The instance of each hypothesis.
    given : ndarray
        For each hypothesis of each rule used, its number in the first instance.
    then : ndarray
        For each conclusion of each rule used, the first instance.
    """
    used = instances.used
    rules = [instances.rule(number) for number in used.tolist()]
    given = np.array([len(rule.given) for rule in rules], dtype=np.int64)
    then = np.array([len(rule.then) for rule in rules], dtype=np.int64)
    sizes = np.repeat(instances.counts[used], given)
    _, instance_of = expand_ranges(np.repeat(instances.starts[used], given), sizes)
    return instance_of, np.cumsum(sizes) - sizes, np.repeat(instances.starts[used], then)


def _same(variables: Ints) -> Ints:
    """Return places that leave the numbers of variables as they are."""
    return np.arange(int(variables.max(initial=0)) + 1)


def _moved(shifts: Ints, counts: Ints) -> Ints:
    """Return the new numbers of consecutive groups, of which each is shifted."""
    return np.asarray(np.arange(int(counts.sum())) + np.repeat(shifts, counts))


def _both(
    ours: tuple[Ints, Ints],
    theirs: tuple[Ints, Ints],
    ids: tuple[Ints, Ints],
    owners: tuple[Ints, Ints],
) -> tuple[Ints, Ints]:
    """Join two lists of statements and owners, with new numbers of both."""
    return (
        np.concatenate([ids[0][ours[0]], ids[1][theirs[0]]]),
        np.concatenate([owners[0][ours[1]], owners[1][theirs[1]]]),
    )


_FactBlock = tuple[str, Ints, Ints]
"""A predicate, the codes of statements, and the owner of each (a hypothesis or an instance)."""

_Statements = tuple[dict[Table, Forms], list[_FactBlock]]
"""The forms of statements by table, and the statements without forms."""


class Agenda:
    """The open hypotheses and the conclusions of all instances.

    Hypotheses are numbered consecutively over all instances. A hypothesis is known when all its
    forms vanish in one of the tables it has forms in, or when it is a known fact.

    Attributes
    ----------
    hypotheses, conclusions : dict of str to Forms
        The forms in each table; their owners are hypotheses, and instances.
    fired : ndarray, shape (instances,)
        The round in which each instance fired; 0 for those that did not.
    """

    def __init__(self, frame: Frame, instances: Instances) -> None:
        self.facts = Facts(frame.n)
        self._frame = frame
        self._instances = instances
        self._has: dict[Table, NDArray[np.bool_]] = {}
        self._every: dict[Table, Ints] = {}
        self._instance_of, given, then = self._entered()
        self.hypotheses, given_facts = given
        self.conclusions, then_facts = then
        self.facts.seal()
        self.fired: Ints = np.zeros(len(instances.rows), dtype=np.int64)
        self._disabled = np.zeros(len(self.fired), dtype=bool)
        self._open = self._every.copy()
        self._looked_at: dict[Table, int] = {}
        self._given_facts = self._numbered(given_facts)
        self._then_facts = self._numbered(then_facts)

    def restarted(self, without: frozenset[str]) -> Agenda:
        """Return the same instances, none of them fired; rules with ids in `without` never fire."""
        other = shallow_copy(self)
        other.facts = self.facts.reset()
        other.fired = np.zeros(len(self.fired), dtype=np.int64)
        other._open, other._looked_at = dict(self._every), {}
        other._disabled = self._instances.of_rules(without)
        return other

    def joined(
        self, more: Agenda, instances: Instances, places: Ints, without: frozenset[str]
    ) -> Agenda:
        """Add the instances of a figure that has more points; what has fired stays so.

        Parameters
        ----------
        more : Agenda
            The further instances, of the same rules, none of them fired.
        instances : Instances
            All instances: for each rule, those of this agenda and then the further ones.
        places : ndarray of int
            The number in the larger figure of every variable of this one.
        without : frozenset of str
            Ids of rules that never fire.
        """
        before, added = self._instances, more._instances
        ours = _moved(instances.starts - before.starts, before.counts)
        theirs = _moved(instances.starts + before.counts - added.starts, added.counts)
        shift = len(self._instance_of)
        kept, later = np.arange(shift), np.arange(len(more._instance_of)) + shift
        other = shallow_copy(more)
        other._instances = instances
        other._instance_of = np.concatenate([ours[self._instance_of], theirs[more._instance_of]])
        other.hypotheses, other.conclusions, other._has = {}, {}, {}
        other._every, other._open, other._looked_at = {}, {}, {}
        for table, forms in self.hypotheses.items():
            own, further = forms.moved(places, kept), more.hypotheses[table]
            other.hypotheses[table] = own.joined(further.moved(_same(further.variables), later))
            other._every[table] = np.arange(len(other.hypotheses[table].owners))
            other._has[table] = np.concatenate([self._has[table], more._has[table]])
            other._open[table] = np.concatenate(
                [self._open[table], np.arange(len(further.owners)) + len(own.owners)]
            )
        for table, forms in self.conclusions.items():
            further = more.conclusions[table]
            other.conclusions[table] = forms.moved(places, ours).joined(
                further.moved(_same(further.variables), theirs)
            )
        other.facts, old, new = self.facts.joined(more.facts)
        other._given_facts = _both(self._given_facts, more._given_facts, (old, new), (kept, later))
        other._then_facts = _both(self._then_facts, more._then_facts, (old, new), (ours, theirs))
        other.fired = np.zeros(len(instances.rows), dtype=np.int64)
        other.fired[ours] = self.fired
        other._disabled = instances.of_rules(without)
        return other

    def copied(self) -> Agenda:
        """Return an independent copy."""
        other = shallow_copy(self)
        other.facts = self.facts.copied()
        other.fired = self.fired.copy()
        other._open, other._looked_at = dict(self._open), dict(self._looked_at)
        return other

    def _entered(self) -> tuple[Ints, _Statements, _Statements]:
        """Return the instance of each hypothesis, and the hypotheses and conclusions.

        Notes for each table which hypotheses have forms there, and the numbers of these forms.
        """
        kernel, instances = compiled("forms"), self._instances
        if not len(instances.used):
            self._has = dict.fromkeys(TABLES, np.zeros(0, dtype=bool))
            self._every = dict.fromkeys(TABLES, _NONE)
            return _NONE, (dict.fromkeys(TABLES, _NO_FORMS), []), (
                dict.fromkeys(TABLES, _NO_FORMS), [],
            )  # fmt: skip
        if kernel is None:
            owners, given, then = _owners(instances)
            stated, concluded = self._enter("given", given), self._enter("then", then)
            for table, forms in stated[0].items():
                self._has[table] = np.zeros(len(owners), dtype=bool)
                self._has[table][forms.owners] = True
                self._every[table] = np.arange(len(forms.owners))
            return owners, stated, concluded
        rules = [instances.rule(number) for number in instances.used.tolist()]
        sides = [[form_entries(rule, side) for rule in rules] for side in ("given", "then")]
        owners, given, then, parts = kernel.entered(
            instances.rows,
            self._frame.pair,
            *[[own.side for own in entries] for entries in sides],
            *map(self._constants, sides),
            instances.starts,
            instances.counts,
            instances.used,
            len(TABLES),
        )
        for table, (has, every) in zip(TABLES, parts, strict=True):
            self._has[table], self._every[table] = has, every
        return owners, self._expanded(kernel, *given), self._expanded(kernel, *then)

    def _constants(self, entries: Sequence[FormEntries]) -> list[tuple[int, int, int]]:
        """Return the rule, by its position, the form and the variable of each constant."""
        constants = self._frame.constants
        return [
            (at, row, constants.variable(table, constant))
            for at, own in enumerate(entries)
            for table, row, constant in own.constants
        ]

    def _expanded(
        self,
        kernel: ModuleType,
        forms: Sequence[tuple[Ints, Ints, Ints, Ints]],
        others: dict[tuple[str, int], list[tuple[int, ...]]],
    ) -> _Statements:
        """Return what the kernel entered, with the codes of statements without forms."""
        rows, n = self._instances.rows, self._frame.n
        facts: list[_FactBlock] = []
        for (predicate, arguments), listed in others.items():
            codes, owners, points = kernel.statements(
                rows, listed, *coding(predicate, arguments, n)
            )
            self.facts.enter(predicate, codes, points)
            facts.append((predicate, codes, owners))
        return {table: Forms(*own) for table, own in zip(TABLES, forms, strict=True)}, facts

    def _enter(self, side: Side, starts: Ints) -> _Statements:
        """Expand the statements of rules over all instances, predicate by predicate.

        `starts` has, for each statement of the rules in turn, its owner in the first instance: a
        hypothesis or an instance.
        """
        kinds: dict[Kind, list[tuple[tuple[int, int, int], tuple[int, ...]]]] = {}
        first = 0
        for number in self._instances.used.tolist():
            rule = self._instances.rule(number)
            atoms = rule.given if side == "given" else rule.then
            for at, atom in enumerate(atoms):
                kinds.setdefault(atom.kind, []).append(((first + at, number, at), atom.letters))
            first += len(atoms)
        gathered = {table: _Gathered() for table in TABLES}
        facts = []
        for (predicate, _, value), entries in kinds.items():
            described = np.array([entry for entry, _ in entries], dtype=np.int64)
            numbers, own, places = np.ascontiguousarray(described.T)
            letters = [letters for _, letters in entries]
            which, owners, points = self._instances.arguments(own, letters)
            owners = owners + (starts[numbers] - self._instances.starts[own])[which]
            blocks = form_blocks(self._frame, predicate, points, value)
            for block in blocks:
                table = block.plan.table
                constant = self._frame.constants.variable(table, block.plan.constant)
                gathered[table].enter(block, owners, places[which], numbers[which], constant)
            if not blocks:
                facts.append((predicate, self.facts.register(predicate, points.T), owners))
        return {table: forms.sealed() for table, forms in gathered.items()}, facts

    def _numbered(self, entries: Sequence[_FactBlock]) -> tuple[Ints, Ints]:
        if not entries:
            return _NONE, _NONE
        ids = [self.facts.ids(predicate, codes) for predicate, codes, _ in entries]
        owners = [owner for _, _, owner in entries]
        return np.concatenate(ids), np.concatenate(owners)

    def fire(self, tables: dict[Table, LinearTable], number: int) -> bool:
        """Fire, in round `number`, all instances whose hypotheses are known.

        Return whether anything new follows.
        """
        if not len(self.fired):
            return False
        ready = self._ready(tables)
        if ready is None:
            return False
        self.fired[ready] = number
        changed = False
        ids, owners = self._then_facts
        if len(ids):
            concluded = ids[ready[owners]]
            known = self.facts.known[concluded]
            changed = bool(np.count_nonzero(known == NEVER))
            self.facts.known[concluded] = np.minimum(known, number)
        for name, forms in self.conclusions.items():
            chosen = ready[forms.owners].nonzero()[0]
            if len(chosen):
                table = tables[name]
                fresh = table.fresh(chosen, forms.variables, forms.coefficients)
                if len(fresh):
                    added = table.add_all(forms.variables[fresh], forms.coefficients[fresh])
                    changed |= bool(added)
        return changed

    def _ready(self, tables: dict[Table, LinearTable]) -> NDArray[np.bool_] | None:
        """Return which instances have not fired, but may; None if there are none."""
        kernel = compiled("forms")
        if kernel is not None:
            self._look(tables)
            found: NDArray[np.bool_] | None = kernel.ready(
                self.fired,
                self._disabled.view(np.uint8),
                self._instance_of,
                [
                    (self._has[name].view(np.uint8), forms.owners, self._open[name])
                    for name, forms in self.hypotheses.items()
                    if len(forms.owners)
                ],
                *self._given_facts,
                self.facts.known,
            )
            return found
        ready = (self.fired == 0) & ~self._disabled
        ready[self._instance_of[~self._known(tables)]] = False
        return ready if ready.any() else None

    def _look(self, tables: dict[Table, LinearTable]) -> None:
        """Leave out forms of hypotheses that are implied now; they stay so."""
        for name, forms in self.hypotheses.items():
            if len(forms.owners) and self._looked_at.get(name) != tables[name].version:
                self._looked_at[name] = tables[name].version
                still = self._open[name]
                implied = tables[name].vanish_at(still, forms.variables, forms.coefficients)
                self._open[name] = still[~implied]

    def _known(self, tables: dict[Table, LinearTable]) -> NDArray[np.bool_]:
        """Return which hypotheses are known."""
        self._look(tables)
        known = np.zeros(len(self._instance_of), dtype=bool)
        for name, forms in self.hypotheses.items():
            own = self._has[name].copy()
            own[forms.owners[self._open[name]]] = False
            known |= own
        ids, owners = self._given_facts
        known[owners[self.facts.known[ids] != NEVER]] = True
        return known

    def lacking(self, tables: dict[Table, LinearTable]) -> Ints:
        """Return the only hypothesis that is not known of each instance; -1 if there are others."""
        still = np.flatnonzero(~self._known(tables))
        counts = np.bincount(self._instance_of[still], minlength=len(self.fired))
        found = np.full(len(self.fired), -1)
        found[self._instance_of[still]] = still
        return np.where((counts == 1) & ~self._disabled, found, -1)

    def stating(self, fact: Fact) -> Ints:
        """Return the instances that conclude a fact without linear forms."""
        ids, owners = self._then_facts
        at = self.facts.position(fact)
        return np.asarray(owners[ids == (-1 if at is None else at)])

    @property
    def rows(self) -> Ints:
        """The points of all instances, shape (instances, letters of the longest rule)."""
        return self._instances.rows

    @property
    def starts(self) -> Ints:
        """The first instance of each rule, shape (rules,)."""
        return self._instances.starts

    @property
    def counts(self) -> Ints:
        """The number of instances of each rule, shape (rules,)."""
        return self._instances.counts

    def instance(self, number: int) -> tuple[int, int]:
        """Return the number of an instance's rule, and its row among the rule's instances."""
        starts = self._instances.starts
        rule = int(starts.searchsorted(number, side="right")) - 1
        return rule, number - int(starts[rule])

    def rules_that_fired(self) -> list[int]:
        """Return the numbers of the rules with instances that fired, ascending."""
        (fired,) = self.fired.nonzero()
        rules = self._instances.starts.searchsorted(fired, side="right") - 1
        # This is faster than numpy for few rules, and not slower for many.
        return sorted(set(rules.tolist()))

    def rounds(self) -> list[Ints]:
        """Return, for each rule, the rounds in which its instances fired, or 0."""
        stops = self._instances.counts.cumsum().tolist()
        return [self.fired[start:stop] for start, stop in pairwise([0, *stops])]
