"""One full item of each task: any change of wording shows here.

The items lie in ``items/<task>.txt``. ``UPDATE_GOLDENS=1 pytest -n 0 tests/test_tasks_golden.py``
writes them anew, and those of new tasks; read what has changed. A new rule may change the theorems
that are offered.
"""

import os
from pathlib import Path

import numpy as np
import pytest
from tasks_of import TASKS, build

from geoengine.families.reasoning import make_context
from geoengine.scene import load_problem

ITEMS = Path(__file__).parent / "items"
UPDATE = bool(os.environ.get("UPDATE_GOLDENS"))

SCENE = (
    "A B C = r_triangle_of A B C 6 8; D = foot D A B C; M = midpoint M B C;"
    " E = foot E D A B; F = foot F D A C"
)
SCENES = {
    "auxiliary_construction": "A B C = iso_triangle_of A B C 10 12; M = midpoint M B C;"
    " D = foot D M A B; E = foot E M A C; F = foot F B A C",
    # Pythagoras's theorem gives the lengths of right triangles at a look.
    "numerical_perception": "A B C = triangle_sss A B C 4 9 7; D = midpoint D B C;"
    " E = between_bound E A C, lconst E A 6; F = intersection_ll F A D B E; J = midpoint J B F",
    # Right triangles match at a glance, and so do largest angles, which few options then share.
    "subgoal_decomposition": "A B C = triangle_sss A B C 14 15 13; D = foot D A B C;"
    " E = foot E B A C; H = on_line H A D, on_line H B E; M = midpoint M B C; G = foot G H A M;"
    " N = midpoint N A H",
    # False claims that letters do not betray need more points.
    "faulty_branch": "A B C = triangle_sss A B C 15 13 12; O = circumcenter O A B C;"
    " E = foot E B A C; D = intersection_lc D E O B; M = midpoint M A B",
}


@pytest.mark.parametrize("task", TASKS)
def test_the_item_is_the_reviewed_one(task):
    context = make_context(load_problem(SCENES.get(task, SCENE)), scene="right", seed=1)
    # Theorem selection offers its question in several variants.
    item, *_ = build(task, context, np.random.default_rng(1), most=1)
    made = f"{item.prompts.answer_only}\n\nExpected: {item.answer.expected}\n"
    reviewed = ITEMS / f"{task}.txt"
    if UPDATE:
        reviewed.write_text(made, encoding="utf-8")
    assert reviewed.exists(), "there is none: write it with UPDATE_GOLDENS=1, and read it"
    assert made == reviewed.read_text(encoding="utf-8")


def test_each_reviewed_item_is_of_a_task():
    assert sorted(path.stem for path in ITEMS.iterdir()) == sorted(TASKS)
