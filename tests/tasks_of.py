"""The tasks of the family ``reasoning``, as tests call their builders."""

from functools import lru_cache

import pytest

from geoengine.families.reasoning import faulty_branch, theorem_odds
from geoengine.families.reasoning.preparing import prepare
from geoengine.items import UnusableSceneError, load_family

FAMILY = load_family("reasoning")
TASKS = FAMILY.names
CHOICES = tuple(task.name for task in FAMILY.tasks if task.kind == "choice")
"""The tasks of multiple-choice questions."""


def build(task, context, rng, *, most):
    """Build candidates of a task; of theorem selection also those that the odds would drop.

    In so few scenes hardly any would be left.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(theorem_odds, "odds_of", lambda form, rule: 0.0)
        return FAMILY.task(task).build(context, rng, most)


def contexts_of(seed, indices):
    """Yield those of some scenes that can be used: the number of each, and its context."""
    for index in indices:
        if (context := context_at(seed, index)) is not None:
            yield index, context


@lru_cache(maxsize=16)
def context_at(seed, index):
    """The context of a scene, None if it cannot be used; the tests of a file share a few."""
    try:
        return prepare(seed, index).context
    except UnusableSceneError:
        return None


def build_faulty_branches(context, rng, most, branching):
    """Items of faulty branches, if false branches are sought in this share of the scenes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(faulty_branch, "_BRANCHING", branching)
        return build("faulty_branch", context, rng, most=most)
