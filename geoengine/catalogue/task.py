"""Tasks: how a question is put."""

from __future__ import annotations

from typing import Self

from pydantic import Field, StrictInt, model_validator

from geoengine.catalogue.model import Entry, Record, Slug, Text
from geoengine.catalogue.wording import check_placeholders, fill

__all__ = ["Options", "Prompt", "Question", "Task"]

_IN_QUESTION = frozenset({"goal", "plan", "premises", "problem", "rule", "steps"})
_IN_PROMPT = frozenset({"count", "wrong"})


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


class Options(Record):
    """What is offered as an answer."""

    count: StrictInt = Field(default=4, ge=2, le=8, description="Options an item, one correct.")
    per_scene: StrictInt = Field(default=6, ge=1, description="At most so many items of one scene.")


class Prompt(Record):
    """What surrounds the question and the options."""

    options_intro: Text = Field(
        description="Comes before the options; may hold {count} and {wrong}, numbers in words."
    )
    answer_only: Text = Field(description="Last words, when only the answer is wanted.")
    chain_of_thought: Text = Field(description="Last words, when the reasoning is wanted too.")

    @model_validator(mode="after")
    def _check_texts(self) -> Self:
        for part in ("options_intro", "answer_only", "chain_of_thought"):
            check_placeholders(getattr(self, part), _IN_PROMPT, within=(part,))
        return self


class Task(Entry):
    """A kind of multiple-choice item.

    Examples
    --------
    >>> from geoengine.catalogue import load_tasks
    >>> task = load_tasks()["structural_perception"]
    >>> task.level, task.options.count, task.forms
    (1, 4, ('plain',))
    """

    level: StrictInt = Field(ge=1, le=4, description="Level of reasoning, from 1 to 4.")
    questions: tuple[Question, ...] = Field(min_length=1, description="Wordings of the question.")
    options: Options = Field(default=Options(), description="What is offered as an answer.")
    prompt: Prompt = Field(description="What surrounds the question and the options.")

    @property
    def forms(self) -> tuple[str, ...]:
        """The kinds of item, in the order of the wordings."""
        return tuple(dict.fromkeys(question.form for question in self.questions))

    def wordings(self, form: str = "plain") -> tuple[str, ...]:
        """Return the wordings for one kind of item.

        Examples
        --------
        >>> from geoengine.catalogue import load_tasks
        >>> len(load_tasks()["structural_perception"].wordings()) > 1
        True
        """
        return tuple(question.text for question in self.questions if question.form == form)

    def ask(self, wording: str, **parts: str) -> str:
        """Return a wording with its placeholders filled.

        Examples
        --------
        >>> from geoengine.catalogue import load_tasks
        >>> load_tasks()["structural_perception"].ask("In {problem}: what holds?", problem="a kite")
        'In a kite: what holds?'
        """
        return fill(wording, parts)
