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

from geoengine.deduction import Derivation
from geoengine.errors import PlacementError
from geoengine.graph.proof import Proof
from geoengine.language import PREDICATES, Statement
from geoengine.scene import Diagram, Problem, StatementBatch, explore

__all__ = [
    "FurtherDraws",
    "claims_to_confirm",
    "covering_draws",
    "depends_on_figure",
    "false_in",
]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_GENERIC = frozenset({"ncoll", "npara", "nperp", "diff"})
"""Conditions that hold in every clear figure, where points and lines are apart."""


class FurtherDraws:
    """Further draws for tests of derived statements, placed on demand.

    Parameters
    ----------
    problem : Problem
    diagram : Diagram
        The diagram of the deducer. If it has no seed, there are no further draws.
    given : ndarray, shape (draws, points, 2), optional
        Draws to use instead of placing any.
    """

    def __init__(self, problem: Problem, diagram: Diagram, given: Floats | None = None) -> None:
        self._problem, self._seed = problem, diagram.seed
        self._given = given
        self._found = np.zeros((0, *diagram.xy.shape[1:]))
        self._placed = 0

    def first(self, count: int) -> Floats:
        """Return the first `count` draws, or fewer if there are no more; if given, all of them."""
        if self._given is not None:
            return self._given
        if count > self._placed and self._seed is not None:
            try:
                self._found = explore(self._problem, seed=self._seed, draws=count)
            except PlacementError:
                # The diagram was placed for premises other than the problem's.
                self._found = self._found[:0]
            self._placed = count
        return self._found[:count]


def depends_on_figure(step: Derivation) -> bool:
    """Return whether a step uses a property of the figure that may differ between configurations.

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
    """List all statements and conditions in the steps of a proof that depends on the figure.

    The list is empty if no step depends on it.
    """
    steps = [step.derivation for step in proof.steps]
    if not any(map(depends_on_figure, steps)):
        return []
    claims = (s for step in steps for s in (step.conclusion, *step.antecedents, *step.conditions))
    return list(dict.fromkeys(claims))


def false_in(statements: Iterable[Statement], diagram: Diagram, draws: Floats) -> NDArray[np.bool_]:
    """Return, for each draw, which of the statements are false in it.

    Parameters
    ----------
    statements : iterable of Statement
    diagram : Diagram
        The diagram whose points the statements are about.
    draws : ndarray, shape (draws, points, 2)
        Coordinates of these points.

    Returns
    -------
    ndarray of bool, shape (draws, statements)
        Every statement has a column, but the order of the columns is that of a `StatementBatch`,
        which groups statements by predicate.
    """
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
        The numbers of the draws. Each is the one in which most further statements are false, so
        the set is small, but not always the smallest.

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
