"""Scenes: problems read from text, placed in the plane, and told in words."""

from geoengine.scene.assembly import assemble
from geoengine.scene.describe import describe, describe_steps
from geoengine.scene.diagram import Diagram
from geoengine.scene.jgex import load_problem, load_problems
from geoengine.scene.placement import place
from geoengine.scene.problem import Call, Problem, Step
from geoengine.scene.sampler import sample

__all__ = [
    "Call",
    "Diagram",
    "Problem",
    "Step",
    "assemble",
    "describe",
    "describe_steps",
    "load_problem",
    "load_problems",
    "place",
    "sample",
]
