"""The states in which the joins of a rule begin."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from geoengine.deduction.compiled_rule import Atom, CompiledRule
from geoengine.deduction.frame import Ints
from geoengine.deduction.halves import Halves, find_halves, join_halves
from geoengine.deduction.join_plan import Node
from geoengine.deduction.true_relations import Relations

__all__ = ["JoinStart", "join_starts"]


class JoinStart(NamedTuple):
    """A state in which a join begins, with its rows.

    Attributes
    ----------
    rows : ndarray, shape (m, letters)
        Zero for the letters that are not bound yet.
    due : tuple of Atom
        The statements that are to be checked first.
    truncated : bool
        Whether a limit cut the rows.
    """

    node: Node
    rows: Ints
    due: tuple[Atom, ...] = ()
    truncated: bool = False


def join_starts(
    rule: CompiledRule, relations: Relations, limit: int, since: int
) -> list[JoinStart]:
    """Return the states in which the joins of a rule begin.

    Parameters
    ----------
    rule : CompiledRule
        There are relations of all patterns of its start.
    relations : Relations
    limit : int
        The largest number of rows.
    since : int
        Some letter of an instance stands for one of the points from this one on. It is enough to
        try one of several letters that may be exchanged. 0 for all instances.
    """
    if not rule.start.patterns:
        halves = find_halves(rule)
        if halves is not None:
            rows, cut = join_halves(relations.frame, halves, limit, since)
            due, node = _after_halves(rule, halves)
            return [JoinStart(node, rows, due, cut)]
    if not since:
        return [JoinStart(rule.start, _nothing_bound(rule))]
    begun = []
    new = frozenset(range(since, relations.frame.n))
    for letter in rule.inequivalent:
        fit = new
        for place in rule.start.places_of(letter):
            fit &= relations.new_points(*place)
            if not fit:
                break
        else:
            rows = np.zeros((len(fit), rule.letters), dtype=np.int64)
            rows[:, letter] = sorted(fit)
            begun.append(JoinStart(rule.start.with_letter(letter), rows))
    return begun


@cache
def _nothing_bound(rule: CompiledRule) -> Ints:
    row = np.zeros((1, rule.letters), dtype=np.int64)
    row.flags.writeable = False
    return row


@cache
def _after_halves(rule: CompiledRule, halves: Halves) -> tuple[tuple[Atom, ...], Node]:
    """Return the checks that are due, and the state, once both halves of a rule are bound."""
    return rule.start.after(range(rule.letters), [atom for atom, *_ in halves.compared])
