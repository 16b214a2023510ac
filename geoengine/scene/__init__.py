"""Problems: parsed from text, sampled from scenes, placed in the plane, described in words."""

from geoengine.scene.assembly import assemble, requirements_of
from geoengine.scene.canonical import Canonical, canonical_form, orbit
from geoengine.scene.compilation import compile_problem
from geoengine.scene.continuation import add_points
from geoengine.scene.description import describe, describe_parts, describe_steps
from geoengine.scene.description_parser import read_steps
from geoengine.scene.diagram import Diagram
from geoengine.scene.diagram_part import diagram_of_part
from geoengine.scene.example import example_problem
from geoengine.scene.geogebra import geogebra_commands
from geoengine.scene.geogebra_carried_out import ConstructedObject, geogebra_construction
from geoengine.scene.geogebra_command import Constant, GeogebraCommand
from geoengine.scene.geogebra_file import geogebra_xml, write_geogebra
from geoengine.scene.goal_sentences import read_goal, write_goal
from geoengine.scene.jgex import (
    ProblemEntry,
    list_problems,
    load_problem,
    load_problems,
    load_steps,
)
from geoengine.scene.legend import symbol_legend
from geoengine.scene.ordinary_angle_choice import OrdinaryAngles, ordinary_angles, varied
from geoengine.scene.placement import explore, place, scatter
from geoengine.scene.point_phrases import describe_point, read_point
from geoengine.scene.problem import Call, ConstructionStep, Problem
from geoengine.scene.quality import StatementBatch
from geoengine.scene.sampler import draw_extra, is_legible, sample
from geoengine.scene.sentence_templates import SENTENCE_TEMPLATES, SentenceTemplates
from geoengine.scene.series import Sampled, sample_series, scene_at, select_scenes

__all__ = [
    "SENTENCE_TEMPLATES",
    "Call",
    "Canonical",
    "Constant",
    "ConstructedObject",
    "ConstructionStep",
    "Diagram",
    "GeogebraCommand",
    "OrdinaryAngles",
    "Problem",
    "ProblemEntry",
    "Sampled",
    "SentenceTemplates",
    "StatementBatch",
    "add_points",
    "assemble",
    "canonical_form",
    "compile_problem",
    "describe",
    "describe_parts",
    "describe_point",
    "describe_steps",
    "diagram_of_part",
    "draw_extra",
    "example_problem",
    "explore",
    "geogebra_commands",
    "geogebra_construction",
    "geogebra_xml",
    "is_legible",
    "list_problems",
    "load_problem",
    "load_problems",
    "load_steps",
    "orbit",
    "ordinary_angles",
    "place",
    "read_goal",
    "read_point",
    "read_steps",
    "requirements_of",
    "sample",
    "sample_series",
    "scatter",
    "scene_at",
    "select_scenes",
    "symbol_legend",
    "varied",
    "write_geogebra",
    "write_goal",
]
