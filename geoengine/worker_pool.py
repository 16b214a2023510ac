"""Pools of worker processes that yield results in the order of the jobs."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from geoengine.errors import GeoengineError
from geoengine.garbage import collect_steadily
from geoengine.interrupts import sigint_blocked

__all__ = ["WorkerLostError", "WorkerPool", "ordered"]

J = TypeVar("J")
R = TypeVar("R")

_JOBS_PER_WORKER = 2
"""The number of jobs per worker that are submitted ahead of the results."""


class WorkerLostError(GeoengineError):
    """A worker process ended (killed, or out of memory) before it returned its result."""


class WorkerPool:
    """Worker processes for the stages of a run, started for the first job.

    Starting a process takes as long as some scenes, so all stages use the same ones. It is a
    context manager; leaving it ends the workers.

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
        self._executor: ProcessPoolExecutor | None = None
        self._others: set[BaseProcess] = set()

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(self, *raised: object) -> None:
        if self._executor is None:
            return
        # The executor's own thread and queue, which it does not let others have.
        executor: Any = self._executor
        thread, results = executor._executor_manager_thread, executor._result_queue
        # Jobs that were cancelled have to be forgotten first: the executor's thread would die of
        # an InvalidStateError if they were among those of lost workers, and leave another thread
        # that writes to a full pipe for ever.
        executor.shutdown(wait=False, cancel_futures=True)
        for worker in set(multiprocessing.active_children()) - self._others:
            worker.terminate()
            worker.join()
        # A worker may have ended in the middle of a result. The executor's thread would wait for
        # the rest for ever, since this process can write to the pipe too; so close that end.
        results._writer.close()
        # Wait for it now, before the interpreter shuts down and closes its pipes.
        thread.join()

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
            When a worker process ended without a result. Exceptions of `function` are raised too.
        """
        if self._workers == 1:
            yield from map(function, jobs)
            return
        waiting: deque[Future[R]] = deque()
        try:
            for job in jobs:
                with sigint_blocked():
                    waiting.append(self._started().submit(function, job))
                if len(waiting) >= _JOBS_PER_WORKER * self._workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BrokenProcessPool as error:
            raise WorkerLostError(
                "a worker process ended without an answer; it was killed, or had too little memory"
            ) from error
        finally:
            for future in waiting:
                future.cancel()

    def _started(self) -> ProcessPoolExecutor:
        if self._executor is None:
            self._others = set(multiprocessing.active_children())
            # Spawning works the same on every system, and is safe with threads.
            context = multiprocessing.get_context("spawn")
            self._executor = ProcessPoolExecutor(
                self._workers, context, initializer=_initialise_worker
            )
        return self._executor


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


def _initialise_worker() -> None:
    """Make a worker exit with its parent process, and tune its garbage collection."""
    _exit_with_parent()
    collect_steadily()


def _exit_with_parent() -> None:
    """Exit when the parent process ends, for whatever reason."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
