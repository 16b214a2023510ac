"""How pictures look, where the maker of a split chooses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from geoengine.errors import UsageError
from geoengine.spelling import did_you_mean

__all__ = ["ANY_LOOK", "PROJECTIONS", "Look"]

PROJECTIONS = ("orthographic", "perspective")
"""Sight lines are parallel, or meet in an eye."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What is chosen about the pictures and videos of a split; the family chooses the rest.

    Attributes
    ----------
    view : (float, float) or None
        The azimuth and the elevation of the eye, in degrees; None to choose them for each item.
    projection : {"orthographic", "perspective"}
    size : (int, int) or None
        The width and the height in pixels; None for those of the family.

    Raises
    ------
    UsageError
        If there is no such projection.

    Examples
    --------
    >>> Look(projection="perspective").as_dict()
    {'view': None, 'projection': 'perspective', 'size': None}
    >>> Look(projection="isometric")
    Traceback (most recent call last):
    geoengine.errors.UsageError: expected a projection, found 'isometric'
      hint: the projections are: orthographic, perspective
    """

    view: tuple[float, float] | None = None
    projection: str = "orthographic"
    size: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        if self.projection not in PROJECTIONS:
            listed = f"the projections are: {', '.join(PROJECTIONS)}"
            raise UsageError(
                f"expected a projection, found {self.projection!r}",
                hint=did_you_mean(self.projection, PROJECTIONS, listed),
            )

    def as_dict(self) -> dict[str, Any]:
        """Return plain data, the arguments of an equal one."""
        return {
            "view": None if self.view is None else list(self.view),
            "projection": self.projection,
            "size": None if self.size is None else list(self.size),
        }


ANY_LOOK = Look()
"""Nothing is chosen."""
