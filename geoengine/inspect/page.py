"""HTML pages: standalone files, and the linked pages of a gallery."""

from __future__ import annotations

import base64
import hashlib
from typing import Any

from geoengine.html_templates import fill_template
from geoengine.inspect.built_files import built_file

__all__ = ["SHARED", "linked_page", "shared_files", "standalone_page"]

_HERE = "geoengine.inspect"

_SHARED_FILES = ("page.js", "gallery.js", "style.css", "licences.txt")

_SOLID_STYLE, _SOLID_PROGRAM = "solid-style.css", "solid.js"
"""What only pages with a solid load."""

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
    MissingAssetsError
        If the programs of the pages were not built.
    """
    styles, programs = _loaded(data, "page.js")
    scripts = [_closed(built_file(name)) for name in programs]
    digests = " ".join(f"'sha256-{_digest(script)}'" for script in scripts)
    policy = (
        f"default-src 'none'; script-src {digests}; style-src 'unsafe-inline';"
        " img-src data:; media-src data:; font-src data:"
    )
    return fill_template(
        _HERE, "standalone.html", data=data, policy=policy, scripts=scripts,
        styles=[built_file(name) for name in styles],
        licences=_closed(built_file("licences.txt")),
    )  # fmt: skip


def linked_page(data: dict[str, Any], *, up: str = "", gallery: bool = False) -> str:
    """Return a page of a gallery, whose scripts and styles are in the folder `SHARED`.

    Parameters
    ----------
    data : dict
        The data of the page: as `item_record` returns it, with ``home``, the path to the index; or
        for the index, as `gallery_index` returns it.
    up : str
        The relative path to the folder of the index: ``../`` for a page one folder down.
    gallery : bool
        Whether the page is the index page.
    """
    policy = (
        "default-src 'none'; script-src 'self' file:; style-src 'self' file: 'unsafe-inline';"
        " img-src 'self' file: data:; media-src 'self' file:; font-src data:"
    )
    styles, programs = _loaded(data, "gallery.js" if gallery else "page.js")
    return fill_template(
        _HERE, "linked.html", data=data, policy=policy, shared=f"{up}{SHARED}",
        styles=styles, scripts=programs,
    )  # fmt: skip


def _loaded(data: dict[str, Any], program: str) -> tuple[list[str], list[str]]:
    """Return the style sheets and the programs that a page loads, in order."""
    has_solid = "model" in (data.get("item", {}).get("solid") or {})
    if not has_solid:
        return ["style.css"], [program]
    return ["style.css", _SOLID_STYLE], [_SOLID_PROGRAM, program]


def shared_files(*, solids: bool = False) -> dict[str, str]:
    """Return the text of each file that the pages of a gallery share, by the name of the file.

    Parameters
    ----------
    solids : bool
        Whether pages of the gallery may have solids.

    Raises
    ------
    MissingAssetsError
        If the programs of the pages were not built.
    """
    more = (_SOLID_STYLE, _SOLID_PROGRAM) if solids else ()
    return {name: built_file(name) for name in (*_SHARED_FILES, *more)}


def _closed(script: str) -> str:
    """Escape text so that it cannot end the HTML element or comment around it."""
    return script.replace("</script", "<\\/script").replace("<!--", "<\\!--")


def _digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
