"""Jumps of a running program, which its interpreters raise and catch."""

from __future__ import annotations

from typing import Any

__all__ = ["Break", "Continue", "Jump", "Returned"]


class Jump(Exception):  # noqa: N818
    """A jump out of the statement that is run; it is no error."""


class Break(Jump):
    """The end of a loop."""


class Continue(Jump):
    """The end of one run through the body of a loop."""


class Returned(Jump):
    """The end of a function, with its value."""

    def __init__(self, value: Any) -> None:
        self.value = value
