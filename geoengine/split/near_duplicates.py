"""Near duplicates: items of which one adds almost nothing to the other.

The comparison is of what an item does not share on purpose with others of its figure: the steps
printed in the question, and what the options say. The description of the figure, its premises and
the wording of the question do not count.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from weakref import WeakKeyDictionary

from geoengine.items import MOST_SHARED, passages

__all__ = ["Content", "NearDuplicates", "near_pairs"]

_CONTAINED = MOST_SHARED
"""The share of the passages in one item's steps that must not occur in another."""

_WRONG = Fraction(1, 3)
"""The share of its wrong options that must not occur in another item with the same right one."""

_NUMBERED = re.compile(r"(?:\S{0,9} ?\d+\S?[.:：]|-) ?(?=\S)")
_REFERENCE = re.compile(r" ?\[[^\[\]]*\d[^\[\]]*\]")


@dataclass(frozen=True, eq=False)
class Content:
    """The parts of an item that are compared.

    Attributes
    ----------
    task, problem : str
        `problem` identifies the figure.
    options : frozenset of str
        What the options say: in place of the number of a step, what the step says. Empty for open
        answers.
    right : str
        What the correct option says; empty for open answers.
    shingles : frozenset of int
        Hashes of the task with each eight successive words of the lines of the question that have
        a number or a dash, without these; for an item that shows code, of the eight successive
        words of the whole question and of the code, whatever the task.
    """

    task: str
    problem: str
    options: frozenset[str]
    right: str
    shingles: frozenset[int] = field(repr=False)

    @classmethod
    def of(
        cls,
        task: str,
        problem: str,
        question: str,
        options: Sequence[str],
        key: int | None,
        code: str = "",
    ) -> Content:
        r"""Read an item; its key is the number of the correct option, from 1.

        Examples
        --------
        >>> steps = "Step 1. AB = CD ⇒ AB = 5\nStep 2. AB = 5 [step 1] ⇒ CD = 5"
        >>> content = Content.of("demo", "", f"Prove it.\n\n{steps}", ["Step 1", "Step 2"], 2)
        >>> content.right, sorted(content.options)
        ('AB = 5 ⇒ CD = 5', ['AB = 5 ⇒ CD = 5', 'AB = CD ⇒ AB = 5'])
        """
        if code:
            return cls(task, problem, frozenset(), "", _shingles("", f"{question}\n{code}"))
        lines = [
            (match[0].rstrip(" .:："), _REFERENCE.sub("", line[match.end() :]))
            for line in question.splitlines()
            if (match := _NUMBERED.match(line))
        ]
        steps = dict(lines)
        said = [steps.get(option, option) for option in options]
        right = said[key - 1] if key is not None and 1 <= key <= len(said) else ""
        return cls(
            task,
            problem,
            frozenset(said),
            right,
            _shingles(task, " ".join(text for _, text in lines)),
        )


def _shingles(task: str, text: str) -> frozenset[int]:
    # hash() of a text would differ from process to process.
    digests = (
        hashlib.blake2b(" ".join([task, *passage]).encode(), digest_size=8)
        for passage in passages(text)
    )
    return frozenset(int.from_bytes(digest.digest(), "big") for digest in digests)


class NearDuplicates:
    """Finds the near duplicates of an item among others, without comparing it with each of them.

    Two items are near duplicates if

    - they are about the same problem and have the same options, of which the same one is right; or
    - they are of the same task and the same problem, the same option is right, and at least a
      third of the wrong options of one are options of the other; or
    - they are of the same task, and at least half of the eight-word passages in the steps of one
      occur in the steps of the other; or
    - they show code, and at least half of the eight-word passages in the question and the code of
      one occur in those of the other.

    Examples
    --------
    >>> known = NearDuplicates()
    >>> known.add(Content.of("demo", "p", "Which holds?", ["a", "b", "c", "d"], 1))
    >>> known.occurs(Content.of("other", "p", "What is true?", ["c", "a", "d", "b"], 2))
    True
    >>> known.occurs(Content.of("other", "p", "What is true?", ["c", "a", "d", "b"], 3))
    False
    """

    def __init__(self) -> None:
        self._filed: defaultdict[Hashable, list[Content]] = defaultdict(list)
        self._added: set[Content] = set()
        self._twins: WeakKeyDictionary[Content, Content] = WeakKeyDictionary()

    def add(self, content: Content) -> None:
        """Add an item."""
        self._added.add(content)
        for place in _places(content):
            self._filed[place].append(content)

    def remove(self, content: Content) -> None:
        """Remove an item that was added."""
        self._added.remove(content)
        for place in _places(content):
            self._filed[place].remove(content)

    def occurs(self, content: Content) -> bool:
        """Whether a near duplicate of an item was added."""
        # A build asks about the same items again and again; mostly the same one is found.
        if self._twins.get(content) in self._added:
            return True
        twin = next(self._found(content), None)
        if twin is None:
            return False
        self._twins[content] = twin
        return True

    def count(self, content: Content) -> int:
        """Return how many of the items added are near duplicates of an item."""
        return len(set(self._found(content)))

    def _found(self, content: Content) -> Iterator[Content]:
        if content.right:
            for other in self._filed.get(_right(content), ()):
                # The right option is one of those in common.
                shared = len(content.options & other.options) - 1
                wrong = min(len(content.options), len(other.options)) - 1
                if other.options == content.options or (
                    other.task == content.task and shared >= _WRONG * wrong
                ):
                    yield other
        # Most passages occur nowhere else.
        found = [self._filed[shingle] for shingle in content.shingles if shingle in self._filed]
        common = Counter(other for filed in found for other in filed)
        for other, shared in common.items():
            if shared >= _CONTAINED * min(len(content.shingles), len(other.shingles)):
                yield other


def _places(content: Content) -> Iterator[Hashable]:
    """Yield what an item is filed under: its correct option, and its passages."""
    if content.right:
        yield _right(content)
    yield from content.shingles


def _right(content: Content) -> Hashable:
    return content.problem, content.right


def near_pairs(contents: Iterable[Content]) -> int:
    """Return the number of pairs of near duplicates.

    Examples
    --------
    >>> options = ["a", "b", "c", "d"]
    >>> near_pairs(Content.of(task, "p", "Which?", options, 1) for task in ("one", "two", "three"))
    3
    """
    known, pairs = NearDuplicates(), 0
    for content in contents:
        pairs += known.count(content)
        known.add(content)
    return pairs
