"""The functions of the seed language, gathered from the modules that define them."""

from __future__ import annotations

from collections.abc import Callable

from geoengine.solid import (
    angles,
    arithmetic,
    block_counts,
    bodies,
    body_parts,
    centers,
    choices,
    colorings,
    corner_angles,
    curved_areas,
    distances,
    divisions,
    edge_paths,
    flats,
    folding,
    incidences,
    measures,
    nets,
    ngon_bodies,
    number_words,
    pair_counts,
    pieces,
    pile_counts,
    pile_views,
    piles,
    points,
    relations,
    search,
    section_areas,
    sections,
    surface_paths,
    triangle_counts,
    trigonometry,
)

__all__ = ["CONSTANTS", "FUNCTIONS"]

CONSTANTS = arithmetic.CONSTANTS
"""The constants of the seed language, by name."""

FUNCTIONS: dict[str, Callable[..., object]] = {
    **angles.FUNCTIONS,
    **arithmetic.FUNCTIONS,
    **block_counts.FUNCTIONS,
    **bodies.FUNCTIONS,
    **body_parts.FUNCTIONS,
    **centers.FUNCTIONS,
    **choices.FUNCTIONS,
    **colorings.FUNCTIONS,
    **corner_angles.FUNCTIONS,
    **curved_areas.FUNCTIONS,
    **divisions.FUNCTIONS,
    **distances.FUNCTIONS,
    **edge_paths.FUNCTIONS,
    **flats.FUNCTIONS,
    **folding.FUNCTIONS,
    **incidences.FUNCTIONS,
    **measures.FUNCTIONS,
    **nets.FUNCTIONS,
    **ngon_bodies.FUNCTIONS,
    **number_words.FUNCTIONS,
    **pair_counts.FUNCTIONS,
    **pieces.FUNCTIONS,
    **pile_counts.FUNCTIONS,
    **pile_views.FUNCTIONS,
    **piles.FUNCTIONS,
    **points.FUNCTIONS,
    **relations.FUNCTIONS,
    **search.FUNCTIONS,
    **section_areas.FUNCTIONS,
    **sections.FUNCTIONS,
    **surface_paths.FUNCTIONS,
    **triangle_counts.FUNCTIONS,
    **trigonometry.FUNCTIONS,
}
"""The functions of the seed language, by name."""
