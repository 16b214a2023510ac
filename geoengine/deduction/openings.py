"""Openings: rule instances that would give a goal if one more hypothesis were known."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from geoengine.deduction.closure import Closure
from geoengine.deduction.fact import Fact
from geoengine.deduction.frame import Ints
from geoengine.deduction.residues import PRIME

__all__ = ["openings"]


def openings(closure: Closure, goal: Fact) -> Ints:
    """Return the instances of rules that lack one hypothesis, and would give a goal with it.

    What an instance concludes need not be the goal: the goal may follow from it by what is known.
    An instance is left out if its open hypothesis says the same as the goal, given what is known.

    Parameters
    ----------
    closure : Closure
    goal : Fact
        A fact that is not known.

    Returns
    -------
    ndarray of int, shape (m,)
        The numbers of the instances in the agenda.
    """
    agenda, tables = closure.agenda, closure.tables
    lacking = agenda.lacking(tables)
    short = lacking >= 0
    found = np.zeros(len(lacking), dtype=bool)
    found[agenda.stating(goal)] = True
    trivial = np.zeros(len(lacking), dtype=bool)
    for forms in closure.meanings.alternatives(goal):
        name = forms[0].plan.table
        if len(forms) > 1 or name not in agenda.conclusions:
            continue
        table = tables[name]
        value = table.values(*(np.array([part]) for part in tables.equation(forms[0])))[0]
        then, given = agenda.conclusions[name], agenda.hypotheses[name]
        chosen = np.flatnonzero(short[then.owners])
        same = _equivalent(table.values(then.variables[chosen], then.coefficients[chosen]), value)
        found[then.owners[chosen[same]]] = True
        chosen = np.flatnonzero(np.isin(given.owners, lacking[short]))
        same = _equivalent(table.values(given.variables[chosen], given.coefficients[chosen]), value)
        trivial |= np.isin(lacking, given.owners[chosen[same]])
    return np.flatnonzero(found & short & ~trivial)


def _equivalent(values: Ints, value: Ints) -> NDArray[np.bool_]:
    """Return which forms, given by their values, are multiples of another one."""
    return np.asarray(
        ((values[:, 0] * value[1] - values[:, 1] * value[0]) % PRIME == 0) & values.any(axis=1)
    )
