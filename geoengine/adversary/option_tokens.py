"""N-grams of options, as they stand and with points named by the part they play."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from geoengine.adversary.question_text import QuestionText, names_in

__all__ = ["tokens_of"]

_NAME = re.compile(r"(?<![A-Za-z])(?:[A-Z][0-9']*)+(?![a-z])")
_POINT = re.compile(r"[A-Z][0-9']*")
_PART = re.compile(r"[\u4e00-\u9fff]|[^\W_\u4e00-\u9fff]+|[^\w\s]")
_LONGEST = 4


def tokens_of(text: QuestionText) -> list[list[str]]:
    """List the n-grams of each option.

    Three readings: as printed; with each point replaced by its place in the first labelled part of
    the question (``x`` where it does not occur there), which shows the order of vertices; and
    joined with the kind of that part. Names of theorems and their statements come with all words.

    Examples
    --------
    >>> text = QuestionText("Goal: △ABC ~ △DEF", ("AB = DE",), 0, "demo", "demo")
    >>> "01 = 34" in " ".join(tokens_of(text)[0])
    True
    """
    goal = text.labelled[0]
    places = {name: str(k) for k, name in reversed(list(enumerate(names_in(goal))))}
    shape = " ".join(_PART.findall(_NAME.sub("x", goal)))[:40]
    found = []
    for content in text.contents:
        printed = _PART.findall(content)
        placed = _PART.findall(_renamed(content, places))
        grams = [f"p|{gram}" for gram in _grams(printed, 2)]
        grams += [f"r|{gram}" for gram in _grams(placed, _LONGEST)]
        grams += [f"g|{shape}|{gram}" for gram in _grams(placed, 2)]
        grams.append(f"whole|{content}")
        found.append(grams)
    return found


def _renamed(content: str, places: dict[str, str]) -> str:
    """The text with each name replaced by its place, or by x."""
    return _NAME.sub(
        lambda run: "".join(places.get(name, "x") for name in _POINT.findall(run[0])), content
    )


def _grams(parts: Sequence[str], longest: int) -> Iterator[str]:
    for size in range(1, longest + 1):
        for start in range(len(parts) - size + 1):
            yield " ".join(parts[start : start + size])
