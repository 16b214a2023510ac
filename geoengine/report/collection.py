"""Collections: splits and published files, reduced to what reports count."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, Field

__all__ = ["TOKENS", "Collection", "CountedItem", "CountedSolution", "Manifest", "count_tokens"]

TOKENS = r"[\u4e00-\u9fff]|[^\W\d_\u4e00-\u9fff]+|\d+|[^\w\s]|_"
"""The pattern of a token: a Chinese character, a word, a number, or any other sign."""
_TOKEN = re.compile(TOKENS)


def count_tokens(text: str) -> int:
    """How many words, numbers and other signs a text has.

    Examples
    --------
    >>> count_tokens("Step 1. AB = 12 ⇒ ∠(AB,CD) = 30°")
    16
    >>> count_tokens("A、B共线")
    5
    """
    return sum(1 for _ in _TOKEN.finditer(text))


@dataclass(frozen=True, slots=True)
class CountedItem:
    """The counted features of an item; None for those that a published file lacks.

    Attributes
    ----------
    task : str
    form : str or None
    options : tuple of str
    key : int or None
        None if the answer names no option.
    tokens : int
        Of the question, without options and instructions.
    scene : str
    topic : str or None
    tier, points, premises : int or None
    """

    task: str
    form: str | None
    options: tuple[str, ...]
    key: int | None
    tokens: int
    scene: str
    topic: str | None = None
    tier: int | None = None
    points: int | None = None
    premises: int | None = None


@dataclass(frozen=True, slots=True)
class CountedSolution:
    """The counted features of a problem with its solution.

    Attributes
    ----------
    goal : str
        The predicate of the goal.
    answer : str or None
        None for a proof problem.
    steps : int
    rules : tuple of str
        Of each step.
    premises_given, premises_used, tokens : int
    measured : tuple of str
        The answers of further questions, for areas and perimeters.
    """

    goal: str
    answer: str | None
    steps: int
    rules: tuple[str, ...]
    premises_given: int
    premises_used: int
    tokens: int
    measured: tuple[str, ...] = ()


class GuessRecord(BaseModel):
    """A blind guess as in a manifest."""

    items: int
    accuracy: float
    bounds: tuple[float, float]
    passes: bool


class ScenesRecord(BaseModel):
    """The number of scenes tried, and of those with items."""

    tried: int
    used: int


class Manifest(BaseModel):
    """The fields of a manifest that appear in a report."""

    seed: int
    engine: str
    catalogue: str
    baselines: dict[str, dict[str, GuessRecord]]
    rejected: dict[str, int]
    scenes: ScenesRecord
    faults: list[Any] = Field(default_factory=list)
    files: dict[str, str] = Field(default_factory=dict)


@dataclass(frozen=True)
class Collection:
    """Items, and problems with their solutions.

    Attributes
    ----------
    name : str
        The name of its columns; unique in a report.
    questions : tuple of CountedItem
    solutions : tuple of CountedSolution
        Empty for published files.
    manifest : Manifest or None
        None for published files.
    account : tuple of str
        Irregularities.
    """

    name: str
    questions: tuple[CountedItem, ...]
    solutions: tuple[CountedSolution, ...] = ()
    manifest: Manifest | None = None
    account: tuple[str, ...] = ()
    pictures: int = 0
    tasks: Mapping[str, tuple[CountedItem, ...]] = field(init=False)

    def broad_guesses(self, task: str) -> list[GuessRecord]:
        """The blind guesses that apply to at least half of a task's items.

        The others are not meaningful: a guess at two items may well get none or both.
        """
        own = self.manifest.baselines.get(task, {}) if self.manifest else {}
        most = max((guess.items for guess in own.values()), default=0)
        return [guess for guess in own.values() if 2 * guess.items >= most]

    def __post_init__(self) -> None:
        by_task: dict[str, list[CountedItem]] = {}
        for question in self.questions:
            by_task.setdefault(question.task, []).append(question)
        # Frozen, and computed once.
        object.__setattr__(self, "tasks", {task: tuple(own) for task, own in by_task.items()})
