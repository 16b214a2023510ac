"""Pictures of solids: views, hidden lines and letters.

A `Model` says what is drawn, in floating-point coordinates. `choose_view` finds a direction in
which its edges and vertices are well apart, `render_solid` draws it, and `render_video` turns it.
"""

from geoengine.draw.picture_size import picture_size
from geoengine.draw.solids.bodies import Body, Circle, Frustum, Polyhedron, Sphere, cone, cylinder
from geoengine.draw.solids.curve import Curve, arc_through, circle_through, frustum_section
from geoengine.draw.solids.exhibit import Exhibit
from geoengine.draw.solids.model import End, Model, Place
from geoengine.draw.solids.outline import Outline, trace_outline
from geoengine.draw.solids.picture import SolidLayout, arrange_solid, render_solid
from geoengine.draw.solids.sheet import Sheet
from geoengine.draw.solids.video import MissingCodecError, render_video
from geoengine.draw.solids.view import (
    AZIMUTHS,
    ELEVATIONS,
    PERSPECTIVE,
    View,
    choose_view,
    measure_view,
)

__all__ = [
    "AZIMUTHS",
    "ELEVATIONS",
    "PERSPECTIVE",
    "Body",
    "Circle",
    "Curve",
    "End",
    "Exhibit",
    "Frustum",
    "MissingCodecError",
    "Model",
    "Outline",
    "Place",
    "Polyhedron",
    "Sheet",
    "SolidLayout",
    "Sphere",
    "View",
    "arc_through",
    "arrange_solid",
    "choose_view",
    "circle_through",
    "cone",
    "cylinder",
    "frustum_section",
    "measure_view",
    "picture_size",
    "render_solid",
    "render_video",
    "trace_outline",
]
