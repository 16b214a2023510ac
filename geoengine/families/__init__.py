"""Families of benchmarks, each a folder with the builders of its tasks."""

__all__: list[str] = []
