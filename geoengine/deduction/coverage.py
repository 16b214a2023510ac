"""Which of the statements that are true in the diagram were derived, by kind."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geoengine.deduction.agenda import Fact
from geoengine.deduction.deduction import Deduction
from geoengine.deduction.forms import TABLES, form_blocks
from geoengine.deduction.frame import Ints
from geoengine.language import PREDICATES, Statement

__all__ = ["COVERED", "Coverage", "coverage"]

COVERED = ("coll", "cyclic", "para", "perp", "cong", "simtri", "simtrir", "midp")
"""The kinds of statements that are counted."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of one kind was derived.

    Attributes
    ----------
    predicate : str
    true : int
        Statements true in every draw, each counted once whatever its spelling.
    derived : int
        Those that were given or derived.
    missing : tuple of Statement
        The others.
    """

    predicate: str
    true: int
    derived: int
    missing: tuple[Statement, ...]


def coverage(deduction: Deduction) -> tuple[Coverage, ...]:
    """Count the true and the derived statements of each kind.

    Parameters
    ----------
    deduction : Deduction

    Returns
    -------
    tuple of Coverage
        One a kind, in the order of `COVERED`.
    """
    found = []
    for predicate in COVERED:
        rows = deduction.relations.listed(predicate, PREDICATES[predicate].arity)
        known = _known(deduction, predicate, rows)
        missing = [
            Statement(predicate, tuple(deduction.points[k] for k in row))
            for row in rows[~known].tolist()
        ]
        found.append(Coverage(predicate, len(rows), int(known.sum()), tuple(sorted(missing))))
    return tuple(found)


def _known(deduction: Deduction, predicate: str, rows: Ints) -> NDArray[np.bool_]:
    known = np.zeros(len(rows), dtype=bool)
    if not PREDICATES[predicate].forms:
        closure = deduction.closure
        for k, row in enumerate(rows.tolist()):
            known[k] = closure.round_of(Fact(predicate, tuple(row))) is not None
        return known
    last = deduction.closure.history[-1]
    blocks = form_blocks(deduction.frame, predicate, list(rows.T), None)
    for table in TABLES:
        own = [block for block in blocks if block.table == table]
        if own:
            implied = [
                ~(last[table][block.variables] * block.coefficients[:, None])
                .sum(axis=1)
                .any(axis=1)
                for block in own
            ]
            known |= np.all(implied, axis=0)
    return known
