"""Progress on standard error, where somebody is there to see it."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

__all__ = ["by_turns", "watched", "working"]

T = TypeVar("T")


def watched(items: Iterable[T], doing: str, *, total: int | None = None) -> Iterable[T]:
    """Go through items with a bar on standard error; without a terminal nothing is written.

    Parameters
    ----------
    items : iterable
    doing : str
        What stands before the bar.
    total : int, optional
        How many there are, if `items` has no length.
    """
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    # Without a terminal the bar would still leave an empty line.
    return track(
        items,
        doing,
        total=total,
        console=console,
        transient=True,
        disable=not console.is_interactive,
    )


@contextmanager
def working(doing: str) -> Iterator[None]:
    """Show on a terminal that something is done of which nobody knows how long it takes.

    Parameters
    ----------
    doing : str
    """
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    console = Console(stderr=True)
    if not console.is_interactive:
        yield
        return
    with console.status(doing):
        yield


def by_turns(items: Iterable[T], doing: str) -> Iterator[T]:
    """Show that something is done while an item is made, and nothing while it is printed.

    Parameters
    ----------
    items : iterable
    doing : str
    """
    iterator = iter(items)
    while True:
        with working(doing):
            try:
                item = next(iterator)
            except StopIteration:
                return
        yield item
