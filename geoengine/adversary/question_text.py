"""Questions as an adversary reads them: sections, lines, and what each option says.

Only printed text is read: no certificate, no picture, no formal statement.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from geoengine.items import Item

__all__ = ["QuestionText", "names_in", "runs_in"]

_RUN = re.compile(r"(?<![A-Za-z])(?:[A-Z][0-9']*)+(?![a-z])")
_NAME = re.compile(r"[A-Z][0-9']*")
_LABEL = re.compile(r"^([^:：\n]{1,90})(?:: |：)(.+)$", re.DOTALL)
_LABELLED = 3


def runs_in(text: str) -> list[str]:
    """The runs of point names in a text, such as segments and triangles.

    Examples
    --------
    >>> runs_in("△ABC ~ △DEF; AB = 3"), runs_in("A、B共线")
    (['ABC', 'DEF', 'AB'], ['A', 'B'])
    """
    return _RUN.findall(text)


def names_in(text: str) -> list[str]:
    """The names of points in a text, in its order, repeated as often as they occur.

    Examples
    --------
    >>> names_in("AB = CD and the triangle A1B2C")
    ['A', 'B', 'C', 'D', 'A1', 'B2', 'C']
    """
    return [name for run in runs_in(text) for name in _NAME.findall(run)]


@dataclass(frozen=True)
class QuestionText:
    """A question with options, divided as its layout divides it.

    Attributes
    ----------
    question : str
    options : tuple of str
    key : int
        Number of the correct option, from 0.
    task, scene, form : str
    """

    question: str
    options: tuple[str, ...]
    key: int
    task: str
    scene: str
    form: str = ""

    @classmethod
    def of(cls, item: Item) -> QuestionText:
        """Read a multiple-choice item.

        Raises
        ------
        TypeError
            When the item expects another kind of answer.
        """
        choice = item.choice
        form = str(item.meta.get("form", ""))
        return cls(item.question, choice.options, choice.key - 1, item.task, item.scene, form)

    @cached_property
    def paragraphs(self) -> list[str]:
        """The parts of the question between blank lines."""
        return [part.strip() for part in self.question.split("\n\n") if part.strip()]

    @cached_property
    def labelled(self) -> list[str]:
        """What stands after a label such as ``Goal:``, in the order of the question."""
        found = [_LABEL.match(part) for part in self.paragraphs if "\n" not in part]
        texts = [match[2] for match in found if match and names_in(match[2])]
        return (texts + [""] * _LABELLED)[:_LABELLED]

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the paragraphs that have several: the steps of a proof."""
        return [
            line for part in self.paragraphs if "\n" in part for line in part.splitlines() if line
        ]

    @cached_property
    def places(self) -> list[int | None]:
        r"""The number of the line that each option refers to; None for an option that says it all.

        Examples
        --------
        >>> steps = "Step 1. AB = CD ⇒ x\nStep 2. CD = EF ⇒ y\nStep 10. A ⇒ z"
        >>> QuestionText(steps, ("Step 10", "Step 1", "AB = CD"), 0, "demo", "demo").places
        [2, 0, None]
        """
        found: list[int | None] = []
        for option in self.options:
            begins = re.compile(re.escape(option) + r"\s*[.:：]")
            hits = [k for k, line in enumerate(self.lines) if begins.match(line)]
            found.append(hits[0] if len(hits) == 1 else None)
        return found

    @cached_property
    def contents(self) -> list[str]:
        """What each option says, in place of the number of a step what the step says."""
        return [
            option if place is None else self.lines[place][len(option) :].lstrip(" .:：")
            for option, place in zip(self.options, self.places, strict=True)
        ]
