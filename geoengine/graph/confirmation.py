"""Confirmation: tests of derived statements in draws that the deducer did not use.

Some steps depend on the figure: which of two angles it is, which point is between two others, which
orientation a triangle has. The deducer decides this by a few draws. If a free point can pass
another one, a further draw of the same construction may be in another configuration, in which
conclusions of such a step are false. That draw is then added to those of the deducer, which derives
again and no longer takes the step. A proof without such steps holds in all configurations.
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

__all__ = [
    "Witnesses",
    "claims_to_confirm",
    "covering_draws",
    "depends_on_figure",
    "failing_equalities",
    "false_in",
]

Floats = NDArray[np.float64]

_GENERIC = frozenset({"ncoll", "npara", "nperp", "diff"})
"""Conditions that hold in every clear figure, where points and lines are apart."""

_STRAY = 1e-6


class Witnesses:
    """Further draws for tests of derived statements, placed on demand.

    Parameters
    ----------
    problem : Problem
    diagram : Diagram
        The diagram of the deducer. Without its seed there are no further draws.
    given : ndarray, shape (draws, points, 2), optional
        Draws to use instead.
    """

    def __init__(self, problem: Problem, diagram: Diagram, given: Floats | None = None) -> None:
        self._problem, self._seed = problem, diagram.seed
        self._given = given
        self._found = np.zeros((0, *diagram.xy.shape[1:]))
        self._asked = 0

    def draws(self, count: int) -> Floats:
        """Return up to `count` draws, always the same ones first, or all that were given."""
        if self._given is not None:
            return self._given
        if count > self._asked and self._seed is not None:
            try:
                self._found = explore(self._problem, seed=self._seed, draws=count)
            except PlacementError:
                # The diagram was placed for premises other than the problem's.
                self._found = self._found[:0]
            self._asked = count
        return self._found[:count]


def depends_on_figure(step: Derivation) -> bool:
    """Tell whether a step uses a property of the figure that may differ between configurations.

    Examples
    --------
    >>> import geoengine as ge
    >>> graph = ge.deduce(ge.load_problem("a b c = triangle; o = circumcenter a b c"))
    >>> (step,) = graph.derivations(ge.parse_statement("eqangle b o b c b c c o"))
    >>> step.rule, depends_on_figure(step)
    ('isosceles_base_angles', False)
    """
    return step.modulus > 1 or any(c.predicate not in _GENERIC for c in step.conditions)


def claims_to_confirm(proof: Proof) -> list[Statement]:
    """List the statements of a proof with conditions; none if no step depends on the figure."""
    steps = [step.derivation for step in proof.steps]
    if not any(map(depends_on_figure, steps)):
        return []
    claims = (s for step in steps for s in (step.conclusion, *step.antecedents, *step.conditions))
    return list(dict.fromkeys(claims))


def false_in(statements: Iterable[Statement], diagram: Diagram, draws: Floats) -> NDArray[np.bool_]:
    """Tell which statements are false in which draws; shape (draws, statements), in any order."""
    checks = StatementBatch(statements, diagram.index)
    measured = checks.measure(np.ascontiguousarray(draws).view(np.complex128)[..., 0])
    decided = [
        PREDICATES[statement.predicate].decide(measured[:, k])
        for k, statement in enumerate(checks.statements)
    ]
    return ~np.array(decided, dtype=bool).reshape(len(decided), len(draws)).T


def covering_draws(false: NDArray[np.bool_]) -> Ints:
    """Choose draws so that each statement that is false in some draw is false in a chosen one.

    Parameters
    ----------
    false : ndarray of bool, shape (draws, statements)

    Returns
    -------
    ndarray of int
        A small, not always the smallest, set: the draw with most further statements comes next.

    Examples
    --------
    >>> covering_draws(np.array([[True, False, False], [True, True, False]])).tolist()
    [1]
    """
    chosen = []
    while false.any():
        chosen.append(int(false.sum(axis=1).argmax()))
        false = false & ~false[chosen[-1]]
    return np.array(chosen, dtype=np.int64)


def failing_equalities(deduction: Deduction, draws: Floats) -> NDArray[np.bool_]:
    """Tell in which draws an equality of angles or ratios fails that the tables imply.

    The tables imply more equalities than are listed as statements: two directed angles, or two
    ratios, differ by a constant in every solution of the equations. In further draws this constant
    must be the same.

    Parameters
    ----------
    deduction : Deduction
    draws : ndarray, shape (draws, points, 2)

    Returns
    -------
    ndarray of bool, shape (draws, equalities)
        For the equalities that fail in some draw.
    """
    own, others = deduction.frame, Frame(draws)
    pairs = np.arange(own.pairs + 1)
    # Lengths are ratios to the unit, pair 0. Each pair is compared with the first of its class.
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
    """Return, for each row of two residues, the number of the first equal row."""
    _, first, label = np.unique(
        rows[:, 0] * PRIME + rows[:, 1], return_index=True, return_inverse=True
    )
    return np.asarray(first[label.reshape(-1)])
