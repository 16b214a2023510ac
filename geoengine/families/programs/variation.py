"""Other ways to draw the same figure: marks of right angles, and crossings of segments."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from numpy.random import Generator

from geoengine.program import (
    Argument,
    Call,
    Declaration,
    Execution,
    Join,
    Name,
    Program,
    Triple,
    read_program,
    rebuild,
)

__all__ = ["with_crossings", "with_right_angles"]

_INSIDE = 0.02
"""How far, as a share of a segment, a crossing is from its ends at least."""

_MARK = 0.04
"""The side of the mark of a right angle, as a share of the figure."""


def with_crossings(program: Program, done: Execution) -> Program:
    """Return a program that computes crossings of segments by ``intersectionpoint``.

    Only crossings inside of both segments are; ``extension`` stays for the others.

    Examples
    --------
    >>> from geoengine.program import execute, print_asymptote
    >>> text = "pair A=(0,0), B=(2,2), C=(0,2), D=(2,0), X=extension(A,B,C,D);"
    >>> program = read_program(text)
    >>> "intersectionpoint(A--B" in print_asymptote(with_crossings(program, execute(program))).text
    True
    """

    def change(node: Any) -> Any:
        match node:
            case Call(function="extension", arguments=arguments):
                values = [argument.value for argument in arguments]
                ends = [done.values.get(one.name) for one in values if isinstance(one, Name)]
                if _cross_inside([end for end in ends if isinstance(end, complex)]):
                    paths = (Join(tuple(values[:2]), False), Join(tuple(values[2:]), False))
                    return Call("intersectionpoint", tuple(map(Argument, paths)))
        return node

    return rebuild(program, change)


def with_right_angles(program: Program, done: Execution, rng: Generator) -> Program:
    """Return a program that marks the right angle at a foot of a perpendicular, if it has one.

    Examples
    --------
    >>> from geoengine.items import stream
    >>> from geoengine.program import execute
    >>> program = read_program("pair A=(0,0), B=(4,0), C=(1,3), D=foot(C,A,B); draw(A--B--C--D);")
    >>> len(with_right_angles(program, execute(program), stream(1)).statements)
    3
    """
    feet = list(_feet(program, done))
    size = _size(done)
    if not feet or not size:
        return program
    vertex, foot, end = feet[int(rng.integers(len(feet)))]
    side = f"{_MARK * size:.2g}"
    mark = read_program(f"draw(rightanglemark({vertex}, {foot}, {end}, {side}));").statements
    return Program((*program.statements, *mark))


def _cross_inside(ends: list[complex]) -> bool:
    if len(ends) != 4:
        return False
    a, b, c, d = ends
    across = ((b - a).conjugate() * (d - c)).imag
    if not across:
        return False
    shares = (
        ((c - a).conjugate() * (d - c)).imag / across,
        ((c - a).conjugate() * (b - a)).imag / across,
    )
    return all(_INSIDE < share < 1 - _INSIDE for share in shares)


def _feet(program: Program, done: Execution) -> Iterator[tuple[str, str, str]]:
    """Yield where perpendiculars start, their feet, and the farther end of the segment below."""
    size = _size(done)
    for statement in program.statements:
        if not isinstance(statement, Declaration):
            continue
        for one in statement.declared:
            match one.value:
                case Call(function="foot", arguments=arguments) if all(
                    isinstance(argument.value, Name) for argument in arguments
                ):
                    names = [argument.value.name for argument in arguments]  # type: ignore[union-attr]
                    found = [done.values.get(name) for name in (one.name, *names)]
                    places = [place for place in found if isinstance(place, complex)]
                    if len(places) != 4:
                        continue
                    foot, vertex, first, last = places
                    far = names[1] if abs(first - foot) >= abs(last - foot) else names[2]
                    along = max(abs(first - foot), abs(last - foot))
                    if min(abs(vertex - foot), along) > 3 * _MARK * size:
                        yield names[0], one.name, far


def _size(done: Execution) -> float:
    nodes = [
        complex(node)
        for drawn in done.display
        for path in drawn.paths
        for node in path.nodes
        if not isinstance(node, Triple)
    ]
    if not nodes:
        return 0.0
    width = max(z.real for z in nodes) - min(z.real for z in nodes)
    height = max(z.imag for z in nodes) - min(z.imag for z in nodes)
    return max(width, height)
