"""HTML pages: standalone files, and the linked pages of a gallery."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from geoengine.html_templates import fill_template
from geoengine.inspect.libraries import library_scripts, library_styles, licences

__all__ = ["SHARED", "linked_page", "shared_files", "standalone_page"]

_HERE = "geoengine.inspect"
_HOME = Path(__file__).parent / "page"
_SCRIPTS = (
    "base.js", "solver.js", "labels.js", "marks.js", "figure.js", "detail.js", "proof.js",
    "filter.js", "overview.js", "graph.js", "item.js", "main.js",
)  # fmt: skip
_GALLERY = ("base.js", "gallery.js")

SHARED = "shared"
"""The name of the folder of files that the pages of a gallery share."""


def standalone_page(data: dict[str, Any]) -> str:
    """Return a page as one file that loads nothing and runs only its own scripts.

    Parameters
    ----------
    data : dict
        The data of the page, as `problem_record`, `graph_record`, `proof_record` or `item_record`
        returns it.

    Raises
    ------
    MissingLibrariesError
        If the libraries of the pages are not installed.
    """
    parts = [_closed(text) for text in (*library_scripts(), *_own(_SCRIPTS))]
    allowed = " ".join(f"'sha256-{_digest(text)}'" for text in parts)
    policy = (
        f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline';"
        " img-src data:; font-src data:"
    )
    return fill_template(
        _HERE, "standalone.html", data=data, policy=policy, scripts=parts,
        styles=f"{library_styles()}\n{_css()}", licences=_closed(licences()),
    )  # fmt: skip


def linked_page(data: dict[str, Any], *, up: str = "", gallery: bool = False) -> str:
    """Return a page of a gallery, whose scripts and styles are in the folder `SHARED`.

    Parameters
    ----------
    data : dict
        The data of the page: as `item_record` returns it, with ``home``, the path to the index; or
        for the index, ``title``, ``engine`` and ``cards``.
    up : str
        The relative path to the folder of the index: ``../`` for a page one folder down.
    gallery : bool
        Whether the page is the index page.
    """
    policy = (
        "default-src 'none'; script-src 'self' file:; style-src 'self' file: 'unsafe-inline';"
        " img-src 'self' file: data:; font-src data:"
    )
    return fill_template(
        _HERE, "linked.html", data=data, policy=policy, shared=f"{up}{SHARED}",
        scripts=["gallery.js"] if gallery else ["libraries.js", "page.js"],
        sheets=["page.css"] if gallery else ["libraries.css", "page.css"],
    )  # fmt: skip


def shared_files() -> dict[str, str]:
    """Return the text of each file that the pages of a gallery share, by the name of the file.

    Raises
    ------
    MissingLibrariesError
        If the libraries of the pages are not installed.
    """
    return {
        "libraries.js": "\n;\n".join(library_scripts()),
        "libraries.css": library_styles(),
        "licences.txt": licences(),
        "page.js": "\n".join(_own(_SCRIPTS)),
        "gallery.js": "\n".join(_own(_GALLERY)),
        "page.css": _css(),
    }


def _closed(script: str) -> str:
    """Escape text so that it cannot end the HTML element or comment around it."""
    return script.replace("</script", "<\\/script").replace("<!--", "<\\!--")


def _digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _own(names: Sequence[str]) -> list[str]:
    return [(_HOME / name).read_text(encoding="utf-8") for name in names]


def _css() -> str:
    return (_HOME / "page.css").read_text(encoding="utf-8")
