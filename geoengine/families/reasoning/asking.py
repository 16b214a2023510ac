"""Asking: goals as sentences, such as “Prove that AB = CD.”, in each language."""

from __future__ import annotations

from geoengine import scene
from geoengine.catalogue import Language
from geoengine.families.reasoning.measurement import Measurement
from geoengine.language import Question, Statement, join_points, write
from geoengine.scene import SENTENCE_TEMPLATES, Problem

__all__ = ["answer_of", "ask", "put"]

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


def ask(goal: Statement | Measurement, language: Language = "en") -> str:
    """Write a goal as a request to prove it, or to find its value.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> ask(parse_statement("para A B C D")), ask(parse_statement("lconst A B 5"))
    ('Prove that AB ∥ CD.', 'Find AB.')
    >>> ask(parse_statement("coll A B C"), "zh"), ask(parse_statement("lconst A B 5"), "zh")
    ('求证：A、B、C共线。', '求AB的值。')
    """
    if isinstance(goal, Measurement):
        told = _MEASURES[language][goal.kind, len(goal.corners)]
        return SENTENCE_TEMPLATES[language].find.format(what=told.format(join_points(goal.corners)))
    asked = goal if goal.value is None else Question.of(goal)
    return scene.write_goal(asked, language=language)


def put(problem: Problem, goal: Statement | Measurement, language: Language = "en") -> str:
    """Write a problem in words, followed by its goal.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> from geoengine.scene import load_problem
    >>> problem = load_problem("A B C = r_triangle_of A B C 3 4")
    >>> put(problem, parse_statement("lconst B C 5"), "zh")
    '设ABC为直角三角形，其中A为直角顶点，AB = 3，AC = 4。求BC的值。'
    """
    told = [scene.describe(problem, language=language), ask(goal, language)]
    return SENTENCE_TEMPLATES[language].space.join(told)


def answer_of(goal: Statement | Measurement) -> str | None:
    """Return the value that a goal asks for, or None for a goal without value.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> answer_of(parse_statement("lconst A B 4√2")), answer_of(parse_statement("para A B C D"))
    ('4√2', None)
    """
    if isinstance(goal, Measurement):
        return str(goal.value)
    return None if goal.value is None else write(goal).rsplit(" = ", 1)[1]
