"""Answers that are planes, lines or points: the points that name them."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Mapping
from typing import Any

from geoengine.solid.expression import parse_expression
from geoengine.solid.roots import is_zero
from geoengine.solid.seed import Seed
from geoengine.solid.space import Line, Plane, Segment, Vector
from geoengine.solid.values import same_value

__all__ = ["named_points", "other_names"]


def named_points(seed: Seed, scope: Mapping[str, Any]) -> tuple[str, ...]:
    """Return points of the seed that name its answer.

    They are those that the formula names, as ``plane(A1, C, D)`` does, if the formula is such a
    call; else the first shown points that determine the object.
    """
    match parse_expression(seed.answer).tree:
        case ast.Call(func=ast.Name(id="plane" | "line" | "segment" | "polygon"), args=arguments):
            names = tuple(node.id for node in arguments if isinstance(node, ast.Name))
            if len(names) == len(arguments) and set(names) <= set(seed.figure_lines.points):
                return names
        case ast.Name(id=name) if name in seed.figure_lines.points:
            return (name,)
    return next(iter(_all_names(seed, scope)), ())


def other_names(
    seed: Seed, scope: Mapping[str, Any], own: tuple[str, ...]
) -> tuple[tuple[str, ...], ...]:
    """Return all other sets of shown points that name the answer, as sorted tuples.

    Planes are named by three points that are not on a line, or by all the points on them that the
    figure shows; lines by two points.
    """
    found = [names for names in _all_names(seed, scope) if sorted(names) != sorted(own)]
    if isinstance(scope["answer"], Plane):
        on = tuple(sorted(_on(seed, scope)))
        for count in range(4, len(on) + 1):
            found += [n for n in itertools.combinations(on, count) if sorted(n) != sorted(own)]
    return tuple(found)


def _all_names(seed: Seed, scope: Mapping[str, Any]) -> list[tuple[str, ...]]:
    on = sorted(_on(seed, scope))
    match scope["answer"]:
        case Plane():
            return [
                names
                for names in itertools.combinations(on, 3)
                if not _on_a_line(*(scope[name] for name in names))
            ]
        case Line() | Segment():
            return list(itertools.combinations(on, 2))
    return [(name,) for name in on]


def _on_a_line(A: Vector, B: Vector, C: Vector) -> bool:
    return (B - A).cross(C - A).is_zero


def _on(seed: Seed, scope: Mapping[str, Any]) -> list[str]:
    """Return the shown points that are on the answer."""
    figure = seed.figure_lines
    answer = scope["answer"]
    shown = [name for name in figure.points if name not in figure.hidden]
    match answer:
        case Plane():
            return [name for name in shown if is_zero(answer.side(scope[name]))]
        case Line() | Segment():
            return [
                name
                for name in shown
                if (scope[name] - answer.point).cross(answer.direction).is_zero
            ]
    return [name for name in shown if same_value(scope[name], answer)]
