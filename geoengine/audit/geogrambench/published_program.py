"""Items of GeoGramBench files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from geoengine.errors import InputError, StatementError
from geoengine.language import read_number

__all__ = ["PublishedProgram", "is_geogrambench", "read_programs"]

_KEYS = {"problem", "geo_code", "answer"}
_LEVELS = {"primitive": 1, "local": 2, "global": 3}
_MARKS = re.compile(r"\[/?asy\]")
_KINDS = (
    ("volume", r"volume"),
    ("area", r"\barea\b"),
    ("angle", r"angle|degree|\\circ"),
    ("ratio", r"ratio|fraction|percent|probab|:\s*[A-Z]|\\frac\{[A-Z]{2}\}"),
)


@dataclass(frozen=True)
class PublishedProgram:
    """An item of a published file.

    Attributes
    ----------
    name : str
        Its number in the benchmark, or in the file.
    problem, code : str
    language : {"asymptote", "python"}
    answer : str
    level : int or None
        By its label.
    """

    name: str
    problem: str
    code: str
    language: str
    answer: str
    level: int | None

    @property
    def value(self) -> float | None:
        r"""The answer as a number; None if it is none.

        Examples
        --------
        >>> PublishedProgram("1", "", "", "asymptote", r"$58\frac{1}{2}$", 1).value
        58.5
        """
        text = self.answer.strip().strip("$").strip()
        try:
            return float(read_number(text).value)
        except (StatementError, ValueError, OverflowError):
            return None

    @property
    def kind(self) -> str:
        """What is asked, by the words of the sentence that asks: length where no word tells."""
        sentences = re.split(r"(?<=[.?!])\s+", self.problem.strip())
        asking = [s for s in sentences if re.search(r"[?]|[Ff]ind|[Dd]etermine|[Cc]ompute", s)]
        last = (asking or sentences)[-1]
        return next((kind for kind, words in _KINDS if re.search(words, last)), "length")


def is_geogrambench(data: Any) -> bool:
    """Whether parsed JSON has the form of GeoGramBench.

    Examples
    --------
    >>> is_geogrambench([{"problem": "Find AB.", "geo_code": "pair A;", "answer": "$1$"}])
    True
    >>> is_geogrambench([{"messages": []}])
    False
    """
    return (
        isinstance(data, list)
        and bool(data)
        and all(isinstance(entry, dict) and entry.keys() >= _KEYS for entry in data)
    )


def read_programs(data: Any, source: str) -> Iterator[PublishedProgram]:
    """Yield the items of a file.

    Raises
    ------
    InputError
        If an entry does not have the texts that it should have.
    """
    for number, entry in enumerate(data):
        texts = [entry[key] for key in ("problem", "geo_code", "answer")]
        if not all(isinstance(text, str) for text in texts):
            raise InputError(
                f"expected problem, geo_code and answer as text in entry {number}", source=source
            )
        problem, code, answer = texts
        marked = bool(_MARKS.search(code))
        is_python = not marked and re.search(r"^\s*(import|from) \w+", code, re.MULTILINE)
        looks_python = bool(is_python) and "matplotlib" in code
        label = str(entry.get("category", "")).lower()
        yield PublishedProgram(
            name=str(entry.get("index", number)),
            problem=problem,
            code=_MARKS.sub("", code),
            language="python" if looks_python else "asymptote",
            answer=answer,
            level=next((level for word, level in _LEVELS.items() if label.startswith(word)), None),
        )
