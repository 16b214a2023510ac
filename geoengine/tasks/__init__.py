"""The six tasks: items with four options, one correct, and the evidence for each."""

from geoengine.tasks.asking import answer_of, ask, put
from geoengine.tasks.builders import TASKS, build
from geoengine.tasks.context import Context, make_context
from geoengine.tasks.goals import Goal, goals
from geoengine.tasks.item import Item
from geoengine.tasks.measurement import Measurement, measurements
from geoengine.tasks.record import measured_problems, problem_record

__all__ = [
    "TASKS",
    "Context",
    "Goal",
    "Item",
    "Measurement",
    "answer_of",
    "ask",
    "build",
    "goals",
    "make_context",
    "measured_problems",
    "measurements",
    "problem_record",
    "put",
]
