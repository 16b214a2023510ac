"""Problems are finished in the same way from figures that were kept as from figures made anew."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from geoengine.families.reasoning.finishing import finish
from geoengine.families.reasoning.preparing import prepare
from geoengine.items import UsedProblem, stream
from geoengine.split import make_plan


@pytest.mark.parametrize(("index", "more_draws"), [(7, False), (4, True)])
def test_a_problem_is_finished_alike_from_kept_figures(index, more_draws):
    material = prepare(1, index, evidence="both")
    context = material.context
    # In some scenes, draws beyond those shown had to be added to those of the deduction.
    assert (len(context.graph.draws) > 3) == more_draws
    items = []
    for task in make_plan(6).specs:
        items += task.build(context, stream(1, index, task.name), 1)[:1]
    assert items
    job = UsedProblem("p000000", index, tuple(items), images=True)
    kept = json.loads(json.dumps(material.kept))
    assert finish(replace(job, kept=kept)) == finish(job)
