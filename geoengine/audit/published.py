"""Published benchmark files for ``geoengine verify``, read and judged together."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from geoengine.errors import InputError
from geoengine.verify import Budget, Prover, Report, decoded, parse_json, read_content

__all__ = ["PublishedFiles", "judge_published", "read_published"]

_MARKS = ('"messages"', '"file_name"', '"geo_code"')
"""Keys of which every published file has one, so that other files need not be parsed."""


@dataclass(frozen=True)
class PublishedFiles:
    """Published files, audited together.

    Attributes
    ----------
    name : str
    files : tuple of (str, object)
        Names, and parsed JSON.
    """

    name: str
    files: tuple[tuple[str, Any], ...]

    def __len__(self) -> int:
        """The number of items; an index of files counts as one."""
        return sum(len(data) if isinstance(data, list) else 1 for _, data in self.files)

    def joined(self, other: PublishedFiles) -> PublishedFiles:
        """These files and the others, to be audited together."""
        return PublishedFiles("published files", (*self.files, *other.files))


def read_published(path: str | os.PathLike[str]) -> PublishedFiles | None:
    """Read a published file of GeoBench or GeoGramBench, or the index of GeoBench's files.

    Returns
    -------
    PublishedFiles or None
        None for a folder and any other file, JSON or not.

    Raises
    ------
    InputError
        When the file cannot be read.

    Examples
    --------
    >>> file = getfixture("tmp_path") / "problem.txt"
    >>> _ = file.write_text("A B C = triangle A B C")
    >>> print(read_published(file))
    None
    """
    from geoengine.audit.geobench import is_geobench
    from geoengine.audit.geogrambench import is_geogrambench

    path = Path(path)
    if path.is_dir():
        return None
    source = os.fspath(path)
    text = decoded(read_content(path, source), source)
    if text.lstrip()[:1] not in {"{", "["} or not any(mark in text for mark in _MARKS):
        return None
    try:
        data = parse_json(text)
    except (InputError, RecursionError):
        # The reader of problems will report what is wrong with the file.
        return None
    is_known = is_geobench(data) or is_geogrambench(data)
    return PublishedFiles(source, ((source, data),)) if is_known else None


def judge_published(
    unit: PublishedFiles, budget: Budget, prover: Prover | None = None
) -> list[Report]:
    """Audit published files: a report for each item, and one about the files as a whole.

    Parameters
    ----------
    unit : PublishedFiles
    budget : Budget
    prover : callable, optional
        Searches for proofs that avoid some theorems; the judge replays them.
    """
    from geoengine.audit.geobench import audit_together
    from geoengine.audit.geogrambench import audit_programs, is_geogrambench

    programs = [(name, data) for name, data in unit.files if is_geogrambench(data)]
    others = [(name, data) for name, data in unit.files if not is_geogrambench(data)]
    reports = audit_programs(programs).reports(unit.name) if programs else []
    if others:
        found = audit_together(others, budget, prover=prover)
        facts = {"items": len(found.items), "counts": found.counts()}
        whole = Report("benchmark", unit.name, found.overall, facts, found.text())
        reports += [*(one.report() for one in found.items), whole]
    return reports
