"""The six tasks: items with four options, one correct, and the evidence for each."""

from geoengine.tasks.builders import TASKS, build
from geoengine.tasks.context import Context, make_context
from geoengine.tasks.item import Item

__all__ = ["TASKS", "Context", "Item", "build", "make_context"]
