"""The six tasks: items with four options, one correct, and the evidence for each."""

from geoengine.tasks.builders import TASKS, build
from geoengine.tasks.context import Context, make_context
from geoengine.tasks.goals import Goal, goals
from geoengine.tasks.item import Item
from geoengine.tasks.record import problem_record

__all__ = ["TASKS", "Context", "Goal", "Item", "build", "goals", "make_context", "problem_record"]
