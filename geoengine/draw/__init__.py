"""Pictures of figures: PNG files whose labels keep off each other and off the lines."""

from geoengine.draw.choices import LabelKind
from geoengine.draw.diagram import Drawable, draw, sketch_of
from geoengine.draw.layout import Layout, PlacedLabel, arrange
from geoengine.draw.paint import render
from geoengine.draw.sketch import Sketch

__all__ = [
    "Drawable",
    "LabelKind",
    "Layout",
    "PlacedLabel",
    "Sketch",
    "arrange",
    "draw",
    "render",
    "sketch_of",
]
