"""Solids: exact numbers, points and bodies in space, and their measures."""

from geoengine.solid.construction import SolidConstruction, load_solid_constructions
from geoengine.solid.errors import InexactError, SolidError
from geoengine.solid.expression import LAZY, EvaluationError, Expression, parse_expression
from geoengine.solid.functions import CONSTANTS, FUNCTIONS
from geoengine.solid.functions_table import described_functions
from geoengine.solid.instance import Instance, InstanceError
from geoengine.solid.likeness import Likeness, most_alike
from geoengine.solid.making import make_instance
from geoengine.solid.motion import Motion, motion_of
from geoengine.solid.number_text import parse_number
from geoengine.solid.numbers import Exact
from geoengine.solid.parameters import Parameters, read_domain
from geoengine.solid.piles import Pile
from geoengine.solid.plane_figures import Disc, Polygon
from geoengine.solid.polyhedron import Polyhedron, hull
from geoengine.solid.printed_code import number_code
from geoengine.solid.roots import NestedRoot, Real, as_real, is_zero, root, sign_of
from geoengine.solid.round_bodies import Cone, ConeFrustum, Cylinder, Sphere
from geoengine.solid.seed import TYPES, Seed, load_seeds
from geoengine.solid.seed_check import SeedCheck, check_seed, located
from geoengine.solid.space import Line, Plane, Segment, Vector
from geoengine.solid.splices import Splice, fill_splices, read_splices
from geoengine.solid.trigonometry import PI, cosd, degrees_of_cos, degrees_of_tan, sind, tand
from geoengine.solid.values import print_value, same_value
from geoengine.solid.wording import split_wording

__all__ = [
    "CONSTANTS",
    "FUNCTIONS",
    "LAZY",
    "PI",
    "TYPES",
    "Cone",
    "ConeFrustum",
    "Cylinder",
    "Disc",
    "EvaluationError",
    "Exact",
    "Expression",
    "InexactError",
    "Instance",
    "InstanceError",
    "Likeness",
    "Line",
    "Motion",
    "NestedRoot",
    "Parameters",
    "Pile",
    "Plane",
    "Polygon",
    "Polyhedron",
    "Real",
    "Seed",
    "SeedCheck",
    "Segment",
    "SolidConstruction",
    "SolidError",
    "Sphere",
    "Splice",
    "Vector",
    "as_real",
    "check_seed",
    "cosd",
    "degrees_of_cos",
    "degrees_of_tan",
    "described_functions",
    "fill_splices",
    "hull",
    "is_zero",
    "load_seeds",
    "load_solid_constructions",
    "located",
    "make_instance",
    "most_alike",
    "motion_of",
    "number_code",
    "parse_expression",
    "parse_number",
    "print_value",
    "read_domain",
    "read_splices",
    "root",
    "same_value",
    "sign_of",
    "sind",
    "split_wording",
    "tand",
]
