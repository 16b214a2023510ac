"""The functions of the seed language, gathered from the modules that define them."""

from __future__ import annotations

from collections.abc import Callable

from geoengine.solid import (
    arithmetic,
    block_counts,
    body_parts,
    colorings,
    edge_paths,
    flats,
    folding,
    incidences,
    nets,
    pair_counts,
    pieces,
    pile_views,
    piles,
    points,
    surface_paths,
    triangle_counts,
    trigonometry,
)

__all__ = ["CONSTANTS", "FUNCTIONS"]

CONSTANTS = arithmetic.CONSTANTS
"""The constants of the seed language, by name."""

FUNCTIONS: dict[str, Callable[..., object]] = {
    **arithmetic.FUNCTIONS,
    **block_counts.FUNCTIONS,
    **body_parts.FUNCTIONS,
    **colorings.FUNCTIONS,
    **edge_paths.FUNCTIONS,
    **flats.FUNCTIONS,
    **folding.FUNCTIONS,
    **incidences.FUNCTIONS,
    **nets.FUNCTIONS,
    **pair_counts.FUNCTIONS,
    **pieces.FUNCTIONS,
    **pile_views.FUNCTIONS,
    **piles.FUNCTIONS,
    **points.FUNCTIONS,
    **surface_paths.FUNCTIONS,
    **triangle_counts.FUNCTIONS,
    **trigonometry.FUNCTIONS,
}
"""The functions of the seed language, by name."""
