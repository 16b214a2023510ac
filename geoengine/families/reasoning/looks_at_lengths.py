"""Looks at lengths: how little it takes to know the length of a segment, for one who sees much."""

from __future__ import annotations

from geoengine.families.reasoning.circle_links import circle_links
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.length_link import LengthLink
from geoengine.families.reasoning.line_links import line_links
from geoengine.families.reasoning.right_triangle_links import right_triangle_links
from geoengine.families.reasoning.segments import Segment, segment_of

__all__ = ["looks_at_lengths"]


def looks_at_lengths(context: Context) -> dict[Segment, int]:
    """How much work it is to find lengths by plain relations and calculations alone.

    The kinds of work are listed in `line_links`, `right_triangle_links` and `circle_links`.
    Equalities, midpoints, parallels and right angles are those that are plain to see
    (`PlainRelations`). What several others follow from counts once.

    Parameters
    ----------
    context : Context

    Returns
    -------
    dict of Segment to int
        The least work for each segment; 0 for printed lengths. Segments that cannot be found in
        this way are missing.

    Examples
    --------
    >>> from geoengine.scene import load_problem
    >>> from geoengine.families.reasoning import make_context
    >>> problem = load_problem("A B C = r_triangle_of A B C 3 4; M = midpoint B C")
    >>> found = looks_at_lengths(make_context(problem, scene="median", seed=1))
    >>> [found["A", "B"], found["B", "C"], found["B", "M"]]
    [0, 2, 4]
    """
    printed = (segment_of(*pair) for pair in context.marks.lengths)
    used: dict[Segment, frozenset[LengthLink]] = {segment: frozenset() for segment in printed}
    looks = dict.fromkeys(used, 0)
    plain = context.plain_relations
    links = list(
        dict.fromkeys(
            (
                *line_links(context, plain),
                *right_triangle_links(context, plain),
                *circle_links(context),
            )
        )
    )
    improved = True
    while improved:
        improved = False
        for link in links:
            if not used.keys() >= set(link.others):
                continue
            # A length that is used twice is found once.
            needed = frozenset({link}).union(*(used[other] for other in link.others))
            total = sum(one.looks for one in needed)
            if total < looks.get(link.segment, total + 1):
                used[link.segment], looks[link.segment] = needed, total
                improved = True
    return looks
