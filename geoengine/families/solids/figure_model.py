"""What a picture of an instance shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from geoengine.draw.solids import (
    Body,
    Circle,
    End,
    Frustum,
    Model,
    Place,
    Polyhedron,
    Sheet,
    cone,
    cylinder,
)
from geoengine.draw.solids import Sphere as Ball
from geoengine.solid import (
    Cone,
    ConeFrustum,
    Cylinder,
    Disc,
    Instance,
    Pile,
    Polygon,
    Sphere,
    Vector,
)
from geoengine.solid import Polyhedron as ExactPolyhedron

__all__ = ["has_pile", "model_of"]


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
    bodies: list[Body] = []
    outlines: list[tuple[End, End]] = []
    for name in figure.bodies:
        if name in figure.hidden:
            continue
        match values[name]:
            case Polygon() as polygon:
                outlines += _sides(polygon)
            case body:
                bodies += _bodies(body)
    bodies += [
        Sheet([instance.scope[name].floats for name in line.points])
        for line in figure.drawn
        if line.kind == "sheet"
    ]
    drawn = [
        (letters[start], letters[end])
        for line in figure.drawn
        if line.kind == "draw"
        for start, end in zip(line.points, line.points[1:], strict=False)
    ]
    shaded = [
        _shaded(values, letters, line.points) for line in figure.drawn if line.kind == "shade"
    ]
    return Model(
        points={letters[name]: values[name].floats for name in figure.points},
        bodies=bodies,
        segments=[*outlines, *drawn],
        shaded=shaded,
        hidden=[letters[name] for name in figure.hidden if name in letters],
        hidden_lines=not has_pile(instance),
    )


def has_pile(instance: Instance) -> bool:
    """Return whether an instance is about a pile of cubes."""
    return any(isinstance(instance.scope[name], Pile) for name in instance.seed.figure_lines.bodies)


def _bodies(body: Any) -> Iterator[Body]:
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
    values: Mapping[str, Any], letters: Mapping[str, str], names: tuple[str, ...]
) -> tuple[End, ...] | Circle:
    match values[names[0]]:
        case Disc() as disc:
            return Circle(disc.center.floats, disc.normal.floats, float(disc.radius))
        case Polygon() as polygon:
            return tuple(vertex.floats for vertex in polygon.vertices)
        case Vector():
            return tuple(letters[name] for name in names)
    raise TypeError(f"expected points, a polygon or a disc to shade, found {names[0]}")
