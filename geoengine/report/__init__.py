"""Reports: how the items and solutions of splits are distributed, side by side."""

from geoengine.report.collection import Collection, CountedItem, CountedSolution
from geoengine.report.collection_reader import read_collections
from geoengine.report.distribution_tables import all_tables
from geoengine.report.learned_guesses import attacked, attacked_together, with_pool
from geoengine.report.measures import MEASURES, Measure
from geoengine.report.reviews import VERDICTS, Review, ReviewedSplit, read_reviews
from geoengine.report.writing import REPORT_FORMATS, to_report

__all__ = [
    "MEASURES",
    "REPORT_FORMATS",
    "VERDICTS",
    "Collection",
    "CountedItem",
    "CountedSolution",
    "Measure",
    "Review",
    "ReviewedSplit",
    "all_tables",
    "attacked",
    "attacked_together",
    "read_collections",
    "read_reviews",
    "to_report",
    "with_pool",
]
