"""Ctrl-C in commands with worker processes: only the main process handles SIGINT."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker

__all__ = ["sigint_blocked"]


@contextmanager
def sigint_blocked() -> Iterator[None]:
    """Block SIGINT in the body of a ``with`` statement, which starts worker processes.

    The workers inherit the blocked signal and keep it blocked, so that Ctrl-C reaches the main
    process alone. Does nothing where signals cannot be blocked, or outside the main thread.

    Examples
    --------
    >>> with sigint_blocked():
    ...     maskable = hasattr(signal, "pthread_sigmask")
    ...     print(not maskable or signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()))
    True
    """
    maskable = hasattr(signal, "pthread_sigmask")
    if not maskable or threading.current_thread() is not threading.main_thread():
        yield
        return
    # The first worker would start the resource tracker, and starting it unblocks SIGINT.
    resource_tracker.ensure_running()
    previous = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, previous)
