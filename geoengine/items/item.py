"""Items: a question, what it shows, its answer, and the evidence for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from geoengine.catalogue import Language
from geoengine.items.answer import Answer, Choice
from geoengine.items.media import Medium, code_block, is_shown_code
from geoengine.items.prompts import Prompts, make_prompts

__all__ = ["Item"]


class Item(BaseModel):
    """A question with a certified answer.

    Examples
    --------
    >>> item = Item.make(
    ...     family="reasoning", task="demo", level=1, scene="demo",
    ...     problem="A B C = triangle A B C", question="Which holds?",
    ...     answer=Choice(options=("a", "b", "c", "d"), key=2),
    ... )
    >>> item.choice.right, item.answer.expected
    ('b', '(2)')
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(default="", description="Unique in a split; the split fills it in.")
    family: str = Field(description="Name of the family of benchmarks.")
    task: str = Field(description="Name of the task in its family.")
    level: int = Field(ge=1, description="Level of the task.")
    language: Language = Field(default="en", description="In which it is written.")
    scene: str = Field(description="Name of what it was made from: a scene, a seed, a template.")
    problem: str = Field(description="The figure in its family's formal language, such as JGEX.")
    question: str = Field(description="The question, with what is given and what is asked.")
    media: tuple[Medium, ...] = Field(default=(), description="What it shows besides its text.")
    answer: Answer = Field(description="What is expected, by its kind.")
    prompts: Prompts = Field(description="The whole prompt, in two variants.")
    certificate: dict[str, Any] = Field(
        default_factory=dict, description="What the answer rests on, for the judge to confirm."
    )
    meta: dict[str, Any] = Field(
        default_factory=dict, description="Seed, engine version, tier, form, goal, features, …."
    )

    @classmethod
    def make(
        cls,
        *,
        question: str,
        answer: Answer,
        language: Language = "en",
        media: Sequence[Medium] = (),
        **fields: Any,
    ) -> Item:
        """Make an item; its prompts are composed from the question, the media and the answer.

        `fields` are the other fields of `Item`.
        """
        return cls(
            question=question,
            answer=answer,
            language=language,
            media=tuple(media),
            prompts=make_prompts(question, answer, language, media),
            **fields,
        )

    @property
    def choice(self) -> Choice:
        """The answer of a multiple-choice item.

        Raises
        ------
        TypeError
            When another kind of answer is expected.
        """
        if not isinstance(self.answer, Choice):
            raise TypeError(f"expected a multiple-choice item, found a {self.answer.kind}")
        return self.answer

    @property
    def added_clauses(self) -> str:
        """The clauses of the points that the proof of its goal adds; empty if it adds none."""
        proof = self.certificate.get("proof")
        return "; ".join(proof.get("added", ())) if isinstance(proof, Mapping) else ""

    @property
    def pictures(self) -> tuple[str, ...]:
        """The paths, within the split, of the pictures shown to the solver."""
        return tuple(m.path for m in self.media if m.kind == "picture" and m.shown and m.path)

    @property
    def videos(self) -> tuple[str, ...]:
        """The paths, within the split, of the videos shown to the solver."""
        return tuple(m.path for m in self.media if m.kind == "video" and m.shown and m.path)

    @property
    def code(self) -> str:
        """The code blocks in the prompts; empty if no code is shown."""
        return "\n\n".join(map(code_block, filter(is_shown_code, self.media)))

    @property
    def image(self) -> str | None:
        """The path, within the split, of the first picture shown to the solver; None if none."""
        return next(iter(self.pictures), None)

    def with_key_at(self, place: int) -> Item:
        """Return the item with its right option and the option at `place`, from 1, exchanged.

        Their entries in the certificate and in the features are exchanged too, and the prompts
        are composed again. Raises TypeError for items that are not multiple-choice.

        Examples
        --------
        >>> item = Item.make(
        ...     family="reasoning", task="demo", level=1, scene="demo",
        ...     problem="A B C = triangle A B C", question="Which holds?",
        ...     answer=Choice(options=("a", "b", "c", "d"), key=2),
        ...     certificate={"options": [{"option": k} for k in (1, 2, 3, 4)]},
        ...     meta={"features": {"marks": {"length": [1, 2, 3, 4]}, "tokens": []}},
        ... )
        >>> moved = item.with_key_at(4)
        >>> moved.choice.options, moved.choice.key, moved.meta["features"]["marks"]["length"]
        (('a', 'd', 'c', 'b'), 4, [1, 4, 3, 2])
        """
        choice = self.choice
        order = list(range(len(choice.options)))
        order[place - 1], order[choice.key - 1] = choice.key - 1, place - 1
        answer = Choice(options=tuple(choice.options[k] for k in order), key=place)
        entries = self.certificate["options"]
        evidence = [{**entries[k], "option": n} for n, k in enumerate(order, start=1)]
        meta = dict(self.meta)
        if "features" in meta:
            marks, tokens = meta["features"]["marks"], meta["features"]["tokens"]
            meta["features"] = {
                "marks": {name: [of[k] for k in order] for name, of in marks.items()},
                "tokens": [tokens[k] for k in order] if tokens else [],
            }
        return self.model_copy(
            update={
                "answer": answer,
                "certificate": {**self.certificate, "options": evidence},
                "meta": meta,
                "prompts": make_prompts(self.question, answer, self.language, self.media),
            }
        )
