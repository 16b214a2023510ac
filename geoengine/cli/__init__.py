"""The ``geoengine`` command."""

from __future__ import annotations

import sys

from geoengine.garbage import collect_rarely, stop_collecting

__all__ = ["main"]


def main() -> None:
    """Run the command line and leave with its exit code.

    0 is success, 1 a fault of geoengine's own, 2 a fault in what the user wrote, 130 an interrupt.
    """
    collect_rarely()
    try:
        from geoengine.cli.app import app

        app(prog_name="geoengine")
    except KeyboardInterrupt:
        # Before any command has started.
        sys.stderr.write("interrupted\n")
        sys.exit(130)
    finally:
        stop_collecting()
