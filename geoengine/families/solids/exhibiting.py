"""Exhibits of items: their solids, to be turned on a page."""

from __future__ import annotations

from typing import Any

from geoengine.draw.solids import Exhibit, Model
from geoengine.errors import InputError
from geoengine.families.solids.building import instance_of
from geoengine.families.solids.figure_model import model_of
from geoengine.families.solids.views import read_view
from geoengine.items import Item
from geoengine.solid import Instance, InstanceError, motion_of

__all__ = ["exhibit"]


def exhibit(item: Item) -> Exhibit:
    """Return the solid of an item, in the view of its picture, and the positions that it can take.

    What is drawn besides bodies and points stands in the seed, not in the record of the item; so
    the instance is made again, and must have the same record.

    Raises
    ------
    InputError
        If the seed of the item is not there, or gives another instance now.
    """
    instance = _instance(item)
    view = item.certificate.get("view")
    if not isinstance(view, dict) or not {"azimuth", "elevation"} <= view.keys():
        raise InputError("expected the view of the picture in the certificate, found none")
    seen = read_view(view)
    model, motion = model_of(instance), motion_of(instance)
    if motion is None:
        return Exhibit(model, seen)
    moved = tuple(tuple(name for name in axis if name in model.shown) for axis in motion.moved)
    positions = tuple(_position(instance, scope) for scope in motion.scopes)
    return Exhibit(model, seen, moved, motion.counts, motion.drawn, positions)


def _instance(item: Item) -> Instance:
    seed, index = item.meta.get("seed"), item.meta.get("index")
    if not isinstance(seed, int) or not isinstance(index, int):
        raise InputError("expected seed and index of the instance in meta, found none")
    try:
        instance = instance_of(item.scene, seed, index)
    except (KeyError, InstanceError) as error:
        raise InputError(f"expected a seed {item.scene} with such an instance") from error
    if instance.record != item.problem:
        raise InputError(f"the seed {item.scene} has changed since the item was made")
    return instance


def _position(instance: Instance, scope: dict[str, Any] | None) -> Model | None:
    """Return the solid in a position; None where it has collapsed."""
    if scope is None:
        return None
    try:
        return model_of(instance, scope)
    except InputError:
        return None
