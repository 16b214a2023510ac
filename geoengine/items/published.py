"""Published benchmarks: how their items are distributed, to compare splits with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["Published"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """How the items of a published benchmark are distributed.

    Attributes
    ----------
    name : str
        The name of the benchmark.
    counts : mapping of str to mapping of str to int
        How many items have each value, by aspect: ``level``, ``asked``, ``answer`` (the kinds of
        `answer_kind`) or ``code`` (the language).
    functions : mapping of tuple of str to int
        How many programs call any of these functions; several are several spellings of one thing.
    programs : int
        The number of programs in which functions were counted.
    language : str
        Their language.
    lengths : mapping of str to float
        Medians of the length of programs, in ``lines`` and ``characters``.
    note : str
        How the numbers were found.
    """

    name: str
    counts: Mapping[str, Mapping[str, int]]
    functions: Mapping[tuple[str, ...], int] = field(default_factory=dict)
    programs: int = 0
    language: str = ""
    lengths: Mapping[str, float] = field(default_factory=dict)
    note: str = ""
