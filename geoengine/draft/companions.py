"""What the engine makes beside the object that a command names.

As measured in the engine: a polygon has named sides; a regular polygon, the vertices that are not
given, unless both that are given have no name; a segment of a given length, its end; the image of a
segment between named points or of a polygon with named vertices, the images of those points and
sides; the image of a ray from a named point, those of the points that give it; the image of an arc
or sector through three named points, those of the three.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from geoengine.draft.arithmetic import number_of
from geoengine.draft.expressions import Call, Expression, Name
from geoengine.draft.figure import Figure, FigureObject
from geoengine.draft.making import whole_number
from geoengine.draft.naming import automatic_name, primed, side_name
from geoengine.draft.outcome import Outcome
from geoengine.draft.shapes import Polygon, Ray, Segment, Shape, Value
from geoengine.draft.transforms import Similarity
from geoengine.draft.vocabulary import Kind

__all__ = ["companions_of"]

_ARCS = ("CircumcircularArc", "CircumcircularSector")
_WITH_CORNERS = ("Segment", "Ray", "Polygon", *_ARCS)


def companions_of(
    made: FigureObject, expression: Call, outcome: Outcome, figure: Figure
) -> Iterator[FigureObject]:
    """Yield what is made beside an object; the caller adds each to the figure before the next.

    Parameters
    ----------
    made : FigureObject
        An object of the figure; its corners and sides are filled in.
    expression : Call
        The command that makes it.
    outcome : Outcome
        What the command makes.
    figure : Figure
    """
    takes = outcome.signature.takes if outcome.signature is not None else ()
    if expression.name == "Polygon":
        yield from _parts_of_polygon(made, outcome, figure)
    elif expression.name == "Segment" and takes[-1:] == ("number",):
        yield from _end_of_segment(made, figure)
    elif expression.name == "Ray" and takes[-1:] == ("vector",):
        figure.objects[made.name] = replace(made, corners=made.corners[:1])
    elif outcome.similarity is not None:
        yield from _image_of_parts(made, outcome.similarity, expression.arguments[0], figure)


def corners_of(expression: Expression) -> tuple[str | None, ...]:
    """Return the names of the points that an object is drawn between or through."""
    if not (isinstance(expression, Call) and expression.name in _WITH_CORNERS):
        return ()
    return tuple(one.text if isinstance(one, Name) else None for one in expression.arguments)


def _named(
    made: FigureObject, name: str, kind: Kind, shape: complex | Segment | None
) -> FigureObject:
    return FigureObject(name, Value(kind, shape), made.statement, is_companion=True)


def _end_of_segment(made: FigureObject, figure: Figure) -> Iterator[FigureObject]:
    end = made.shape.end if isinstance(made.shape, Segment) else None
    name = automatic_name("point", figure.objects)
    figure.objects[made.name] = replace(made, corners=(made.corners[0], name))
    yield _named(made, name, "point", end)


def _parts_of_polygon(
    made: FigureObject, outcome: Outcome, figure: Figure
) -> Iterator[FigureObject]:
    takes = outcome.signature.takes if outcome.signature is not None else ()
    if takes == ("list",):
        return
    is_regular = takes[-1] == "number"
    if is_regular and not any(made.corners[:2]):
        return
    corners = list(made.corners)
    vertices: list[Shape | None] = [value.shape for value in outcome.arguments]
    if is_regular:
        count = number_of(outcome.arguments[-1])
        vertices = [None] * (0 if count is None else min(max(whole_number(count), 0), 1_000))
        if isinstance(made.shape, Polygon):
            vertices = list(made.shape.vertices)
        corners = [*corners[:2], *[None] * (len(vertices) - 2)][: len(vertices)]
    sides: list[str | None] = []
    ends = zip(vertices, [*vertices[1:], *vertices[:1]], strict=True)
    for corner, (start, end) in zip(_of_sides(corners), ends, strict=True):
        named_after = None if is_regular else corner
        shape = None
        if isinstance(start, complex) and isinstance(end, complex):
            shape = Segment(start, end)
        elif named_after is None or not named_after[0].isupper():
            sides.append(None)
            continue
        sides.append(side_name(named_after, figure.objects))
        yield _named(made, sides[-1] or "", "segment", shape)
    named = list(corners)
    for index in range(2, len(vertices) if is_regular else 0):
        name = automatic_name("point", figure.objects)
        named[index] = name
        place = vertices[index]
        yield _named(made, name, "point", place if isinstance(place, complex) else None)
    for side, corner, after in zip(sides, named, [*named[1:], *named[:1]], strict=True):
        if side is not None:
            figure.objects[side] = replace(figure.objects[side], corners=(corner, after))
    # The image of a regular polygon is made without its vertices and sides.
    figure.objects[made.name] = replace(
        made, corners=tuple(corners), sides=tuple(side for side in sides if side is not None)
    )


def _image_of_parts(
    made: FigureObject, similarity: Similarity, source: Expression, figure: Figure
) -> Iterator[FigureObject]:
    known = figure.objects.get(source.text) if isinstance(source, Name) else None
    sources = corners_of(source) if known is None else known.corners
    if made.kind not in ("segment", "ray", "polygon", "arc", "sector") or not sources:
        return
    if made.kind in ("arc", "sector") and None in sources:
        return
    if made.kind == "ray":
        # A ray may be given by a point and a vector.
        sources = tuple(name for name in sources if not _is_vector(figure, name))
    places = [figure.point(name or "") for name in sources]
    if known is not None and isinstance(known.shape, Ray) and sources[1:] == (None,):
        places[1] = known.shape.point + known.shape.direction
    corners: list[str | None] = []
    if None in places:
        return
    for corner, place in zip(sources, places, strict=True):
        assert place is not None
        name = None if corner is None else primed(corner, figure.objects)
        name = name or automatic_name("point", figure.objects)
        corners.append(name)
        yield _named(made, name, "point", similarity.point(place))
    sides: list[str] = []
    if isinstance(made.shape, Polygon):
        for corner, segment in zip(_of_sides(corners), made.shape.sides, strict=True):
            sides.append(side_name(corner, figure.objects))
            yield _named(made, sides[-1], "segment", segment)
    figure.objects[made.name] = replace(made, corners=tuple(corners), sides=tuple(sides))


def _is_vector(figure: Figure, name: str | None) -> bool:
    known = figure.objects.get(name or "")
    return known is not None and known.kind == "vector"


def _of_sides(corners: Sequence[str | None]) -> list[str | None]:
    """Return the vertices after which sides are named: the opposite ones in a triangle."""
    shift = 2 if len(corners) == 3 else 0
    return [*corners[shift:], *corners[:shift]]
