"""Goals: statements about a draft's points, in its figure and with the free points moved."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from geoengine.draft.draft import Draft
from geoengine.draft.errors import DraftError
from geoengine.draft.executor import carry_out
from geoengine.draft.figure import Figure
from geoengine.draft.limits import Limits
from geoengine.draft.reader import read_expression
from geoengine.draft.truth import holds
from geoengine.language import Statement

__all__ = ["GoalCheck", "check_goal", "moved_figures"]

_FIGURES = 20


@dataclass(frozen=True, slots=True)
class GoalCheck:
    """Whether a goal holds.

    Attributes
    ----------
    holds : bool
    reason : str
        Why it does not hold; empty if it does.
    figures : int
        In how many moved figures the points of the goal exist.
    """

    holds: bool
    reason: str
    figures: int


def moved_figures(
    draft: Draft, figure: Figure, *, count: int = _FIGURES, seed: int = 0
) -> list[Figure]:
    """Return figures of a draft with its free points elsewhere; objects keep their names.

    Numbers stay as they are. Points move by up to half the size of the figure.

    Parameters
    ----------
    draft : Draft
    figure : Figure
        The figure of the draft as it stands.
    count : int
    seed : int
        Equal seeds give equal figures.
    """
    free = [one for one in figure.free() if one.kind == "point" and one.is_defined]
    places = [one.shape for one in free if isinstance(one.shape, complex)]
    size = max([1.0, *(abs(place - places[0]) for place in places)])
    found = []
    for number in range(count):
        draw = random.Random(f"{seed} {number}")
        moved = {
            one.name: place + size * complex(draw.uniform(-0.5, 0.5), draw.uniform(-0.5, 0.5))
            for one, place in zip(free, places, strict=True)
        }
        found.append(carry_out(draft, places=moved, like=figure))
    return found


def check_goal(
    draft: Draft,
    goal: Statement | str,
    *,
    count: int = _FIGURES,
    seed: int = 0,
    limits: Limits | None = None,
) -> GoalCheck:
    r"""Check that a statement is true in the figure of a draft, and with its free points moved.

    Moved figures in which a point of the goal does not exist say nothing.

    Parameters
    ----------
    draft : Draft
    goal : Statement or str
        A statement about points of the draft; ``A_1`` is so written in both. Or a condition in the
        language of drafts, such as ``IsTangent(l, c)`` or ``M == Midpoint(A, B)``.
    count, seed : int
        The number of moved figures, and what chooses them.
    limits : Limits, optional

    Raises
    ------
    DraftError
        If the draft cannot be carried out, has no object of the name, or the condition cannot be
        read.

    Examples
    --------
    >>> from geoengine.draft import read_draft
    >>> from geoengine.language import parse_statement
    >>> draft = read_draft("A = (0, 0)\nB = (4, 0)\nC = Rotate(B, 60°, A)\nD = (2, 12^0.5)")
    >>> check_goal(draft, parse_statement("cong A B A C")).holds
    True
    >>> print(check_goal(draft, parse_statement("cong A B A D")).reason)
    cong A B A D holds in the figure as drawn, but not when A and B move
    >>> print(check_goal(draft, "Distance(A, B) == Distance(B, D)").reason)
    Distance(A, B) == Distance(B, D) holds in the figure as drawn, but not when A and B move
    """
    figure = carry_out(draft, limits=limits)
    if isinstance(goal, str):
        condition = read_expression(goal)
        return _checked(
            draft, figure, goal, lambda one: holds(one, condition), count=count, seed=seed
        )
    for name in goal.points:
        known = figure.objects.get(name)
        if known is None or known.kind != "point":
            found = "none" if known is None else f"a {known.kind}"
            raise DraftError(f"expected a point {name} for the goal {goal}, found {found}")
        if not known.is_defined:
            return GoalCheck(False, f"the point {name} is not defined", 0)

    def is_true(one: Figure) -> bool | None:
        exist = all(one.point(name) is not None for name in goal.points)
        return _holds(goal, one) if exist else None

    return _checked(draft, figure, str(goal), is_true, count=count, seed=seed)


def _checked(
    draft: Draft,
    figure: Figure,
    goal: str,
    is_true: Callable[[Figure], bool | None],
    *,
    count: int,
    seed: int,
) -> GoalCheck:
    """Check a goal in a figure and in moved ones; None says that something in it is undefined."""
    drawn = is_true(figure)
    if drawn is None:
        return GoalCheck(False, f"something in {goal} is not defined", 0)
    if not drawn:
        return GoalCheck(False, f"{goal} does not hold in the figure", 0)
    truths = [is_true(one) for one in moved_figures(draft, figure, count=count, seed=seed)]
    known = [one for one in truths if one is not None]
    if not all(known):
        names = [one.name for one in figure.free() if one.kind == "point"]
        who = " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
        move = "move" if len(names) > 1 else "moves"
        reason = f"{goal} holds in the figure as drawn, but not when {who} {move}"
        return GoalCheck(False, reason, len(known))
    return GoalCheck(True, "", len(known))


def _holds(goal: Statement, figure: Figure) -> bool:
    places = [figure.point(name) for name in goal.points]
    xy = np.array([[(place.real, place.imag) for place in places if place is not None]])
    return bool(goal.holds(xy, {name: k for k, name in enumerate(goal.points)})[0])
