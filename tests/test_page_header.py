"""What the pages say of a problem and a proof in words: titles, and the sentences with premises."""

from __future__ import annotations

from itertools import islice

import pytest

import geoengine as ge
from geoengine.catalogue import load_scenes
from geoengine.graph import proof_to_json
from geoengine.inspect import problem_record, proof_record
from geoengine.scene import describe, describe_parts, load_problem, sample_series
from geoengine.verify import read_proof

TITLES = {
    "A B C = triangle; M = midpoint B C ? cong B M C M": (
        "Show that segment BM is as long as segment CM"
    ),
    "A B C = r_triangle_of A B C 3 4 ? lcompute B C": "Find BC",
    "A B = segment; M = midpoint A B": "What follows for A, B, M",
}


@pytest.mark.parametrize("text", TITLES)
def test_a_page_without_a_name_is_called_by_what_is_asked(text):
    assert problem_record(load_problem(text))["title"] == TITLES[text]
    assert problem_record(load_problem(text, name="mine"))["title"] == "mine"


def test_a_proof_without_a_name_is_called_by_its_goal():
    problem = load_problem("A B C = triangle; M = midpoint B C ? midp M B C")
    record = read_proof(proof_to_json(ge.trace(ge.deduce(problem))))
    assert proof_record(record)["title"] == "Proof that the point M bisects segment BC"
    assert proof_record(record, title="mine")["title"] == "mine"


def test_the_sentences_are_the_description_and_state_every_premise():
    count = 0
    for sampled in islice(sample_series(list(load_scenes().values()), seed=3), 20):
        problem = sampled.problem
        parts = describe_parts(problem)
        assert " ".join(text for text, _ in parts) == describe(problem)
        assert {one for _, premises in parts for one in premises} >= set(problem.premises)
        count += len(parts)
    assert count >= 40
