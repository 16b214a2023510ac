"""Readers of response files: our own JSON lines, and the output of other programs."""

from geoengine.evaluate.readers.detection import read_responses

__all__ = ["read_responses"]
