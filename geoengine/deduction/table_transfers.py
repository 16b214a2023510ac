"""What one table implies and another does not know yet."""

from __future__ import annotations

import numpy as np

from geoengine.deduction.exact_values import Values
from geoengine.deduction.exchange import Implied
from geoengine.deduction.fact import Fact
from geoengine.deduction.frame import Ints
from geoengine.deduction.tables import Tables
from geoengine.deduction.true_relations import Relations
from geoengine.kernel import compiled
from geoengine.language import Table

__all__ = ["equal_in_one", "lengths", "lines_with_parallel_sides", "perpendiculars"]

_DIFFERENCE = np.array([1, -1])


def lines_with_parallel_sides(relations: Relations, tables: Tables) -> list[Implied]:
    """Find collinear points with two parallel sides: the third side has their direction too.

    Parameters
    ----------
    relations : Relations
    tables : Tables
    """
    collinear, sides = relations.collinear_sides
    if not len(collinear):
        return []
    equal = tables["direction"].vanishes(sides, _DIFFERENCE).reshape(3, -1)
    partly = (equal[0] | equal[1] | equal[2]) & ~(equal[0] & equal[1])
    rows = collinear[partly].tolist()
    return [(Fact("coll", tuple(row)), "direction", "direction") for row in rows]


def perpendiculars(relations: Relations, tables: Tables) -> list[Implied]:
    """Find right angles that either directions or squares of lengths imply, but not both.

    Parameters
    ----------
    relations : Relations
    tables : Tables
    """
    right_angles, blocks = relations.right_angles
    if not len(right_angles):
        return []
    by_table = {block.plan.table: tables.vanish(block) for block in blocks}
    found: list[Implied] = []
    if not np.count_nonzero(by_table["direction"] != by_table["square"]):
        return found
    directions: tuple[tuple[Table, Table], ...] = (("direction", "square"), ("square", "direction"))
    for source, target in directions:
        chosen = right_angles[by_table[source] > by_table[target]].tolist()
        found += [(Fact("perp", tuple(row)), source, target) for row in chosen]
    return found


def lengths(relations: Relations, tables: Tables, *, values: Values) -> list[Implied]:
    """Find equal lengths, and exact ones, that lengths or their squares imply, but not both.

    Parameters
    ----------
    relations : Relations
    tables : Tables
    values : Values
        The exact values that the tables determine.
    """
    found: list[Implied] = []
    solutions = {t: tables[t].random_solutions for t in ("length", "square")}
    settled = {t: tables[t].determined() for t in ("length", "square")}
    both: tuple[tuple[Table, Table], ...] = (("length", "square"), ("square", "length"))
    for source, target in both:
        for p, q in equal_in_one(relations.frame.length, solutions[source], solutions[target]):
            found.append((Fact("cong", (*values.ends(p), *values.ends(q))), source, target))
        # Known in the source, and not in the target.
        for p in (settled[source] > settled[target]).nonzero()[0].tolist():
            value = values.length_in(p, source)
            if value is not None:
                found.append((Fact("lconst", values.ends(p), value), source, target))
    return found


def equal_in_one(lengths: Ints, ours: Ints, theirs: Ints) -> list[tuple[int, int]]:
    """Find segments that are equal in the figure and in one table, and not in another table.

    Parameters
    ----------
    lengths : ndarray, shape (segments + 1,)
        The length class of each segment.
    ours, theirs : ndarray, shape (quantities and constants + 1, 2)
        The random solutions of both tables.
    """
    kernel = compiled("transfers")
    if kernel is not None:
        pairs: list[tuple[int, int]] = kernel.equal_in_one(lengths, ours, theirs)
        return pairs
    count = len(lengths)
    order = np.lexsort((ours[:count, 1], ours[:count, 0], lengths))[1:]
    left, right = order[:-1], order[1:]
    same = lengths[left] == lengths[right]
    same &= (ours[left] == ours[right]).all(axis=1)
    same &= (theirs[left] != theirs[right]).any(axis=1)
    return list(zip(left[same].tolist(), right[same].tolist(), strict=True))
