"""Goals and questions as sentences ("Prove that AB = CD."), written and parsed back.

Statements use directed angles between lines. Where the figure shows which of the angles between
two lines is meant, the sentence names the angle by its rays, as textbooks do: ∠ABC.
"""

from __future__ import annotations

import re
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from geoengine.catalogue import Language
from geoengine.errors import ProblemError, StatementError
from geoengine.language import (
    Question,
    Statement,
    Style,
    format_angle,
    join_points,
    parse_angle,
    read,
    split_points,
    write,
)
from geoengine.scene.diagram import Diagram
from geoengine.scene.sentence_templates import RUN, SENTENCE_TEMPLATES

__all__ = ["read_goal", "write_goal"]

_CLEAR = np.radians(2.0)
_EQUAL = 1e-6
_CLAUSES: dict[Language, Style] = {"en": "english", "zh": "chinese"}
_RAYS = re.compile(rf"∠({RUN}) = ∠({RUN})")
_VALUE = re.compile(rf"∠({RUN}) = ([^∠]+)")


def write_goal(
    goal: Statement | Question, *, diagram: Diagram | None = None, language: Language = "en"
) -> str:
    """Write a goal or a question as a sentence.

    Parameters
    ----------
    goal : Statement or Question
    diagram : Diagram, optional
        Needed to name angles by their rays; without it angles are written as pairs of lines.
    language : {"en", "zh"}

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> from geoengine.scene import load_problem, place
    >>> diagram = place(load_problem("A B C = iso_triangle; M = midpoint M B C"))
    >>> goal = parse_statement("eqangle A B A M A M A C")
    >>> print(write_goal(goal))
    Prove that ∠(AB,AM) = ∠(AM,AC).
    >>> print(write_goal(goal, diagram=diagram))
    Prove that ∠BAM = ∠MAC.
    >>> print(write_goal(parse_statement("coll B M C"), language="zh"))
    求证：B、C、M共线。
    """
    templates = SENTENCE_TEMPLATES[language]
    if isinstance(goal, Question):
        value = templates.value.format(quantity=_quantity(goal, diagram))
        return templates.find.format(what=value)
    return templates.prove.format(what=_claim(goal, diagram, language))


def read_goal(
    sentence: str, *, diagram: Diagram | None = None, language: Language = "en"
) -> Statement:
    """Parse a sentence that `write_goal` wrote back into the statement to be proved.

    Raises
    ------
    ProblemError
        If the sentence has another form, or names angles by rays and `diagram` is None.

    Examples
    --------
    >>> print(read_goal("Prove that AB ∥ CD."))
    para A B C D
    """
    template = re.escape(SENTENCE_TEMPLATES[language].prove).replace(r"\{what\}", "(.+)")
    found = re.fullmatch(template, " ".join(sentence.split()))
    if found is None:
        form = SENTENCE_TEMPLATES[language].prove.format(what="...")
        raise ProblemError(f"expected a sentence such as {form!r}, found {sentence!r}")
    text = found[1]
    if (_RAYS.fullmatch(text) or _VALUE.fullmatch(text)) and diagram is None:
        raise ProblemError(
            f"expected a diagram to interpret the angles in {text!r}, found none",
            hint="pass the diagram that the sentence was written for",
        )
    try:
        if diagram is not None and (equal := _RAYS.fullmatch(text)):
            first, second = (_rays(angle) for angle in equal.groups())
            if np.sign(_turn(diagram, first)[0]) != np.sign(_turn(diagram, second)[0]):
                second = second[::-1]
            return Statement("eqangle", (*_lines(first), *_lines(second)))
        if diagram is not None and (valued := _VALUE.fullmatch(text)):
            rays, value = _rays(valued[1]), parse_angle(valued[2])
            value = value if _turn(diagram, rays)[0] > 0 else (1 - value) % 1
            return Statement("aconst", _lines(rays), value)
        for style in (SENTENCE_TEMPLATES[language].style, _CLAUSES[language]):
            try:
                return read(text, style)
            except StatementError:
                continue
    except (KeyError, StatementError):
        pass
    raise ProblemError(f"expected a statement, found {text!r}")


def _claim(goal: Statement, diagram: Diagram | None, language: Language) -> str:
    if diagram is not None and goal.predicate in {"eqangle", "aconst"}:
        text = _by_rays(goal, diagram)
        if text is not None:
            return text
    return write(goal, SENTENCE_TEMPLATES[language].style)


def _quantity(question: Question, diagram: Diagram | None) -> str:
    if diagram is not None and question.name == "acompute":
        rays = _common(question.points)
        # The question asks for the counterclockwise turn.
        if rays is not None and np.all(_turn(diagram, rays) > _CLEAR):
            return f"∠{join_points(rays)}"
    return question.quantity


def _by_rays(goal: Statement, diagram: Diagram) -> str | None:
    """Write an angle statement with angles named by rays, if it means the same in every draw."""
    angles = [_common(goal.points[k : k + 4]) for k in range(0, len(goal.points), 4)]
    rays = [angle for angle in angles if angle is not None]
    if len(rays) < len(angles):
        return None
    turns = [_turn(diagram, angle) for angle in rays]
    for turn in turns:
        size = np.abs(turn)
        if not (np.all(size > _CLEAR) and np.all(size < np.pi - _CLEAR)):
            return None
        if len(set(np.sign(turn))) > 1:
            return None
    names = [f"∠{join_points(angle)}" for angle in rays]
    if goal.predicate == "eqangle":
        same = np.all(np.abs(turns[0] - turns[1]) < _EQUAL)
        return " = ".join(names) if same else None
    assert isinstance(goal.value, Fraction)
    value = goal.value if turns[0][0] > 0 else 1 - goal.value
    return f"{names[0]} = {format_angle(value)}"


def _common(points: tuple[str, ...]) -> tuple[str, str, str] | None:
    """Return the rays of two lines named by a common point, the vertex in the middle."""
    a, b, c, d = points
    vertices = {a, b} & {c, d}
    if len(vertices) != 1:
        return None
    (vertex,) = vertices
    return (b if a == vertex else a), vertex, (d if c == vertex else c)


def _rays(text: str) -> tuple[str, str, str]:
    first, vertex, second = split_points(text, 3)
    return first, vertex, second


def _lines(rays: tuple[str, str, str]) -> tuple[str, str, str, str]:
    first, vertex, second = rays
    return vertex, first, vertex, second


def _turn(diagram: Diagram, rays: tuple[str, str, str]) -> NDArray[np.float64]:
    """Return the signed angle from the first ray to the second in each draw, in (-π, π]."""
    first, vertex, second = (
        diagram.xy[:, diagram.index[name], 0] + 1j * diagram.xy[:, diagram.index[name], 1]
        for name in rays
    )
    return np.asarray(np.angle((second - vertex) / (first - vertex)))
