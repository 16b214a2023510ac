"""A worker process that answers one job at a time through a pipe of its own."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, Generic, TypeVar

from geoengine.garbage import collect_steadily
from geoengine.interrupts import sigint_blocked

__all__ = ["WorkerProcess"]

J = TypeVar("J")
R = TypeVar("R")


class WorkerProcess(Generic[J, R]):
    """A process that answers jobs; it ends with this process at the latest.

    Nothing is shared between workers, so one of them can be killed at any moment: the others, and
    whoever waits for its answer, go on.

    Parameters
    ----------
    answer : callable
        What computes the answer to a job. Defined in a module, so that the process can import it.
        It may not raise exceptions, since they would end the process.
    prepare : callable, optional
        What the process calls once, before its first job. Defined in a module too.

    Attributes
    ----------
    connection : multiprocessing.connection.Connection
        Where answers arrive.

    Examples
    --------
    >>> worker = WorkerProcess(abs)
    >>> worker.send(-3)
    >>> worker.receive()
    3
    >>> worker.end()
    """

    def __init__(
        self, answer: Callable[[J], R], *, prepare: Callable[[], object] | None = None
    ) -> None:
        # Spawning works the same on every system, and is safe with threads.
        context = multiprocessing.get_context("spawn")
        self.connection, child_end = context.Pipe()
        self._process = context.Process(
            target=_serve, args=(child_end, answer, prepare), daemon=True
        )
        with sigint_blocked():
            self._process.start()
        child_end.close()

    def send(self, job: J) -> None:
        """Give the process a job; it has to be idle.

        Raises
        ------
        OSError
            When the process has ended.
        """
        self.connection.send(job)

    def receive(self) -> R:
        """Wait for the answer to the job.

        Raises
        ------
        EOFError, OSError
            When the process ended without an answer.
        """
        answer: R = self.connection.recv()
        return answer

    def kill(self) -> None:
        """Kill the process, whatever it is doing; a thread in `receive` gets an `EOFError`.

        `close` still has to close the pipe, when that thread has returned.
        """
        self._process.kill()

    def end(self) -> None:
        """Kill the process and close the pipe, on which no other thread may wait."""
        self.kill()
        self.close()

    def close(self) -> None:
        """Wait until a killed process has ended, and close the pipe."""
        self._process.join()
        self.connection.close()


def _serve(
    connection: Connection, answer: Callable[[Any], Any], prepare: Callable[[], object] | None
) -> None:
    """Answer jobs until the other end of the connection closes."""
    # Ctrl-C is handled by the parent process, which ends its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _exit_with_parent()
    collect_steadily()
    if prepare is not None:
        prepare()
    with suppress(EOFError, OSError):
        while True:
            connection.send(answer(connection.recv()))


def _exit_with_parent() -> None:
    """Exit when the parent process ends, for whatever reason."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
