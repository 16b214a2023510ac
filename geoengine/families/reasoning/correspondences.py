"""Correspondences: which vertices of two triangles match, and how options hide the right ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

import numpy as np

from geoengine.families.reasoning.context import Context
from geoengine.language import Statement

__all__ = ["Correspondence", "hiding", "telling_pairs"]

Correspondence = frozenset[frozenset[str]]
"""The pairs of vertices of two triangles that match."""


def telling_pairs(context: Context, statement: Statement) -> Correspondence:
    """Return the pairs of matching vertices that the picture shows before all others.

    These are the vertices of the largest angles, and a vertex that two triangles share.

    Parameters
    ----------
    context : Context
    statement : Statement
        That two triangles are similar, or congruent.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> from geoengine.scene import load_problem
    >>> from geoengine.families.reasoning import make_context
    >>> problem = load_problem("A B C = r_triangle_of A B C 4 3; D = foot D A B C")
    >>> context = make_context(problem, scene="altitude", seed=1)
    >>> telling = telling_pairs(context, parse_statement("simtrir A B C D B A"))
    >>> sorted(map(sorted, telling))
    [['A', 'D'], ['B']]
    """
    first, second = statement.points[:3], statement.points[3:]
    xy = context.diagram.xy[0][[context.diagram.index[point] for point in first]]
    opposite = [float(np.linalg.norm(xy[k - 1] - xy[k - 2])) for k in range(3)]
    largest = opposite.index(max(opposite))
    return frozenset(
        frozenset(pair)
        for k, pair in enumerate(zip(first, second, strict=True))
        if k == largest or pair[0] == pair[1]
    )


def hiding(
    own: Correspondence, others: Iterable[Correspondence], telling: Correspondence, count: int
) -> list[tuple[Correspondence, ...]]:
    """List the choices of some wrong correspondences among which the right one does not stand out.

    Each of the right pairs that tell is in a wrong one, too. Every correspondence, right or wrong,
    has a pair in common with equally many of the others, so that this says nothing about which is
    right.

    Parameters
    ----------
    own : frozenset of frozenset of str
        The right correspondence.
    others : iterable of frozenset of frozenset of str
        The wrong ones to choose from.
    telling : frozenset of frozenset of str
    count : int
        How many are chosen.

    Examples
    --------
    >>> from itertools import permutations
    >>> every = [frozenset(map(frozenset, zip("ABC", p))) for p in permutations("DEF")]
    >>> found = hiding(every[0], every[1:], frozenset([frozenset("AD")]), 3)
    >>> len(found)
    4
    >>> all(sum(frozenset("AD") in one for one in chosen) == 1 for chosen in found)
    True
    """
    return [
        chosen
        for chosen in combinations(dict.fromkeys(others), count)
        if telling <= frozenset().union(*chosen) and _are_alike((own, *chosen))
    ]


def _are_alike(offered: Sequence[Correspondence]) -> bool:
    """Whether each has a pair in common with equally many of the others."""
    return len({sum(not one.isdisjoint(other) for other in offered) for one in offered}) == 1
