"""Tasks: how a question is put."""

from __future__ import annotations

from typing import Annotated, Any, Self

from pydantic import BeforeValidator, Field, PlainSerializer, StrictInt, model_validator

from geoengine.catalogue.loader import load_entries
from geoengine.catalogue.model import Entry, EntryError, Record, Slug, Text
from geoengine.catalogue.wording import check_placeholders, fill
from geoengine.spelling import did_you_mean

__all__ = ["Prompt", "Question", "Task"]

_IN_QUESTION = frozenset({"goal", "plan", "premises", "problem", "rule", "steps"})
_IN_PROMPT = frozenset({"count", "wrong"})
_IN_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight")


class Prompt(Entry):
    """What surrounds the question and the options.

    Examples
    --------
    >>> from geoengine.catalogue import load_tasks
    >>> load_tasks()["faulty_branch"].prompt.introduce(count=4)[:44]
    'Below are four numbered options. Exactly one'
    """

    options_intro: Text = Field(
        description="Comes before the options; may hold {count} and {wrong}, numbers in words."
    )
    answer_only: Text = Field(description="Last words, when only the answer is wanted.")
    chain_of_thought: Text = Field(description="Last words, when the reasoning is wanted too.")

    def introduce(self, count: int) -> str:
        """Return the words before `count` options, one of which is correct."""
        return fill(
            self.options_intro, {"count": _IN_WORDS[count - 1], "wrong": _IN_WORDS[count - 2]}
        )

    @model_validator(mode="after")
    def _check_texts(self) -> Self:
        for part in ("options_intro", "answer_only", "chain_of_thought"):
            known = _IN_PROMPT if part == "options_intro" else ()
            check_placeholders(getattr(self, part), known, within=(part,))
        return self


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


class Question(Record):
    """One wording of a question."""

    form: Slug = Field(
        default="plain", description="The kind of item it belongs to, where a task has several."
    )
    text: Text = Field(
        description="May hold {problem}, {goal}, {rule}, {premises}, {steps} and {plan}."
    )

    @model_validator(mode="after")
    def _check_text(self) -> Self:
        check_placeholders(self.text, _IN_QUESTION, within=("text",))
        return self


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
    questions: tuple[Question, ...] = Field(min_length=1, description="Wordings of the question.")
    prompt: PromptField = Field(description="Name of a prompt in `tasks/prompts`.")

    @property
    def forms(self) -> tuple[str, ...]:
        """The kinds of item, in the order of the wordings."""
        return tuple(dict.fromkeys(question.form for question in self.questions))

    def wordings(self, form: str = "plain") -> tuple[str, ...]:
        """Return the wordings for one kind of item; `fill` puts the parts in.

        Examples
        --------
        >>> from geoengine.catalogue import load_tasks
        >>> len(load_tasks()["structural_perception"].wordings()) > 1
        True
        """
        return tuple(question.text for question in self.questions if question.form == form)
