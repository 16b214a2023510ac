"""The text of an item defines the points that goal, options and steps need, and no others."""

import re
from functools import cache
from itertools import product

import numpy as np
import pytest
from tasks_of import build

from geoengine.families.reasoning import make_context
from geoengine.language import parse_statement
from geoengine.scene import load_problem
from geoengine.verify.items.printed_statements import printed_form_of

PROBLEMS = (
    "A B C = triangle_sss A B C 14 15 13; D = foot D A B C; M = midpoint M B C;"
    " N = midpoint N A C; P = foot P M A B; Q = mirror Q P N",
    "A B C = triangle A B C; D = foot D B A C; E = foot E C A B; M = midpoint M B C;"
    " O = circumcenter O A B C; F = mirror F A O; G = midpoint G F M",
    "A B C D = square_of A B C D 6; O = on_line O A C, on_line O B D; M = midpoint M A B;"
    " E = mirror E A B; F = midpoint F C M; G = foot G F A E",
    "A B C = triangle A B C; D = foot D B A C; E = foot E C A B; M = midpoint B C;"
    " H = orthocenter A B C; N = midpoint A H; F = mirror H M",
)
RUN = re.compile(r"(?<![A-Za-z])[A-Z]+(?![a-z])")
SENTENCES = re.compile(r"Let .*")


def letters(text):
    return set("".join(RUN.findall(text)))


def named(item, context):
    """The points of the goal's proof, and of all statements in the certificate and the steps."""
    certificate = item.certificate
    texts = [*certificate.get("claims", ()), *certificate.get("antecedents", ())]
    for option in certificate["options"]:
        texts += option.get("statements", ()) or (
            [option["statement"]] if "statement" in option else []
        )
    stated = [parse_statement(text) for text in texts]
    if item.meta["form"] not in {"branch", "unfinished"}:
        stated.append(parse_statement(item.meta["goal"]))
    if "Step 1." in item.question:
        for _, antecedents, conclusion in printed_form_of(item.model_dump(mode="json")).parse_steps(
            item.question
        ):
            stated += [*antecedents, conclusion]
    found = {point for statement in stated for point in statement.points}
    for statement in stated:
        if context.graph.derived(statement):
            found |= context.proof(statement).points
    return found


@cache
def context_of(seed):
    return make_context(load_problem(PROBLEMS[seed]), scene="any", seed=seed, tier=2)


@pytest.mark.parametrize(
    ("task", "turns"),
    [("subgoal_decomposition", 1), ("theorem_selection", 1), ("faulty_branch", 8)],
)
def test_only_points_that_something_depends_on_are_defined(task, turns):
    shorter = 0
    for seed, turn in product(range(len(PROBLEMS)), range(turns)):
        context = context_of(seed)
        for item in build(task, context, np.random.default_rng(seed + 10 * turn), most=4):
            defined = letters(SENTENCES.search(item.question)[0])
            needed = context.problem.part(named(item, context)).points
            assert defined <= set(needed), (defined, needed, item.question)
            shown = (
                letters(item.question.split("Step 1.")[-1]) if "Step 1." in item.question else ""
            )
            assert {point for point in shown if point in context.problem.points} <= defined
            shorter += len(defined) < len(context.problem.points)
    assert shorter > 0


def test_part_of_a_problem():
    problem = load_problem(PROBLEMS[2])
    assert problem.part("M").points == ("A", "B", "C", "D", "M")
    assert problem.part("OG") is problem
    part = problem.part("F")
    assert part.points == ("A", "B", "C", "D", "M", "F")
    assert all(set(premise.points) <= set(part.points) for premise in part.premises)
    assert load_problem(str(part)).premises == part.premises
