"""What is in a split: how its items and solutions are distributed, beside that of others."""

from geoengine.distribution.collection import Collection, Question, Solution
from geoengine.distribution.quantities import QUANTITIES, Quantity
from geoengine.distribution.reading import read_collections
from geoengine.distribution.report import to_report
from geoengine.distribution.tables import all_tables

__all__ = [
    "QUANTITIES",
    "Collection",
    "Quantity",
    "Question",
    "Solution",
    "all_tables",
    "read_collections",
    "to_report",
]
