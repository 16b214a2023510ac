"""Logging to the terminal, for ``--verbose``."""

from __future__ import annotations

import logging

from rich.console import Console
from rich.logging import RichHandler

__all__ = ["log_to_stderr"]


def log_to_stderr(verbosity: int) -> None:
    """Show what geoengine logs on standard error.

    Parameters
    ----------
    verbosity : int
        1 shows messages of level INFO and above; 2 or more shows those of level DEBUG too.
    """
    logger = logging.getLogger("geoengine")
    logger.addHandler(RichHandler(console=Console(stderr=True), show_path=verbosity > 1))
    logger.setLevel(logging.DEBUG if verbosity > 1 else logging.INFO)
