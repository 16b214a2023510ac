"""The kinds of finding, with their titles and levels."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from geoengine.audit.geobench.templates import load
from geoengine.verify import Finding, Level, Picture

__all__ = ["found", "title"]


@lru_cache(maxsize=1)
def _classes() -> dict[str, dict[str, Any]]:
    return {entry["name"]: entry for entry in load("classes.yaml")}


def title(code: str) -> str:
    """The title of a kind of finding.

    Examples
    --------
    >>> title("inexact")
    'an inexact value is printed as exact'
    """
    return str(_classes()[code]["title"])


def found(
    code: str, text: str, evidence: dict[str, Any] | None = None, picture: Picture | None = None
) -> Finding:
    """Make a finding; its level is that of its kind, `code`, in ``classes.yaml``."""
    return Finding(code, Level(_classes()[code]["level"]), text, evidence or {}, picture)
