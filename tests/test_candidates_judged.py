"""Candidates of sampled scenes: the judge, with a prover, finds the key right and nothing else."""

from __future__ import annotations

import pytest
from tasks_of import TASKS, build, contexts_of

from geoengine.cli.prover import DeducingProver
from geoengine.items import stream
from geoengine.verify import Budget
from geoengine.verify.items.reasoning import JUDGES

SEED = 7
FEW, MANY = (*range(6), 8, 15), range(17, 27)
FEW_OF = {
    "auxiliary_construction": (7,),
    "numerical_perception": (15, 17, 21),
    "structural_perception": (9, 17),
}
MANY_OF = {"numerical_perception": (22, 27, 32, 42), "structural_perception": (21, 22, 31, 32)}
"""Scenes of a task that takes long for each, or finds candidates in few."""
LEAST = {
    "numerical_perception": (9, 18),
    "structural_perception": (6, 12),
    "premise_filtering": (5, 4),
    "subgoal_decomposition": (12, 12),
    "theorem_selection": (30, 30),
    "faulty_branch": (12, 12),
    "auxiliary_construction": (1, 1),
}
"""Candidates of a task in few scenes and in many, at least."""


@pytest.mark.parametrize("scenes", [FEW, pytest.param(MANY, marks=pytest.mark.slow(seconds=20))],
                         ids=["few", "many"])  # fmt: skip
@pytest.mark.parametrize("task", TASKS)
def test_exactly_the_key_is_right(task, scenes):
    prover, judged = DeducingProver(), 0
    chosen = (FEW_OF if scenes is FEW else MANY_OF).get(task, scenes)
    for index, context in contexts_of(SEED, chosen):
        for item in build(task, context, stream(SEED, index, task), most=6):
            findings = JUDGES[task](item.model_dump(mode="json"), Budget(), prover)
            assert findings[0].code == "one_right", (index, item.question, findings)
            judged += 1
    assert judged >= LEAST[task][scenes is MANY]
