"""Places in the text of a draft."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Place"]


class Place(NamedTuple):
    """A line and a column, both counted from 1."""

    line: int
    column: int
