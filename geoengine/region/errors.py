"""What goes wrong with plane regions."""

from __future__ import annotations

from geoengine.errors import InputError

__all__ = ["RegionError"]


class RegionError(InputError):
    """A boundary that is not closed, or an arc whose ends are not on its circle."""
