"""Audits of published benchmarks: their files read into our language, and judged.

It stands by itself: it uses the judge (`geoengine.verify`), and nothing uses it but the commands
and the report.
"""

from geoengine.audit.published import PublishedFiles, judge_published, read_published

__all__ = ["PublishedFiles", "judge_published", "read_published"]
