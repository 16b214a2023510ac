"""The linear forms of a rule's statements as numbers, which the kernel expands over instances."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from geoengine.deduction.compiled_rule import CompiledRule
from geoengine.deduction.constants import counts_as_zero
from geoengine.deduction.frame import Ints
from geoengine.deduction.linear_forms import TABLES, form_plans
from geoengine.kernel import compiled
from geoengine.language import Surd, Table

__all__ = ["FormEntries", "Side", "form_entries"]

Side = str
"""The hypotheses of rules, "given", or their conclusions, "then"."""

_TABLE, _POSITION, _TERMS, _FIRST = range(4)
_WIDTH = 6
_COLUMNS = _FIRST + 3 * _WIDTH


@dataclass(frozen=True, slots=True)
class FormEntries:
    """The forms of one side of a rule.

    Attributes
    ----------
    side : object
        The statements for the kernel. In it, each form is a row with the number of the table, the
        position of the statement and the number of terms; then the letters of the first and of the
        second ends of the terms, and the coefficients, each padded to six.
    constants : tuple of (str, int, Fraction or Surd)
        The constants that are not zero, each with its table and row.
    """

    side: Any
    constants: tuple[tuple[Table, int, Fraction | Surd], ...]


@cache
def form_entries(rule: CompiledRule, side: Side) -> FormEntries:
    """Return the forms of one side of a rule."""
    kernel = compiled("forms")
    assert kernel is not None
    rows: list[Ints] = []
    constants, without = [], []
    atoms = rule.given if side == "given" else rule.then
    for position, atom in enumerate(atoms):
        letters = np.array(atom.letters)
        plans = [plan for plan in form_plans(*atom.kind) if plan.table in TABLES]
        if not plans:
            without.append((position, (atom.predicate, len(atom.letters)), atom.letters))
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
    return FormEntries(kernel.Side(numbers, len(atoms), tuple(without)), tuple(constants))
