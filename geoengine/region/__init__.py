"""Plane regions bounded by segments and circular arcs: exact areas and perimeters."""

from geoengine.region.errors import RegionError
from geoengine.region.pieces import Arc, Loop, Piece, Point, Segment, circle, polygon
from geoengine.region.region import (
    Paint,
    Region,
    Shape,
    difference,
    intersection,
    select,
    union,
    visible,
)

__all__ = [
    "Arc",
    "Loop",
    "Paint",
    "Piece",
    "Point",
    "Region",
    "RegionError",
    "Segment",
    "Shape",
    "circle",
    "difference",
    "intersection",
    "polygon",
    "select",
    "union",
    "visible",
]
