"""Captions: a picture in words, with everything that it draws and marks."""

from __future__ import annotations

from collections.abc import Iterator

from geoengine.draw.drawn_parts import DrawnParts
from geoengine.draw.marks import Triple
from geoengine.draw.sketch import Circle, Sketch
from geoengine.language import join_points

__all__ = ["write_caption"]


def write_caption(sketch: Sketch) -> str:
    """Describe what a picture shows, and nothing more: a line for each kind of thing.

    Examples
    --------
    >>> from geoengine.draw.marks import Marks
    >>> places = {"A": (0, 0), "M": (2, 0), "B": (4, 0), "C": (0, 3)}
    >>> marks = Marks({("A", "C"): "3"}, ticks=[[("A", "M"), ("B", "M")]])
    >>> print(write_caption(Sketch(places, [("A", "B"), ("A", "C")], marks=marks)))
    Points: A, M, B, C.
    Segments: AMB, AC.
    Marked: AC = 3; AM = BM.
    """
    parts = {
        "Points": ", ".join(sketch.points),
        "Segments": ", ".join(map(join_points, DrawnParts(sketch).named_lines())),
        "Circles": "; ".join(_circle(circle) for circle in sketch.circles),
        "Marked": "; ".join(_marked(sketch)),
    }
    return "\n".join(f"{head}: {text}." for head, text in parts.items() if text)


def _circle(circle: Circle) -> str:
    centre, on = circle
    if not isinstance(on, tuple):
        return f"with radius {on:g}"
    through = f"through {', '.join(on)}"
    return through if centre is None else f"center {centre}, {through}"


def _marked(sketch: Sketch) -> Iterator[str]:
    marks = sketch.marks
    yield from (f"{join_points(pair)} = {text}" for pair, text in marks.lengths.items())
    yield from (f"{_angle(triple)} = {text}" for triple, text in marks.angles.items())
    yield from (
        f"{join_points(first)} ⟂ {join_points(second)}" for first, second in marks.right_angles
    )
    yield from (" = ".join(map(join_points, group)) for group in marks.ticks)
    yield from (" = ".join(map(_angle, group)) for group in marks.arcs)
    yield from (" ∥ ".join(map(join_points, group)) for group in marks.arrows)


def _angle(triple: Triple) -> str:
    return f"∠{join_points(triple)}"
