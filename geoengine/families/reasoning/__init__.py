"""The family ``reasoning``: multiple-choice items, with evidence for each option."""

from geoengine.families.reasoning.context import Context, make_context
from geoengine.families.reasoning.goal_choice import Goal, goals
from geoengine.families.reasoning.measurement import Measurement, measurements
from geoengine.families.reasoning.problem_records import measured_problems, problem_record
from geoengine.families.reasoning.wording import answer_text, goal_text, problem_text

__all__ = [
    "Context",
    "Goal",
    "Measurement",
    "answer_text",
    "goal_text",
    "goals",
    "make_context",
    "measured_problems",
    "measurements",
    "problem_record",
    "problem_text",
]
