"""Counterexamples stored in an item, measured again from their printed coordinates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from geoengine.errors import InputError
from geoengine.language import Statement, as_complex, write
from geoengine.scene import Problem
from geoengine.verify.figures.arrangement import arranged_alike
from geoengine.verify.figures.system import Reals
from geoengine.verify.items.option_verdicts import OptionVerdict
from geoengine.verify.problems.goal_judge import goal_fails
from geoengine.verify.verdict import Picture

__all__ = ["read_figure", "stored_figure"]

_HOLDS = 1e-9
_FALSE = 1e-3
_APART = 1e-4
"""Least distance of two points, where the figure is 1 wide."""


def stored_figure(
    entry: Mapping[str, Any],
    problem: Problem,
    premise: Statement,
    goal: Statement,
    *,
    shown: Reals | None = None,
) -> OptionVerdict | None:
    """Check a stored counterexample, which shows that a premise is needed.

    Parameters
    ----------
    entry : mapping
        The certificate's entry for the option; ``counterexample`` holds ``points``, decimal
        numbers as text by name.
    problem : Problem
    premise : Statement
        The premise that is left out.
    goal : Statement
    shown : ndarray, shape (points, 2), optional
        The figure in the picture. A proof may use its arrangement, so a figure with another
        arrangement does not show that the premise is needed.

    Returns
    -------
    OptionVerdict or None
        None where there is no figure, or one with another arrangement.

    Raises
    ------
    InputError
        If it is not a counterexample: the residual of another premise is 1e-9 or more, or that of
        the goal 1e-3 or less; also if points coincide, are missing, or are not finite.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> from geoengine.scene import load_problem
    >>> problem = load_problem("A B C = r_triangle A B C; M = midpoint M B C ? cong A M B M")
    >>> figure = {"A": ["1", "2"], "B": ["0", "0"], "C": ["4", "0"], "M": ["2", "0"]}
    >>> entry = {"counterexample": {"points": figure}}
    >>> stored_figure(entry, problem, parse_statement("perp A B A C"), problem.goal).why
    'AB ⟂ AC is needed: in the stored figure all other premises hold, and the goal does not'
    """
    stored = entry.get("counterexample")
    if stored is None:
        return None
    left_out = write(premise)
    xy = read_figure(stored["points"], problem.points, f"the counterexample for {left_out}")
    index = {point: row for row, point in enumerate(problem.points)}
    rest = [other for other in problem.premises if other != premise]
    for other in rest:
        off = float(other.measured(xy[None], index)[0])
        if not (off > 0 if other.is_condition else off < _HOLDS):
            text = f"in the counterexample for {left_out} the premise {write(other)} does not hold"
            raise InputError(f"{text}: it is off by {abs(off):.2g}")
    oriented = any(other.predicate == "aconst" for other in rest)
    if not goal_fails(goal, problem.points, xy[None], oriented)[0] > _FALSE:
        raise InputError(f"in the counterexample for {left_out} the goal holds")
    if shown is not None and not arranged_alike(shown, xy[None])[0]:
        return None
    drawn = (*(other for other in rest if not other.is_condition), goal)
    why = (
        f"{left_out} is needed: in the stored figure all other premises hold, and the goal does not"
    )
    return OptionVerdict(False, why, Picture(problem.points, xy, drawn))


def read_figure(places: Mapping[str, Any], points: tuple[str, ...], what: str) -> Reals:
    """Read the stored coordinates of points, shape (points, 2).

    Parameters
    ----------
    places : mapping
        Two decimal numbers as text for each point.
    points : tuple of str
    what : str
        What messages call the figure.

    Raises
    ------
    InputError
        If points coincide, are missing, or are not finite.
    """
    absent = [name for name in points if name not in places]
    if absent:
        raise InputError(f"{what} has no point {absent[0]}")
    xy = np.array([[float(x) for x in places[name]] for name in points])
    if xy.shape != (len(points), 2) or not np.isfinite(xy).all():
        raise InputError(f"{what} is not two finite numbers a point")
    z = as_complex(xy)
    distance = np.abs(z[:, None] - z[None, :])
    if (distance + np.eye(len(z)) * distance.max()).min() < _APART * distance.max():
        raise InputError(f"two points coincide in {what}")
    return xy
