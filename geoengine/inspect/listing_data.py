"""Listings as data for pages, on which code is followed step by step."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import Any

from geoengine.errors import GeoengineError
from geoengine.items import Family, Item, Listing, Shape

__all__ = ["listing_of", "listing_record"]

_DEFAULTS = {field.name: field.default for field in fields(Shape)}


def listing_of(item: Item, family: Family) -> dict[str, Any] | None:
    """Return the listing of an item as data, or in ``excuse`` why there is none.

    None if the family of the item has no listings.
    """
    if family.listing is None:
        return None
    try:
        return listing_record(family.listing(item))
    except GeoengineError as error:
        return {"excuse": str(error)}


def listing_record(listing: Listing) -> dict[str, Any]:
    """Return a listing as data.

    Returns
    -------
    dict
        Plain data for JSON: ``code``, ``language``, ``width``, ``height`` and ``steps``, each with
        ``lines``, ``calls`` and ``shapes``; a shape has what differs from the defaults of `Shape`.

    Examples
    --------
    >>> from geoengine.items import DrawnStep
    >>> step = DrawnStep((1, 1), (), (Shape(d="M0 0L9 9", stroke="#000000"),))
    >>> listing_record(Listing("draw((0,0)--(1,1));", "asymptote", 9, 9, (step,)))["steps"]
    [{'lines': [1, 1], 'calls': [], 'shapes': [{'d': 'M0 0L9 9', 'stroke': '#000000'}]}]
    """
    return {
        "code": listing.code,
        "language": listing.language,
        "width": listing.width,
        "height": listing.height,
        "steps": [
            {
                "lines": list(step.lines),
                "calls": [list(lines) for lines in step.calls],
                "shapes": [
                    {k: value for k, value in asdict(shape).items() if value != _DEFAULTS[k]}
                    for shape in step.shapes
                ],
            }
            for step in listing.steps
        ],
    }
