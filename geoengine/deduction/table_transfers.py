"""What one table implies and another does not know yet."""

from __future__ import annotations

import numpy as np

from geoengine.deduction.exact_values import Values
from geoengine.deduction.exchange import Implied
from geoengine.deduction.fact import Fact
from geoengine.deduction.frame import Frame, Ints
from geoengine.deduction.linear_forms import form_blocks
from geoengine.deduction.tables import Tables
from geoengine.language import Table

__all__ = ["lengths", "lines_with_parallel_sides", "perpendiculars"]


def lines_with_parallel_sides(frame: Frame, tables: Tables, *, collinear: Ints) -> list[Implied]:
    """Find collinear points with two parallel sides: the third side has their direction too.

    Parameters
    ----------
    frame : Frame
    tables : Tables
    collinear : ndarray, shape (m, 3)
        The triples of points that are collinear in the diagram.
    """
    table, difference = tables["direction"], np.array([1, -1])
    a, b, c = (frame.pair[collinear[:, i], collinear[:, j]] for i, j in ((0, 1), (0, 2), (1, 2)))
    sides = np.stack([np.concatenate([a, a, b]), np.concatenate([b, c, c])], axis=1)
    equal = table.vanishes(sides, difference).reshape(3, -1)
    partly = (equal[0] | equal[1] | equal[2]) & ~(equal[0] & equal[1])
    rows = collinear[partly].tolist()
    return [(Fact("coll", tuple(row)), "direction", "direction") for row in rows]


def perpendiculars(frame: Frame, tables: Tables, *, right_angles: Ints) -> list[Implied]:
    """Find right angles that either directions or squares of lengths imply, but not both.

    Parameters
    ----------
    frame : Frame
    tables : Tables
    right_angles : ndarray, shape (m, 4)
        The pairs of lines that are perpendicular in the diagram.
    """
    by_table = {
        block.table: tables[block.table].vanishes(*tables.with_constant(block))
        for block in form_blocks(frame, "perp", right_angles.T, None)
    }
    found: list[Implied] = []
    directions: tuple[tuple[Table, Table], ...] = (("direction", "square"), ("square", "direction"))
    for source, target in directions:
        chosen = right_angles[by_table[source] & ~by_table[target]].tolist()
        found += [(Fact("perp", tuple(row)), source, target) for row in chosen]
    return found


def lengths(frame: Frame, tables: Tables, *, values: Values) -> list[Implied]:
    """Find equal lengths, and exact ones, that lengths or their squares imply, but not both.

    Parameters
    ----------
    frame : Frame
    tables : Tables
    values : Values
        The exact values that the tables determine.
    """
    found: list[Implied] = []
    solutions = {t: tables[t].random_solutions for t in ("length", "square")}
    both: tuple[tuple[Table, Table], ...] = (("length", "square"), ("square", "length"))
    for source, target in both:
        ours, theirs = solutions[source], solutions[target]
        count = frame.pairs + 1
        order = np.lexsort((ours[:count, 1], ours[:count, 0], frame.length))[1:]
        left, right = order[:-1], order[1:]
        same = frame.length[left] == frame.length[right]
        same &= (ours[left] == ours[right]).all(axis=1)
        same &= (theirs[left] != theirs[right]).any(axis=1)
        for p, q in zip(left[same].tolist(), right[same].tolist(), strict=True):
            found.append((Fact("cong", (*values.ends(p), *values.ends(q))), source, target))
        settled = tables[source].determined() & ~tables[target].determined()
        for p in np.flatnonzero(settled).tolist():
            value = values.length_in(p, source)
            if value is not None:
                found.append((Fact("lconst", values.ends(p), value), source, target))
    return found
