"""Wording: goals as sentences, such as “Prove that AB = CD.”, in each language."""

from __future__ import annotations

from geoengine import scene
from geoengine.catalogue import Language
from geoengine.families.reasoning.measurement import Measurement
from geoengine.language import Question, Statement, join_points, write
from geoengine.scene import SENTENCE_TEMPLATES, Problem

__all__ = ["answer_text", "goal_text", "problem_text"]

_MEASURES = {
    "en": {
        ("area", 3): "the area of triangle {}",
        ("area", 4): "the area of quadrilateral {}",
        ("perimeter", 3): "the perimeter of triangle {}",
        ("perimeter", 4): "the perimeter of quadrilateral {}",
    },
    "zh": {
        ("area", 3): "三角形{}的面积",
        ("area", 4): "四边形{}的面积",
        ("perimeter", 3): "三角形{}的周长",
        ("perimeter", 4): "四边形{}的周长",
    },
}


def goal_text(goal: Statement | Measurement, language: Language = "en") -> str:
    """Write a goal as a request to prove it, or to find its value.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> goal_text(parse_statement("para A B C D")), goal_text(parse_statement("lconst A B 5"))
    ('Prove that AB ∥ CD.', 'Find AB.')
    >>> goal_text(parse_statement("coll A B C"), language="zh")
    '求证：A、B、C共线。'
    """
    if isinstance(goal, Measurement):
        phrase = _MEASURES[language][goal.kind, len(goal.corners)]
        what = phrase.format(join_points(goal.corners))
        return SENTENCE_TEMPLATES[language].find.format(what=what)
    asked = goal if goal.value is None else Question.of(goal)
    return scene.write_goal(asked, language=language)


def problem_text(problem: Problem, goal: Statement | Measurement, language: Language = "en") -> str:
    """Write a problem in words, followed by its goal.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> from geoengine.scene import load_problem
    >>> problem = load_problem("A B C = r_triangle_of A B C 3 4")
    >>> problem_text(problem, parse_statement("lconst B C 5"), "zh")
    '设ABC为直角三角形，其中A为直角顶点，AB = 3，AC = 4。求BC的值。'
    """
    sentences = [scene.describe(problem, language=language), goal_text(goal, language)]
    return SENTENCE_TEMPLATES[language].space.join(sentences)


def answer_text(goal: Statement | Measurement) -> str | None:
    """Write the value that a goal asks for; None for a goal without value.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> answer_text(parse_statement("lconst A B 4√2")), answer_text(parse_statement("para A B C D"))
    ('4√2', None)
    """
    if isinstance(goal, Measurement):
        return str(goal.value)
    return None if goal.value is None else write(goal).rsplit(" = ", 1)[1]
