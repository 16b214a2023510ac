"""The functions of the seed language, gathered from the modules that define them."""

from __future__ import annotations

from collections.abc import Callable

from geoengine.solid import arithmetic, flats, points, trigonometry

__all__ = ["CONSTANTS", "FUNCTIONS"]

CONSTANTS = arithmetic.CONSTANTS
"""The constants of the seed language, by name."""

FUNCTIONS: dict[str, Callable[..., object]] = {
    **arithmetic.FUNCTIONS,
    **flats.FUNCTIONS,
    **points.FUNCTIONS,
    **trigonometry.FUNCTIONS,
}
"""The functions of the seed language, by name."""
