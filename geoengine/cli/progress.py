"""Progress bars on standard error, if it is a terminal."""

from __future__ import annotations

import itertools
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from threading import Timer
from typing import TypeVar

import typer

from geoengine.garbage import collect_steadily

__all__ = ["by_turns", "watched", "working"]

T = TypeVar("T")

EVERY = 10.0
"""Seconds between two lines of progress of a long search without a terminal."""

PATIENCE = 1.0
"""Seconds before a display for work of unknown length appears."""


def watched(items: Iterable[T], doing: str, *, total: int | None = None) -> Iterable[T]:
    """Iterate with a progress bar on standard error; without a terminal nothing is written.

    Parameters
    ----------
    items : iterable
    doing : str
        The label of the bar.
    total : int, optional
        How many there are, if `items` has no length.
    """
    from rich.console import Console
    from rich.progress import track

    collect_steadily()
    console = Console(stderr=True)
    # Without a terminal the bar would still print an empty line.
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
    """Show a spinner on a terminal for work of unknown length, once it takes a while.

    Parameters
    ----------
    doing : str
    """
    if not sys.stderr.isatty():
        yield
        return
    shown = ExitStack()
    timer = Timer(PATIENCE, _show, [doing, shown])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        shown.close()


def _show(doing: str, shown: ExitStack) -> None:
    # Most commands finish before this import is needed.
    from rich.console import Console

    console = Console(stderr=True)
    if console.is_interactive:
        shown.enter_context(console.status(doing))


def by_turns(items: Iterable[T], doing: str) -> Iterator[T]:
    """Show a spinner while an item is made, and hide it while the item is printed.

    Without a terminal, print the number of items tried every `EVERY` seconds.

    Parameters
    ----------
    items : iterable
    doing : str
    """
    iterator = iter(items)
    begun = spoken = time.monotonic()
    for tried in itertools.count(1):
        with working(doing):
            try:
                item = next(iterator)
            except StopIteration:
                return
        now = time.monotonic()
        if now - spoken >= EVERY and not sys.stderr.isatty():
            typer.echo(f"{doing}: {tried} tried in {now - begun:.0f} s", err=True)
            spoken = now
        yield item
