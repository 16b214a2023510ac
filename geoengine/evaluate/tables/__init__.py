"""The tables of a report, each from a study."""

from geoengine.evaluate.tables.all import all_tables
from geoengine.evaluate.tables.process import process_tables

__all__ = ["all_tables", "process_tables"]
