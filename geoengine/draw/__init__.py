"""Pictures of figures as PNG, SVG or PDF, with labels placed clear of each other and of lines."""

from geoengine.draw.caption import write_caption
from geoengine.draw.drawable import Drawable, draw, random_rotation, sketch_of
from geoengine.draw.drawn_parts import DrawnParts
from geoengine.draw.label_candidates import LabelKind
from geoengine.draw.layout import Layout, PlacedLabel, arrange
from geoengine.draw.mark_meaning import incidences, marked_statements
from geoengine.draw.mark_room import MOST_CROWDED, crowding, helping_lines, readable_marks
from geoengine.draw.marks import KINDS, Marks
from geoengine.draw.painting import FORMATS, paint, render
from geoengine.draw.sketch import Sketch
from geoengine.draw.statement_marks import marks_for
from geoengine.draw.style import Style, find_style, load_styles
from geoengine.draw.visible_relations import visible_segments, visible_statements

__all__ = [
    "FORMATS",
    "KINDS",
    "MOST_CROWDED",
    "Drawable",
    "DrawnParts",
    "LabelKind",
    "Layout",
    "Marks",
    "PlacedLabel",
    "Sketch",
    "Style",
    "arrange",
    "crowding",
    "draw",
    "find_style",
    "helping_lines",
    "incidences",
    "load_styles",
    "marked_statements",
    "marks_for",
    "paint",
    "random_rotation",
    "readable_marks",
    "render",
    "sketch_of",
    "visible_segments",
    "visible_statements",
    "write_caption",
]
