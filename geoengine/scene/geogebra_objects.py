"""The objects that commands of GeoGebra make, each made once."""

from __future__ import annotations

from dataclasses import dataclass, field

from geoengine.catalogue import GEOGEBRA_SIGNATURES, GeogebraKind
from geoengine.scene.geogebra_command import Constant, GeogebraCommand

__all__ = ["GeogebraObjects"]


@dataclass
class GeogebraObjects:
    """The commands so far, and what is known of the objects that they make.

    Attributes
    ----------
    commands : list of GeogebraCommand
    made : dict
        The objects that need not be made again, by their commands.
    kinds : dict of str to GeogebraKind
        What each object is.
    on : dict of str to set of str
        For each line and circle, the points known to lie on it.
    centers : dict of str to str
        The centers of circles, where they are known.
    parts : set of str
        The rays and segments, which meet a circle around their end only once.

    Examples
    --------
    >>> objects = GeogebraObjects()
    >>> for name in "AB":
    ...     _ = objects.add((name,), "Point", ())
    >>> objects.add((), "Line", ("A", "B")), objects.add((), "Line", ("A", "B"))
    ('_1', '_1')
    >>> [str(command) for command in objects.commands]
    ['A = Point()', 'B = Point()', '_1 = Line(A, B)']
    """

    commands: list[GeogebraCommand] = field(default_factory=list)
    made: dict[tuple[str, tuple[str | Constant, ...]], str] = field(default_factory=dict)
    kinds: dict[str, GeogebraKind] = field(default_factory=dict)
    on: dict[str, set[str]] = field(default_factory=dict)
    centers: dict[str, str] = field(default_factory=dict)
    parts: set[str] = field(default_factory=set)

    def intersect(self, makes: tuple[str, ...], first: str, second: str) -> str:
        """Intersect two curves; with a known common point, its mirror image is the other one."""
        common = self.on[first] & self.on[second]
        kinds = self.kinds[first], self.kinds[second]
        is_made = not makes and ("Intersect", (first, second)) in self.made
        if is_made or "circle" not in kinds or len(common) != 1 or {first, second} & self.parts:
            return self.add(makes, "Intersect", (first, second))
        if kinds == ("circle", "circle"):
            axis = self.add((), "Line", (self.center(first), self.center(second)))
        else:
            line, circle = (first, second) if kinds[1] == "circle" else (second, first)
            axis = self.add((), "PerpendicularLine", (self.center(circle), line))
        found = self.add(makes, "Reflect", (*common, axis))
        self.on[first].add(found)
        self.on[second].add(found)
        return found

    def center(self, circle: str) -> str:
        """Return the center of a circle."""
        return self.centers.get(circle) or self.add((), "Center", (circle,))

    def add(self, makes: tuple[str, ...], name: str, takes: tuple[str | Constant, ...]) -> str:
        """Add a command, unless it would make a helper that exists; return what it makes."""
        kinds: tuple[GeogebraKind, ...] = tuple(
            self.kinds[take] if isinstance(take, str) else "number" for take in takes
        )
        result = GEOGEBRA_SIGNATURES[name][kinds]
        if not makes and (name, takes) in self.made:
            return self.made[name, takes]
        # A helper may be either intersection with a circle, but a point of the figure only one.
        may_be_other = name == "Intersect" and "circle" in kinds and not {*takes} & self.parts
        is_known = name != "Point" and not (may_be_other and makes)
        if not makes:
            makes = (f"_{1 + sum(command.makes[0][0] == '_' for command in self.commands)}",)
        self.commands.append(GeogebraCommand(makes, name, takes))
        if is_known:
            self.made.setdefault((name, takes), makes[0])
        self.kinds |= dict.fromkeys(makes, "point" if result == "points" else result)
        if name in {"Ray", "Segment"}:
            self.parts.add(makes[0])
        points = {str(t) for t, kind in zip(takes, kinds, strict=True) if kind == "point"}
        if name in {"Point", "Intersect"}:
            for curve in takes:
                self.on[str(curve)].update(makes)
        self.on[makes[0]] = points if name in {"Line", "PerpendicularLine"} else set()
        if name == "AngleBisector":
            self.on[makes[0]] = {str(takes[1])}
        elif result == "circle":
            if len(takes) == 2:
                self.centers[makes[0]] = str(takes[0])
            self.on[makes[0]] = points - {self.centers.get(makes[0], "")}
        return makes[0]
