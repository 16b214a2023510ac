"""Which questions can be learnt from, and how the work on tasks is shared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol, TypeVar

from geoengine.adversary.folds import FEWEST_SCENES
from geoengine.adversary.question_text import QuestionText

__all__ = ["FEWEST_QUESTIONS", "TaskRun", "can_be_attacked", "questions_by_task"]

FEWEST_QUESTIONS = 40
"""With fewer questions of a task nothing is learnt from them."""

R = TypeVar("R")


class TaskRun(Protocol):
    """Calls a function for the questions of each task, as `map` does."""

    def __call__(
        self,
        function: Callable[[Sequence[QuestionText]], R],
        tasks: Iterator[Sequence[QuestionText]],
        /,
    ) -> Iterable[R]:
        """Return the results in the order of the tasks."""


def can_be_attacked(questions: Sequence[QuestionText]) -> bool:
    """Whether there are enough questions of a task, from enough scenes, to learn from them."""
    scenes = {text.scene for text in questions}
    return len(questions) >= FEWEST_QUESTIONS and len(scenes) >= FEWEST_SCENES


def questions_by_task(questions: Iterable[QuestionText]) -> list[list[QuestionText]]:
    """Return the questions of each task of which there are enough to learn from."""
    by_task: dict[str, list[QuestionText]] = {}
    for question in questions:
        by_task.setdefault(question.task, []).append(question)
    return [own for own in by_task.values() if can_be_attacked(own)]
