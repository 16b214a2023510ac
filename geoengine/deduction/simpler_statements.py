"""Statements as several simpler ones, which together hold just where they do."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

__all__ = ["simpler_statements"]

_Part = tuple[str, tuple[int, ...]]


def simpler_statements(predicate: str, points: Sequence[int]) -> list[_Part] | None:
    """Divide a statement into some about lines, segments and angles, which are quicker to check.

    Parameters
    ----------
    predicate : str
    points : sequence of int
        The numbers of its arguments.

    Returns
    -------
    list of (str, tuple of int) or None
        Predicates, of which "different" is about two points, and their arguments. None for
        statements that are not divided.

    Examples
    --------
    >>> simpler_statements("midp", (4, 1, 2))
    [('coll', (4, 1, 2)), ('cong', (4, 1, 4, 2))]
    """
    if predicate == "midp":
        m, a, b = points
        return [("coll", (m, a, b)), ("cong", (m, a, m, b))]
    if predicate == "circle":
        center, first, *further = points
        return [
            *[("different", pair) for pair in combinations(points, 2)],
            *[("cong", (center, first, center, point)) for point in further],
        ]
    if predicate == "cyclic" and len(points) == 4:
        a, b, c, d = points
        # The fourth point sees a side of the triangle at the same angle as the third.
        return [
            ("different", (c, d)),
            ("ncoll", (a, b, c)),
            ("eqangle", (c, a, c, b, d, a, d, b)),
        ]
    if predicate in {"simtri", "contri", "simtrir", "contrir"}:
        a, b, c, p, q, r = points
        triangles: list[_Part] = [("ncoll", (a, b, c)), ("ncoll", (p, q, r))]
        if predicate.startswith("contri"):
            triangles.append(("cong", (a, b, p, q)))
        # Two angles between lines determine the shape and the orientation.
        at_first, at_second = (p, q, p, r), (q, p, q, r)
        if predicate.endswith("rir"):
            at_first, at_second = (p, r, p, q), (q, r, q, p)
        return [
            *triangles,
            ("eqangle", (a, b, a, c, *at_first)),
            ("eqangle", (b, a, b, c, *at_second)),
            ("eqratio", (a, b, a, c, p, q, p, r)),
        ]
    return None
