"""Columns of collections side by side."""

from __future__ import annotations

from collections.abc import Sequence

from geoengine.evaluate import CellKind, Column
from geoengine.report.collection import Collection

__all__ = ["side_by_side"]


def side_by_side(
    collections: Sequence[Collection], columns: Sequence[tuple[str, CellKind]]
) -> list[Column]:
    """Return these columns for each collection, headed by its name if there are several."""
    alone = len(collections) == 1
    return [
        Column(title if alone else f"{one.name}: {title}" if title else one.name, kind)
        for one in collections
        for title, kind in columns
    ]
