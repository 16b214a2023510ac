"""The linear forms of a rule's statements as numbers, which the kernel expands over instances."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from types import ModuleType

import numpy as np

from geoengine.deduction.compiled_rule import CompiledRule
from geoengine.deduction.constants import counts_as_zero
from geoengine.deduction.frame import Frame, Ints
from geoengine.deduction.instances import Instances
from geoengine.deduction.linear_forms import TABLES, form_plans
from geoengine.language import Surd, Table

__all__ = ["Side", "expanded_forms", "statements_without_forms"]

Side = str
"""The hypotheses of rules, "given", or their conclusions, "then"."""

_TABLE, _POSITION, _TERMS, _FIRST = range(4)
_WIDTH = 6
_COLUMNS = _FIRST + 3 * _WIDTH


@dataclass(frozen=True, slots=True)
class _Entries:
    """The forms of one side of a rule.

    Attributes
    ----------
    rows : ndarray, shape (forms, 21)
        In each row the number of the table, the position of the statement and the number of terms;
        then the letters of the first and of the second ends of the terms, and the coefficients,
        each padded to six.
    constants : tuple of (str, int, Fraction or Surd)
        The constants that are not zero, each with its table and row.
    statements : int
        The number of statements.
    without_forms : tuple of (int, str, tuple of int)
        The position, the predicate and the letters of each statement without forms.
    """

    rows: Ints
    constants: tuple[tuple[Table, int, Fraction | Surd], ...]
    statements: int
    without_forms: tuple[tuple[int, str, tuple[int, ...]], ...]


@cache
def _entries(rule: CompiledRule, side: Side) -> _Entries:
    rows: list[Ints] = []
    constants, without = [], []
    atoms = rule.given if side == "given" else rule.then
    for position, atom in enumerate(atoms):
        letters = np.array(atom.letters)
        plans = [plan for plan in form_plans(*atom.kind) if plan.table in TABLES]
        if not plans:
            without.append((position, atom.predicate, atom.letters))
        for plan in plans:
            row = np.zeros(_COLUMNS, dtype=np.int64)
            row[_TABLE], row[_POSITION] = TABLES.index(plan.table), position
            row[_TERMS] = len(plan.coefficients)
            for k, part in enumerate(
                (letters[plan.first], letters[plan.second], plan.coefficients)
            ):
                row[_FIRST + k * _WIDTH :][: len(part)] = part
            if not counts_as_zero(plan.table, plan.constant):
                constants.append((plan.table, len(rows), plan.constant))
            rows.append(row)
    numbers = np.array(rows, dtype=np.int64).reshape(-1, _COLUMNS)
    return _Entries(numbers, tuple(constants), len(atoms), tuple(without))


def statements_without_forms(
    rule: CompiledRule, side: Side
) -> tuple[int, tuple[tuple[int, str, tuple[int, ...]], ...]]:
    """Return the number of a rule's statements, and those of them that have no linear forms.

    Each of these is given by its position, its predicate and its letters.
    """
    entries = _entries(rule, side)
    return entries.statements, entries.without_forms


def expanded_forms(
    kernel: ModuleType,
    frame: Frame,
    instances: Instances,
    side: Side,
    used: Ints,
    owners: Ints,
) -> dict[Table, tuple[Ints, Ints, Ints, Ints]]:
    """Return the variables, coefficients, owners and positions of forms, by table.

    Parameters
    ----------
    kernel : module
    frame : Frame
    instances : Instances
    side : {"given", "then"}
    used : ndarray, shape (k,)
        The rules that have instances.
    owners : ndarray, shape (statements,)
        The owner of each statement of these rules in the first instance of its rule.
    """
    entries = [_entries(instances.rule(number), side) for number in used.tolist()]
    constants = [
        (at, row, frame.constants.variable(table, constant))
        for at, own in enumerate(entries)
        for table, row, constant in own.constants
    ]
    found = kernel.expand(
        instances.rows,
        frame.pair,
        [own.rows for own in entries],
        constants,
        instances.starts,
        instances.counts,
        used,
        [own.statements for own in entries],
        owners,
        len(TABLES),
    )
    return dict(zip(TABLES, found, strict=True))
