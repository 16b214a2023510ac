"""Audits of published benchmarks: their files are read into our language, and judged.

The package uses the judge (`geoengine.verify`), and only the commands and the report use it.
"""

from geoengine.audit.published import PublishedFiles, judge_published, read_published

__all__ = ["PublishedFiles", "judge_published", "read_published"]
