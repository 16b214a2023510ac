"""The family ``reasoning``: multiple-choice items, with evidence for each option."""

from geoengine.families.reasoning.asking import answer_of, ask, put
from geoengine.families.reasoning.context import Context, make_context
from geoengine.families.reasoning.goal_choice import Goal, goals
from geoengine.families.reasoning.measurement import Measurement, measurements
from geoengine.families.reasoning.problem_records import measured_problems, problem_record

__all__ = [
    "Context",
    "Goal",
    "Measurement",
    "answer_of",
    "ask",
    "goals",
    "make_context",
    "measured_problems",
    "measurements",
    "problem_record",
    "put",
]
