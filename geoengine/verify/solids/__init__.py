"""Measuring solids anew, from the printed record of an item, in floats."""

from geoengine.verify.solids.evaluation import UnknownFunctionError, evaluate, read_expression
from geoengine.verify.solids.figure_record import Figure, read_figure
from geoengine.verify.solids.measuring import measure
from geoengine.verify.solids.printed_numbers import read_number

__all__ = [
    "Figure",
    "UnknownFunctionError",
    "evaluate",
    "measure",
    "read_expression",
    "read_figure",
    "read_number",
]
