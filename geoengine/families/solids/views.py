"""From where instances are seen."""

from __future__ import annotations

from typing import Any

from numpy.random import Generator

from geoengine.draw.solids import (
    AZIMUTHS,
    ELEVATIONS,
    PERSPECTIVE,
    Model,
    View,
    choose_view,
    picture_size,
)
from geoengine.errors import UsageError
from geoengine.families.solids.figure_model import has_pile
from geoengine.items import ANY_LOOK, Look
from geoengine.solid import Instance

__all__ = ["check_look", "read_view", "view_of", "write_view"]

_FRONT = (-70.0, -20.0)
"""Azimuths from which a pile shows its front and its right side; its front faces -y."""


def check_look(look: Look) -> None:
    """Check that items can be seen as is asked.

    Raises
    ------
    UsageError
        When an angle or the size is out of range.

    Examples
    --------
    >>> check_look(Look(view=(40, 25)))
    >>> check_look(Look(view=(40, 60)))
    Traceback (most recent call last):
    geoengine.errors.UsageError: expected an elevation of 10 to 35 degrees, found 60
      hint: the azimuth stands first, such as 40,25
    """
    if look.view is not None:
        azimuth, elevation = look.view
        low, high = ELEVATIONS
        if not low <= elevation <= high:
            raise UsageError(
                f"expected an elevation of {low:g} to {high:g} degrees, found {elevation:g}",
                hint="the azimuth stands first, such as 40,25",
            )
        if not abs(azimuth) <= AZIMUTHS[1]:
            raise UsageError(f"expected an azimuth of -360 to 360 degrees, found {azimuth:g}")
    if look.size is not None:
        picture_size(look.size)


def view_of(instance: Instance, model: Model, rng: Generator, look: Look = ANY_LOOK) -> View:
    """Choose from where an instance is seen, in so far as the look leaves it open.

    A pile of cubes is always seen from its front and its right side, which questions name.
    """
    azimuths, elevations = AZIMUTHS, ELEVATIONS
    if has_pile(instance):
        azimuths = _FRONT
    if look.view is not None:
        azimuth, elevation = look.view
        elevations = elevation, elevation
        if not has_pile(instance) or _FRONT[0] <= _turned(azimuth) <= _FRONT[1]:
            azimuths = azimuth, azimuth
    distance = PERSPECTIVE if look.projection == "perspective" else None
    return choose_view(model, rng, azimuths=azimuths, elevations=elevations, distance=distance)


def _turned(azimuth: float) -> float:
    """Return the same direction from -180 to 180 degrees."""
    return (azimuth + 180) % 360 - 180


def write_view(view: View, model: Model) -> dict[str, Any]:
    """Return a view as it is recorded: angles in degrees and, in perspective, the eye.

    The eye has the coordinates of the record; its distance from the middle of the model is a
    multiple of the model's size.
    """
    angles = {"azimuth": round(view.azimuth, 6), "elevation": round(view.elevation, 6)}
    if view.distance is None:
        return angles
    eye = view.camera(model).eye[:3].round(6).tolist()
    return {**angles, "distance": view.distance, "eye": eye}


def read_view(recorded: dict[str, Any]) -> View:
    """Return a view that was recorded."""
    return View(recorded["azimuth"], recorded["elevation"], recorded.get("distance"))
