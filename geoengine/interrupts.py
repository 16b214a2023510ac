"""Interrupts, where a command has processes: the command ends them, they do not end themselves."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker

__all__ = ["interrupts_held"]


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Hold an interrupt back while workers start: they inherit it held, and leave it to us.

    Examples
    --------
    >>> with interrupts_held():
    ...     known = hasattr(signal, "pthread_sigmask")
    ...     print(not known or signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()))
    True
    """
    known = hasattr(signal, "pthread_sigmask")
    if not known or threading.current_thread() is not threading.main_thread():
        yield
        return
    # It is started with the first worker, and then lets interrupts through again.
    resource_tracker.ensure_running()
    held = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)
