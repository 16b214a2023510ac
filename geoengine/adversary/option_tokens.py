"""N-grams of options, as they stand and with points named by the part they play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from geoengine.adversary.question_text import (
    QuestionText,
    names_in,
    with_names,
    without_names,
    words_in,
)

__all__ = ["tokens_of"]

_LONGEST = 4


def tokens_of(text: QuestionText) -> list[list[str]]:
    """List the n-grams of each option.

    Three readings: as printed; with each point replaced by its place in the goal (``x`` where it
    does not occur there), which shows the order of vertices; and joined with the kind of the goal.
    Names of theorems and their statements come with all words.

    Examples
    --------
    >>> text = QuestionText("Goal: △ABC ~ △DEF", ("AB = DE",), 0, "demo", "demo")
    >>> "01 = 34" in " ".join(tokens_of(text)[0])
    True
    """
    goal = text.layout.goal
    places = {name: str(k) for k, name in reversed(list(enumerate(names_in(goal))))}
    shape = " ".join(words_in(without_names(goal)))[:40]
    found = []
    for content in text.contents:
        printed = words_in(content)
        placed = words_in(with_names(content, places))
        grams = [f"p|{gram}" for gram in _grams(printed, 2)]
        grams += [f"r|{gram}" for gram in _grams(placed, _LONGEST)]
        grams += [f"g|{shape}|{gram}" for gram in _grams(placed, 2)]
        grams.append(f"whole|{content}")
        found.append(grams)
    return found


def _grams(parts: Sequence[str], longest: int) -> Iterator[str]:
    for size in range(1, longest + 1):
        for start in range(len(parts) - size + 1):
            yield " ".join(parts[start : start + size])
