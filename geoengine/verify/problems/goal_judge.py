"""Decides whether a goal is true in every figure, in some, or in none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from geoengine.language import Statement, write
from geoengine.verify.figures.precise import sharpen
from geoengine.verify.figures.residuals import residual
from geoengine.verify.figures.system import Reals
from geoengine.verify.verdict import Finding, Level, Picture

__all__ = ["GoalVerdict", "goal_fails", "judge_goal"]

Status = Literal["proved", "true", "depends", "false", "premise", "empty", "undecided"]

CLEARLY_FALSE = 1e-4
_TRUE = 1e-7
_RANDOM = 24


@dataclass(frozen=True, slots=True, eq=False)
class GoalVerdict:
    """The verdict on a goal.

    Attributes
    ----------
    goal : Statement
    status : str
        ``proved``: a proof was replayed, and no figure contradicts it; ``true`` in all figures
        found, but not proved; ``depends``: true in some and false in others, all of which satisfy
        the premises; ``false`` in all; ``premise``: it is given; ``empty``: it holds for any
        points; ``undecided``.
    figures, false_in : int
        How many figures of the intended configuration it was tested in, and how many refute it.
    elsewhere : int
        In how many figures of other configurations the goal is false.
    counterexample, example : Picture or None
        A figure in which the goal is false; one in which it is true.
    residual : float
        The largest residual of the goal in any figure tested.
    proof : Finding or None
        The finding of the replay of its proof; None if there is no proof.
    """

    goal: Statement
    status: Status
    figures: int = 0
    false_in: int = 0
    elsewhere: int = 0
    counterexample: Picture | None = None
    example: Picture | None = None
    residual: float = 0.0
    proof: Finding | None = None

    def finding(self) -> Finding:
        """The verdict as a finding."""
        goal = write(self.goal)
        evidence: dict[str, Any] = {
            "goal": str(self.goal),
            "figures": self.figures,
            "false_in": self.false_in,
        }
        if self.counterexample is not None:
            evidence["residual"] = float(f"{self.residual:.3g}")
        if self.example is not None and self.status == "depends":
            evidence["true_in_figure"] = self.example.places()
        level, text = {
            "proved": (Level.GOOD, f"{goal} is proved"),
            "true": (
                Level.UNDECIDED,
                f"{goal} is true in all {self.figures} figures found, but not proved",
            ),
            "depends": (
                Level.WRONG,
                f"{goal} depends on the configuration: it is false in {self.false_in} of"
                f" {self.figures} figures that satisfy all premises",
            ),
            "false": (
                Level.WRONG,
                f"{goal} is false in all {self.figures} figures found",
            ),
            "premise": (Level.WRONG, f"the goal is trivial: {goal} is a premise"),
            "empty": (Level.WRONG, f"the goal is trivial: {goal} holds for any points"),
            "undecided": (Level.UNDECIDED, f"it is undecided whether {goal} is true"),
        }[self.status]
        if self.status == "proved" and self.proof is not None:
            text += f": {self.proof.text}"
        if self.elsewhere and self.status in {"proved", "true"}:
            text += (
                f"; it depends on the constructed configuration: {self.elsewhere} figures"
                " satisfy the premises and not the goal"
            )
            evidence["false_elsewhere"] = self.elsewhere
        return Finding(f"goal_{self.status}", level, text, evidence, self.counterexample)


def goal_fails(goal: Statement, points: Sequence[str], pool: Reals, oriented: bool) -> Reals:
    """The residual of a goal in each figure; shape (figures,).

    Parameters
    ----------
    goal : Statement
    points : sequence of str
    pool : ndarray, shape (figures, points, 2)
    oriented : bool
        Whether the premises distinguish a figure from its mirror image. If not, the orientation
        of an angle is ignored.
    """
    index = {name: k for k, name in enumerate(points)}
    found = residual(goal, pool, index)
    if goal.predicate == "aconst" and not oriented:
        found = np.minimum(found, residual(goal, pool * [1, -1], index))
    return found


def judge_goal(
    goal: Statement,
    points: Sequence[str],
    given: Sequence[Statement],
    pool: Reals,
    intended: int,
    proved: Finding | None,
) -> GoalVerdict:
    """Judge a goal in figures.

    Parameters
    ----------
    goal : Statement
    points : sequence of str
    given : sequence of Statement
    pool : ndarray, shape (figures, points, 2)
    intended : int
        How many of them, from the first, show the intended configuration: these decide, the
        others are only noted.
    proved : Finding or None
        The finding of the replay of a proof; None if there is no proof.
    """
    if goal in given:
        return GoalVerdict(goal, "premise")
    if _is_tautology(goal):
        return GoalVerdict(goal, "empty")
    oriented = any(statement.predicate == "aconst" for statement in given)
    off = goal_fails(goal, points, pool, oriented)
    false = off > CLEARLY_FALSE
    for k in np.flatnonzero((off > _TRUE) & ~false):
        false[k] = not _true_after_sharpening(goal, points, given, pool[k], oriented)
    count, elsewhere = int(false[:intended].sum()), int(false[intended:].sum())
    about = (*given, goal)
    counterexample = example = None
    if count or elsewhere:
        counted = false.copy()
        counted[intended:] &= not count
        worst = int(np.where(counted, off, -1.0).argmax())
        counterexample = Picture(tuple(points), pool[worst], about)
    if count < intended:
        example = Picture(tuple(points), pool[int(false[:intended].argmin())], about)
    status: Status = "true"
    if count:
        status = "false" if count == intended else "depends"
    elif proved is not None and proved.level is Level.GOOD:
        status = "proved"
    return GoalVerdict(
        goal, status, intended, count, elsewhere, counterexample, example,
        float(off.max(initial=0.0)), proved,
    )  # fmt: skip


def _true_after_sharpening(
    goal: Statement, points: Sequence[str], given: Sequence[Statement], xy: Reals, oriented: bool
) -> bool:
    """Whether the goal holds in the figure, made precise; True if it cannot be made so."""
    relations = [s for s in given if not s.is_condition]
    figure = sharpen(relations, points, xy)
    if figure is None:
        return True
    sharp = np.array([[float(c) for c in figure[name]] for name in points])
    return bool(goal_fails(goal, points, sharp[None], oriented)[0] < _TRUE)


def _is_tautology(goal: Statement) -> bool:
    """Whether the goal holds for arbitrary points; conditions never do."""
    if goal.is_condition:
        return False
    rng = np.random.default_rng(7)
    names = tuple(dict.fromkeys(goal.points))
    xy = rng.normal(size=(_RANDOM, len(names), 2))
    return bool((goal_fails(goal, names, xy, oriented=True) < _TRUE).all())
