"""What is in a split: how its items and solutions are distributed, beside that of others."""

from geoengine.report.collection import Collection, Question, Solution
from geoengine.report.quantities import QUANTITIES, Quantity
from geoengine.report.reading import read_collections
from geoengine.report.tables import all_tables
from geoengine.report.writing import REPORT_FORMATS, to_report

__all__ = [
    "QUANTITIES",
    "REPORT_FORMATS",
    "Collection",
    "Quantity",
    "Question",
    "Solution",
    "all_tables",
    "read_collections",
    "to_report",
]
