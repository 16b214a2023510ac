"""Items: a question, four options of which one is correct, and the evidence for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from geoengine.catalogue import Task, load_tasks
from geoengine.catalogue.phrases import Language

__all__ = ["Item", "prompts"]


class Item(BaseModel):
    """A multiple-choice item.

    Examples
    --------
    >>> item = Item(
    ...     task="structural_perception", scene="demo", problem="A B C = triangle A B C",
    ...     question="Which holds?", options=("a", "b", "c", "d"), key=2, prompt="…",
    ...     prompt_cot="…", answer="(2)",
    ... )
    >>> item.options[item.key - 1]
    'b'
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(default="", description="Unique in a split; the split fills it in.")
    task: str = Field(description="One of the six tasks.")
    language: Language = Field(default="en", description="In which it is written.")
    scene: str = Field(description="Name of the scene it was made from.")
    problem: str = Field(description="The figure as JGEX text; reads back to the same problem.")
    question: str = Field(description="The question, with what is given and what is asked.")
    options: tuple[str, str, str, str] = Field(description="What is offered as an answer.")
    key: int = Field(ge=1, le=4, description="Number of the correct option.")
    prompt: str = Field(description="The whole prompt, asking for the answer alone.")
    prompt_cot: str = Field(description="The whole prompt, asking for the reasoning too.")
    answer: str = Field(description="The expected answer, such as ``(2)``.")
    image: str | None = Field(default=None, description="Path of the picture in the split.")
    certificate: dict[str, Any] = Field(
        default_factory=dict, description="Formal statements of the options, with the evidence."
    )
    meta: dict[str, Any] = Field(
        default_factory=dict, description="Seed, engine version, tier, form, goal, proof length, …."
    )

    def with_key_at(self, place: int) -> Item:
        """The item with its key in exchange for the option at a place, from 1 to 4.

        Examples
        --------
        >>> item = Item(
        ...     task="structural_perception", scene="demo", problem="A B C = triangle A B C",
        ...     question="Which holds?", options=("a", "b", "c", "d"), key=2, prompt="…",
        ...     prompt_cot="…", answer="(2)", certificate={"options": [{"option": 1}] * 4},
        ... )
        >>> moved = item.with_key_at(4)
        >>> moved.options, moved.answer
        (('a', 'd', 'c', 'b'), '(4)')
        """
        order = [1, 2, 3, 4]
        order[place - 1], order[self.key - 1] = self.key, place
        options = [self.options[k - 1] for k in order]
        told = self.certificate["options"]
        evidence = [{**told[k - 1], "option": n} for n, k in enumerate(order, start=1)]
        return Item.model_validate(
            {
                **dict(self),
                "options": options,
                "key": place,
                "answer": f"({place})",
                "certificate": {**self.certificate, "options": evidence},
                **prompts(load_tasks()[self.task], self.question, options, self.language),
            }
        )

    @model_validator(mode="after")
    def _check(self) -> Self:
        if len(set(self.options)) < len(self.options):
            raise ValueError(f"expected four different options, found {self.options}")
        if self.answer != f"({self.key})":
            raise ValueError(f"expected the answer ({self.key}), found {self.answer}")
        return self


def prompts(
    task: Task, question: str, options: Sequence[str], language: Language = "en"
) -> Mapping[str, str]:
    """Put a question and its options between the words that surround them.

    Returns
    -------
    mapping of str to str
        ``prompt`` asks for the answer alone, ``prompt_cot`` for the reasoning too.

    Examples
    --------
    >>> from geoengine.catalogue import load_tasks
    >>> task = load_tasks()["structural_perception"]
    >>> options = ["AB ∥ CD", "AB ⟂ CD", "AB = CD", "AB = BC"]
    >>> print(prompts(task, "Which holds?", options)["prompt"])  # doctest: +ELLIPSIS
    Which holds?
    <BLANKLINE>
    Below are four numbered options. ...
    <BLANKLINE>
    (1) AB ∥ CD
    (2) AB ⟂ CD
    (3) AB = CD
    (4) AB = BC
    <BLANKLINE>
    Reply with the number of the correct option ...
    """
    listed = "\n".join(f"({number}) {option}" for number, option in enumerate(options, start=1))
    body = f"{question}\n\n{task.prompt.introduce(len(options), language)}\n\n{listed}"
    words = task.prompt.words(language)
    return {
        "prompt": f"{body}\n\n{words.answer_only}",
        "prompt_cot": f"{body}\n\n{words.chain_of_thought}",
    }
