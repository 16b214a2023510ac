"""Entries of certificates, as the records of items have them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["Entry", "coordinates", "entry_of_key"]

Entry = Mapping[str, Any]


def entry_of_key(certificate: Entry) -> Entry:
    """Return the entry of the right option; an empty one if there is none.

    Examples
    --------
    >>> entry_of_key({"options": [{"correct": False}, {"correct": True, "step": 3}]})["step"]
    3
    """
    entries: list[Entry] = certificate.get("options", [])
    return next((entry for entry in entries if entry.get("correct")), {})


def coordinates(points: Mapping[str, Any]) -> dict[str, tuple[float, float]]:
    """Return the coordinates of points as numbers.

    Examples
    --------
    >>> coordinates({"A": ["0.5", "2"]})
    {'A': (0.5, 2.0)}
    """
    return {name: (float(x), float(y)) for name, (x, y) in points.items()}
