"""Candidates: items that a split may accept, with what they are compared by."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from geoengine.adversary import QuestionText
from geoengine.items import Choice, Item, is_shown_code
from geoengine.split.balance import Traits
from geoengine.split.contrast import Contrast
from geoengine.split.near_duplicates import Content

__all__ = ["Candidate"]

_EQUALS_NUMBER = re.compile(r"= ([\d√/.]+)$")


@dataclass(eq=False)
class Candidate:
    """An item that may be accepted.

    `index` is the number of its scene, and `kept` what the family kept of that; `refusal` is why it
    was refused when last considered, or empty if it was never refused.
    """

    item: Item
    index: int
    traits: Traits
    kept: Any = None
    refusal: str = ""

    @cached_property
    def subject(self) -> tuple[str, str]:
        """Its problem, and its goal; without a goal, the right option or an open question.

        Of a right option that gives a length, only the number counts: the lengths of two equal
        segments are found in much the same way.
        """
        goal = self.item.meta.get("goal")
        answer = self.item.answer
        if goal is None:
            goal = _of_length(answer.right) if isinstance(answer, Choice) else self.item.question
        return self.item.problem, str(goal)

    @cached_property
    def content(self) -> Content:
        """What is compared to find near duplicates; the order of options does not matter."""
        item, choice = self.item, self.item.answer
        options, key = (choice.options, choice.key) if isinstance(choice, Choice) else ((), None)
        code = "\n".join(medium.text for medium in item.media if is_shown_code(medium))
        return Content.of(item.task, item.problem, item.question, options, key, code)

    @cached_property
    def text(self) -> QuestionText:
        """What a reader without the picture sees."""
        return QuestionText.of(self.item)

    @cached_property
    def contrast(self) -> Contrast:
        """What distinguishes its key from the other options."""
        return Contrast.of(self.item)


def _of_length(option: str) -> str:
    """The number to which an option says that something is equal; any other option as it is."""
    number = _EQUALS_NUMBER.search(option)
    return number[1] if number else option
