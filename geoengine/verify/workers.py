"""Worker processes with limits of time and memory; if one is killed, its job counts as lost."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import wait
from typing import Generic, TypeVar

from geoengine.worker_process import WorkerProcess

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


class _Worker(Generic[J, R]):
    """A process, and the number of its current job."""

    def __init__(self, function: Callable[[J], R]) -> None:
        self.process: WorkerProcess[J, R | LostJob] = WorkerProcess(
            partial(_result_of, function), prepare=_limit_memory
        )
        self.number: int | None = None
        self.deadline = 0.0
        self.starting = True

    def give(self, number: int, job: J, seconds: float) -> None:
        self.number = number
        self.deadline = time.monotonic() + seconds + _GRACE + (_STARTUP if self.starting else 0.0)
        self.starting = False
        # A process that ended while it was idle closes its pipe, as `result` will find.
        with suppress(OSError):
            self.process.send(job)

    def result(self) -> R | LostJob:
        try:
            return self.process.receive()
        except (EOFError, OSError):
            why = "its process ended without an answer; it may have needed too much memory"
            return LostJob(why)


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
    pool: list[_Worker[J, R]] = []
    results: dict[int, R | LostJob] = {}
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
            seconds_left = max(0.0, nearest - time.monotonic())
            ready = set(wait([worker.process.connection for worker in busy], seconds_left))
            for place, worker in enumerate(pool):
                if worker.number is None:
                    continue
                found: R | LostJob
                if worker.process.connection in ready:
                    found = worker.result()
                elif time.monotonic() >= worker.deadline:
                    found = LostJob("it exceeded its time limit")
                else:
                    continue
                results[worker.number] = found
                worker.number = None
                if isinstance(found, LostJob):
                    worker.process.end()
                    pool[place] = _Worker(function)
            while yielded in results:
                yield results.pop(yielded)
                yielded += 1
    finally:
        for worker in pool:
            worker.process.end()


def _result_of(function: Callable[[J], R], job: J) -> R | LostJob:
    """Do a job in a worker process."""
    try:
        return function(job)
    except MemoryError:
        return LostJob("it exceeded its memory limit")
    except Exception as error:
        # A bug ends one judgment, not the run, and is reported as such.
        return LostJob(f"a bug in geoengine: {type(error).__name__}: {error}")


def _limit_memory() -> None:
    """Limit the memory of this process, where the system can."""
    if sys.platform == "win32":
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    most = _MEMORY if hard == resource.RLIM_INFINITY else min(_MEMORY, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
