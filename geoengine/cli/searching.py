"""The search for auxiliary points, with a progress bar."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from geoengine.cli.progress import LINE_INTERVAL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from geoengine.auxiliary import SearchBudget, SearchProgress, SearchResult
    from geoengine.catalogue import Rule
    from geoengine.scene import Problem

__all__ = ["search_with_progress"]


def search_with_progress(
    problem: Problem, rules: Sequence[Rule], budget: SearchBudget
) -> SearchResult:
    """Search for auxiliary points, and show on standard error how far the search is.

    Without a terminal, a line is printed every `LINE_INTERVAL` seconds.
    """
    from geoengine.auxiliary import search

    with _shown(budget) as show:
        return search(problem, budget, rules=rules, on_attempt=show)


class _Lines:
    """Prints how far the search is, from time to time."""

    def __init__(self) -> None:
        self._printed = time.monotonic()

    def __call__(self, progress: SearchProgress) -> None:
        now = time.monotonic()
        if now - self._printed >= LINE_INTERVAL:
            typer.echo(f"Searching: {_told(progress)}", err=True)
            self._printed = now


def _told(progress: SearchProgress) -> str:
    return (
        f"{progress.attempts:,} attempts, {progress.points_tried:,} points tried,"
        f" best progress {progress.best:,}"
    )


@contextmanager
def _shown(budget: SearchBudget) -> Iterator[Callable[[SearchProgress], None]]:
    """Yield a function that shows how far the search is."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    if not console.is_interactive:
        yield _Lines()
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        # What ends first, the time or the attempts, is not known, so the bar shows the time.
        task = bar.add_task("Searching", total=budget.seconds)
        started = time.monotonic()

        def show(progress: SearchProgress) -> None:
            bar.update(
                task,
                completed=time.monotonic() - started,
                description=f"Searching: {_told(progress)}",
            )

        yield show
