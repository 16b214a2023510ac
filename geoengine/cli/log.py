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
        1 shows progress, 2 and more also details.
    """
    logger = logging.getLogger("geoengine")
    logger.addHandler(RichHandler(console=Console(stderr=True), show_path=verbosity > 1))
    logger.setLevel(logging.DEBUG if verbosity > 1 else logging.INFO)
