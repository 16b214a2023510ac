"""Progress bars and spinners on standard error, if it is a terminal."""

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

__all__ = ["with_count", "with_progress", "with_spinner", "working"]

T = TypeVar("T")

LINE_INTERVAL = 10.0
"""Seconds between two lines that report the progress of a search without a terminal."""

SPINNER_DELAY = 1.0
"""Seconds before the spinner appears."""


def with_progress(items: Iterable[T], doing: str, *, total: int | None = None) -> Iterable[T]:
    """Iterate with a progress bar on standard error, or without one if that is not a terminal.

    Parameters
    ----------
    items : iterable
    doing : str
        The label of the bar.
    total : int, optional
        The number of items, if `items` has no length.
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


def with_count(items: Iterable[T], doing: str, *, total: int) -> Iterator[T]:
    """Iterate with a progress bar or, without a terminal, a line every `LINE_INTERVAL` seconds.

    Parameters
    ----------
    items : iterable
    doing : str
        The label of the bar, or the beginning of the lines.
    total : int
        The number of items expected.
    """
    printed = time.monotonic()
    for done, item in enumerate(with_progress(items, doing, total=total), start=1):
        yield item
        now = time.monotonic()
        if now - printed >= LINE_INTERVAL and not sys.stderr.isatty():
            typer.echo(f"{doing}: {done:,} of {total:,}", err=True)
            printed = now


@contextmanager
def working(doing: str) -> Iterator[None]:
    """Show a spinner during work of unknown length, if it takes over a second.

    It is shown on standard error, and only if that is a terminal.

    Parameters
    ----------
    doing : str
        What is shown beside the spinner.
    """
    if not sys.stderr.isatty():
        yield
        return
    shown = ExitStack()
    timer = Timer(SPINNER_DELAY, _show, [doing, shown])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        shown.close()


def _show(doing: str, shown: ExitStack) -> None:
    # Imported here, since most commands finish before the spinner appears.
    from rich.console import Console

    console = Console(stderr=True)
    if console.is_interactive:
        shown.enter_context(console.status(doing))


def with_spinner(items: Iterable[T], doing: str) -> Iterator[T]:
    """Iterate with a spinner while an item is awaited, but not while the caller handles one.

    Without a terminal, print the number of items tried, at most every `LINE_INTERVAL` seconds.

    Parameters
    ----------
    items : iterable
    doing : str
        What is shown beside the spinner, or printed before the number.
    """
    iterator = iter(items)
    started = printed = time.monotonic()
    for tried in itertools.count(1):
        with working(doing):
            try:
                item = next(iterator)
            except StopIteration:
                return
        now = time.monotonic()
        if now - printed >= LINE_INTERVAL and not sys.stderr.isatty():
            typer.echo(f"{doing}: {tried} tried in {now - started:.0f} s", err=True)
            printed = now
        yield item
