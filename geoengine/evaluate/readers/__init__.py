"""Readers of response files: our own JSON lines, and the output of other programs."""

from geoengine.evaluate.readers.detection import read_responses
from geoengine.evaluate.readers.lines import json_lines

__all__ = ["json_lines", "read_responses"]
