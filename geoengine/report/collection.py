"""Collections: splits and published files, as far as their distributions are told."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, Field

__all__ = ["TOKENS", "Collection", "CountedItem", "CountedSolution", "Manifest", "count_tokens"]

TOKENS = r"[\u4e00-\u9fff]|[^\W\d_\u4e00-\u9fff]+|\d+|[^\w\s]|_"
"""What counts as a token: a Chinese character, a word, a number, or any other sign."""
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
    """An item, as far as it is counted. What a published file does not tell is None.

    Attributes
    ----------
    task : str
    form : str or None
    options : tuple of str
    key : int or None
        None where the answer names no option.
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
    """A problem with its solution, as far as it is counted.

    Attributes
    ----------
    goal : str
        The predicate of the goal.
    answer : str or None
        None where there is something to prove.
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
    """What a manifest tells of a way to guess."""

    items: int
    accuracy: float
    bounds: tuple[float, float]
    passes: bool


class ScenesRecord(BaseModel):
    """How many scenes were tried, and of how many there are items."""

    tried: int
    used: int


class Manifest(BaseModel):
    """What is told of a split in its manifest, as far as a report tells it again."""

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
        What its columns are called; unique in a report.
    questions : tuple of CountedItem
    solutions : tuple of CountedSolution
        Empty for published files.
    manifest : Manifest or None
        None for published files.
    account : tuple of str
        What is not as it should be.
    """

    name: str
    questions: tuple[CountedItem, ...]
    solutions: tuple[CountedSolution, ...] = ()
    manifest: Manifest | None = None
    account: tuple[str, ...] = ()
    pictures: int = 0
    tasks: Mapping[str, tuple[CountedItem, ...]] = field(init=False)

    def broad_guesses(self, task: str) -> list[GuessRecord]:
        """The blind guesses at a task that at least half of its items allow.

        Of the others little can be told: who guesses at two items may well get none or both.
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
