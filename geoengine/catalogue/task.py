"""Tasks: the wordings of questions and prompts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any, Self

from pydantic import BeforeValidator, Field, PlainSerializer, StrictInt, model_validator

from geoengine.catalogue.entry import Entry, EntryError, Record, Slug, Text
from geoengine.catalogue.loader import load_entries
from geoengine.catalogue.phrases import Language
from geoengine.catalogue.placeholders import check_placeholders, fill, placeholders_in
from geoengine.spelling import did_you_mean

__all__ = ["Prompt", "PromptWords", "QuestionWording", "Task"]

_BREAK = re.compile(r"(?<!\n)\n(?!\n)")
"""A line break within a paragraph."""

_IN_QUESTION = frozenset({"goal", "plan", "premises", "problem", "rule", "steps"})
_IN_INTRODUCTION = frozenset({"count", "wrong"})
_IN_WORDS: dict[Language, Sequence[str]] = {
    "en": ("one", "two", "three", "four", "five", "six", "seven", "eight"),
    "zh": "一二三四五六七八",
}


class PromptWords(Record):
    """The text around the question and the options, in one language."""

    options_intro: Text = Field(
        description="Precedes the options; may contain {count} and {wrong}, numbers in words."
    )
    answer_only: Text = Field(description="The last paragraph of a prompt for the answer alone.")
    chain_of_thought: Text = Field(
        description="The last paragraph of a prompt for reasoning and answer."
    )

    @model_validator(mode="after")
    def _check_texts(self) -> Self:
        for part in ("options_intro", "answer_only", "chain_of_thought"):
            known = _IN_INTRODUCTION if part == "options_intro" else ()
            check_placeholders(getattr(self, part), known, within=(part,))
        return self


class Prompt(Entry):
    """The text around the question and the options.

    Examples
    --------
    >>> from geoengine.catalogue import load_tasks
    >>> prompt = load_tasks()["faulty_branch"].prompt
    >>> prompt.introduce(count=4)[:44], prompt.introduce(count=4, language="zh")[:9]
    ('Below are four numbered options. Exactly one', '下面有四个带编号的')
    """

    en: PromptWords = Field(description="English.")
    zh: PromptWords = Field(description="Chinese.")

    def words(self, language: Language = "en") -> PromptWords:
        """Return the text in a language."""
        return self.zh if language == "zh" else self.en

    def introduce(self, count: int, language: Language = "en") -> str:
        """Return the words before `count` options, one of which is correct."""
        numbers = _IN_WORDS[language]
        return fill(
            self.words(language).options_intro,
            {"count": numbers[count - 1], "wrong": numbers[count - 2]},
        )


def _named_prompt(name: Any) -> Any:
    if not isinstance(name, str):
        return name
    prompts = load_entries("tasks/prompts", Prompt)
    if name not in prompts:
        raise EntryError(
            f"expected the name of a prompt, found {name!r}",
            hint=did_you_mean(name, prompts, f"the prompts are: {', '.join(prompts)}"),
        )
    return prompts[name]


PromptField = Annotated[
    Prompt,
    BeforeValidator(_named_prompt),
    PlainSerializer(lambda prompt: prompt.name, return_type=str),
]


class QuestionWording(Record):
    """One wording of a question."""

    form: Slug = Field(
        default="plain", description="The form of item it belongs to, if a task has several."
    )
    en: Text = Field(
        description=(
            "English; may contain {problem}, {goal}, {rule}, {premises}, {steps} and {plan}. Line"
            " breaks within a paragraph do not count."
        )
    )
    zh: Text = Field(description="Chinese, with the same placeholders.")

    def text(self, language: Language = "en") -> str:
        """Return the text in a language, one paragraph a line."""
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


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in names) or "none"


class Task(Entry):
    """A kind of multiple-choice item.

    Examples
    --------
    >>> from geoengine.catalogue import load_tasks
    >>> task = load_tasks()["theorem_selection"]
    >>> task.level, task.forms
    (3, ('shown', 'hidden'))
    >>> parts = {"problem": "…", "goal": "…", "steps": "…"}
    >>> fill(task.wordings("shown")[0], parts).splitlines()[-1]
    'Which of the following theorems does this proof not use?'
    """

    level: StrictInt = Field(ge=1, le=4, description="Level of reasoning, from 1 to 4.")
    questions: tuple[QuestionWording, ...] = Field(
        min_length=1, description="Wordings of the question."
    )
    prompt: PromptField = Field(description="Name of a prompt in `tasks/prompts`.")

    @property
    def forms(self) -> tuple[str, ...]:
        """The forms of item, in the order of the wordings."""
        return tuple(dict.fromkeys(question.form for question in self.questions))

    def wordings(self, form: str = "plain", language: Language = "en") -> tuple[str, ...]:
        """Return the wordings for one form of item, with placeholders for `fill`.

        Examples
        --------
        >>> from geoengine.catalogue import load_tasks
        >>> len(load_tasks()["structural_perception"].wordings()) > 1
        True
        """
        return tuple(q.text(language) for q in self.questions if q.form == form)
