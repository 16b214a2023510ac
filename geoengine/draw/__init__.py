"""Pictures of figures: PNG, SVG and PDF files whose labels keep off each other and the lines."""

from geoengine.draw.caption import caption
from geoengine.draw.drawable import Drawable, chance_turn, draw, sketch_of
from geoengine.draw.label_candidates import LabelKind
from geoengine.draw.layout import Layout, PlacedLabel, arrange
from geoengine.draw.marking import read_marks
from geoengine.draw.marks import KINDS, Marks
from geoengine.draw.painting import FORMATS, paint, render
from geoengine.draw.sketch import Sketch
from geoengine.draw.style import Style, find_style, load_styles
from geoengine.draw.visible import visible_segments, visible_statements

__all__ = [
    "FORMATS",
    "KINDS",
    "Drawable",
    "LabelKind",
    "Layout",
    "Marks",
    "PlacedLabel",
    "Sketch",
    "Style",
    "arrange",
    "caption",
    "chance_turn",
    "draw",
    "find_style",
    "load_styles",
    "paint",
    "read_marks",
    "render",
    "sketch_of",
    "visible_segments",
    "visible_statements",
]
