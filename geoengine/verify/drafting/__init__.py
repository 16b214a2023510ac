"""The judge's own way to carry out drafts, which shares only the reader with the maker's."""

from geoengine.verify.drafting.evaluation import UnknownNameError, holds, value_of
from geoengine.verify.drafting.figure import Figure, NameTakenError, carry_out
from geoengine.verify.drafting.moving import free_names, moved_givens, placed_anew
from geoengine.verify.drafting.reals import PrecisionError, Vec, many_digits, real
from geoengine.verify.drafting.shapes import Thing
from geoengine.verify.drafting.tools import TOOLS, tool_faults
from geoengine.verify.drafting.wordings import COMMON, names_in, without_code

__all__ = [
    "COMMON",
    "TOOLS",
    "Figure",
    "NameTakenError",
    "PrecisionError",
    "Thing",
    "UnknownNameError",
    "Vec",
    "carry_out",
    "free_names",
    "holds",
    "many_digits",
    "moved_givens",
    "names_in",
    "placed_anew",
    "real",
    "tool_faults",
    "value_of",
    "without_code",
]
