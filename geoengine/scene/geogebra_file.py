"""Figures as files of GeoGebra, which hold the construction."""

from __future__ import annotations

import cmath
import io
import math
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from xml.etree import ElementTree as ET

from geoengine.scene.diagram import Diagram
from geoengine.scene.geogebra_carried_out import ConstructedObject, geogebra_construction
from geoengine.scene.geogebra_command import Constant
from geoengine.scene.geogebra_shapes import Circle, Line, Shape, Vector
from geoengine.scene.problem import Problem

__all__ = ["geogebra_xml", "write_geogebra"]

_WINDOW = (900, 650)
_INK = {"r": "27", "g": "31", "b": "36", "alpha": "0"}
_FREE = {"r": "0", "g": "97", "b": "154", "alpha": "0"}
# A fixed date, so that equal figures have equal files.
_DATE = (2020, 1, 1, 12, 0, 0)
_PLAIN = re.compile(r"([A-Z][A-Za-z]*'*)_?(\d*)")

_FILE_NAMES = {
    "PerpendicularLine": "OrthogonalLine",
    "PerpendicularBisector": "LineBisector",
    "AngleBisector": "AngularBisector",
    "Reflect": "Mirror",
}
"""The names of commands in files, where they differ."""


def write_geogebra(problem: Problem, diagram: Diagram, *, rotate: float = 0.0) -> bytes:
    r"""Return a ``.ggb`` file with the construction of a figure.

    Points that can be moved freely or on a line are dragged in GeoGebra too; the others follow by
    the commands that define them. A point without a command is given by its coordinates.

    Parameters
    ----------
    problem : Problem
    diagram : Diagram
        A figure of the problem; the first draw is written.
    rotate : float
        The angle by which the figure is rotated counterclockwise, in degrees.

    Returns
    -------
    bytes
        The same bytes for the same figure.

    Examples
    --------
    >>> from geoengine.scene import load_problem, place
    >>> problem = load_problem("A B C = triangle; M = midpoint A B")
    >>> write_geogebra(problem, place(problem))[:2]
    b'PK'
    """
    text = io.BytesIO()
    with zipfile.ZipFile(text, "w", zipfile.ZIP_DEFLATED) as archive:
        xml = geogebra_xml(problem, diagram, rotate=rotate)
        archive.writestr(zipfile.ZipInfo("geogebra.xml", _DATE), xml, zipfile.ZIP_DEFLATED)
    return text.getvalue()


def geogebra_xml(problem: Problem, diagram: Diagram, *, rotate: float = 0.0) -> str:
    """Return the construction of a figure as the XML of GeoGebra.

    The parameters are those of `write_geogebra`.
    """
    turn = cmath.exp(1j * math.radians(rotate))
    places = {
        name: complex(x, y) * turn
        for name, (x, y) in zip(diagram.points, diagram.xy[0], strict=True)
    }
    writer = _Writer(diagram, places)
    return writer.text(geogebra_construction(problem, places))


class _Writer:
    def __init__(self, diagram: Diagram, places: Mapping[str, complex]) -> None:
        self._diagram, self._places = diagram, places
        self._labels = _labels(diagram.points)
        self._used = set(self._labels.values())
        self._names = dict(self._labels)
        """The labels of points and helpers."""
        self._drawn = _drawn(diagram)
        """Whether each drawn segment or circle is dashed, by its command and what that takes."""

    def text(self, steps: Iterable[ConstructedObject]) -> str:
        root = ET.Element("geogebra", format="5.0", version="5.2.0.0", app="classic", platform="w")
        root.append(self._view())
        kernel = ET.SubElement(root, "kernel")
        for name, value in (
            ("continuous", "false"), ("usePathAndRegionParameters", "true"), ("decimals", "2"),
            ("angleUnit", "degree"),
        ):  # fmt: skip
            ET.SubElement(kernel, name, val=value)
        construction = ET.SubElement(root, "construction", title="", author="", date="")
        for step in steps:
            construction.extend(self._step(step))
        for (command, takes), is_dashed in self._drawn.items():
            kind, letter = ("segment", "s") if command == "Segment" else ("conic", "c")
            label = self._fresh(letter)
            construction.append(_command(command, self._written(takes), [label]))
            construction.append(_element(kind, label, is_shown=True, is_dashed=is_dashed))
        ET.indent(root)
        found: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
        return f"{found.decode()}\n"

    def _view(self) -> ET.Element:
        xs = [place.real for place in self._places.values()]
        ys = [place.imag for place in self._places.values()]
        wide, high = max(xs) - min(xs), max(ys) - min(ys)
        scale = 0.7 * min(_WINDOW[0] / (wide or 1), _WINDOW[1] / (high or 1))
        view = ET.Element("euclidianView")
        ET.SubElement(view, "viewNumber", viewNo="1")
        ET.SubElement(view, "size", width=str(_WINDOW[0]), height=str(_WINDOW[1]))
        ET.SubElement(
            view, "coordSystem", scale=repr(scale), yscale=repr(scale),
            xZero=repr((_WINDOW[0] - scale * (min(xs) + max(xs))) / 2),
            yZero=repr((_WINDOW[1] + scale * (min(ys) + max(ys))) / 2),
        )  # fmt: skip
        ET.SubElement(
            view, "evSettings", axes="false", grid="false", pointCapturing="0", rightAngleStyle="1"
        )
        for axis in ("0", "1"):
            ET.SubElement(view, "axis", id=axis, show="false")
        return view

    def _step(self, step: ConstructedObject) -> Iterator[ET.Element]:
        command = step.command
        for name, shape in zip(command.makes, step.shapes, strict=True):
            if name not in self._names:
                self._names[name] = self._fresh(_letter(shape))
        further: list[tuple[str, str]] = []
        if command.name == "Polygon":
            # GeoGebra makes the polygon and its sides too.
            further = [("polygon", self._fresh("q"))]
            further += [("segment", self._fresh("s")) for _ in range(len(command.makes) + 2)]
        if command.takes:
            inputs = self._written(command.takes)
            inputs += [] if step.index is None else [str(step.index)]
            names = [*(name for _, name in further), *(self._names[name] for name in command.makes)]
            yield _command(command.name, inputs, names)
        for kind, label in further:
            yield _element(kind, label, is_shown=False)
        for name, shape in zip(command.makes, step.shapes, strict=True):
            if name in self._places:
                yield self._point(name, is_movable=command.name == "Point")
            else:
                is_dashed = self._drawn.pop((command.name, command.takes), None)
                # GeoGebra takes the intersection that is near the place in the file.
                at = shape if isinstance(shape, complex) and step.index is not None else None
                yield _element(
                    _kind(shape), self._names[name], is_shown=is_dashed is not None,
                    is_dashed=bool(is_dashed), at=at,
                )  # fmt: skip

    def _written(self, takes: Iterable[str | Constant]) -> list[str]:
        return [take.text if isinstance(take, Constant) else self._names[take] for take in takes]

    def _point(self, name: str, *, is_movable: bool) -> ET.Element:
        label = self._labels[name]
        is_named = _plain_label(name) == label
        element = ET.Element("element", type="point", label=label)
        ET.SubElement(element, "show", object="true", label="true")
        ET.SubElement(element, "objColor", _FREE if is_movable else _INK)
        ET.SubElement(element, "labelMode", val="0" if is_named else "3")
        if not is_named:
            ET.SubElement(element, "caption", val=name)
        ET.SubElement(element, "pointSize", val="5" if is_movable else "4")
        element.append(_coordinates(self._places[name]))
        return element

    def _fresh(self, letter: str) -> str:
        label = next(name for k in count(1) if (name := f"{letter}_{{{k}}}") not in self._used)
        self._used.add(label)
        return label


def _labels(points: Sequence[str]) -> dict[str, str]:
    labels: dict[str, str] = {}
    for number, name in enumerate(points, start=1):
        ways = (_plain_label(name), _plain_label(name.upper()))
        free = (label for label in ways if label is not None and label not in labels.values())
        labels[name] = next(free, f"P_{{{number}}}")
    return labels


def _plain_label(name: str) -> str | None:
    """A name of GeoGebra's own kind: a capital, then letters, and a number as subscript."""
    found = _PLAIN.fullmatch(name)
    if found is None:
        return None
    head, tail = found.groups()
    return f"{head}_{{{tail}}}" if tail else head


def _drawn(diagram: Diagram) -> dict[tuple[str, tuple[str | Constant, ...]], bool]:
    drawn: dict[tuple[str, tuple[str | Constant, ...]], bool] = {}
    drawn.update({("Segment", pair): True for pair in diagram.dashed})
    drawn.update({("Segment", pair): False for pair in diagram.segments})
    for center, on in diagram.circles:
        drawn["Circle", on[:3] if center is None else (center, on[0])] = False
    return drawn


def _letter(shape: Shape) -> str:
    match shape:
        case complex():
            return "H"
        case Circle():
            return "c"
        case Vector():
            return "u"
        case float():
            return "a"
    return "f"


def _kind(shape: Shape) -> str:
    match shape:
        case complex():
            return "point"
        case Line(part=part):
            return part
        case Circle():
            return "conic"
        case Vector():
            return "vector"
    return "angle"


def _command(name: str, inputs: Sequence[str], outputs: Sequence[str]) -> ET.Element:
    command = ET.Element("command", name=_FILE_NAMES.get(name, name))
    for tag, labels in (("input", inputs), ("output", outputs)):
        ET.SubElement(command, tag, {f"a{k}": label for k, label in enumerate(labels)})
    return command


def _element(
    kind: str, label: str, *, is_shown: bool, is_dashed: bool = False, at: complex | None = None
) -> ET.Element:
    element = ET.Element("element", type=kind, label=label)
    ET.SubElement(element, "show", object=str(is_shown).lower(), label="false")
    ET.SubElement(element, "objColor", _INK)
    ET.SubElement(
        element, "lineStyle", thickness="3", type="15" if is_dashed else "0", typeHidden="1"
    )
    if at is not None:
        element.append(_coordinates(at))
    return element


def _coordinates(at: complex) -> ET.Element:
    return ET.Element("coords", x=repr(float(at.real)), y=repr(float(at.imag)), z="1")
