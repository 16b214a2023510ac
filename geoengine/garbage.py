"""How often Python's garbage collector runs.

Most objects of geoengine live as long as the process, or as one scene. By default Python collects
after every few hundred new objects. That took a tenth of a short command's time while it started,
another tenth on exit, and a seventh of a long run.
"""

from __future__ import annotations

import gc

__all__ = ["collect_rarely", "collect_steadily", "stop_collecting"]


def collect_rarely() -> None:
    """Collect rarely while a process starts: the modules that it loads are never freed.

    Examples
    --------
    >>> before = gc.get_threshold()
    >>> collect_rarely()
    >>> gc.get_threshold()[0] > 100_000
    True
    >>> gc.set_threshold(*before)
    """
    gc.set_threshold(200_000, 10, 10)


def collect_steadily() -> None:
    """Collect once in many scenes, and exempt all objects that exist now.

    Hardly anything waits for it: the objects of a scene are freed at once.
    """
    gc.freeze()
    gc.set_threshold(500_000, 10, 10)


def stop_collecting() -> None:
    """Exempt all objects that exist now from garbage collection, including the one on exit.

    The operating system frees the memory of a process that exits in any case.
    """
    gc.freeze()
