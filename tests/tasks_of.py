"""The tasks of the family ``reasoning``, as tests call their builders."""

from geoengine.items import load_family

FAMILY = load_family("reasoning")
TASKS = FAMILY.names
CHOICES = tuple(task.name for task in FAMILY.tasks if task.kind == "choice")
"""The tasks of multiple-choice questions."""


def build(task, context, rng, *, most):
    """Build candidates of a task."""
    return FAMILY.task(task).build(context, rng, most)
