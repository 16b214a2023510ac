"""The programs and styles of the pages, which ``make assets`` builds into `BUILT`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from geoengine.errors import GeoengineError

__all__ = ["BUILT", "MissingAssetsError", "built_file"]

BUILT = Path(__file__).parent / "built"
"""The folder of the built files."""


class MissingAssetsError(GeoengineError):
    """The programs and styles of the pages were not built."""


@cache
def built_file(name: str) -> str:
    """Return the text of a built file.

    Parameters
    ----------
    name : str
        ``page.js`` and ``gallery.js`` are programs with the libraries that they use, ``style.css``
        is the style sheet with its fonts, ``licences.txt`` has the licences of all libraries;
        ``solid.js`` and ``solid-style.css`` are for pages with solids.

    Raises
    ------
    MissingAssetsError
        If the file was not built; the message says how to build it.
    """
    try:
        return (BUILT / name).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise MissingAssetsError(
            f"the programs of the pages are not there: no {name} in {BUILT}\n"
            "  hint: in a checkout, run: make assets (it needs Node.js with npm)"
        ) from None
