"""What one table implies and another does not know yet."""

from __future__ import annotations

import numpy as np

from geoengine.deduction.exact_values import Values
from geoengine.deduction.exchange import Implied
from geoengine.deduction.fact import Fact
from geoengine.deduction.frame import Ints
from geoengine.deduction.linear_table import LinearTable
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
    if not len(relations.listed("coll", 3)):
        return []
    collinear, sides = relations.collinear_sides
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
    if not len(relations.listed("perp", 4)):
        return []
    right_angles, blocks = relations.right_angles
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
    length, square = tables["length"], tables["square"]
    both: tuple[tuple[Table, Table], ...] = (("length", "square"), ("square", "length"))
    known = _in_one(relations.frame.length, length, square)
    for (source, target), (pairs, constant) in zip(both, known, strict=True):
        for p, q in pairs:
            found.append((Fact("cong", (*values.ends(p), *values.ends(q))), source, target))
        for p in constant:
            value = values.length_in(p, source)
            if value is not None:
                found.append((Fact("lconst", values.ends(p), value), source, target))
    return found


def _in_one(
    lengths: Ints, ours: LinearTable, theirs: LinearTable
) -> list[tuple[list[tuple[int, int]], list[int]]]:
    """Return, for each of two tables, the segments that are equal, or constant, there only."""
    solutions = ours.random_solutions, theirs.random_solutions
    settled = ours.determined(), theirs.determined()
    kernel = compiled("transfers")
    if kernel is not None:
        found: list[tuple[list[tuple[int, int]], list[int]]] = kernel.lengths_in_one(
            lengths, *solutions, *[own.view(np.uint8) for own in settled]
        )
        return found
    return [
        (equal_in_one(lengths, *solutions), (settled[0] > settled[1]).nonzero()[0].tolist()),
        (equal_in_one(lengths, *solutions[::-1]), (settled[1] > settled[0]).nonzero()[0].tolist()),
    ]


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
