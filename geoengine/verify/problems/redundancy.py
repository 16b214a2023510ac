"""Premises that can be left out: implied by the others, or not needed for the goal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from geoengine.language import Statement, as_complex, write
from geoengine.verify.budget import Budget
from geoengine.verify.figures.nearby import nearby_figures
from geoengine.verify.figures.precise import gradients
from geoengine.verify.figures.system import Reals
from geoengine.verify.problems.goal_judge import CLEARLY_FALSE, goal_fails
from geoengine.verify.problems.quantity import Quantity
from geoengine.verify.verdict import Finding, Level

__all__ = ["Redundancy", "figures_without", "is_implied_nearby", "redundant_premises"]

_BASES = 3
_LOST = 1e-3
_RANK = 1e-8


@dataclass(frozen=True, slots=True)
class Redundancy:
    """A premise that can be left out.

    Attributes
    ----------
    premise : Statement
    reason : {"implied", "not needed"}
        ``implied``: near the figures tested, the premise holds, to first order, wherever the others
        do. ``not needed``: the goal holds in all figures found that violate only this premise.
    figures : int
        How many figures were tested: figures in which all premises hold (``implied``), or figures
        that violate only this one (``not needed``).
    """

    premise: Statement
    reason: Literal["implied", "not needed"]
    figures: int

    def finding(self) -> Finding:
        """The redundancy as a finding."""
        premise = write(self.premise)
        if self.reason == "implied":
            text = f"the premise {premise} follows from the others: no infinitesimal motion that"
            text += f" preserves them violates it ({self.figures} figures)"
        else:
            text = f"the premise {premise} is not needed: the goal holds in all {self.figures}"
            text += " nearby figures that violate only this premise"
        evidence = {"premise": str(self.premise), "reason": self.reason, "figures": self.figures}
        return Finding("redundant", Level.NOTE, text, evidence)


def figures_without(
    premise: Statement,
    relations: Sequence[Statement],
    points: Sequence[str],
    xy: Reals,
    rng: np.random.Generator,
) -> tuple[Reals, Reals]:
    """Find figures near a given one that satisfy all relations except, possibly, one.

    Returns
    -------
    ndarray, shape (figures, points, 2)
    ndarray, shape (figures,)
        The residual of the left-out premise in each.
    """
    rest = [other for other in relations if other != premise]
    found = nearby_figures(points, xy, rest, rng)
    index = {name: k for k, name in enumerate(points)}
    return found, premise.measured(found, index)


def is_implied_nearby(
    premise: Statement, rest: Sequence[Statement], points: Sequence[str], xy: Reals
) -> bool:
    """Whether a premise is invariant, to first order, under all motions that keep the rest.

    `xy`, of shape (points, 2), is a figure in which all premises hold; the answer is False if the
    rest is empty.
    """
    _, kept = gradients(rest, points, xy)
    _, own = gradients([premise], points, xy)
    if not len(kept):
        return False
    size = np.abs(kept).max(axis=1, keepdims=True)
    kept = kept / np.where(size > 0, size, 1.0)
    _, values, rows = np.linalg.svd(kept, full_matrices=False)
    rows = rows[values > _RANK * max(1.0, float(values[0]))]
    left = own - own @ rows.T @ rows
    return bool((np.abs(left) < 1e-6 * np.abs(own).max()).all())


def redundant_premises(
    relations: Sequence[Statement],
    target: Statement | Quantity,
    points: Sequence[str],
    pool: Reals,
    budget: Budget,
) -> tuple[tuple[Redundancy, ...], tuple[Statement, ...], bool]:
    """Leave out each premise in turn and test whether the goal still holds.

    Parameters
    ----------
    relations : sequence of Statement
    target : Statement or Quantity
        The goal, or the quantity whose value is asked for.
    points : sequence of str
    pool : ndarray, shape (figures, points, 2)
        Figures in which all premises hold.
    budget : Budget

    Returns
    -------
    tuple of Redundancy
        Premises that can be left out, each by itself.
    tuple of Statement
        Premises without which a figure violates the goal. A premise is in neither tuple if no
        figure that violates only it was found.
    bool
        Whether all premises were tested in time.
    """
    oriented = any(statement.predicate == "aconst" for statement in relations)
    rng = np.random.default_rng([budget.seed, 1])
    redundant: list[Redundancy] = []
    needed: list[Statement] = []
    for premise in relations:
        if budget.spent:
            return tuple(redundant), tuple(needed), False
        rest = [other for other in relations if other != premise]
        bases = pool[:_BASES]
        if all(is_implied_nearby(premise, rest, points, xy) for xy in bases):
            redundant.append(Redundancy(premise, "implied", len(bases)))
            continue
        lost = 0
        for xy in bases:
            found, off = figures_without(premise, relations, points, xy, rng)
            broken = found[off > _LOST]
            lost += len(broken)
            if len(broken) and _changes(target, points, broken, xy, oriented):
                needed.append(premise)
                break
        else:
            if lost:
                redundant.append(Redundancy(premise, "not needed", lost))
    return tuple(redundant), tuple(needed), True


def _changes(
    target: Statement | Quantity, points: Sequence[str], broken: Reals, xy: Reals, oriented: bool
) -> bool:
    """Whether the goal fails in a figure of `broken`, or the value differs from that in `xy`."""
    if isinstance(target, Statement):
        return bool((goal_fails(target, points, broken, oriented) > CLEARLY_FALSE).any())
    here = float(target.measured(as_complex(xy[None]), points)[0])
    there = target.measured(as_complex(broken), points)
    return bool((np.abs(there - here) > 1e-4 * max(abs(here), 1e-9)).any())
