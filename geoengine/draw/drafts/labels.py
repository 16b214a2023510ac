"""The names of the objects of a draft, placed clear of one another and of lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from matplotlib.path import Path
from numpy.typing import NDArray

from geoengine.draft import Circle, Figure
from geoengine.draw.drafts.outlines import Outline, rows_of
from geoengine.draw.drafts.window import Window
from geoengine.draw.glyphs import typeset_name
from geoengine.draw.label_candidates import LabelCandidates, LabelKind, name_candidates
from geoengine.draw.label_placement import place_labels
from geoengine.draw.obstacles import Obstacles

__all__ = ["DOT", "place_names"]

Array = NDArray[np.float64]

DOT = 4.6
"""The radius of points, in pixels."""

_EM, _SMALL = 21.0, 17.0
"""The size of the names of points and of other objects, in pixels."""

_AROUND = np.exp(1j * np.deg2rad(np.arange(0, 360, 30)))


@dataclass(frozen=True, slots=True)
class _Anchor:
    """A point to be named, or a place of a line."""

    name: str
    outline: Outline
    is_point: bool


def place_names(
    figure: Figure, outlines: Mapping[str, Outline], named: list[str], window: Window
) -> dict[str, Path]:
    """Return the outlines of the names of objects, by name; what is not in the picture has none."""
    width, height = window.size
    dots = {
        name: one.dots[0]
        for name, one in outlines.items()
        if figure.objects[name].kind == "point" and one.dots
    }
    seen = [name for name, (x, y) in dots.items() if 0 <= x <= width and 0 <= y <= height]
    places = np.array([dots[name] for name in seen]).reshape(-1, 2)
    rows = np.concatenate([np.empty((0, 4)), *(rows_of(one) for one in outlines.values())])
    circles = [
        [*window.place(shape.center), shape.radius * window.scale]
        for name in outlines
        if isinstance(shape := figure.objects[name].shape, Circle)
    ]
    obstacles = Obstacles(
        window.size, tuple(seen), places, DOT, rows, np.empty((0, 4)), np.empty((0, 4)),
        np.array(circles).reshape(-1, 3),
    )  # fmt: skip
    labels = []
    for name in named:
        if name in seen:
            labels.append(_of_point(name, places[seen.index(name)], rows))
        elif name not in dots and len(inside := _inside(outlines[name].trail, window)):
            labels.append(_of_line(name, inside))
    if not labels:
        return {}
    chosen, _ = place_labels(labels, obstacles)
    return {
        label.text: _outline(label, choice) for label, choice in zip(labels, chosen, strict=True)
    }


def _inside(trail: Array, window: Window) -> Array:
    edge = 0.6 * _SMALL
    kept = np.all((trail > edge) & (trail < np.array(window.size) - edge), axis=1)
    return trail[kept]


def _of_point(name: str, place: Array, rows: Array) -> LabelCandidates:
    """Return candidates beside a point, those away from the lines that end there first."""
    away = np.array([0.6, -0.8])
    for start, end in ((rows[:, :2], rows[:, 2:]), (rows[:, 2:], rows[:, :2])):
        close = np.hypot(*(start - place).T) < 1.0
        if close.any():
            steps = end[close] - start[close]
            steps = steps / np.maximum(np.hypot(*steps.T), 1e-9)[:, None]
            away = away - 0.8 * steps.sum(axis=0)
    length = float(np.hypot(*away))
    outward = away / length if length > 1e-6 else np.array([0.0, -1.0])
    return name_candidates(
        name, typeset_name(_shown(name)), _EM, place=place, outward=outward, dot=DOT
    )


def _of_line(name: str, trail: Array) -> LabelCandidates:
    """Return candidates beside places of a line or circle; the first places cost least."""
    glyphs = typeset_name(_shown(name))
    half = np.array([glyphs.width, glyphs.height]) * _SMALL / 2
    around = np.stack((_AROUND.real, _AROUND.imag), axis=-1)
    steps = around * (half + 0.32 * _SMALL)
    centers = (trail[:, None] + steps).reshape(-1, 2)
    costs = np.repeat(0.35 * np.arange(len(trail)), len(steps))
    return LabelCandidates(
        LabelKind.ANGLE, (), name, glyphs, _SMALL, np.hstack((centers - half, centers + half)),
        costs, np.full((len(centers), 1, 4), np.nan),
    )  # fmt: skip


def _shown(name: str) -> str:
    """Return a name with its primes at the end, as they are typeset."""
    stem, _, index = name.partition("_")
    bare = stem.rstrip("'")
    return f"{bare}_{index}{stem[len(bare) :]}" if index else name


def _outline(label: LabelCandidates, choice: int) -> Path:
    left, top, right, bottom = label.boxes[choice]
    middle = ((left + right) / 2, (top + bottom) / 2)
    path = label.glyphs.path
    return Path(np.asarray(path.vertices) * label.em + middle, path.codes)
