"""What a program of either language comes to: values of names, and marks on the picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from geoengine.verify.programs.curves import Curve
from geoengine.verify.programs.faults import ProgramError
from geoengine.verify.programs.painting import Paint
from geoengine.verify.programs.pens import Colour

__all__ = ["Evaluated", "Mark", "Opaque", "SpaceCurve", "Triple", "points_in"]


class Triple(NamedTuple):
    """A point in space."""

    x: float
    y: float
    z: float


@dataclass(frozen=True)
class SpaceCurve:
    """A chain of segments in space."""

    vertices: tuple[Triple, ...]
    closed: bool = False


@dataclass(frozen=True)
class Opaque:
    """A value that measuring does not need, such as an arrow or a projection."""

    what: str


@dataclass(frozen=True)
class Mark:
    """A mark that a statement makes on the picture.

    Attributes
    ----------
    kind : {"draw", "fill", "dot", "label", "clip"}
    curves : tuple of Curve or SpaceCurve
    colour : Colour or None
        Of a fill.
    even_odd : bool
        Of a fill: whether its inside is by the even-odd rule.
    at : complex, Triple or None
        The place of a label or dot.
    text : str
        Of a label.
    line : int
        The line of the statement at the top of the program.
    """

    kind: str
    curves: tuple[Curve | SpaceCurve, ...] = ()
    colour: Colour | None = None
    even_odd: bool = False
    at: complex | Triple | None = None
    text: str = ""
    line: int = 0


@dataclass
class Evaluated:
    """A program that was run by the judge's own interpreter.

    Attributes
    ----------
    names : dict
        The values of the names at the end: numbers, complex numbers (points), triples, curves,
        lists of these, opaque values.
    marks : list of Mark
        In painting order.
    modules : tuple of str
        What is imported.
    fault : ProgramError or None
        Why the run ended early; names and marks are those until then.
    """

    names: dict[str, Any] = field(default_factory=dict)
    marks: list[Mark] = field(default_factory=list)
    modules: tuple[str, ...] = ()
    fault: ProgramError | None = None

    @property
    def paints(self) -> list[Paint]:
        """The fills, in painting order."""
        return [
            Paint(tuple(c for c in mark.curves if isinstance(c, Curve)), mark.colour, mark.even_odd)
            for mark in self.marks
            if mark.kind == "fill" and mark.colour is not None
        ]

    @property
    def points(self) -> dict[str, complex | Triple]:
        """All named points, elements of arrays included, as ``P[3]``."""
        found: dict[str, complex | Triple] = {}
        for name, value in self.names.items():
            found.update(points_in(name, value))
        return found


def points_in(name: str, value: Any) -> Iterator[tuple[str, complex | Triple]]:
    """Yield the points of a value with their names."""
    if isinstance(value, complex | Triple):
        yield name, value
    elif isinstance(value, list) and len(value) <= 1000:
        for index, part in enumerate(value):
            yield from points_in(f"{name}[{index}]", part)
