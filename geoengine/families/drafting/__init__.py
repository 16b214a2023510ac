"""The family ``drafting``: constructions carried out step by step."""

from geoengine.families.drafting.seed import Seed, load_seeds
from geoengine.families.drafting.task import Task, TaskError, TaskStep, expand, make_task

__all__ = ["Seed", "Task", "TaskError", "TaskStep", "expand", "load_seeds", "make_task"]
