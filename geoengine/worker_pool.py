"""Pools of worker processes that yield results in the order of the jobs."""

from __future__ import annotations

import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any, TypeVar

from geoengine.errors import GeoengineError
from geoengine.interrupts import sigint_blocked
from geoengine.worker_process import WorkerProcess

__all__ = ["WorkerLostError", "WorkerPool", "ordered"]

J = TypeVar("J")
R = TypeVar("R")

_JOBS_PER_WORKER = 2
"""The number of jobs per worker that are submitted ahead of the results."""


class WorkerLostError(GeoengineError):
    """A worker process ended (killed, or out of memory) before it returned its result."""


class WorkerPool:
    """Worker processes for the stages of a run, started for the first jobs.

    Starting a process takes as long as some scenes, so all stages use the same ones. It is a
    context manager; leaving it kills the workers.

    Each worker has a pipe of its own, and a thread of this process that waits for its answer.
    `concurrent.futures.ProcessPoolExecutor` shares pipes and locks between its workers, and may
    wait for ever when one of them is killed.

    Parameters
    ----------
    workers : int
        The number of worker processes; with 1, the work is done in this process.

    Examples
    --------
    >>> with WorkerPool(1) as pool:
    ...     print([*pool.ordered(abs, iter([3, -1, 2]))], [*pool.ordered(str, iter([4]))])
    [3, 1, 2] ['4']
    """

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._processes: list[WorkerProcess[Any, tuple[bool, Any]]] = []
        self._idle: SimpleQueue[WorkerProcess[Any, tuple[bool, Any]]] = SimpleQueue()
        self._threads = ThreadPoolExecutor(workers)

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(self, *raised: object) -> None:
        # A second Ctrl-C must not leave threads that wait for the answers of living workers.
        with sigint_blocked():
            self._threads.shutdown(wait=False, cancel_futures=True)
            for process in self._processes:
                process.kill()
            self._threads.shutdown()
            for process in self._processes:
                process.close()

    def ordered(self, function: Callable[[J], R], jobs: Iterator[J]) -> Generator[R, None, None]:
        """Yield ``function(job)`` for each job, in order.

        Parameters
        ----------
        function : callable
            Defined in a module, so that worker processes can import it.
        jobs : iterator
            Consumed lazily, a few jobs ahead of the results.

        Yields
        ------
        object
            Each result, as soon as it and all before it are done. After closing the generator,
            the workers still end the jobs that they have begun.

        Raises
        ------
        WorkerLostError
            When a worker process ended without a result. Exceptions of `function` are raised too,
            with the traceback of the worker as a note.
        """
        if self._workers == 1:
            yield from map(function, jobs)
            return
        waiting: deque[Future[R]] = deque()
        try:
            for job in jobs:
                waiting.append(self._submit(function, job))
                if len(waiting) >= _JOBS_PER_WORKER * self._workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()

    def _submit(self, function: Callable[[J], R], job: J) -> Future[R]:
        # Threads inherit the blocked signal as processes do: the main thread handles Ctrl-C.
        with sigint_blocked():
            if len(self._processes) < self._workers:
                self._processes.append(WorkerProcess(_attempt))
                self._idle.put(self._processes[-1])
            return self._threads.submit(self._result, function, job)

    def _result(self, function: Callable[[J], R], job: J) -> R:
        """Have an idle worker do the job; there are as many workers as threads."""
        process = self._idle.get()
        try:
            process.send((function, job))
            done, result = process.receive()
        except (EOFError, OSError) as error:
            raise WorkerLostError(
                "a worker process ended without an answer; it was killed, or had too little memory"
            ) from error
        finally:
            self._idle.put(process)
        if not done:
            raise result
        found: R = result
        return found


def ordered(
    function: Callable[[J], R], jobs: Iterator[J], *, workers: int
) -> Generator[R, None, None]:
    """Yield ``function(job)`` for each job, in order, from a `WorkerPool` of its own.

    Closing the generator ends the workers.

    Examples
    --------
    >>> list(ordered(abs, iter([3, -1, 2]), workers=1))
    [3, 1, 2]
    """
    with WorkerPool(workers) as pool:
        yield from pool.ordered(function, jobs)


def _attempt(task: tuple[Callable[[Any], Any], Any]) -> tuple[bool, Any]:
    """Return whether a job was done without an exception, and its result or the exception."""
    function, job = task
    try:
        return True, function(job)
    except Exception as error:
        error.add_note("in a worker process:\n" + "".join(traceback.format_exception(error)))
        return False, error
