"""The lines of a program while it is printed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from geoengine.program.layout import Printed

__all__ = ["TextLines"]

_WIDEST = 78
"""Where statements no longer share a line."""


class TextLines:
    """Collects lines, and which statement stands on which of them.

    Parameters
    ----------
    indent : int
        Spaces for each level.
    """

    def __init__(self, indent: int) -> None:
        self._lines: list[str] = []
        self._indent = " " * indent
        self._depth = 0
        self._number = 0
        self._places: dict[int, tuple[int, int]] = {}
        self._going_on = False
        self._added = 0

    def add(self, text: str) -> None:
        """Add a line, or several."""
        self._added += 1
        rows = [f"{self._indent * self._depth}{row}".rstrip() for row in text.split("\n")]
        if self._going_on and len(rows) == 1 and self._lines:
            joined = f"{self._lines[-1]} {rows[0].strip()}"
            if len(joined) <= _WIDEST:
                self._lines[-1] = joined
                self._going_on = False
                return
        self._going_on = False
        self._lines += rows

    def go_on(self) -> None:
        """Let the next line be the rest of this one if there is room."""
        self._going_on = True

    def blank(self) -> None:
        """Add a blank line, but never two of them, nor at the beginning."""
        if self._lines and self._lines[-1]:
            self._lines.append("")

    @property
    def count(self) -> int:
        """The number of lines so far."""
        return len(self._lines)

    @contextmanager
    def deeper(self) -> Iterator[None]:
        """Indent lines by one more level."""
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1

    @contextmanager
    def statement(self) -> Iterator[None]:
        """Note on which lines a statement stands, if it is written at all."""
        number = self._number
        self._number += 1
        before, added = len(self._lines), self._added
        yield
        last = len(self._lines)
        if self._added > added:
            self._places[number] = (min(before + 1, last), last)

    def printed(self) -> Printed:
        """Return the text."""
        return Printed("\n".join(self._lines) + "\n", dict(sorted(self._places.items())))
