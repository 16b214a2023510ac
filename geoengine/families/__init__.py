"""Families of benchmarks: a folder each, with the builders of its tasks."""

__all__: list[str] = []
