"""Figures of drafts and what GeoGebra makes of them, compared object by object."""

from __future__ import annotations

import cmath
import math

import numpy as np
from geogebra_engine import run_in_geogebra

from geoengine.draft import (
    STYLES,
    Arc,
    Call,
    Circle,
    Conic,
    Polygon,
    Segment,
    carry_out,
    print_expression,
    print_name,
    print_statement,
    read_draft,
    read_expression,
)
from geoengine.draft.conics import matrix_of
from geoengine.draft.shapes import carrier

NEAR = 1e-6
"""How far coordinates may differ, in parts of the figure's size."""

ROUND = 1e-3
"""By how much the squares of the half-axes may differ, in parts, in an ellipse that GeoGebra calls
a circle. Ours stays a conic; its equation is compared.
"""

DEGENERATE = {"doubleline", "parallellines", "intersectinglines", "emptyset", "singlepoint"}
"""Types of conics that ours are undefined for; a circle of radius 0 is a `point`."""

TYPES = {
    "number": {"numeric"}, "angle": {"angle"}, "point": {"point"}, "vector": {"vector"},
    "segment": {"segment"}, "line": {"line"}, "ray": {"ray"}, "circle": {"circle"},
    "arc": {"arc"}, "sector": {"sector"}, "conic": {"ellipse", "hyperbola", "parabola", "conic"},
    "polygon": {"polygon", "triangle", "quadrilateral", "pentagon", "hexagon"},
    "list": {"list"}, "boolean": {"boolean"}, "text": {"text"}, "locus": {"locus"},
}  # fmt: skip


def differences(tab, texts):
    """Carry out drafts both ways; return what differs, a list of sentences for each draft."""
    return differences_by_parts(tab, [[text] for text in texts])


def differences_by_parts(tab, programs, *, size=None):
    """Carry out drafts both ways, part by part, and compare all that is there after each part.

    Parameters
    ----------
    programs : list of list of str
        The parts of each draft.
    size : float, optional
        Coordinates may differ by `NEAR` times this; else it is how far points are from the origin.

    Returns
    -------
    list of list of str
        What differs, for each draft.
    """
    asked, known = [], []
    for parts in programs:
        drafts = [read_draft("\n".join(parts[: end + 1])) for end in range(len(parts))]
        figures = [carry_out(draft) for draft in drafts]
        starts = [0, *(len(draft.statements) for draft in drafts)]
        asked.append(
            [
                ([print_statement(one) for one in draft.statements[start:]], list(_probes(figure)))
                for draft, figure, start in zip(drafts, figures, starts, strict=False)
            ]
        )
        known.append(list(zip(drafts, figures, strict=True)))
    return [
        [
            one
            for (draft, figure), run in zip(own, runs, strict=True)
            for one in _compared(draft, figure, run, size)
        ]
        for own, runs in zip(known, run_in_geogebra(tab, asked), strict=True)
    ]


def _probes(figure):
    for one in figure.objects.values():
        name = print_name(one.name)
        if isinstance(one.shape, Arc | Segment):
            yield from [(name, f"Point({name}, {part})") for part in (0, 0.5, 1)]
        elif isinstance(one.shape, Polygon):
            for number in range(len(one.shape.vertices)):
                yield name, f"Vertex({name}, {number + 1})"


def _compared(draft, figure, run, size):
    for number, (statement, made) in enumerate(zip(draft.statements, run.labels, strict=True)):
        if isinstance(statement.value, Call) and statement.value.name in STYLES:
            continue
        ours = [one.name for one in figure.objects.values() if one.statement == number]
        known = [name for name in made or () if name in ours or exists(run.objects.get(name))]
        # Some commands refuse lines and numbers that are undefined.
        is_refused = made is None and any(figure.objects[name].is_defined for name in ours)
        if is_refused or not set(known) <= set(ours):
            yield f"{print_statement(statement)} makes {made}, ours {ours}"
    size = size or max([1.0, *(abs(place) for place in figure.points().values())])
    for name, one in figure.objects.items():
        theirs = run.objects.get(name)
        if theirs is None:
            if one.is_defined:
                yield f"{name} is {one.shape}, theirs is missing"
            continue
        is_there = exists(theirs)
        if one.kind == "locus":
            # Ours has no shape.
            if not is_there or theirs.type != "locus":
                yield f"{name} is a locus, theirs {theirs.type} {theirs.text}"
        elif theirs.type == "point" and isinstance(one.shape, Circle):
            # A circle of radius 0.
            if one.shape.radius > NEAR * size:
                yield f"{name} is {one.shape}, theirs a point"
        elif is_there != one.is_defined:
            yield f"{name} is {one.shape}, theirs {theirs.type} {theirs.text}"
        elif (
            one.is_defined
            and theirs.type not in TYPES[one.kind]
            and not (theirs.type == "circle" and is_almost_round(one.shape))
        ):
            yield f"{name} is a {one.kind}, theirs a {theirs.type}"
        elif one.is_defined and not is_like(one.shape, theirs, run.probed.get(name, []), size):
            yield f"{name} is {one.shape}, theirs {theirs.text}"
    for name, theirs in run.objects.items():
        if exists(theirs) and name not in figure.objects:
            yield f"{name}, a {theirs.type}, is theirs only"


def exists(theirs):
    """Whether GeoGebra's object is defined, at a finite place and not degenerate."""
    if theirs is None or not theirs.is_defined or theirs.type in DEGENERATE:
        return False
    if theirs.type == "point":
        return math.isfinite(theirs.x) and math.isfinite(theirs.y)
    if theirs.type in ("arc", "sector") and not theirs.numbers("matrix")["A0"]:
        return False
    if theirs.type in ("numeric", "arc", "sector"):
        return math.isfinite(theirs.value)
    return True


def is_almost_round(shape):
    """Whether an ellipse is so close to a circle that GeoGebra calls it one."""
    return isinstance(shape, Conic) and max(abs(shape.xx - shape.yy), 2 * abs(shape.xy)) <= (
        ROUND * abs(shape.xx)
    )


def is_like(shape, theirs, probed, size):
    """Whether an object of ours is where GeoGebra's is."""
    near = NEAR * size
    if isinstance(shape, bool):
        return theirs.value == float(shape)
    if isinstance(shape, float):
        return abs(shape - theirs.value) <= NEAR * max(1.0, abs(shape))
    if isinstance(shape, complex) and theirs.type == "point":
        return abs(shape - complex(theirs.x, theirs.y)) <= near
    if isinstance(shape, complex):
        there = theirs.numbers("coords")
        return abs(shape - complex(there["x"], there["y"])) <= near
    if isinstance(shape, str):
        return True
    if isinstance(shape, tuple):
        return _is_like_list(shape, theirs.text, near)
    if isinstance(shape, Polygon):
        return all(_at(place, there, near) for place, there in
                   zip(shape.vertices, probed, strict=True))  # fmt: skip
    if isinstance(shape, Segment):
        return all(_at(place, there, near) for place, there in
                   zip((shape.start, shape.end), probed[::2], strict=True))  # fmt: skip
    if isinstance(shape, Arc):
        middle = shape.center + cmath.rect(shape.radius, shape.start + shape.sweep / 2)
        # Some of GeoGebra's arcs run clockwise.
        ways = [(*shape.ends[:1], middle, *shape.ends[1:]), (shape.ends[1], middle, shape.ends[0])]
        return any(all(map(_at, way, probed, [near] * 3)) for way in ways)
    if isinstance(shape, Circle | Conic):
        return _same_matrix(matrix_of(shape), theirs)
    line = carrier(shape)
    there = theirs.numbers("coords")
    normal = complex(there["x"], there["y"])
    direction = -1j * normal
    turned = line.direction / abs(line.direction) - direction / abs(direction)
    distance = abs(
        (normal.conjugate() * line.point).real + there["z"]
    ) / abs(normal)  # fmt: skip
    return abs(turned) <= NEAR and distance <= near


def _at(place, there, near):
    return there is not None and abs(place - complex(*there)) <= near


def _same_matrix(matrix, theirs):
    there = theirs.numbers("matrix")
    a = [there[f"A{k}"] for k in range(6)]
    other = np.array([[a[0], a[3], a[4]], [a[3], a[1], a[5]], [a[4], a[5], a[2]]])
    scaled = [one / np.abs(one[:2, :2]).max() for one in (matrix, other)]
    return np.abs(scaled[0] - scaled[1]).max() <= NEAR * np.abs(scaled[0]).max()


def _is_like_list(values, text, near):
    inner = read_expression(text.split("=", 1)[1].replace("?", "0/0"))
    made = carry_out(read_draft(f"L = {print_expression(inner)}")).objects["L"].shape
    if len(made) != len(values):
        return False
    pairs = [(ours.shape, there.shape) for ours, there in zip(values, made, strict=True)]
    # GeoGebra shows the angles of lists from 0 to 360 degrees.
    turn = math.tau if values and values[0].kind == "angle" else math.inf
    return all(
        abs(ours - there) % turn <= near or turn - abs(ours - there) % turn <= near
        for ours, there in pairs
        if isinstance(ours, complex | float) and isinstance(there, complex | float)
    )
