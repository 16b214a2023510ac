"""Points that a proof adds to a problem: they must exist, and assume nothing of the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from geoengine.errors import InputError, PlacementError
from geoengine.language import Statement, write
from geoengine.scene import (
    ConstructionStep,
    Problem,
    add_points,
    assemble,
    load_steps,
    requirements_of,
)
from geoengine.verify.budget import Budget
from geoengine.verify.figures.setting import CONFIGURATIONS, Setting, configurations
from geoengine.verify.figures.system import Reals

__all__ = ["AddedPoints", "place_added"]

_MOVED = 1e-3
"""How far the points of the problem are moved at random, relative to the size of the figure."""

_CLEAR = 0.01
"""The least margin of the conditions that clauses require, where existence is judged."""

_MOST_CONFIGURATIONS = 9
"""How many configurations are drawn to find one that a proof is of."""


@dataclass(frozen=True)
class AddedPoints:
    """The points that a proof adds, in figures of the problem.

    Attributes
    ----------
    fault : str
        Why they may not be added, in words; empty if they may.
    premises : tuple of Statement
        What their clauses say.
    settings : tuple of Setting
        Figures of the problem with these points, one setting for each configuration in which they
        exist.
    passed_over : int
        The number of configurations in which they do not, as a point is one that is there already,
        or two lines are parallel.
    """

    fault: str = ""
    premises: tuple[Statement, ...] = ()
    settings: tuple[Setting, ...] = ()
    passed_over: int = 0


def place_added(
    problem: Problem,
    added: Sequence[str],
    budget: Budget,
    *,
    everywhere: bool = False,
    suits: Callable[[Setting], bool] | None = None,
) -> AddedPoints:
    """Place the points that a proof adds, and check that they only add points.

    Every clause must place new points. If the points of the problem are moved at random, so that
    its premises no longer hold, the new points must still exist, and satisfy what the clauses say:
    otherwise a clause assumes something of the other points, such as that three lines pass through
    one point.

    The new points must exist in every draw. A proof is valid for the configuration of its figure
    alone, and a clause may give no new point in another one, where its point is one of the
    problem's, say; then it still gives one if the points of the problem are moved. Such
    configurations are passed over, if there is another one, and so are those where a condition
    that a clause requires is hardly met: a point that is moved a little may not meet it.

    Parameters
    ----------
    problem : Problem
    added : sequence of str
        The clauses.
    budget : Budget
    everywhere : bool
        Whether the points must exist in all configurations.
    suits : callable, optional
        Whether a proof is of the configuration of a setting. If it is of none of the first three,
        further ones are drawn, as far as the time allows.
    """
    try:
        steps = load_steps("; ".join(added), problem) if added else ()
        premises = assemble(steps).premises
    except InputError as error:
        return AddedPoints(f"a clause of the added points cannot be used: {error}")
    most = CONFIGURATIONS if suits is None else _MOST_CONFIGURATIONS
    rng = np.random.default_rng(budget.seed)
    settings: list[Setting] = []
    drawn = 0
    for xy in configurations(problem, budget.seed, budget, most):
        if drawn >= CONFIGURATIONS and suits is not None and any(map(suits, settings)):
            break
        drawn += 1
        if not everywhere and not _is_clear(problem, xy, steps):
            continue
        size = np.ptp(xy, axis=1, keepdims=True).max()
        moved = xy + rng.normal(scale=_MOVED * size, size=xy.shape)
        exact, loose = _longer(problem, xy, steps), _longer(problem, moved, steps)
        if exact is None and (everywhere or loose is None):
            return AddedPoints("the added points do not exist in every draw")
        if loose is None:
            return AddedPoints("the added points exist only because of a relation of other points")
        if exact is None:
            continue
        of_all = Setting(exact.points, np.concatenate([exact.xy, loose.xy]))
        assumed = [premise for premise in premises if not of_all.holds(premise)]
        if assumed:
            text = f"{write(assumed[0])} does not follow from the construction of the added points"
            return AddedPoints(text)
        settings.append(exact)
    if not drawn:
        return AddedPoints("no figure of the problem was found, in which to add points")
    if not settings:
        return AddedPoints("the added points do not exist in every draw")
    return AddedPoints("", premises, tuple(settings), drawn - len(settings))


def _is_clear(problem: Problem, xy: Reals, steps: Sequence[ConstructionStep]) -> bool:
    """Whether the conditions that clauses require are clearly met, as far as points exist."""
    for count, step in enumerate(steps):
        setting = _longer(problem, xy, steps[:count])
        if setting is None:
            return True
        index = {name: k for k, name in enumerate(setting.points)}
        needs = [need for call in step.calls for need in requirements_of(call)]
        for need in needs:
            if need.is_condition and need.measured(setting.xy, index).min() < _CLEAR:
                return False
    return True


def _longer(problem: Problem, xy: Reals, steps: Sequence[ConstructionStep]) -> Setting | None:
    """Place further points in draws of one configuration; None if there is a draw without them."""
    try:
        longer, diagram = add_points(problem, xy, steps)
    except PlacementError:
        return None
    return Setting(longer.points, diagram.xy)
