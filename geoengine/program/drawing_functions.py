"""The functions that draw, and those that set how a picture is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from geoengine.program.curves import Path, Triple
from geoengine.program.display import Drawn, Settings
from geoengine.program.pens import Pen
from geoengine.program.signatures import Overload, parse_signature
from geoengine.program.values import Array, Value

__all__ = ["drawing_overloads", "painted"]

_SIGNATURES = (
    "void draw(path[] g, pen p?)",
    "void draw(path3[] g, pen p?)",
    "void draw(string s, path g, pair align?, pen p?)",
    "void fill(path[] g, pen p?)",
    "void filldraw(path[] g, pen fillpen?, pen drawpen?)",
    "void unfill(path[] g)",
    "void dot(path[] g, pen p?)",
    "void dot(path3[] g, pen p?)",
    "void dot(string s, pair z, pair align?, pen p?)",
    "void dot(string s, triple z, pair align?, pen p?)",
    "void label(string s, pair position, pair align?, pen p?)",
    "void label(string s, triple position, pair align?, pen p?)",
    "void label(string s, path position, pair align?, pen p?)",
    "void label(string s, path3 position, pair align?, pen p?)",
    "void size(real x)",
    "void size(real x, real y)",
    "void unitsize(real x)",
    "void defaultpen(pen p)",
)

_WHITE = Pen(colour=(1.0, 1.0, 1.0))


@cache
def drawing_overloads() -> dict[str, tuple[Overload, ...]]:
    """Return the signatures of the functions, by name."""
    found: dict[str, list[Overload]] = {}
    for text in _SIGNATURES:
        overload = parse_signature(text)
        found.setdefault(overload.name, []).append(overload)
    return {name: tuple(overloads) for name, overloads in found.items()}


def painted(overload: Overload, values: Sequence[Value], settings: Settings) -> Iterator[Drawn]:
    """Carry out a call: yield what it draws, or change the settings.

    Raises
    ------
    ValueError
        If it cannot be drawn.
    """
    given = {slot.name: value for slot, value in zip(overload.slots, values, strict=True)}
    pen = given.get("pen", given.get("p")) or Pen()
    match overload.name:
        case "draw" | "fill" | "unfill" | "filldraw":
            yield from _strokes(overload.name, given, pen)
        case "dot" | "label":
            yield from _dots(overload.name, given, pen)
        case "size":
            settings.size = float(given["x"])
        case "unitsize":
            settings.unit = float(given["x"])
        case "defaultpen":
            settings.pen = settings.pen + pen


def _strokes(name: str, given: dict[str, Value], pen: Pen) -> Iterator[Drawn]:
    paths = _paths(given["g"])
    if name != "draw" and not all(path.closed for path in paths):
        raise ValueError("expected a closed path to fill; end it with --cycle")
    match name:
        case "draw":
            yield Drawn("draw", paths, pen, 0)
            if given.get("s"):
                place = Path((), False, paths[0].along(0.5))
                yield Drawn("label", (place,), pen, 0, given["s"], given["align"] or 0j)
        case "fill":
            yield Drawn("fill", paths, pen, 0)
        case "unfill":
            yield Drawn("unfill", paths, _WHITE, 0)
        case _:
            yield Drawn("fill", paths, given["fillpen"] or Pen(), 0)
            yield Drawn("draw", paths, given["drawpen"] or Pen(), 0)


def _dots(name: str, given: dict[str, Value], pen: Pen) -> Iterator[Drawn]:
    if "g" in given:
        for path in _paths(given["g"]):
            for node in path.nodes:
                yield Drawn("dot", (Path((), False, node),), pen, 0)
        return
    place = given["z"] if name == "dot" else given["position"]
    if isinstance(place, Path):
        place = _middle(place)
    spot = Path((), False, place)
    if name == "dot":
        yield Drawn("dot", (spot,), pen, 0)
    align = given["align"]
    if align is None:
        align = 1 + 0j if name == "dot" else 0j
    yield Drawn("label", (spot,), pen, 0, given["s"], align)


def _middle(path: Path) -> complex | Triple:
    """Return where the label of a path stands."""
    if len(path.pieces) == 1 and isinstance(path.point, Triple) and isinstance(path.end, Triple):
        return path.point + (path.end - path.point).times(0.5)
    if path.in_space:
        raise ValueError("expected a segment")
    return path.along(0.5) if path.pieces else path.point


def _paths(value: Value) -> tuple[Path, ...]:
    return tuple(value.items) if isinstance(value, Array) else (value,)
