"""Collections: the contents of splits and of published files, as far as reports count them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, Field

from geoengine.adversary import Attack, Permuted
from geoengine.items import Published, Value
from geoengine.report.drafted_item import DraftedItem
from geoengine.report.open_item import OpenItem

__all__ = ["TOKENS", "Collection", "CountedItem", "CountedSolution", "Manifest", "count_tokens"]

TOKENS = r"[\u4e00-\u9fff]|[^\W\d_\u4e00-\u9fff]+|\d+|[^\w\s]|_"
"""The regular expression of a token: a Chinese character, a word, a number, or another sign."""
_TOKEN = re.compile(TOKENS)


def count_tokens(text: str) -> int:
    """Return the number of words, Chinese characters, numbers and other signs in a text.

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
        The texts of the options; empty for open answers.
    key : int or None
        The number of the right option, from 1; None if the answer names no option.
    tokens : int
        The number of tokens in the question, without options and instructions.
    scene : str
        The name of the scene; for a published item, what identifies its picture.
    topic : str or None
    tier : int or None
    points, premises : int or None
        The number of points of the figure, and of premises.
    question : str
        The text of the question, without options and instructions.
    problem : str
        What identifies its figure: the formal problem, or a published item's picture.
    goal : str or None
        The predicate of the goal, if the question has one.
    theorems : tuple of str
        The theorem that each option names, by its id or, if it is not in the catalogue, by its
        name; empty if options name none.
    constructions : tuple of str
        The constructions of the problem, by name.
    evidence : str or None
        Where the premises are stated, ``text`` or ``figure``; None if the item does not record it.
    worth : int or None
        How much the item is worth asking, by the weights in the YAML of its task.
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
    question: str = ""
    problem: str = ""
    goal: str | None = None
    theorems: tuple[str, ...] = ()
    constructions: tuple[str, ...] = ()
    evidence: str | None = None
    worth: int | None = None


@dataclass(frozen=True, slots=True)
class CountedSolution:
    """The counted features of a problem with its solution.

    Attributes
    ----------
    goal : str
        The predicate of the goal.
    answer : str or None
        The value asked for; None if the problem asks for a proof.
    steps : int
        The number of steps of the solution.
    rules : tuple of str
        The id of the rule of each step.
    premises_given, premises_used, tokens : int
        The number of premises of the problem, of those that the solution uses, and of tokens in
        the solution.
    measured : tuple of str
        The answers of further questions about the figure, for areas and perimeters.
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
    """A blind guess as a manifest has it; accuracy and bounds are shares of its items."""

    items: int
    accuracy: float
    bounds: tuple[float, float]
    passes: bool


class ScenesRecord(BaseModel):
    """The number of scenes tried, and of those that gave items."""

    tried: int
    used: int


class Manifest(BaseModel):
    """The fields of a manifest that appear in a report."""

    seed: int
    engine: str
    catalogue: str
    adversary: bool = False
    baselines: dict[str, dict[str, GuessRecord]]
    rejected: dict[str, int]
    scenes: ScenesRecord
    faults: list[Any] = Field(default_factory=list)
    files: dict[str, str] = Field(default_factory=dict)


@dataclass(frozen=True)
class Collection:
    """What a report counts of one split, or of published files.

    Attributes
    ----------
    name : str
        The heading of its columns in the tables; unique in a report.
    questions : tuple of CountedItem
    solutions : tuple of CountedSolution
        Empty for published files.
    manifest : Manifest or None
        None for published files.
    account : tuple of str
        Irregularities, each a line of text, which are printed before the tables.
    pictures : int
        The number of pictures of the split; 0 for published files.
    attacks : tuple of Attack
        How well guessers of the adversary do, if it was asked for.
    permuted : tuple of Permuted
        Whether keys can be distinguished from keys drawn at random, if the adversary was asked for.
    pool_attacks : tuple of Attack
        How well the guessers do on a pool of candidates, if that was asked for.
    admitted_attacks : tuple of Attack
        How well they do on those candidates that would be admitted when the split is made.
    joint_attacks : tuple of Attack
        How well they do on the items of all splits of the report together; only the first has them.
    open_items : tuple of OpenItem
        The items that ask for values or named objects.
    drafted_items : tuple of DraftedItem
        The items that ask for constructions.
    published : Published or None
        How a published benchmark of the kind is distributed, if the family of the split knows.
    tasks : mapping of str to tuple of CountedItem
        The questions by task; computed.
    """

    name: str
    questions: tuple[CountedItem, ...]
    solutions: tuple[CountedSolution, ...] = ()
    manifest: Manifest | None = None
    account: tuple[str, ...] = ()
    pictures: int = 0
    attacks: tuple[Attack, ...] = ()
    permuted: tuple[Permuted, ...] = ()
    pool_attacks: tuple[Attack, ...] = ()
    admitted_attacks: tuple[Attack, ...] = ()
    joint_attacks: tuple[Attack, ...] = ()
    open_items: tuple[OpenItem, ...] = ()
    drafted_items: tuple[DraftedItem, ...] = ()
    published: Published | None = None
    tasks: Mapping[str, tuple[CountedItem, ...]] = field(init=False)

    @property
    def numeric_answers(self) -> list[str]:
        """The numeric answers of items and solutions."""
        of_items = [item.answer.exact for item in self.open_items if isinstance(item.answer, Value)]
        return of_items + [s.answer for s in self.solutions if s.answer is not None]

    def broad_guesses(self, task: str) -> list[GuessRecord]:
        """Return the blind guesses that apply to at least half of a task's items.

        The others mean little: a guess at two items may well get none or both. Without a manifest
        there are no guesses.
        """
        own = self.manifest.baselines.get(task, {}) if self.manifest else {}
        most = max((guess.items for guess in own.values()), default=0)
        return [guess for guess in own.values() if 2 * guess.items >= most]

    def __post_init__(self) -> None:
        by_task: dict[str, list[CountedItem]] = {}
        for question in self.questions:
            by_task.setdefault(question.task, []).append(question)
        # The class is frozen, but this is computed.
        object.__setattr__(self, "tasks", {task: tuple(own) for task, own in by_task.items()})
