"""How often Python collects garbage: most objects here live as long as the process or a scene.

By default Python collects after every few hundred new objects. That took a tenth of a short
command's time while it started, another tenth on exit, and a twentieth of a long run.
"""

from __future__ import annotations

import gc

__all__ = ["collect_rarely", "collect_steadily", "stop_collecting"]


def collect_rarely() -> None:
    """Tune the collector for a process that starts: loaded modules live to the end.

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
    """Tune the collector for a sequence of scenes: keep what is loaded, free each scene."""
    gc.freeze()
    gc.set_threshold(5_000, 10, 5)


def stop_collecting() -> None:
    """Skip the collection on exit, which frees nothing that the system does not free at once."""
    gc.freeze()
