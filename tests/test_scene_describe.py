"""Descriptions of constructions in words."""

import re
import sys

import pytest
from public import problem_file
from readings import meaning
from test_scene_placement import FILES

from geoengine.catalogue import load_constructions
from geoengine.catalogue.phrases import LANGUAGES
from geoengine.errors import ProblemError
from geoengine.scene import (
    describe,
    describe_steps,
    example_problem,
    load_problem,
    load_problems,
    read_steps,
)
from geoengine.scene.description import DescriptionWriter


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("A B C = triangle", "Let ABC be a triangle."),
        ("A B C D = isquare", "Let ABCD be a square."),
        ("A B = segment_of 4√2", "Let AB be a segment of length 4√2."),
        ("A B C = triangle_sss 5 6 7",
         "Let ABC be a triangle with BC = 5, AC = 6 and AB = 7."),
        ("A = free; B = free; C = on_line A B", "Let C be a point on line AB."),
        ("A B C = triangle; D = on_line B C, eqdistance A A B",
         "Let D be a point on line BC such that AD = AB."),
        ("A B C = triangle; D = on_line B C, on_bline A B",
         "Let D be the intersection of line BC and the perpendicular bisector of AB."),
        ("A B C D = quadrangle; E = on_line A C, on_line B D",
         "Let E be the intersection of lines AC and BD."),
        ("A B C = triangle; O = circle A B C; D = on_line A O, on_circle O B",
         "Let D be the point other than A where line AO meets the circle with center O through "
         "B."),
        ("A B C = triangle; D = on_circle A B, on_line B C",
         "Let D be the point other than B where line BC meets the circle with center A through "
         "B."),
        ("A B C = triangle; D = on_circle A B, on_circle C B",
         "Let D be the point other than B where the circle with center A through B meets the "
         "circle with center C through B."),
        ("A B C = triangle; D = on_line A B, on_circle C A; E = on_line A B, on_circle C D",
         "Let E be a point where line AB meets the circle with center C through D."),
        ("A B C = triangle; D = on_bline A B, on_circle A B; E = on_bline A B, on_circle A B",
         "Let E be the point other than D where the perpendicular bisector of AB meets the "
         "circle with center A through B."),
        ("A B O = triangle; C = on_dia A B, on_circle O A; D = on_dia C A, on_circum A B C; "
         "E = on_dia C A, on_circum A B D",
         "Let E be a point where the circle with diameter AC meets the circle through A, B and D."),
        ("O P Q = triangle; A = on_dia O P, lconst O 1; B = on_dia O P, on_circle O A",
         "Let B be the point other than A where the circle with diameter OP meets the circle with "
         "center O through A."),
        ("A B C = triangle; P = on_aline B C B A C, on_aline C B C A B",
         "Let P be the point such that ∠(BP, BC) = ∠(AB, AC) and ∠(CP, BC) = ∠(AC, AB) as directed "
         "angles."),
        ("A B C = triangle; D = eqdistance A B C, eqdistance B A C",
         "Let D be a point such that AD = BC and BD = AC."),
        ("A B C = triangle; D = s_angle A B 40o, on_line A C",
         "Let D be a point on line AC such that line BD makes a counterclockwise angle of 40° with "
         "line AB."),
        ("A B C = triangle; X Y Z I = incenter2 A B C",
         "Let I be the incenter of triangle ABC, whose incircle touches BC, AC and AB at X, Y and "
         "Z, respectively."),
        ("A B C = triangle; D = on_line A B, on_line B C, on_line C A",
         "Let D be the intersection of lines AB and BC that also lies on line AC."),
        ("pa q = segment; m = midpoint pa q", "Let m be the midpoint of pa-q."),
    ],
)  # fmt: skip
def test_the_last_sentence(text, told):
    assert describe_steps(load_problem(text))[-1] == told


@pytest.mark.parametrize(
    ("text", "told", "in_chinese"),
    [
        ("A B C = triangle; D = midpoint B C; E = midpoint C A; F = midpoint A B",
         "Let ABC be a triangle. Let D, E and F be the midpoints of BC, AC and AB, respectively.",
         "设ABC为三角形。设D、E、F分别为BC、AC、AB的中点。"),
        ("A = free; B = free; C = free",
         "Let A, B and C be points in the plane.",
         "设A、B、C为平面内的点。"),
        ("A B C = triangle; D = foot D A B C; E = foot E B A C; F = foot F A B E",
         "Let ABC be a triangle. Let D be the foot of the perpendicular from A to line BC. Let E "
         "be the foot of the perpendicular from B to line AC. Let F be the foot of the "
         "perpendicular from A to line BE.",
         "设ABC为三角形。设D为从A向直线BC所作垂线的垂足。设E为从B向直线AC所作垂线的垂足。"
         "设F为从A向直线BE所作垂线的垂足。"),
        ("A B C D = quadrangle; E = foot E A B C; F = foot F D B C",
         "Let ABCD be a quadrilateral. Let E and F be the feet of the perpendiculars from A and D "
         "to line BC, respectively.",
         "设ABCD为四边形。设E、F分别为从A、D向直线BC所作垂线的垂足。"),
        ("A B C = triangle; D = on_line B C; E = on_line B C",
         "Let ABC be a triangle. Let D and E be points on line BC.",
         "设ABC为三角形。设D、E为直线BC上的点。"),
        ("A B C = triangle; D = on_opline D B A; E = on_ray E C A; O = circumcenter O A B C;"
         " F = on_line F A D, lc_tangent F C O",
         "Let ABC be a triangle. Let D be a point on the extension of AB beyond B. Let E be a "
         "point on the ray from C through A. Let O be the circumcenter of triangle ABC. Let F be "
         "the intersection of line AD and the tangent at C to the circle with center O.",
         "设ABC为三角形。设D为AB在B一侧的延长线上一点。设E为以C为端点、过A的射线上一点。"
         "设O为三角形ABC的外心。设F为直线AD与以O为圆心、过C的圆在C处的切线的交点。"),
        ("A B C = triangle; D = on_line B C; E = on_line C A",
         "Let ABC be a triangle. Let D be a point on line BC. Let E be a point on line AC.",
         "设ABC为三角形。设D为直线BC上一点。设E为直线AC上一点。"),
        ("A B C = triangle; D = on_line B C, eqdistance A A B; E = on_circle A B, on_line A C",
         "Let ABC be a triangle. Let D be a point on line BC such that AD = AB. Let E be a point "
         "where line AC meets the circle with center A through B.",
         "设ABC为三角形。设D为直线BC上一点，且满足AD = AB。"
         "设E为直线AC与以A为圆心、过B的圆的一个交点。"),
    ],
)  # fmt: skip
def test_the_whole(text, told, in_chinese):
    problem = load_problem(text)
    assert describe(problem) == told
    assert describe(problem, language="zh") == in_chinese


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Let ABC be a triangle. Let D be the midpint of BC."),
        ("en", "Let ABC be a triangle. Let D be the midpoint of BCA."),
        ("en", "Let ABC be a triangle. Let D and E be the midpoints of BC, respectively."),
        ("zh", "设ABC为三角形。设D为BC中点。"),
        ("zh", "Let ABC be a triangle."),
    ],
)
def test_other_sentences_are_refused(language, text):
    with pytest.raises(ProblemError, match="expected a sentence that geoengine writes"):
        read_steps(text, language=language)


def test_words_in_a_language_are_asked_for(monkeypatch):
    known = dict(load_constructions())
    phrases = known["midpoint"].says.model_copy(update={"zh": None})
    known["midpoint"] = known["midpoint"].model_copy(update={"says": phrases})
    monkeypatch.setattr(
        sys.modules[DescriptionWriter.__module__], "load_constructions", lambda: known
    )
    problem = load_problem("A B = segment; M = midpoint A B")
    assert describe(problem)
    with pytest.raises(ProblemError, match="expected a wording of midpoint in the language 'zh'"):
        describe(problem, language="zh")


def numbered(problem):
    """Return the problem with point names that can be found in any text."""
    names = {point: f"P{1000 + at}" for at, point in enumerate(problem.points)}
    words = re.split(r"([\s;,=?|]+)", str(problem).partition("?")[0])
    return load_problem("".join(names.get(word.partition("@")[0], word) for word in words))


def problems_of(name):
    """The public problems of a file, with their auxiliary points."""
    problems = load_problems(problem_file(name), aux=True)
    assert len(problems) == FILES[name]
    return problems


@pytest.mark.parametrize("name", FILES)
def test_points_are_introduced_once_and_before_they_are_used(name):
    for problem in map(numbered, problems_of(name)):
        known = set()
        sentences = describe_steps(problem)
        for step, sentence in zip(problem.steps, sentences, strict=True):
            told = set(re.findall(r"P\d{4}", sentence))
            assert set(step.points) <= told <= known | set(step.points), sentence
            assert not known & set(step.points)
            assert re.fullmatch(r"Let [^.]*\.", sentence)
            assert not re.search(r"\b(\w+) \1\b|  |[{}]|\ba [aeiou]", sentence), sentence
            known.update(step.points)


def check_introductions(problem, text, stop):
    """Each point is introduced by exactly one sentence, before any other mention."""
    waiting, known = list(problem.steps), set()
    for sentence in filter(None, text.split(stop)):
        told = set(re.findall(r"P\d{4}", sentence))
        while waiting and set(waiting[0].points) <= told - known:
            known.update(waiting.pop(0).points)
        assert told <= known, sentence
    assert not waiting


@pytest.mark.parametrize("name", FILES)
def test_sentences_that_tell_several_points_introduce_them(name):
    for problem in map(numbered, problems_of(name)):
        check_introductions(problem, describe(problem), ".")
        check_introductions(problem, describe(problem, language="zh"), "。")


@pytest.mark.parametrize("name", load_constructions())
def test_all_constructions_introduce_their_points(name):
    problem = numbered(example_problem(load_constructions()[name]))
    check_introductions(problem, describe(problem), ".")
    check_introductions(problem, describe(problem, language="zh"), "。")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", load_constructions())
def test_a_segment_has_one_name(name, language):
    problem = example_problem(load_constructions()[name])
    pairs = re.findall(r"(?<![A-Za-z])[A-Z]{2}(?![A-Za-z])", describe(problem, language=language))
    assert pairs == ["".join(sorted(pair)) for pair in pairs]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", FILES)
def test_what_is_told_is_read_back(name, language):
    for problem in problems_of(name):
        steps = read_steps(describe(problem, language=language), language=language)
        for read, step in zip(steps, problem.steps, strict=True):
            assert meaning(read) == meaning(step)
