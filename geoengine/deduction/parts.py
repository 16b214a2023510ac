"""Ratios of the parts of segments: the whole and the parts of two segments are in the same ratios.

If AB : AC = DE : DF on two lines, and A is between B and C just where D is between E and F, then
AB : BC = DE : EF, even if none of these ratios is known.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from geoengine.deduction.fact import Fact
from geoengine.deduction.frame import Frame, Ints
from geoengine.deduction.linear_table import LinearTable
from geoengine.deduction.residues import PRIME
from geoengine.deduction.triangles import Solution

__all__ = ["proportional_parts"]


def proportional_parts(frame: Frame, lengths: LinearTable, collinear: Ints) -> Iterator[Solution]:
    """Yield equal ratios on lines that follow from others.

    Parameters
    ----------
    frame : Frame
    lengths : LinearTable
        The table of logarithms of lengths.
    collinear : ndarray, shape (m, 3)
        Triples of points that are known to be collinear.
    """
    # Each point of a triple in turn, with the other two in both orders.
    orders = [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
    rows = collinear[:, orders].reshape(-1, 3)
    a, b, c = rows.T
    ab, ac, bc = frame.pair[a, b], frame.pair[a, c], frame.pair[b, c]
    logs = lengths.random_solutions
    given, follows = (logs[ab] - logs[ac]) % PRIME, (logs[ab] - logs[bc]) % PRIME
    between = (frame.log_length[:, bc] > frame.log_length[:, ab]) & (
        frame.log_length[:, bc] > frame.log_length[:, ac]
    )
    keys = (*follows.T[::-1], *given.T[::-1], *between)
    order = np.lexsort(keys)
    before, after = order[:-1], order[1:]
    news = (given[before] == given[after]).all(axis=1)
    news &= (between[:, before] == between[:, after]).all(axis=0)
    news &= (follows[before] != follows[after]).any(axis=1)
    for one, other in zip(rows[before[news]].tolist(), rows[after[news]].tolist(), strict=True):
        (a, b, c), (d, e, f) = one, other
        yield Solution(
            "proportional_parts",
            Fact("eqratio", (a, b, b, c, d, e, e, f)),
            (
                Fact("coll", tuple(one)),
                Fact("coll", tuple(other)),
                Fact("eqratio", (a, b, a, c, d, e, d, f)),
            ),
            (Fact("sameside", (*one, *other)),),
        )
