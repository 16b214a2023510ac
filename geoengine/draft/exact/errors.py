"""Errors of exact figures."""

from geoengine.errors import GeoengineError

__all__ = ["NotExactError"]


class NotExactError(GeoengineError, ArithmeticError):
    """What cannot be computed exactly: by rational operations and square roots."""
