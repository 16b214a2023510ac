"""The tables of a report, each from an evaluation."""

from geoengine.evaluate.tables.all import all_tables
from geoengine.evaluate.tables.pictures import picture_table
from geoengine.evaluate.tables.process_scores import process_tables

__all__ = ["all_tables", "picture_table", "process_tables"]
