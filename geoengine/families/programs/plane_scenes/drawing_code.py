"""A figure of the engine as a program: named points, and what is drawn through them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise, permutations

from geoengine.families.programs.plane_scenes.point_code import PointWriter
from geoengine.scene import Diagram, Problem

__all__ = ["drawing_code"]

_NEAR = 1e-7


def drawing_code(
    problem: Problem,
    diagram: Diagram,
    *,
    wanted: Iterable[tuple[str, str]] = (),
    named: Collection[str] | None = None,
) -> str:
    """Return the program, with splices, that draws a figure like the first draw of a diagram.

    Parameters
    ----------
    problem : Problem
    diagram : Diagram
    wanted : iterable of (str, str)
        The ends of segments that are drawn in any case.
    named : collection of str, optional
        The points that are defined in any case, by default all; others are if they are of use.

    Raises
    ------
    NoCodeError
        If a construction has no plain counterpart in programs.

    Examples
    --------
    >>> from geoengine.scene import load_problem, place
    >>> problem = load_problem("A B C = triangle_sss A B C 14 15 13; D = foot D A B C")
    >>> print(drawing_code(problem, place(problem)))
    pair B = @(0, 0);
    pair C = @(14, 0);
    pair A = @(5, 12);
    pair D = foot(A, B, C);
    draw(A--B--C--cycle);
    draw(A--D);
    """
    writer = PointWriter(problem, diagram)
    for step in problem.steps:
        writer.write(step.calls)
    drawn = _drawn(diagram, writer.z, wanted)
    shown = (name for name in problem.points if any(_mentions(line, name) for line in drawn))
    points = problem.points if named is None else {*named, *shown}
    return "\n".join([*_used(writer.lines, points), *drawn])


def _used(lines: Mapping[str, str], points: Iterable[str]) -> list[str]:
    """Leave out the definitions of points that are not wanted, nor used by others that are."""
    wanted, kept = set(points), []
    for name, line in reversed(list(lines.items())):
        if name in wanted:
            kept.append(line)
            code = line.partition("=")[2]
            wanted |= {other for other in lines if _mentions(code, other)}
    return kept[::-1]


def _mentions(code: str, name: str) -> bool:
    return re.search(rf"(?<![A-Za-z0-9_]){name}(?![A-Za-z0-9_])", code) is not None


def _drawn(
    diagram: Diagram, z: Mapping[str, complex], wanted: Iterable[tuple[str, str]]
) -> list[str]:
    """Return the statements that draw the segments and circles of a figure."""
    segments = {frozenset(ends): ends for ends in diagram.segments}
    for ends in wanted:
        shown = (*segments.values(), *diagram.dashed)
        if not any(_covers([z[end] for end in one], [z[end] for end in ends]) for one in shown):
            segments[frozenset(ends)] = ends
    lines = []
    for count in (3, 4):
        corners = next(_polygons(list(diagram.points), segments.keys(), count), None)
        if corners is not None:
            lines.append(f"draw({'--'.join(corners)}--cycle);")
            for side in pairwise((*corners, corners[0])):
                del segments[frozenset(side)]
            break
    lines += [f"draw({a}--{b});" for a, b in segments.values()]
    for center, points in diagram.circles:
        if center is not None:
            lines.append(f"draw(circle({center}, abs({points[0]} - {center})));")
        elif len(points) >= 3:
            lines.append(f"draw(circumcircle({', '.join(points[:3])}));")
    lines += [f"draw({a}--{b}, dashed);" for a, b in diagram.dashed]
    return lines


def _covers(segment: Sequence[complex], part: Sequence[complex]) -> bool:
    """Whether a segment contains both ends of another one."""
    first, last = segment
    length = abs(last - first)
    return all(abs(z - first) + abs(z - last) - length < _NEAR * length for z in part)


def _polygons(
    points: Sequence[str], sides: Iterable[frozenset[str]], count: int
) -> Iterator[tuple[str, ...]]:
    """Yield the polygons whose sides are all drawn."""
    known = set(sides)
    for first, *rest in combinations(points, count):
        for order in permutations(rest):
            corners = (first, *order)
            if order[0] < order[-1] and all(
                frozenset(side) in known for side in pairwise((*corners, first))
            ):
                yield corners
