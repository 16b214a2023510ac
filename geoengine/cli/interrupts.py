"""Ctrl-C: a long run ends at once, and says what is kept."""

from __future__ import annotations

from types import TracebackType
from typing import Self

__all__ = ["Interrupted", "Stoppable"]


class Interrupted(KeyboardInterrupt):
    """An interrupt, with what is kept of the run and how to go on."""


class Stoppable:
    """A part of a run that Ctrl-C ends, so that what is done can still be written.

    Attributes
    ----------
    stopped : bool
        Whether it was ended so.

    Examples
    --------
    >>> done = []
    >>> with Stoppable() as run:
    ...     for number in (1, 2, 3):
    ...         done.append(number)
    ...         if number == 2:
    ...             raise KeyboardInterrupt
    >>> done, run.stopped
    ([1, 2], True)
    """

    def __init__(self) -> None:
        self.stopped = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None
    ) -> bool:
        self.stopped = kind is not None and issubclass(kind, KeyboardInterrupt)
        return self.stopped

    def end(self, told: str) -> None:
        """Raise `Interrupted` with what is to be told, if the run was ended by Ctrl-C."""
        if self.stopped:
            raise Interrupted(told)
