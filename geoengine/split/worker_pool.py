"""Work spread over processes, its results in the order of the jobs."""

from __future__ import annotations

import gc
import multiprocessing
import os
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from geoengine.errors import GeoengineError
from geoengine.interrupts import sigint_blocked

__all__ = ["WorkerLostError", "ordered"]

J = TypeVar("J")
R = TypeVar("R")

_AHEAD = 2


class WorkerLostError(GeoengineError):
    """A worker process ended without an answer."""


def ordered(
    function: Callable[[J], R], jobs: Iterator[J], *, workers: int
) -> Generator[R, None, None]:
    """Yield ``function(job)`` for each job, in order.

    Parameters
    ----------
    function : callable
        Of a module, so that another process finds it.
    jobs : iterator
        Asked for a few jobs more than were answered, never for all.
    workers : int
        How many processes; 1 works in this one.

    Yields
    ------
    object
        As soon as it and all before it are there. Whoever stops early ends the workers at once.

    Raises
    ------
    WorkerLostError
        When a worker was killed.

    Examples
    --------
    >>> list(ordered(abs, iter([3, -1, 2]), workers=1))
    [3, 1, 2]
    """
    if workers == 1:
        yield from map(function, jobs)
        return
    before = set(multiprocessing.active_children())
    # Starting afresh is the same on every system, and safe beside threads.
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(workers, context, initializer=_begin)
    waiting: deque[Future[R]] = deque()
    try:
        for job in jobs:
            with sigint_blocked():
                waiting.append(executor.submit(function, job))
            if len(waiting) >= _AHEAD * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenProcessPool as error:
        raise WorkerLostError(
            "a worker process ended without an answer; it was killed, or had too little memory"
        ) from error
    finally:
        for worker in set(multiprocessing.active_children()) - before:
            worker.terminate()
            worker.join()
        # Its thread ends now, not while the interpreter does, which closes what both use.
        executor.shutdown(cancel_futures=True)


def _begin() -> None:
    """In a worker: see to its end, and to how often it looks for garbage.

    What is loaded stays, and a scene is many small objects that live as long as it does: looking
    through them again and again took a twentieth of the time.
    """
    _end_with_parent()
    gc.freeze()
    gc.set_threshold(5_000, 10, 5)


def _end_with_parent() -> None:
    """End when the process that started this one ends, however that is."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
