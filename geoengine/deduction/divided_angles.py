"""Parts of equal angles that are divided in the same ratio of sines.

A line from the vertex of an angle divides it into two parts. Their sum, and the ratio of their
sines, determine both parts but for one choice: the line may be inside the angle or outside. So two
equal angles whose parts have sines in the same ratio have equal parts, and the figure decides that
both lines are inside or both outside. Trigonometric proofs with Ceva's theorem end in this way.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from geoengine.deduction.equality_join import equal_pairs
from geoengine.deduction.fact import Fact
from geoengine.deduction.frame import Frame, Ints
from geoengine.deduction.linear_table import LinearTable
from geoengine.deduction.residues import PRIME
from geoengine.deduction.sines import SineGraph, SineSolution
from geoengine.kernel import compiled
from geoengine.language import RELATION_TOLERANCE

__all__ = ["equal_parts", "keys_of"]

_MOST = 200_000
"""The largest number of divided angles that are compared; the rest is cut."""


def equal_parts(graph: SineGraph, direction: LinearTable) -> Iterator[SineSolution]:
    """Yield equal parts of equal angles.

    Parameters
    ----------
    graph : SineGraph
    direction : LinearTable
        The table of directions.
    """
    corners = graph.reached_corners()
    if not len(corners):
        return
    vertex, p, q = graph.angles.corners[corners].T
    # Each angle as the first part, up to the line to m, and as the second part, from there.
    vertices, middles = np.tile(vertex, 2), np.concatenate([q, p])
    outer, parts = np.concatenate([p, q]), np.tile(corners, 2)
    codes = vertices * graph.frame.n + middles
    first, second, _ = equal_pairs(codes, codes, _MOST)
    nodes, legs = graph.ends[parts, 1], graph.frame.pair[vertices, outer]
    kernel = compiled("repeats")
    repeated = keys_of if kernel is None else kernel.divided_angles
    chosen, keys = repeated(
        first, second, legs, nodes, graph.frame.line, graph.potentials(), graph.component,
        direction.free_part,
    )  # fmt: skip
    order = np.lexsort(keys)
    keys, chosen = keys[:, order], chosen[order]
    first, second = first[chosen], second[chosen]
    rows = np.stack([vertices[first], outer[first], middles[first], outer[second]], axis=1)
    same = np.flatnonzero((keys[:, 1:] == keys[:, :-1]).all(axis=0))
    # Mostly the first parts are known to be equal.
    found = np.stack([same, same + 1], axis=1)
    classes = graph.angles.classes[parts[first[found]]]
    found = found[classes[:, 0] != classes[:, 1]]
    alike = [_alike(graph.frame, rows[found[:, 0]], rows[found[:, 1]], sign) for sign in (1, -1)]
    for at in np.flatnonzero(alike[0] | alike[1]).tolist():
        one, two = found[at].tolist()
        own = [int(parts[k]) for both in (one, two) for k in (first[both], second[both])]
        for sign, agree in zip((1, -1), alike, strict=True):
            if agree[at]:
                yield from _compared(graph, direction, rows[one], rows[two], sign, own)


def keys_of(
    first: Ints,
    second: Ints,
    legs: Ints,
    nodes: Ints,
    line: Ints,
    potentials: Ints,
    component: Ints,
    free_part: Ints,
) -> tuple[Ints, Ints]:
    """Return divided angles, and numbers that are equal for those to be compared, shape (3, m).

    The kernel leaves out those that have no equal.
    """
    chosen = np.flatnonzero(line[legs[first]] != line[legs[second]])
    first, second = first[chosen], second[chosen]
    ratio = (potentials[nodes[first]] - potentials[nodes[second]]) % PRIME
    whole = (free_part[legs[second]] - free_part[legs[first]]) % PRIME
    other = -whole % PRIME
    turned = np.where(
        whole[:, 0] == other[:, 0], whole[:, 1] > other[:, 1], whole[:, 0] > other[:, 0]
    )
    whole[turned] = other[turned]
    # A ratio of sines of one component is known. One of sines of two is not, but may be the same in
    # two angles.
    apart = np.stack([component[nodes[first]], component[nodes[second]]], axis=1)
    apart[apart[:, 0] == apart[:, 1]] = -1
    return chosen, np.stack([own[:, 1] * PRIME + own[:, 0] for own in (whole, ratio, apart)])


def _alike(frame: Frame, one: Ints, other: Ints, sign: int) -> NDArray[np.bool_]:
    """Return whether wholes and first parts are equal in the diagram, or opposite for -1."""
    (p, m, q), (r, n, s) = (
        [frame.pair[row[:, 0], row[:, column]] for column in (1, 2, 3)] for row in (one, other)
    )
    found: NDArray[np.bool_] = np.ones(len(one), dtype=bool)
    for start, end, from_, to in ((p, q, r, s), (p, m, r, n)):
        angle = frame.angle
        off = angle[:, end] - angle[:, start] - sign * (angle[:, to] - angle[:, from_])
        found &= ~(np.abs(off - np.round(off)) * np.pi > RELATION_TOLERANCE).any(axis=0)
    return found


def _compared(
    graph: SineGraph, direction: LinearTable, one: Ints, other: Ints, sign: int, parts: list[int]
) -> Iterator[SineSolution]:
    """Yield that the first parts of two divided angles are equal, or opposite for -1.

    That is so if the wholes are; the diagram shows both.
    """
    p, _, q = graph.frame.pair[one[0], one[1:]].tolist()
    r, _, s = graph.frame.pair[other[0], other[1:]].tolist()
    if not direction.implies([p, q, r, s], [-1, 1, sign, -sign]):
        return
    v, a, b, c = one.tolist()
    w, d, e, f = other.tolist()
    if sign > 0:
        fact = Fact("eqangle", (v, a, v, b, w, d, w, e))
        wholes = Fact("eqangle", (v, a, v, c, w, d, w, f))
    else:
        fact = Fact("eqangle", (v, a, v, b, w, e, w, d))
        wholes = Fact("eqangle", (v, a, v, c, w, f, w, d))
    given: tuple[Fact, ...] = (wholes,)
    if [p, q] == ([r, s] if sign > 0 else [s, r]):
        given = ()
    elif {p, q} == {r, s}:
        given = (Fact("perp", (v, a, v, c)),)
    yield SineSolution(graph, fact, tuple(parts), antecedents=given, modulus=2)
