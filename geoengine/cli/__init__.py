"""The ``geoengine`` command."""

from __future__ import annotations

import gc
import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line and leave with its exit code.

    0 is success, 1 a fault of geoengine's own, 2 a fault in what the user wrote, 130 an interrupt.
    """
    # What is loaded lives to the end: searching it for garbage, as Python does after every few
    # hundred new objects and once more when it ends, would take a fifth of a short command.
    gc.set_threshold(200_000, 10, 10)
    try:
        from geoengine.cli.app import app

        app(prog_name="geoengine")
    except KeyboardInterrupt:
        # So early that no command has begun.
        sys.stderr.write("interrupted\n")
        sys.exit(130)
    finally:
        gc.freeze()
