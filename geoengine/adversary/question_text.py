"""Questions as an adversary reads them: sections, lines, and what each option says.

Only printed text is read: no certificate, no picture, no formal statement.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from geoengine.items import Item

__all__ = [
    "Layout",
    "Part",
    "QuestionText",
    "names_in",
    "runs_in",
    "with_names",
    "without_names",
    "words_in",
]

_RUN = re.compile(r"(?<![A-Za-z])(?:[A-Z][0-9']*)+(?![a-z])")
_NAME = re.compile(r"[A-Z][0-9']*")
_WORD = re.compile(r"[\u4e00-\u9fff]|[^\W_\u4e00-\u9fff]+|[^\w\s]")
_LABEL = re.compile(r"^([^:：\n]{1,90})(?:: |：)(.+)$", re.DOTALL)
_LABELLED = 3
_ENDS_OF_LABELS = (".", ":", "：")
_GOAL = frozenset({"Goal", "Prove", "To prove", "目标", "求证"})
_SENTENCE = re.compile(r"\.(?:\s+|$)|。")


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


def with_names(text: str, names: Mapping[str, str]) -> str:
    """The text with each point renamed, those that `names` lacks to ``x``.

    Examples
    --------
    >>> with_names("AB = CD", {"A": "0", "D": "1"})
    '0x = x1'
    """
    return _RUN.sub(
        lambda run: "".join(names.get(name, "x") for name in _NAME.findall(run[0])), text
    )


def without_names(text: str) -> str:
    """The text with ``x`` in place of each run of point names.

    Examples
    --------
    >>> without_names("△ABC ~ △DEF")
    '△x ~ △x'
    """
    return _RUN.sub("x", text)


def words_in(text: str) -> list[str]:
    """The words, numbers, Chinese characters and other signs of a text.

    Examples
    --------
    >>> words_in("AB = 12共线")
    ['AB', '=', '12', '共', '线']
    """
    return _WORD.findall(text)


@dataclass(frozen=True)
class Part:
    """A part of a question, with how often it names each point and each segment.

    Attributes
    ----------
    names, segments : Counter of str
        How often each point is named, and how often each run of points, such as AB; the points of
        a run are put in alphabetical order.
    statements : list of (str, set of str)
        The statements that name points, each with these points.
    """

    names: Counter[str]
    segments: Counter[str]
    statements: list[tuple[str, set[str]]]

    @classmethod
    @lru_cache(maxsize=64)
    def of(cls, text: str) -> Part:
        """Count the names in a text, and find its statements, which a semicolon or line ends."""
        said = [(one.strip(), set(names_in(one))) for one in re.split(r"[;；\n]", text)]
        segments = Counter("".join(sorted(run)) for run in runs_in(text))
        return cls(Counter(names_in(text)), segments, [one for one in said if one[1]])


@dataclass(frozen=True, eq=False)
class Layout:
    """The parts of a question without its options, which many candidates have in common.

    Attributes
    ----------
    question : str
    """

    question: str

    @classmethod
    @lru_cache(maxsize=256)
    def of(cls, question: str) -> Layout:
        """The layout of a question; the same object for the same text, while it is in use."""
        return cls(question)

    @cached_property
    def paragraphs(self) -> list[str]:
        """The parts of the question between blank lines."""
        return [part.strip() for part in self.question.split("\n\n") if part.strip()]

    @cached_property
    def labelled(self) -> list[str]:
        """What stands after a label such as ``Plan:``, in the order of the question."""
        return ([text for _, text in self._labels] + [""] * _LABELLED)[:_LABELLED]

    @cached_property
    def goal_part(self) -> int:
        """The number, from 1, of the labelled text that is the goal; 1 if no label says so."""
        labels = [label.strip() for label, _ in self._labels[:_LABELLED]]
        return next((k for k, label in enumerate(labels, start=1) if label in _GOAL), 1)

    @property
    def goal(self) -> str:
        """The goal; empty if the question has no labelled text."""
        return self.labelled[self.goal_part - 1]

    @cached_property
    def premises(self) -> list[tuple[str, set[str]]]:
        r"""The statements of the labelled text before the goal, each with the points that it names.

        Empty if no text stands there.

        Examples
        --------
        >>> layout = Layout.of("Premises: AB = CD; BC = EF\n\nGoal: AC = DE")
        >>> [said for said, _ in layout.premises]
        ['AB = CD', 'BC = EF']
        """
        return self.parts[f"part_{self.goal_part - 1}"].statements if self.goal_part > 1 else []

    @cached_property
    def _labels(self) -> list[tuple[str, str]]:
        found = [_LABEL.match(part) for part in self.paragraphs if "\n" not in part]
        return [(match[1], match[2]) for match in found if match and names_in(match[2])]

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the paragraphs that have several: the steps of a proof."""
        return [
            line for part in self.paragraphs if "\n" in part for line in part.splitlines() if line
        ]

    @cached_property
    def parts(self) -> dict[str, Part]:
        """The first paragraph (``problem``), the ``steps``, and the labelled texts (``part_1``)."""
        texts = {"problem": self.paragraphs[0] if self.paragraphs else ""}
        texts["steps"] = "\n".join(self.lines)
        texts |= {f"part_{k}": text for k, text in enumerate(self.labelled, start=1)}
        return {name: Part.of(text) for name, text in texts.items()}

    @cached_property
    def first_occurrences(self) -> dict[str, int]:
        """The rank of each point in the order in which the question first names them."""
        return {name: k for k, name in enumerate(dict.fromkeys(names_in(self.question)))}

    @cached_property
    def goal_points(self) -> set[str]:
        r"""The points of the goal, and those from which the first paragraph defines them.

        A point is taken to be defined by the first sentence that names it, from all others there.

        Examples
        --------
        >>> text = "Let ABC be a triangle. Let M be the midpoint of AB. Let N be that of BC."
        >>> sorted(Layout.of(f"{text}\n\nGoal: AM = BM").goal_points)
        ['A', 'B', 'C', 'M']
        """
        sources: dict[str, set[str]] = {}
        for sentence in _SENTENCE.split(self.paragraphs[0] if self.paragraphs else ""):
            named = set(names_in(sentence))
            for name in named - sources.keys():
                sources[name] = named
        found, left = set[str](), set(names_in(self.goal))
        while left:
            name = left.pop()
            found.add(name)
            left |= sources.get(name, set()) - found
        return found

    def place(self, option: str) -> int | None:
        r"""The number of the line that an option refers to; None for an option that says it all.

        Examples
        --------
        >>> layout = Layout.of("Step 1. AB = CD ⇒ x\nStep 2. CD = EF ⇒ y\nStep 10. A ⇒ z")
        >>> [layout.place(option) for option in ("Step 10", "Step 1", "AB = CD")]
        [2, 0, None]
        """
        hits = [
            k
            for k, line in enumerate(self.lines)
            if line.startswith(option) and line[len(option) :].lstrip().startswith(_ENDS_OF_LABELS)
        ]
        return hits[0] if len(hits) == 1 else None

    def content(self, option: str) -> str:
        """What an option says, in place of the number of a step what the step says."""
        place = self.place(option)
        return option if place is None else self.lines[place][len(option) :].lstrip(" .:：")


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

    @property
    def layout(self) -> Layout:
        """The parts of the question."""
        return Layout.of(self.question)

    @cached_property
    def contents(self) -> list[str]:
        """What each option says, in place of the number of a step what the step says."""
        return [self.layout.content(option) for option in self.options]
