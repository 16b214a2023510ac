"""Confirmation: what was read off a few draws, tested in draws that the deducer did not look at.

Some steps leave a choice to the figure: which of two angles it is, which point lies between two
others, which way a triangle turns. The deducer makes it as its few draws have it. Where a free
point may pass another, a further draw of the same construction can have it otherwise, and what
rests on the choice is false there. Such a draw joins those that the deducer looks at, and the
choice is no longer made. A proof that leaves nothing to the figure holds in all of them.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from geoengine.deduction import Deduction, Derivation
from geoengine.deduction.frame import Frame, Ints
from geoengine.deduction.table import PRIME
from geoengine.errors import PlacementError
from geoengine.graph.proof import Proof
from geoengine.language import PREDICATES, Statement, Table
from geoengine.scene import Diagram, Problem, StatementBatch, explore

__all__ = ["Witnesses", "false_in", "fewest", "leaves_a_choice", "relied_on", "shaken"]

Floats = NDArray[np.float64]

_GENERIC = frozenset({"ncoll", "npara", "nperp", "diff"})
"""Conditions that no clear figure fails: points and lines are apart in every draw."""

_STRAY = 1e-6


class Witnesses:
    """Draws to test what was derived in; they are placed when they are first asked for.

    Parameters
    ----------
    problem : Problem
    diagram : Diagram
        That the deducer looks at. The figure is explored further where it is known how it was
        placed; otherwise there are no witnesses.
    given : ndarray, shape (draws, points, 2), optional
        Draws of one's own, instead.
    """

    def __init__(self, problem: Problem, diagram: Diagram, given: Floats | None = None) -> None:
        self._problem, self._seed = problem, diagram.seed
        self._given = given
        self._found = np.zeros((0, *diagram.xy.shape[1:]))
        self._asked = 0

    def draws(self, count: int) -> Floats:
        """As many as `count` of them, the same ones first; all that were given."""
        if self._given is not None:
            return self._given
        if count > self._asked and self._seed is not None:
            try:
                self._found = explore(self._problem, seed=self._seed, draws=count)
            except PlacementError:
                # The figure was placed for other premises than the problem's own.
                self._found = self._found[:0]
            self._asked = count
        return self._found[:count]


def leaves_a_choice(step: Derivation) -> bool:
    """Whether a step reads off the figure what other figures may have otherwise.

    Examples
    --------
    >>> import geoengine as ge
    >>> graph = ge.deduce(ge.load_problem("a b c = triangle; o = circumcenter a b c"))
    >>> (step,) = graph.derivations(ge.parse_statement("eqangle b o b c b c c o"))
    >>> step.rule, leaves_a_choice(step)
    ('isosceles_base_angles', False)
    """
    return step.modulus > 1 or any(c.predicate not in _GENERIC for c in step.conditions)


def relied_on(proof: Proof) -> list[Statement]:
    """All that a proof says, conditions included; nothing where it leaves nothing to the figure."""
    steps = [step.derivation for step in proof.steps]
    if not any(map(leaves_a_choice, steps)):
        return []
    spoken = (s for step in steps for s in (step.conclusion, *step.antecedents, *step.conditions))
    return list(dict.fromkeys(spoken))


def false_in(statements: Iterable[Statement], diagram: Diagram, draws: Floats) -> NDArray[np.bool_]:
    """Which statements are false in which draws; shape (draws, statements), in no order."""
    checks = StatementBatch(statements, diagram.index)
    measured = checks.measure(np.ascontiguousarray(draws).view(np.complex128)[..., 0])
    decided = [
        PREDICATES[statement.predicate].decide(measured[:, k])
        for k, statement in enumerate(checks.statements)
    ]
    return ~np.array(decided, dtype=bool).reshape(len(decided), len(draws)).T


def fewest(false: NDArray[np.bool_]) -> Ints:
    """Choose draws that show everything which is false in some draw.

    Parameters
    ----------
    false : ndarray of bool, shape (draws, statements)

    Returns
    -------
    ndarray of int
        Few, if not always the fewest: the draw that shows most comes first.

    Examples
    --------
    >>> fewest(np.array([[True, False, False], [True, True, False]])).tolist()
    [1]
    """
    chosen = []
    while false.any():
        chosen.append(int(false.sum(axis=1).argmax()))
        false = false & ~false[chosen[-1]]
    return np.array(chosen, dtype=np.int64)


def shaken(deduction: Deduction, draws: Floats) -> NDArray[np.bool_]:
    """In which draws an equality of angles or ratios fails that the tables imply.

    Tables imply more than rules conclude, and it is never written out. Two turns, or two ratios,
    are tied to each other where they differ by a constant in every solution of the equations; that
    constant is to be the same in further draws.

    Parameters
    ----------
    deduction : Deduction
    draws : ndarray, shape (draws, points, 2)

    Returns
    -------
    ndarray of bool, shape (draws, equalities)
        Of equalities that fail in some draw.
    """
    own, others = deduction.frame, Frame(draws)
    pairs = np.arange(own.pairs + 1)
    # Lengths are ratios to the unit, which is pair 0; what is constant is tied to the first row.
    first, second = (side.reshape(-1) for side in np.meshgrid(pairs, pairs, indexing="ij"))
    real = (first > 0) & (second > 0)
    real[0] = True
    found = []
    tables: tuple[tuple[Table, str], ...] = (("direction", "angle"), ("length", "log_length"))
    for table, quantity in tables:
        kept = real if table == "direction" else np.ones_like(real)
        p, q = first[kept], second[kept]
        free = deduction.closure.tables[table].free_part
        tie = _first_of_class((free[q] - free[p]) % PRIME)
        seen = getattr(own, quantity), getattr(others, quantity)
        offsets = [(of[:, q] - of[:, p]) - (of[:, q[tie]] - of[:, p[tie]]) for of in seen]
        strays = [offset - offsets[0][0] for offset in offsets]
        if table == "direction":
            strays = [stray - np.round(stray) for stray in strays]
        alike, failing = (np.abs(stray) > _STRAY for stray in strays)
        found.append(failing[:, ~alike.any(axis=0) & failing.any(axis=0)])
    return np.concatenate(found, axis=1)


def _first_of_class(rows: Ints) -> Ints:
    """For each row of two residues, the number of the first row that equals it."""
    _, first, label = np.unique(
        rows[:, 0] * PRIME + rows[:, 1], return_index=True, return_inverse=True
    )
    return np.asarray(first[label.reshape(-1)])
