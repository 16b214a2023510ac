"""What goes wrong in space: a figure that is not there, a number that cannot be written."""

from __future__ import annotations

from geoengine.errors import GeoengineError, InputError

__all__ = ["InexactError", "SolidError"]


class SolidError(InputError):
    """A point, line, plane, body or measure that the given objects do not determine."""


class InexactError(GeoengineError, ArithmeticError):
    """A number that cannot be written with rational numbers, square roots and π."""
