"""What a scene needs is freed without the garbage collector, which then has little to do."""

import gc

import pytest

from geoengine.items import UsedProblem, family_names
from geoengine.split.finishing import finish
from geoengine.split.generation import request_of
from geoengine.split.plan import make_plan
from geoengine.split.production import produce

SCENES = 4
FEW = 10_000
"""More than libraries leave, and fewer than a single scene has."""


@pytest.mark.parametrize("name", family_names())
def test_a_scene_leaves_hardly_any_garbage(name):
    """Cycles of references would keep it until a collection, which took a seventh of a long run."""
    plan = make_plan(40, seed=1, family=name)

    def make(index):
        outcome = produce(request_of(plan, index, plan.tasks))
        assert not outcome.fault
        items = [item for own in outcome.items.values() for item in own]
        if items:
            job = UsedProblem(f"p{index:06d}", index, tuple(items[:1]), images=False)
            assert finish(job)
        return len(items)

    # What is loaded when it is first needed leaves some, too.
    make(0)
    gc.collect()
    gc.disable()
    try:
        made = sum(make(index) for index in range(1, 1 + SCENES))
        left = gc.collect()
    finally:
        gc.enable()
    assert made > SCENES
    assert left < FEW
