"""Walks over expressions, and rebuilding of programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from geoengine.program.expressions import Call, Expression
from geoengine.program.statements import Block

__all__ = ["called_functions", "rebuild", "walk"]

Node = TypeVar("Node")


def walk(node: Any) -> Iterator[Any]:
    """Yield a node of a program and all nodes in it, each before those in it."""
    if isinstance(node, tuple):
        for part in node:
            yield from walk(part)
    elif is_dataclass(node):
        yield node
        for field in fields(node):
            if field.name != "place":
                yield from walk(getattr(node, field.name))


def rebuild(node: Node, change: Callable[[Any], Any]) -> Node:
    """Return a node with every node in it changed, from the innermost to the outermost.

    Parameters
    ----------
    node : expression, statement, program, or a tuple of them
    change : callable
        Receives a node, whose parts have been changed before, and returns what takes its place.
    """
    if isinstance(node, tuple):
        return tuple(rebuild(part, change) for part in node)  # type: ignore[return-value]
    if not is_dataclass(node) or isinstance(node, type):
        return node
    changed = {}
    for field in fields(node):
        if field.name == "place":
            continue
        before = getattr(node, field.name)
        after = rebuild(before, change)
        if after is not before and after != before:
            changed[field.name] = after
    result = replace(node, **changed) if changed else node
    return change(result)  # type: ignore[no-any-return]


def called_functions(node: Block | Expression) -> set[str]:
    """Return the names of the functions that are called in a part of a program."""
    return {part.function for part in walk(node) if isinstance(part, Call)}
