"""The judge's own way to carry out drafts, which shares only the reader with the maker's."""

from geoengine.verify.drafting.evaluation import (
    Figure,
    UnknownNameError,
    carry_out,
    holds,
    value_of,
)
from geoengine.verify.drafting.reals import PrecisionError, Vec, many_digits, real
from geoengine.verify.drafting.shapes import Thing

__all__ = [
    "Figure",
    "PrecisionError",
    "Thing",
    "UnknownNameError",
    "Vec",
    "carry_out",
    "holds",
    "many_digits",
    "real",
    "value_of",
]
