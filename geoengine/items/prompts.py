"""Prompts: a question with the instructions for its kind of answer."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import BaseModel, ConfigDict, Field

from geoengine.catalogue import Language, load_prompts
from geoengine.items.answer import Answer
from geoengine.items.media import Medium, code_block, is_shown_code

__all__ = ["Prompts", "make_prompts"]


class Prompts(BaseModel):
    """The text that a solver gets, in two variants."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    answer_only: str = Field(description="Asks for the answer alone.")
    chain_of_thought: str = Field(description="Asks for the reasoning too.")


def make_prompts(
    question: str, answer: Answer, language: Language = "en", media: Iterable[Medium] = ()
) -> Prompts:
    """Compose the prompts of a question from its text, its code, its options and instructions.

    Parameters
    ----------
    question : str
    answer : Choice, Value, Named or Draft
    language : {"en", "zh"}
    media : iterable of Medium
        Code becomes a part of the prompt; pictures and videos accompany it.

    Examples
    --------
    >>> from geoengine.items import Choice, Value
    >>> options = ("AB ∥ CD", "AB ⟂ CD", "AB = CD", "AB = BC")
    >>> answer = Choice(options=options, key=2)
    >>> print(make_prompts("Which holds?", answer).answer_only)  # doctest: +ELLIPSIS
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
    >>> make_prompts("Find AB.", Value(exact="5")).chain_of_thought.splitlines()[0]
    'Find AB.'
    """
    prompt = load_prompts()[answer.prompt if answer.kind in ("named", "value") else answer.kind]
    parts = [question, *map(code_block, filter(is_shown_code, media))]
    if answer.kind == "choice":
        listed = "\n".join(f"({n}) {option}" for n, option in enumerate(answer.options, start=1))
        parts += [prompt.introduce(len(answer.options), language), listed]
    words = prompt.words(language)
    return Prompts(
        answer_only="\n\n".join([*parts, words.answer_only]),
        chain_of_thought="\n\n".join([*parts, words.chain_of_thought]),
    )
