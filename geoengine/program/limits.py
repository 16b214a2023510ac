"""Limits of execution."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Limits"]


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a program may run, and how much it may make.

    Attributes
    ----------
    steps : int
        Expressions and statements.
    depth : int
        Calls of functions inside one another.
    elements : int
        Of an array, or pieces of a path; and characters of a string.
    drawn : int
        Things that are drawn.
    """

    steps: int = 500_000
    depth: int = 40
    elements: int = 20_000
    drawn: int = 20_000
