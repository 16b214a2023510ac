"""Confirmation: tests of derived statements in draws that the deducer did not use.

Some steps depend on the figure: which of two angles it is, which point is between two others, which
orientation a triangle has. The deducer decides this by a few draws. If a free point can pass
another one, a further draw of the same construction may be in another configuration, in which
conclusions of such a step are false. That draw is then added to those of the deducer, which derives
again and no longer takes the step. A proof without such steps holds in all configurations.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from geoengine.deduction import Derivation
from geoengine.errors import PlacementError
from geoengine.graph.proof import Proof
from geoengine.language import Statement
from geoengine.scene import (
    ConstructionStep,
    Diagram,
    Problem,
    StatementBatch,
    add_points,
    explore,
)

__all__ = [
    "ContinuedDraws",
    "FurtherDraws",
    "claims_to_confirm",
    "covering_draws",
    "depends_on_figure",
    "false_in",
    "false_where_given",
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

    Attributes
    ----------
    premises : frozenset of Statement
        Premises that hold in all further draws, because the placement measured them.
    """

    premises: frozenset[Statement] = frozenset()

    def __init__(self, problem: Problem, diagram: Diagram, given: Floats | None = None) -> None:
        self._problem, self._seed = problem, diagram.seed
        if given is None:
            self.premises = frozenset(problem.relations)
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


class ContinuedDraws(FurtherDraws):
    """Further draws of a figure to which points were added.

    Draws in which these cannot be placed are left out.

    Parameters
    ----------
    earlier : FurtherDraws
        The draws of the figure without these points.
    problem : Problem
        The problem without them.
    diagram : Diagram
        Its diagram; new points are chosen as in the first draw.
    steps : sequence of ConstructionStep
    choice : float
        As for `add_points`.
    """

    def __init__(
        self,
        earlier: FurtherDraws,
        problem: Problem,
        diagram: Diagram,
        steps: Sequence[ConstructionStep],
        choice: float,
    ) -> None:
        self._earlier, self._problem, self._shown = earlier, problem, diagram.xy[:1]
        self._steps, self._choice = steps, choice
        self._kept: dict[int, Floats] = {}

    def first(self, count: int) -> Floats:
        """Return the draws with all points that were found from the first `count` without."""
        if count not in self._kept:
            before = self._earlier.first(count)
            parts = [self._continued(before)]
            if parts[0] is None:
                parts = [self._continued(before[k : k + 1]) for k in range(len(before))]
            found = [part for part in parts if part is not None]
            added = sum(len(step.points) for step in self._steps)
            none = np.zeros((0, before.shape[1] + added, 2))
            self._kept[count] = np.concatenate([none, *found])
        return self._kept[count]

    def _continued(self, draws: Floats) -> Floats | None:
        try:
            xy = np.concatenate([self._shown, draws])
            return add_points(self._problem, xy, self._steps, choice=self._choice)[1].xy[1:]
        except PlacementError:
            return None


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
    return ~StatementBatch(statements, diagram.index).hold(_as_complex(draws))


def false_where_given(
    given: Iterable[Statement], claims: Iterable[Statement], diagram: Diagram, draws: Floats
) -> tuple[Floats, NDArray[np.bool_]]:
    """Return the draws in which given statements hold, and which others are false there.

    Parameters
    ----------
    given, claims : iterable of Statement
        Claims that are given are left out.
    diagram, draws
        As for `false_in`.

    Returns
    -------
    draws : ndarray, shape (some draws, points, 2)
    false : ndarray of bool, shape (some draws, claims)
    """
    known = dict.fromkeys(given)
    checks = StatementBatch(dict.fromkeys([*known, *claims]), diagram.index)
    false = ~checks.hold(_as_complex(draws))
    is_given = np.array([statement in known for statement in checks.statements], dtype=bool)
    kept = ~false[:, is_given].any(axis=1)
    return draws[kept], false[kept][:, ~is_given]


def _as_complex(draws: Floats) -> NDArray[np.complex128]:
    found: NDArray[np.complex128] = np.ascontiguousarray(draws).view(np.complex128)[..., 0]
    return found


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
