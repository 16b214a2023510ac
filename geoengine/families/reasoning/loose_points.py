"""Loose points: those that might lie anywhere on a line once a premise is left out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from geoengine.families.reasoning.context import Context
from geoengine.graph import Proof
from geoengine.language import Statement

__all__ = ["leaves_loose_point"]

_FAR = 0.37
"""How far a point is moved along a line, as a share of its distance from another point there."""

_HOLDS = 1e-7


def leaves_loose_point(context: Context, left_out: Statement, proof: Proof) -> bool:
    """Whether a premise that a proof does without only says where on a line a point lies.

    The proof uses at most one other premise about the point, or all that it uses remain true if the
    point is moved along a line to another. A reader sees then that any point there would do.

    Parameters
    ----------
    context : Context
    left_out : Statement
        The premise.
    proof : Proof
        A proof of a goal from the others.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> from geoengine.scene import load_problem
    >>> from geoengine.families.reasoning import make_context
    >>> text = "A B C = triangle A B C; H = orthocenter H A B C; D = foot D A B C"
    >>> context = make_context(load_problem(text), scene="altitudes", seed=1)
    >>> proof = context.proof(parse_statement("coll A D H"))
    >>> leaves_loose_point(context, parse_statement("coll B C D"), proof)
    True
    """
    index, shown = context.diagram.index, context.diagram.xy[0]
    for point in left_out.points:
        about = [one for one in proof.premises if point in one.points and one != left_out]
        if len(about) <= 1:
            return True
        moved = _moved(shown, index[point])
        holds = [one.measured(moved, index) < _HOLDS for one in about]
        if np.logical_and.reduce(holds).any():
            return True
    return False


def _moved(shown: NDArray[np.float64], row: int) -> NDArray[np.float64]:
    """Figures with a point moved along the line to each other one."""
    steps = _FAR * (np.delete(shown, row, axis=0) - shown[row])
    found = np.repeat(shown[None], len(steps), axis=0)
    found[:, row] += steps
    return found
