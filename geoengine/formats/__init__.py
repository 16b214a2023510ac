"""Splits in the formats of the programs that train and evaluate models.

Each format has a writer, which takes a `Source` and an empty folder. `export` calls the writers.
"""

from geoengine.formats.exporter import FORMATS, Format, export, left_out
from geoengine.formats.parquet import MissingLibraryError
from geoengine.formats.source import Source

__all__ = ["FORMATS", "Format", "MissingLibraryError", "Source", "export", "left_out"]
