"""Solids: exact numbers, points and bodies in space, and their measures."""

from geoengine.solid.errors import InexactError, SolidError
from geoengine.solid.functions import CONSTANTS, FUNCTIONS
from geoengine.solid.number_text import parse_number
from geoengine.solid.numbers import Exact
from geoengine.solid.polyhedron import Polyhedron, hull
from geoengine.solid.roots import NestedRoot, Real, as_real, is_zero, root, sign_of
from geoengine.solid.round_bodies import Cone, ConeFrustum, Cylinder, Sphere
from geoengine.solid.space import Disc, Line, Plane, Polygon, Segment, Vector
from geoengine.solid.trigonometry import PI, cosd, degrees_of_cos, degrees_of_tan, sind, tand

__all__ = [
    "CONSTANTS",
    "FUNCTIONS",
    "PI",
    "Cone",
    "ConeFrustum",
    "Cylinder",
    "Disc",
    "Exact",
    "InexactError",
    "Line",
    "NestedRoot",
    "Plane",
    "Polygon",
    "Polyhedron",
    "Real",
    "Segment",
    "SolidError",
    "Sphere",
    "Vector",
    "as_real",
    "cosd",
    "degrees_of_cos",
    "degrees_of_tan",
    "hull",
    "is_zero",
    "parse_number",
    "root",
    "sign_of",
    "sind",
    "tand",
]
