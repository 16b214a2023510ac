"""Readers of response files: our own JSON lines, and what other programs write."""

from geoengine.evaluate.readers.detection import read_responses

__all__ = ["read_responses"]
