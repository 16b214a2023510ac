"""The files and records of a used problem, made by its family."""

from __future__ import annotations

from geoengine.errors import GeoengineError
from geoengine.items import FinishedProblem, UsedProblem, load_family

__all__ = ["UnfinishedError", "finish"]


class UnfinishedError(GeoengineError):
    """The family raised an exception while it made the files and records of a problem."""


def finish(job: UsedProblem) -> FinishedProblem:
    """Make the files and the records of a problem.

    Raises
    ------
    UnfinishedError
        When the family raises any exception; the message names scene and problem.
    """
    first = job.items[0]
    try:
        return load_family(first.family).finish(job)
    except Exception as error:
        where = f"scene {job.index} ({first.scene}), problem {job.id}"
        raise UnfinishedError(f"{where}: {type(error).__name__}: {error}") from error
