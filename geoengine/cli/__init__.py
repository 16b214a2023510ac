"""The ``geoengine`` command."""

from __future__ import annotations

import os
import sys

from geoengine.garbage import collect_rarely, stop_collecting

__all__ = ["main"]


def main() -> None:
    """Run the command line and exit.

    The exit code is 0 for success, 1 if the result is negative or geoengine fails, 2 for invalid
    input, and 130 for an interrupt (143 if SIGTERM stopped ``generate``).
    """
    collect_rarely()
    # Otherwise pydantic looks through all installed packages for plugins at each start.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    try:
        from geoengine.cli.app import app

        app(prog_name="geoengine")
    except KeyboardInterrupt:
        # The interrupt came before the group of commands could handle it.
        sys.stderr.write("interrupted\n")
        sys.exit(130)
    finally:
        stop_collecting()
