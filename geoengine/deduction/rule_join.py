"""Joins of one rule after the other, by the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, partial
from types import ModuleType
from typing import Any

import numpy as np

from geoengine.deduction.compiled_rule import Atom, CompiledRule
from geoengine.deduction.frame import Frame, Ints
from geoengine.deduction.instances import Grounding, Instances, no_instances
from geoengine.deduction.join_checks import JoinChecks, numbered
from geoengine.deduction.join_starts import join_starts
from geoengine.deduction.trivial_sums import trivial_sums
from geoengine.deduction.true_instances import true_rows
from geoengine.deduction.true_relations import Relations
from geoengine.kernel import compiled

__all__ = ["RuleJoin"]

_BLOCK = 4096
"""About the number of partial instances that a step hands on; they fit into a processor's cache."""


class RuleJoin:
    """Lists the instances of single rules.

    Parameters
    ----------
    join, rows : module
        The modules of the kernel.
    relations : Relations
    limit, since : int
        See `ground`.
    """

    def __init__(
        self, join: ModuleType, rows: ModuleType, relations: Relations, limit: int, since: int
    ) -> None:
        self._relations, self._frame = relations, relations.frame
        self._limit, self._since = limit, since
        self._passes, self._rows = join.passing, rows
        self._join = join.Join(
            self._frame.figure, relations.lists, limit, _BLOCK, _all_points(self._frame.n),
            partial(_true, self._frame),
        )  # fmt: skip

    def run(self, rules: Sequence[CompiledRule]) -> Instances:
        """List the instances of rules."""
        states, none, listed = _first_states(tuple(rules))
        found = [*none]
        present = self._relations.lists.present(states)
        together = [] if self._since else [k for k in present if listed[k]]
        if together:
            for k, rows, cut in self._join.run_from_start(states, together):
                found[k] = self._distinct(rules[k], rows, cut)
        for k in present:
            if self._since or not listed[k]:
                found[k] = self._ground(rules[k])
        if self._relations.truncated:
            found = [
                replace(one, truncated=True)
                if self._relations.any_cut(one.compiled.start.patterns)
                else one
                for one in found
            ]
        return Instances(tuple(found))

    def _ground(self, rule: CompiledRule) -> Grounding:
        """List the instances of a rule whose join begins otherwise than with a listed relation."""
        complete: list[tuple[int, Ints]] = []
        cut = False
        for start in join_starts(rule, self._relations, self._limit, self._since):
            cut |= start.truncated
            rows = start.rows
            if not len(rows):
                continue
            if start.due:
                rows = self._passing(rows, numbered(start.due))
            rows, steps, beyond = self._join.run(start.node.state, rows)
            cut |= beyond
            if len(rows):
                complete.append((steps, rows))
        if not complete and not cut:
            return no_instances(rule)
        if len(complete) == 1:
            ((_, rows),) = complete
        else:
            # Shorter joins come first, as where the steps of all rules are taken together.
            complete.sort(key=lambda found: found[0])
            rows = np.concatenate([no_instances(rule).rows, *[rows for _, rows in complete]])
        return self._distinct(rule, rows, cut)

    def _distinct(self, rule: CompiledRule, rows: Ints, cut: bool) -> Grounding:
        """Keep only the first of equivalent instances, and none with trivial conclusions."""
        frame = self._frame
        kept = self._rows.distinct(
            rows, rule.inverses, frame.n, trivial_sums(rule), frame.pair, frame.pair_hash
        )
        return Grounding(rule, kept, cut)

    def _passing(self, rows: Ints, checks: JoinChecks) -> Ints:
        kept = self._passes(self._frame.figure, rows, checks.numbers, checks.shifts)
        return _true(self._frame, rows[kept], checks.others)


def _true(frame: Frame, rows: Ints, atoms: Sequence[Atom]) -> Ints:
    """Return the rows for which statements are true that the kernel cannot check."""
    for atom in atoms:
        if len(rows):
            rows = rows[true_rows(frame, atom, rows.T[list(atom.letters)])]
    return rows


@lru_cache(maxsize=16)
def _first_states(
    rules: tuple[CompiledRule, ...],
) -> tuple[list[Any], list[Grounding], list[bool]]:
    """Return the first state of each rule, its grounding if it has no instances, and a flag.

    The flag says whether its join begins with a listed relation, if all points are old.
    """
    return (
        [rule.start.state for rule in rules],
        [no_instances(rule) for rule in rules],
        [bool(rule.start.patterns) for rule in rules],
    )


@lru_cache(maxsize=64)
def _all_points(n: int) -> Any:
    """Return the points of a figure as a group of relations about one point each."""
    groups = compiled("groups")
    assert groups is not None
    return groups.Group(np.arange(n)[:, None], (), n)
