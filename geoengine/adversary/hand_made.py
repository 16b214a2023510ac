"""Guesses made by hand: rules that name an option, found by readers who did no geometry."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from geoengine.adversary.guessers import Options
from geoengine.adversary.question_text import QuestionText

__all__ = ["HAND_MADE", "HandMade"]

HandMade = Callable[[Sequence[QuestionText], Options], NDArray[np.float64]]
"""Scores the options of some questions; it chooses the option with the highest score."""


def _number(name: str) -> HandMade:
    return lambda texts, options: options.value(name)


def _number_of_part(name: str, part: Callable[[QuestionText], str]) -> HandMade:
    """The number about a part of the question, which need not be the same in all questions."""

    def score(texts: Sequence[QuestionText], options: Options) -> NDArray[np.float64]:
        parts = [part(text) for text in texts]
        of_option = np.array(parts)[options.question]
        scores = np.zeros(len(options.right))
        for found in set(parts):
            scores = np.where(of_option == found, options.value(f"{name}_{found}"), scores)
        return scores

    return score


def _goal(text: QuestionText) -> str:
    return f"part_{text.layout.goal_part}"


def _premises(text: QuestionText) -> str:
    """The labelled text before the goal, else the first paragraph."""
    return f"part_{text.layout.goal_part - 1}" if text.layout.goal_part > 1 else "problem"


def _idle(texts: Sequence[QuestionText], options: Options) -> NDArray[np.float64]:
    number = options.value("foreign_number")
    return np.where(options.value("idle_points") > 0, 2.0, number)


def _never_concluded(texts: Sequence[QuestionText], options: Options) -> NDArray[np.float64]:
    has_steps = np.array([bool(text.layout.lines) for text in texts])[options.question]
    return np.where(has_steps, options.value("signs_never_concluded"), 0.0)


def _first_after_plan(texts: Sequence[QuestionText], options: Options) -> NDArray[np.float64]:
    place = options.value("place")
    return np.where(options.value("past_plan") > 0, 1 + place.max(initial=0) - place, 0.0)


HAND_MADE: dict[str, HandMade] = {
    "matches vertices of the goal": _number("vertices_match"),
    "segments most often in the goal": _number_of_part("segments_in", _goal),
    "points in most premises": _number_of_part("beside", _premises),
    "idle point": _number("idle_points"),
    "number, if the goal has none": _number("foreign_number"),
    "idle point, else number": _idle,
    "first step after the sub-goals": _first_after_plan,
    "kind that no step concludes": _never_concluded,
}
"""The guesses by name. They learn nothing, and apply to questions where scores differ.

Idle points are those that the goal does not depend on; sub-goals are those that a plan lists.
"""
