"""Drafts as files of GeoGebra, which open with the construction and its steps."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from xml.etree import ElementTree as ET

from geoengine.draft.draft import Draft, Statement
from geoengine.draft.expressions import Call, Name
from geoengine.draft.figure import Figure, FigureObject
from geoengine.draft.printer import print_expression, print_name
from geoengine.draft.vocabulary import STYLES, Kind

__all__ = ["draft_xml", "write_draft_file"]

_WINDOW = (900, 650)

_FILE_NAMES = {
    "PerpendicularLine": "OrthogonalLine",
    "PerpendicularBisector": "LineBisector",
    "PerpendicularVector": "OrthogonalVector",
    "UnitPerpendicularVector": "UnitOrthogonalVector",
    "AngleBisector": "AngularBisector",
    "Reflect": "Mirror",
    "CircularArc": "CircleArc",
    "CircularSector": "CircleSector",
    "CircumcircularArc": "CircumcircleArc",
    "CircumcircularSector": "CircumcircleSector",
}
"""The names of commands in files, where they differ."""

_FILE_NAME = re.compile(rf"\b({'|'.join(_FILE_NAMES)})(?=\()")

_TRANSFORMS = frozenset(["Rotate", "Reflect", "Translate", "Dilate"])

_TYPES: Mapping[Kind, str] = {
    "number": "numeric",
    "circle": "conic",
    "arc": "conicpart",
    "sector": "conicpart",
}
"""The types of objects in files, where they differ from ours."""

_BLUE, _GREY, _BLACK, _BROWN, _GREEN = "#4d4dff", "#444444", "#000000", "#993300", "#006400"
_COLORS: Mapping[Kind, str] = {"point": _GREY, "polygon": _BROWN, "angle": _GREEN}

# A fixed date, so that equal drafts have equal files.
_DATE = (2020, 1, 1, 12, 0, 0)


def write_draft_file(
    draft: Draft, figure: Figure, window: tuple[float, float, float, float] | None = None
) -> bytes:
    r"""Return a ``.ggb`` file with the commands of a draft, in their order.

    Parameters
    ----------
    draft : Draft
    figure : Figure
        What the draft makes.
    window : tuple of float, optional
        The left, lower, right and upper bound of what is to be seen; by default what the draft
        says, or all of its points.

    Returns
    -------
    bytes
        The same bytes for the same draft.

    Examples
    --------
    >>> from geoengine.draft import carry_out, read_draft
    >>> draft = read_draft("A = (0, 0)\nB = (4, 2)\nc = Circle(A, B)")
    >>> write_draft_file(draft, carry_out(draft))[:2]
    b'PK'
    """
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        xml = draft_xml(draft, figure, window)
        archive.writestr(zipfile.ZipInfo("geogebra.xml", _DATE), xml, zipfile.ZIP_DEFLATED)
    return stream.getvalue()


def draft_xml(
    draft: Draft, figure: Figure, window: tuple[float, float, float, float] | None = None
) -> str:
    """Return a draft as the XML of GeoGebra; the parameters are those of `write_draft_file`."""
    root = ET.Element("geogebra", format="5.0", version="5.2.0.0", app="classic", platform="w")
    root.append(_view(figure, window or figure.view.window or _around_points(figure)))
    kernel = ET.SubElement(root, "kernel")
    for name, value in (
        ("continuous", "false"), ("usePathAndRegionParameters", "true"), ("decimals", "2"),
        ("angleUnit", "degree"),
    ):  # fmt: skip
        ET.SubElement(kernel, name, val=value)
    construction = ET.SubElement(root, "construction", title="", author="", date="")
    by_statement: dict[int, list[FigureObject]] = {}
    for one in figure.objects.values():
        by_statement.setdefault(one.statement, []).append(one)
    for number, statement in enumerate(draft.statements):
        construction.extend(_step(statement, by_statement.get(number, []), figure))
    ET.indent(root)
    found: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return f"{found.decode()}\n"


def _step(
    statement: Statement, made: Sequence[FigureObject], figure: Figure
) -> Iterator[ET.Element]:
    value = statement.value
    if isinstance(value, Call) and value.name in STYLES:
        return
    own = [one for one in made if not one.is_companion]
    label = statement.name or next((one.name for one in own), None)
    parts = list(_parts_of_image(value, own, figure)) if isinstance(value, Call) else []
    if parts:
        for name, text in parts:
            yield _expression(name, text)
    else:
        kind = own[0].kind if own and own[0].kind in ("point", "vector") else None
        yield _expression(label, _in_file(print_expression(value)), kind)
    # A transformation of something without a name makes it alone in files.
    has_companions = bool(parts) or (isinstance(value, Call) and value.name not in _TRANSFORMS)
    for one in made:
        if has_companions or not one.is_companion:
            yield _element(one)


_BETWEEN_POINTS = {
    "polygon": "Polygon", "segment": "Segment", "ray": "Ray",
    "arc": "CircumcircularArc", "sector": "CircumcircularSector",
}  # fmt: skip
"""The commands of what has corners, by kind."""


def _parts_of_image(
    call: Call, own: Sequence[FigureObject], figure: Figure
) -> Iterator[tuple[str, str]]:
    """Yield names and texts of what an image of something between points is made from in files.

    GeoGebra makes the images of the points, and then what is between them.
    """
    first = call.arguments[0] if call.arguments else None
    source = figure.objects.get(first.text) if isinstance(first, Name) else None
    if call.name not in _TRANSFORMS or len(own) != 1 or source is None:
        return
    pairs = list(zip(source.corners, own[0].corners, strict=False))
    command = _BETWEEN_POINTS.get(source.kind)
    if command is None or not pairs or len(source.corners) != len(own[0].corners):
        return
    if any(corner is None or image is None for corner, image in pairs):
        return
    rest = ", ".join(map(print_expression, call.arguments[1:]))
    for corner, image in pairs:
        yield image or "", _in_file(f"{call.name}({print_name(corner or '')}, {rest})")
    images = ", ".join(print_name(image or "") for _, image in pairs)
    yield own[0].name, f"{command}({images})"


def _in_file(text: str) -> str:
    return _FILE_NAME.sub(lambda found: _FILE_NAMES[found[1]], text)


def _expression(label: str | None, text: str, kind: str | None = None) -> ET.Element:
    found = ET.Element("expression", {} if label is None else {"label": print_name(label)})
    found.set("exp", text)
    if kind is not None:
        found.set("type", kind)
    return found


def _element(one: FigureObject) -> ET.Element:
    kind = one.kind
    element = ET.Element("element", type=_TYPES.get(kind, kind), label=print_name(one.name))
    look = one.look
    is_shown = kind not in ("number", "boolean", "list") if look.is_shown is None else look.is_shown
    is_labelled = not one.is_companion if look.is_labelled is None else look.is_labelled
    ET.SubElement(
        element,
        "show",
        object=str(is_shown).lower(),
        label=str(is_labelled or kind == "point").lower(),
    )
    is_free = one.is_free or one.is_on_path
    color = _BLUE if kind == "point" and is_free else _COLORS.get(kind, _BLACK)
    if look.color is not None and re.fullmatch("#[0-9a-f]{6}", look.color):
        color = look.color
    filling = 0.1 if kind in ("polygon", "angle", "sector") else 0.0
    parts = [str(int(color[k : k + 2], 16)) for k in (1, 3, 5)]
    alpha = filling if look.filling is None else look.filling
    ET.SubElement(
        element, "objColor", dict(zip("rgb", parts, strict=True)) | {"alpha": repr(float(alpha))}
    )
    ET.SubElement(element, "labelMode", val="0" if look.caption is None else "3")
    if look.caption is not None:
        ET.SubElement(element, "caption", val=look.caption)
    if kind == "point":
        ET.SubElement(element, "pointSize", val=str(int(look.point_size or 5)))
        if not one.is_free and isinstance(one.shape, complex):
            # GeoGebra takes the point of a path, and of several intersections, that is near it.
            x, y = (repr(float(part)) for part in (one.shape.real, one.shape.imag))
            ET.SubElement(element, "coords", x=x, y=y, z="1.0")
    elif kind not in ("number", "boolean", "list", "text"):
        ET.SubElement(
            element, "lineStyle", thickness=str(int(look.thickness or 5)), type="0", typeHidden="1"
        )
    return element


def _view(figure: Figure, window: tuple[float, float, float, float]) -> ET.Element:
    left, low, right, high = window
    wide, tall = right - left or 1.0, high - low or 1.0
    scale = min(_WINDOW[0] / wide, _WINDOW[1] / tall)
    view = ET.Element("euclidianView")
    ET.SubElement(view, "viewNumber", viewNo="1")
    ET.SubElement(view, "size", width=str(_WINDOW[0]), height=str(_WINDOW[1]))
    ET.SubElement(
        view, "coordSystem", scale=repr(scale), yscale=repr(scale),
        xZero=repr((_WINDOW[0] - scale * (left + right)) / 2),
        yZero=repr((_WINDOW[1] + scale * (low + high)) / 2),
    )  # fmt: skip
    axes, grid = (str(bool(has)).lower() for has in (figure.view.has_axes, figure.view.has_grid))
    ET.SubElement(view, "evSettings", axes=axes, grid=grid, pointCapturing="0", rightAngleStyle="1")
    for axis in ("0", "1"):
        ET.SubElement(view, "axis", id=axis, show=axes)
    return view


def _around_points(figure: Figure) -> tuple[float, float, float, float]:
    places = list(figure.points().values()) or [0j]
    xs, ys = [place.real for place in places], [place.imag for place in places]
    aside = 0.25 * max(max(xs) - min(xs), max(ys) - min(ys), 2.0)
    return min(xs) - aside, min(ys) - aside, max(xs) + aside, max(ys) + aside
