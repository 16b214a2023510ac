"""Levels: how much of a figure has to be put together to answer a question about a program.

GeoGramBench has three levels of geometric complexity: one or two primitives; several elements in
relation to one another; figures in space, with parameters, loops or recursion, or with so many
parts that only the whole tells. The level of an item is a function of its program:

- 3, if the figure is in space, if a loop or a recursive function places or draws something, or if
  the size is 16 or more;
- 1, if the size is at most 5 and at most 3 relations are used;
- 2 otherwise.

The *size* is the number of points that are ends of drawn or filled segments, and two for each
circle of which the whole or an arc is drawn or filled. Marks, whose diameter is less than a tenth
of the figure's, do not count. The *relations* are the named points on which what is given and asked
depends, and which are defined through other named points.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from geoengine.families.programs.measure import Measure
from geoengine.program import (
    Arc,
    Assignment,
    Call,
    Declaration,
    Evaluation,
    Execution,
    For,
    ForEach,
    Name,
    Program,
    Triple,
    While,
    called_functions,
    walk,
)

__all__ = ["Features", "Level", "level_of"]

_MANY, _FEW, _FEW_RELATIONS = 16, 5, 3
_MARK = 0.1
_SAME = 1e-6
_NUMERIC = ("int", "real", "bool")


@dataclass(frozen=True, slots=True)
class Features:
    """What a level depends on.

    Attributes
    ----------
    dimension : int
        2, or 3 for a figure in space.
    loops, recursion : bool
        Whether a loop, or a function that calls itself, places or draws something.
    points, circles, size, relations : int
        See the head of the module.
    """

    dimension: int
    loops: bool
    recursion: bool
    points: int
    circles: int
    size: int
    relations: int


@dataclass(frozen=True, slots=True)
class Level:
    """A level, from 1 to 3, with its reason."""

    level: int
    reason: str
    features: Features

    def as_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return asdict(self)


def level_of(program: Program, done: Execution, measures: Iterable[Measure]) -> Level:
    """Return the level of a question about a program.

    Parameters
    ----------
    program : Program
    done : Execution
        Of the program.
    measures : iterable of Measure
        What is given and asked.

    Examples
    --------
    >>> from geoengine.families.programs.measure import read_measure
    >>> from geoengine.program import execute, read_program
    >>> program = read_program("pair A = (0,0), B = (3,0); draw(A--B);")
    >>> level_of(program, execute(program), [read_measure("length(A,B)")]).reason
    'the size is 2, and 0 relations are used'
    """
    points, circles = _parts(done)
    features = Features(
        dimension=3 if _in_space(done) else 2,
        loops=_has_loops(program),
        recursion=_has_recursion(program),
        points=points,
        circles=circles,
        size=points + 2 * circles,
        relations=_relations(program, done, measures),
    )
    return Level(*_judged(features), features)


def _judged(found: Features) -> tuple[int, str]:
    if found.dimension == 3:
        return 3, "the figure is in space"
    if found.loops:
        return 3, "a loop places or draws parts"
    if found.recursion:
        return 3, "a recursive function places or draws parts"
    if found.size >= _MANY:
        return 3, f"the size is {found.size}, at least {_MANY}"
    reason = f"the size is {found.size}, and {found.relations} relations are used"
    if found.size <= _FEW and found.relations <= _FEW_RELATIONS:
        return 1, reason
    return 2, reason


def _in_space(done: Execution) -> bool:
    return any(path.in_space for one in done.display for path in one.paths)


def _parts(done: Execution) -> tuple[int, int]:
    """Return the numbers of points and of circles."""
    paths = [
        path for one in done.display if one.kind in ("draw", "fill", "unfill") for path in one.paths
    ]
    ends = [end for path in paths for piece in path.pieces for end in _ends(piece)]
    if not ends:
        return 0, 0
    diameter = _diameter(ends)
    points: list[tuple[float, ...]] = []
    circles: list[tuple[float, ...]] = []
    for path in paths:
        own = [end for piece in path.pieces for end in _ends(piece)]
        if not own or _diameter(own) < _MARK * diameter:
            continue
        for piece in path.pieces:
            if isinstance(piece, Arc):
                _add(circles, (piece.center.real, piece.center.imag, piece.radius), diameter)
            else:
                for node in (piece.start, piece.end):
                    _add(points, _coordinates(node), diameter)
    return len(points), len(circles)


def _ends(piece: Any) -> list[tuple[float, ...]]:
    if isinstance(piece, Arc):
        return [_coordinates(piece.at(share / 4)) for share in range(5)]
    return [_coordinates(piece.start), _coordinates(piece.end)]


def _coordinates(node: complex | Triple) -> tuple[float, ...]:
    if isinstance(node, Triple):
        return node.x, node.y, node.z
    return node.real, node.imag


def _diameter(ends: list[tuple[float, ...]]) -> float:
    sides = (max(column) - min(column) for column in zip(*ends, strict=True))
    return float(sum(side * side for side in sides) ** 0.5)


def _add(known: list[tuple[float, ...]], new: tuple[float, ...], diameter: float) -> None:
    near = _SAME * diameter
    if not any(all(abs(a - b) <= near for a, b in zip(old, new, strict=True)) for old in known):
        known.append(new)


def _has_loops(program: Program) -> bool:
    return any(
        _places(statement.body)
        for block in (program.statements, *_drawing_bodies(program))
        for statement in walk(block)
        if isinstance(statement, For | ForEach | While)
    )


def _drawing_bodies(program: Program) -> list[Any]:
    return [own.body for own in program.functions().values() if own.type not in _NUMERIC]


def _places(body: Any) -> bool:
    """Whether statements do more than label and mark points."""
    return any(
        not isinstance(statement, Evaluation)
        or not isinstance(statement.call, Call)
        or statement.call.function not in ("label", "dot")
        for statement in body
    )


def _has_recursion(program: Program) -> bool:
    own = program.functions()
    calls = {name: called_functions(function.body) & own.keys() for name, function in own.items()}
    for name, function in own.items():
        reached, frontier = set(), set(calls[name])
        while frontier:
            one = frontier.pop()
            reached.add(one)
            frontier |= calls[one] - reached
        if name in reached and function.type not in _NUMERIC:
            return True
    return False


def _relations(program: Program, done: Execution, measures: Iterable[Measure]) -> int:
    """Return how many points, defined through others, the measures depend on."""
    uses: dict[str, set[str]] = {}
    for name, value in _definitions(program):
        names = {part.name for part in walk(value) if isinstance(part, Name)}
        uses.setdefault(name, set()).update(names - {name})
    points = {name for name in uses if isinstance(done.values.get(name), complex | Triple)}
    wanted = {name for measure in measures for name in measure.names}
    if not wanted <= points or not wanted:
        wanted = wanted | points
    reached: set[str] = set()
    frontier = set(wanted)
    while frontier:
        one = frontier.pop()
        reached.add(one)
        frontier |= uses.get(one, set()) - reached
    return sum(bool(uses[name] & points) for name in reached & points)


def _definitions(program: Program) -> Iterable[tuple[str, Any]]:
    for statement in program.statements:
        match statement:
            case Declaration():
                for one in statement.declared:
                    if one.value is not None:
                        yield one.name, one.value
            case Assignment(target=Name(name=name), value=value):
                yield name, value
