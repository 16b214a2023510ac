"""Tasks: the wordings of questions and prompts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Self

from pydantic import Field, StrictFloat, StrictInt, model_validator

from geoengine.catalogue.entry import Entry, EntryError, Slug, Text, YamlModel
from geoengine.catalogue.phrases import Language
from geoengine.catalogue.placeholders import check_placeholders, fill, placeholders_in

__all__ = ["Prompt", "PromptWords", "QuestionWording", "Task", "Worth"]

_BREAK = re.compile(r"(?<!\n)\n(?!\n)")
"""A line break within a paragraph."""

# The placeholders allowed in a question and in `options_intro`; the numbers from 1, in words.
_IN_QUESTION = frozenset({"goal", "plan", "premises", "problem", "rule", "steps"})
_IN_INTRODUCTION = frozenset({"count", "wrong"})
_IN_WORDS: dict[Language, Sequence[str]] = {
    "en": ("one", "two", "three", "four", "five", "six", "seven", "eight"),
    "zh": "一二三四五六七八",
}


class PromptWords(YamlModel):
    """The text around a question, in one language."""

    options_intro: Text | None = Field(
        default=None,
        description="Precedes the options; may contain {count} and {wrong}, numbers in words.",
    )
    answer_only: Text = Field(description="The last paragraph of a prompt for the answer alone.")
    chain_of_thought: Text = Field(
        description="The last paragraph of a prompt for reasoning and answer."
    )

    @model_validator(mode="after")
    def _check_texts(self) -> Self:
        for part in ("options_intro", "answer_only", "chain_of_thought"):
            known = _IN_INTRODUCTION if part == "options_intro" else ()
            check_placeholders(getattr(self, part) or "", known, within=(part,))
        return self


class Prompt(Entry):
    """The text around a question for one kind of answer; its name is that kind, or ``relation``.

    Examples
    --------
    >>> from geoengine.catalogue import load_prompts
    >>> prompt = load_prompts()["choice"]
    >>> prompt.introduce(count=4)[:44], prompt.introduce(count=4, language="zh")[:9]
    ('Below are four numbered options. Exactly one', '下面有四个带编号的')
    """

    en: PromptWords = Field(description="English.")
    zh: PromptWords = Field(description="Chinese.")

    def words(self, language: Language = "en") -> PromptWords:
        """Return the text in a language."""
        return self.zh if language == "zh" else self.en

    def introduce(self, count: int, language: Language = "en") -> str:
        """Return the words before `count` options (2 to 8), one of which is correct.

        Raises
        ------
        ValueError
            When the kind of answer has no options.
        """
        text = self.words(language).options_intro
        if text is None:
            raise ValueError(f"expected options_intro in the prompt {self.name}")
        numbers = _IN_WORDS[language]
        return fill(text, {"count": numbers[count - 1], "wrong": numbers[count - 2]})


class QuestionWording(YamlModel):
    """One wording of a question."""

    form: Slug = Field(
        default="plain", description="The form of item it belongs to, if a task has several."
    )
    en: Text = Field(
        description=(
            "English; may contain {problem}, {goal}, {rule}, {premises}, {steps} and {plan}. Line"
            " breaks within a paragraph are replaced by spaces."
        )
    )
    zh: Text = Field(description="Chinese, with the same placeholders.")

    def text(self, language: Language = "en") -> str:
        """Return the text in a language, with each paragraph on one line."""
        return _BREAK.sub("", self.zh) if language == "zh" else _BREAK.sub(" ", self.en)

    @model_validator(mode="after")
    def _check_texts(self) -> Self:
        for part in ("en", "zh"):
            check_placeholders(getattr(self, part), _IN_QUESTION, within=(part,))
        asked, found = (sorted(placeholders_in(text)) for text in (self.en, self.zh))
        if asked != found:
            raise EntryError(
                f"expected the placeholders of en, {_listed(asked)}, found {_listed(found)}",
                within=("zh",),
                hint="use the same placeholders in both languages",
            )
        return self


class Worth(YamlModel):
    """How much an item is worth asking: a weighted sum of what a solver must do, with a floor.

    Examples
    --------
    >>> worth = Worth(weights={"steps": 1, "glance": -2}, floors=[3, 3, 5])
    >>> worth.of({"steps": 6, "glance": 1})
    4
    >>> [worth.floor(tier) for tier in (1, 2, 3, 4)]
    [3, 3, 5, 5]
    """

    weights: dict[Slug, StrictInt] = Field(
        description="The weight of each feature that the family counts; features without one do"
        " not count."
    )
    floors: tuple[StrictInt, ...] = Field(
        min_length=1,
        description="The least worth of an item, for each tier from 1; the last holds for all"
        " higher tiers.",
    )

    def of(self, features: Mapping[str, int]) -> int:
        """Return the worth of an item with these features; those that are missing count as 0."""
        return sum(w * features.get(name, 0) for name, w in self.weights.items())

    def floor(self, tier: int) -> int:
        """Return the least worth in a tier, counted from 1."""
        return self.floors[min(tier, len(self.floors)) - 1]


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in names) or "none"


class Task(Entry):
    """How the questions of a task are worded.

    Examples
    --------
    >>> from geoengine.catalogue import load_tasks
    >>> task = max(load_tasks("reasoning").values(), key=lambda task: len(task.forms))
    >>> fill(task.questions[0].text(), dict.fromkeys(("problem", "goal", "plan", "steps"), "…"))[:1]
    '…'
    """

    level: StrictInt = Field(ge=1, description="Level of reasoning, from 1.")
    criterion: Slug = Field(
        description="The condition under which an answer is right, by its name in the judge."
    )
    questions: tuple[QuestionWording, ...] = Field(
        min_length=1, description="Wordings of the question."
    )
    worth: Worth | None = Field(
        default=None, description="How much an item is worth asking, and the least that it must be."
    )
    odds: dict[Slug, dict[Slug, tuple[StrictFloat, StrictFloat, StrictFloat]]] = Field(
        default={},
        description="For each form, what numbers about printed options add to the logarithm of the"
        " odds that an option is right: for its rank among the options, from 0 to 1, if it alone"
        " has the highest, and if it alone has the lowest.",
    )
    lengths: dict[str, StrictFloat] = Field(
        default_factory=dict,
        description="For each of what a number may be made of, such as `numerator 2^1` (see"
        " `common_lengths`), the natural logarithm of how much commoner numbers that have it are as"
        " lengths. Wrong numbers are drawn by it. `docs/length_odds.py` measures it.",
    )

    @property
    def forms(self) -> tuple[str, ...]:
        """The forms of item, each once, in the order of the wordings."""
        return tuple(dict.fromkeys(question.form for question in self.questions))

    def wordings(self, form: str = "plain", language: Language = "en") -> tuple[str, ...]:
        """Return the wordings for one form of item, with placeholders for `fill`.

        Examples
        --------
        >>> from geoengine.catalogue import load_tasks
        >>> any(len(task.wordings()) > 1 for task in load_tasks("reasoning").values())
        True
        """
        return tuple(q.text(language) for q in self.questions if q.form == form)
