"""What a picture of an instance shows."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from geoengine.draw.solids import (
    Body,
    Circle,
    Curve,
    End,
    Frustum,
    Model,
    Place,
    Polyhedron,
    Sheet,
    arc_through,
    circle_through,
    cone,
    cylinder,
    frustum_section,
)
from geoengine.draw.solids import Sphere as Ball
from geoengine.families.solids.openings import without_faces
from geoengine.solid import (
    Cone,
    ConeFrustum,
    Cylinder,
    Disc,
    Instance,
    Pile,
    Plane,
    Polygon,
    Sphere,
    Vector,
)
from geoengine.solid import Polyhedron as ExactPolyhedron

__all__ = ["drawn_bodies", "has_pile", "model_of"]


def model_of(instance: Instance, scope: Mapping[str, Any] | None = None) -> Model:
    """Return what the picture of an instance shows, in floating-point coordinates.

    Parameters
    ----------
    instance : Instance
    scope : mapping, optional
        The values of all names of the figure; by default as it is drawn.

    Examples
    --------
    >>> from geoengine.solid import load_seeds, make_instance
    >>> model = model_of(make_instance(load_seeds()["length_cuboid_diagonal"], 1))
    >>> len(model.points), len(model.bodies), len(model.segments)
    (8, 1, 2)
    """
    figure, letters = instance.seed.figure_lines, instance.letters
    values = instance.scope if scope is None else scope
    places = {letters[name]: values[name].floats for name in figure.points}
    drawn: dict[str, list[tuple[str, ...]]] = {}
    for line in figure.drawn:
        drawn.setdefault(line.kind, []).append(line.points)

    def placed(kind: str) -> list[list[Place]]:
        return [[places[letters[name]] for name in names] for names in drawn.get(kind, ())]

    bodies: list[Body] = []
    outlines: list[tuple[End, End]] = []
    for name in figure.bodies:
        if name in figure.hidden:
            continue
        match values[name]:
            case Polygon() as polygon:
                outlines += _sides(polygon)
            case body:
                for part in drawn_bodies(body):
                    bodies += without_faces(part, placed("open"))
    bodies += map(Sheet, placed("sheet"))
    named = instance.seed.question_points
    return Model(
        points=places,
        bodies=bodies,
        segments=[*outlines, *_joined(drawn.get("draw", ()), letters)],
        shaded=[
            part
            for names in drawn.get("shade", ())
            for part in _shaded(values, letters, names, bodies)
        ],
        curves=[
            *(arc_through(*points) for points in placed("arc")),
            *(circle_through(*points) for points in placed("circle")),
        ],
        dashed=_joined(drawn.get("dash", ()), letters),
        hidden=[
            letters[name] for name in figure.points if name in figure.hidden or name not in named
        ],
        hidden_lines=not has_pile(instance),
    )


def _joined(paths: Iterable[tuple[str, ...]], letters: Mapping[str, str]) -> list[tuple[End, End]]:
    return [
        (letters[start], letters[end]) for path in paths for start, end in itertools.pairwise(path)
    ]


def has_pile(instance: Instance) -> bool:
    """Return whether an instance is about a pile of cubes."""
    return any(isinstance(instance.scope[name], Pile) for name in instance.seed.figure_lines.bodies)


def drawn_bodies(body: Any) -> Iterator[Body]:
    """Yield what is drawn of a body: a pile as its cubes, any other as itself.

    Examples
    --------
    >>> [ball] = drawn_bodies(Sphere(Vector(0, 0, 0), 2))
    >>> ball.radius
    2.0
    """
    match body:
        case ExactPolyhedron():
            yield Polyhedron([vertex.floats for vertex in body.vertices], body.faces)
        case Sphere():
            yield Ball(body.center.floats, float(body.radius))
        case Cone():
            yield cone(body.apex.floats, body.center.floats, float(body.radius))
        case Cylinder():
            yield cylinder(body.bottom.floats, body.top.floats, float(body.radius))
        case ConeFrustum():
            radii = float(body.bottom_radius), float(body.top_radius)
            yield Frustum(body.bottom.floats, body.top.floats, *radii)
        case Pile():
            # Cubes that others cover on all sides are never seen.
            for x, y, z in sorted(cell for cell in body.cells if body.exposed(cell)):
                yield Polyhedron.hull(
                    [(x + i, y + j, z + k) for i in (0, 1) for j in (0, 1) for k in (0, 1)]
                )
        case _:
            raise TypeError(f"expected a body, found {type(body).__name__}")


def _sides(polygon: Polygon) -> list[tuple[Place, Place]]:
    corners = [vertex.floats for vertex in polygon.vertices]
    return list(zip(corners, [*corners[1:], corners[0]], strict=True))


def _shaded(
    values: Mapping[str, Any],
    letters: Mapping[str, str],
    names: tuple[str, ...],
    bodies: Sequence[Body],
) -> Iterator[tuple[End, ...] | Circle | Curve]:
    match values[names[0]]:
        case Disc() as disc:
            yield Circle(disc.center.floats, disc.normal.floats, float(disc.radius))
        case Polygon() as polygon:
            yield tuple(vertex.floats for vertex in polygon.vertices)
        case Plane() as plane:
            for body in bodies:
                if isinstance(body, Frustum):
                    yield frustum_section(body, plane.point.floats, plane.normal.floats)
        case Vector():
            yield tuple(letters[name] for name in names)
        case _:
            raise TypeError(
                f"expected points, a polygon, a disc or a plane to shade, found {names[0]}"
            )
