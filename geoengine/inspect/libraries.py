"""The JavaScript libraries of the pages, which ``make assets`` fetches into `VENDOR`."""

from __future__ import annotations

import base64
import re
from functools import cache
from pathlib import Path

from geoengine.errors import GeoengineError

__all__ = ["VENDOR", "MissingLibrariesError", "library_scripts", "library_styles", "licences"]

VENDOR = Path(__file__).parent / "vendor"
"""The folder of the libraries."""

_SCRIPTS = ("cytoscape.min.js", "cytoscape-dagre.min.js", "katex.min.js")
_STYLES = "katex.min.css"
_FACE = re.compile(r"@font-face\{[^}]*?url\(fonts/(KaTeX_(\w+)-\w+\.woff2)\)[^}]*\}")
_SOURCE = re.compile(r"src:[^;}]*")
_FONTS = frozenset({"AMS", "Main", "Math", "Size1", "Size2", "Size3", "Size4"})
"""The KaTeX font families that statements need."""


class MissingLibrariesError(GeoengineError):
    """The JavaScript libraries of the pages are not installed."""


def library_scripts() -> list[str]:
    """Return the text of every script, in the order in which they must be loaded.

    Raises
    ------
    MissingLibrariesError
        If a library is not installed; the message says how to install it.
    """
    return [_text(name) for name in _SCRIPTS]


def licences() -> str:
    """Return the licences of all libraries, each preceded by its name."""
    texts = {path.stem: path.read_text(encoding="utf-8") for path in VENDOR.glob("*.LICENSE")}
    return "\n\n".join(f"{name}\n\n{texts[name].strip()}" for name in sorted(texts))


@cache
def library_styles() -> str:
    """Return KaTeX's style sheet with the fonts that statements need embedded.

    The rules of all other fonts are removed.

    Raises
    ------
    MissingLibrariesError
        If the style sheet is not installed; the message says how to install it.
    """

    def inside(match: re.Match[str]) -> str:
        if match[2] not in _FONTS:
            return ""
        font = base64.b64encode((VENDOR / "fonts" / match[1]).read_bytes()).decode()
        source = f'src:url(data:font/woff2;base64,{font}) format("woff2")'
        return _SOURCE.sub(lambda _: source, match[0])

    return _FACE.sub(inside, _text(_STYLES))


@cache
def _text(name: str) -> str:
    try:
        return (VENDOR / name).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise MissingLibrariesError(
            f"the libraries of the pages are not there: no {name} in {VENDOR}\n"
            "  hint: in a checkout, run: make assets (it needs Node.js with npm)"
        ) from None
