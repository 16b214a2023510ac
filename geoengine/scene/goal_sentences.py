"""Goals and questions as sentences ("Prove that AB = CD."), written and parsed back.

Statements use directed angles between lines. Where the figure shows which of the angles between
two lines is meant, the sentence names the angle by its rays, as textbooks do: ∠ABC.
"""

from __future__ import annotations

import re

from geoengine.catalogue import Language
from geoengine.errors import ProblemError, StatementError
from geoengine.language import (
    Question,
    Statement,
    Style,
    join_points,
    parse_angle,
    read,
    split_points,
    write,
)
from geoengine.scene.diagram import Diagram
from geoengine.scene.ordinary_angle_choice import Angle, counterclockwise, ordinary_angles, turns
from geoengine.scene.sentence_templates import RUN, SENTENCE_TEMPLATES

__all__ = ["read_goal", "write_goal"]

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
        Needed to name angles by their rays; without it angles are written as pairs of lines. If
        readers do not see the figure, pass what `varied` returns, which shows many configurations.
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
    Prove that ∠BAM = ∠CAM.
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

    Questions ("Find ...") are not read. `diagram` and `language` must be those of the writing.

    Raises
    ------
    ProblemError
        If the sentence has another form or states nothing, or names angles by their rays and
        `diagram` is None.

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
            return _equality(first, second, diagram)
        if diagram is not None and (valued := _VALUE.fullmatch(text)):
            rays, value = _rays(valued[1]), parse_angle(valued[2])
            value = value if turns(rays, diagram)[0] > 0 else (1 - value) % 1
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
    angles = None if diagram is None else ordinary_angles(goal, diagram)
    return write(goal, SENTENCE_TEMPLATES[language].style) if angles is None else angles.written()


def _quantity(question: Question, diagram: Diagram | None) -> str:
    if diagram is not None and question.name == "acompute":
        # The value asked for is that of the counterclockwise turn.
        angle = counterclockwise(question.points, diagram)
        if angle is not None:
            return f"∠{join_points(angle)}"
    return question.quantity


def _equality(first: Angle, second: Angle, diagram: Diagram) -> Statement:
    """Return the equality of directed angles that is true in the diagram if the ordinary one is."""
    stated = Statement("eqangle", (*_lines(first), *_lines(second)))
    if diagram.holds(stated):
        return stated
    return Statement("eqangle", (*_lines(first), *_lines(second[::-1])))


def _rays(text: str) -> Angle:
    first, vertex, second = split_points(text, 3)
    return first, vertex, second


def _lines(rays: Angle) -> tuple[str, str, str, str]:
    first, vertex, second = rays
    return vertex, first, vertex, second
