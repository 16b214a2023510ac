"""Goals and questions as sentences, and their parser."""

import itertools
import re
from fractions import Fraction

import numpy as np
import pytest
from public import problem_file

from geoengine.catalogue.phrases import LANGUAGES
from geoengine.errors import DegenerateStatementError, ProblemError
from geoengine.language import Statement, parse_question, parse_statement
from geoengine.scene import load_problem, load_problems, place
from geoengine.scene.goal_sentences import read_goal, write_goal


def seen(diagram, rays):
    """Return the angle between two rays in the first draw, in degrees."""
    first, vertex, second = (diagram.xy[0, diagram.index[name]] for name in rays)
    u, v = first - vertex, second - vertex
    return np.degrees(np.arccos(u @ v / np.linalg.norm(u) / np.linalg.norm(v)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("text", "points", "true", "rays"),
    [
        ("A B C D = cyclic_quadrangle", "ABCD", 12, 8),
        ("A B C = triangle; X Y Z I = incenter2 A B C", "ABCIX", 22, 12),
    ],
)
def test_equal_angles_are_those_seen_and_read_back(text, points, true, rays, language):
    diagram = place(load_problem(text), seed=3)
    tried = by_rays = 0
    for first, second in itertools.combinations(itertools.permutations(points, 3), 2):
        lines = [name for p, v, q in (first, second) for name in (v, p, v, q)]
        try:
            goal = Statement("eqangle", tuple(lines))
        except DegenerateStatementError:
            continue
        if goal.predicate != "eqangle" or not diagram.holds(goal):
            continue
        sentence = write_goal(goal, diagram=diagram, language=language)
        assert read_goal(sentence, diagram=diagram, language=language) == goal
        tried += 1
        if found := re.search(r"∠([A-Z]{3}) = ∠([A-Z]{3})", sentence):
            by_rays += 1
            assert seen(diagram, found[1]) == pytest.approx(seen(diagram, found[2]))
    assert (tried, by_rays) == (true, rays)


@pytest.mark.parametrize("seed", range(4))
def test_given_angles_are_those_seen_and_read_back(seed):
    diagram = place(load_problem("A B C D E = regular_pentagon"), seed=seed)
    tried = 0
    for first, vertex, second in itertools.permutations(diagram.points, 3):
        for fifth in range(1, 5):
            goal = Statement("aconst", (vertex, first, vertex, second), Fraction(fifth, 5))
            if diagram.holds(goal):
                sentence = write_goal(goal, diagram=diagram)
                told = re.fullmatch(r"Prove that ∠([A-Z]{3}) = (\d+)°\.", sentence)
                assert seen(diagram, told[1]) == pytest.approx(float(told[2]))
                assert read_goal(sentence, diagram=diagram) == goal
                tried += 1
    assert tried == 60


def test_supplementary_angles_are_told_by_lines():
    diagram = place(load_problem("A B C D = cyclic_quadrangle"))
    goal = parse_statement("eqangle B A B C D A D C")
    assert write_goal(goal, diagram=diagram) == "Prove that ∠(AB,BC) = ∠(AD,CD)."


def test_an_angle_asked_for_is_named_by_rays_only_if_it_is_the_one_seen():
    diagram = place(load_problem("A B C = r_triangle_angle 40o"))
    turned = {
        write_goal(parse_question(f"acompute {q}"), diagram=diagram) for q in ("B C B A", "B A B C")
    }
    rays = {text for text in turned if re.fullmatch(r"Find ∠[A-Z]{3}\.", text)}
    assert len(rays) == 1
    assert re.fullmatch(r"Find ∠\([A-Z]{2},[A-Z]{2}\)\.", (turned - rays).pop())
    assert write_goal(parse_question("lcompute A B"), language="zh") == "求AB的值。"


@pytest.mark.parametrize("language", LANGUAGES)
def test_public_goals_are_read_back(language):
    tried = 0
    for problem in load_problems(problem_file("jgex_ag_231.txt"))[::6]:
        diagram = place(problem)
        for goal in problem.goals:
            for figure in (None, diagram):
                sentence = write_goal(goal, diagram=figure, language=language)
                assert read_goal(sentence, diagram=figure, language=language) == goal
                tried += 1
    assert tried == 78


@pytest.mark.parametrize(
    "sentence", ["Show that AB = CD.", "Prove that ABC.", "Prove that ∠ABC = ∠DEF.", ""]
)
def test_anything_else_is_refused(sentence):
    with pytest.raises(ProblemError, match="expected"):
        read_goal(sentence)
