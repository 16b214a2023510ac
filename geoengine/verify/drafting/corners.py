"""The sides and corners that GeoGebra names beside a polygon."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence

from geoengine.draft import Call, Name
from geoengine.verify.drafting.shapes import Thing

__all__ = ["parts_of_polygon"]

_POINTS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SEGMENTS = "fghijklmnpqrstabcde"


def parts_of_polygon(
    call: Call, polygon: Thing, objects: Mapping[str, Thing]
) -> Iterator[tuple[str, Thing, Sequence[str]]]:
    """Yield the sides of a polygon and the corners that are not given, with their names.

    Sides between corners with names come with these.

    A side of a triangle has the small letter of the opposite corner, other sides that of their
    first; those of a regular polygon have the next free letters. The caller adds each part to the
    objects before the next.
    """
    if polygon.shape is None or not all(isinstance(one, Name) for one in call.arguments[:2]):
        return
    names = [one.text if isinstance(one, Name) else "" for one in call.arguments]
    places = polygon.shape.vertices
    sides = [Thing("segment", side) for side in polygon.shape.sides]
    if len(call.arguments) == 3 and _kind_of(names[2], objects) != "point":
        for side in sides:
            yield _free(_SEGMENTS, objects), side, ()
        for place in places[2:]:
            yield _free(_POINTS, objects), Thing("point", place), ()
        return
    if len(names) == 1:
        return
    after = names[2:] + names[:2] if len(names) == 3 else names
    ends = zip(names, names[1:] + names[:1], strict=True)
    for name, side, both in zip(after, sides, ends, strict=True):
        yield _side_name(name, objects), side, both


def _kind_of(name: str, objects: Mapping[str, Thing]) -> str | None:
    return objects[name].kind if name in objects else None


def _side_name(corner: str, taken: Container[str]) -> str:
    if not corner[:1].isupper():
        return _free(_SEGMENTS, taken)
    name = corner.lower()
    # x, y and z are no names.
    if name not in taken and name not in ("x", "y", "z"):
        return name
    return _free(_SEGMENTS, taken) if "_" in name else _free([f"{name}_"], taken)


def _free(stems: str | list[str], taken: Container[str]) -> str:
    """Return the first free name: a letter without an index, or with the lowest one."""
    index = 0
    while True:
        for stem in stems:
            name = f"{stem.removesuffix('_')}_{index}" if index else stem
            if name not in taken and not name.endswith("_"):
                return name
        index += 1
