"""Worker processes with limits of time and memory; if one is killed, its job counts as lost."""

from __future__ import annotations

import multiprocessing
import sys
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, TypeVar

from geoengine.garbage import collect_steadily
from geoengine.interrupts import sigint_blocked

__all__ = ["LostJob", "run_limited"]

J = TypeVar("J")
R = TypeVar("R")

_GRACE = 5.0
"""Seconds beyond its budget that a job may take before its process is killed."""

_STARTUP = 60.0
"""Further seconds for the first job of a process, which includes its start."""

_MEMORY = 2_000_000_000


@dataclass(frozen=True, slots=True)
class LostJob:
    """Why a job has no result: it ran out of time or memory, or its process died."""

    why: str


class _Worker(Generic[J]):
    """A process, and the number of its current job."""

    def __init__(self, function: Callable[[J], Any]) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, child_end = context.Pipe()
        self.process = context.Process(target=_serve, args=(child_end, function), daemon=True)
        with sigint_blocked():
            self.process.start()
        child_end.close()
        self.number: int | None = None
        self.deadline = 0.0
        self.starting = True

    def give(self, number: int, job: J, seconds: float) -> None:
        self.number = number
        self.deadline = time.monotonic() + seconds + _GRACE + (_STARTUP if self.starting else 0.0)
        self.starting = False
        self.connection.send(job)

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.connection.close()


def run_limited(
    function: Callable[[J], R], jobs: Iterable[J], *, workers: int, seconds: Callable[[J], float]
) -> Generator[R | LostJob, None, None]:
    """Yield ``function(job)`` for each job, in order, each within limits of time and memory.

    Parameters
    ----------
    function : callable
        Defined in a module, so that worker processes can import it.
    jobs : iterable
    workers : int
        How many processes. Each may use 2 GB, where the system can limit that.
    seconds : callable
        The time limit of a job. Its process is killed 5 seconds later, or 65 in its first job.

    Yields
    ------
    object
        The result, or a `LostJob` for a job that was abandoned or raised an exception. Closing the
        generator kills the workers.

    Examples
    --------
    >>> list(run_limited(abs, [-3, 2], workers=1, seconds=lambda job: 10.0))
    [3, 2]
    """
    waiting = deque(enumerate(jobs))
    total = len(waiting)
    pool: list[_Worker[J]] = []
    results: dict[int, Any] = {}
    yielded = 0
    try:
        pool = [_Worker(function) for _ in range(min(workers, total))]
        while yielded < total:
            for worker in pool:
                if worker.number is None and waiting:
                    number, job = waiting.popleft()
                    worker.give(number, job, seconds(job))
            busy = [worker for worker in pool if worker.number is not None]
            nearest = min(worker.deadline for worker in busy)
            ready = set(wait([w.connection for w in busy], max(0.0, nearest - time.monotonic())))
            for place, worker in enumerate(pool):
                if worker.number is None:
                    continue
                found: Any
                if worker.connection in ready:
                    found = _received(worker.connection)
                elif time.monotonic() >= worker.deadline:
                    found = LostJob("it exceeded its time limit")
                else:
                    continue
                results[worker.number] = found
                worker.number = None
                if isinstance(found, LostJob):
                    worker.end()
                    pool[place] = _Worker(function)
            while yielded in results:
                yield results.pop(yielded)
                yielded += 1
    finally:
        for worker in pool:
            worker.end()


def _received(connection: Connection) -> Any:
    try:
        return connection.recv()
    except (EOFError, OSError):
        return LostJob("its process ended without an answer; it may have needed too much memory")


def _serve(connection: Connection, function: Callable[[Any], Any]) -> None:
    """Run jobs in a worker process until the other end of the connection closes."""
    import signal

    # Ctrl-C is handled by the parent process, which ends its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _limit_memory()
    collect_steadily()
    with suppress(EOFError, OSError):
        while True:
            job = connection.recv()
            try:
                found = function(job)
            except MemoryError:
                found = LostJob("it exceeded its memory limit")
            except Exception as error:
                # A bug ends one judgment, not the run, and is reported as such.
                found = LostJob(f"a bug in geoengine: {type(error).__name__}: {error}")
            connection.send(found)


def _limit_memory() -> None:
    if sys.platform == "win32":
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    most = _MEMORY if hard == resource.RLIM_INFINITY else min(_MEMORY, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
