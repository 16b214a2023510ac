"""Audits of published benchmarks: their files read into our language, and judged.

It uses the judge (`geoengine.verify`), and is itself used by the commands and the report only.
"""

from geoengine.audit.published import PublishedFiles, judge_published, read_published

__all__ = ["PublishedFiles", "judge_published", "read_published"]
