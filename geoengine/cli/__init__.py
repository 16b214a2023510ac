"""The ``geoengine`` command."""

from __future__ import annotations

import gc
import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line and leave with its exit code.

    0 is success, 1 a fault of geoengine's own, 2 a fault in what the user wrote, 130 an interrupt.
    """
    # Loaded modules live to the end. Collecting garbage among them, as Python does after every
    # few hundred new objects and again on exit, would take a fifth of a short command's time.
    gc.set_threshold(200_000, 10, 10)
    try:
        from geoengine.cli.app import app

        app(prog_name="geoengine")
    except KeyboardInterrupt:
        # Before any command has started.
        sys.stderr.write("interrupted\n")
        sys.exit(130)
    finally:
        gc.freeze()
