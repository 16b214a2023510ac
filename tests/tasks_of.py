"""The tasks of the family ``reasoning``, as tests call their builders."""

from geoengine.items import load_family

FAMILY = load_family("reasoning")
TASKS = FAMILY.names


def build(task, context, rng, *, most):
    """Build candidates of a task."""
    return FAMILY.task(task).build(context, rng, most)
