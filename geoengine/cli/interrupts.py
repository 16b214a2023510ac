"""Interrupts: Ctrl-C stops a long run at once, and a message says what is kept."""

from __future__ import annotations

from types import TracebackType
from typing import Self

__all__ = ["Interrupted", "Stoppable"]


class Interrupted(KeyboardInterrupt):
    """An interrupt with a message: what is kept, and how to continue."""


class Stoppable:
    """A context that Ctrl-C ends without an exception, so that the results so far can be written.

    The caller then calls `end`, which raises.

    Attributes
    ----------
    stopped : bool
        Whether Ctrl-C ended the context.

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

    def end(self, message: str) -> None:
        """Raise `Interrupted` with a message if Ctrl-C ended the context; do nothing otherwise."""
        if self.stopped:
            raise Interrupted(message)
