"""Errors of instances, which name the seed and its place."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from geoengine.catalogue import EntryError
from geoengine.errors import GeoengineError
from geoengine.families.programs.seed import Seed

__all__ = ["InstanceError", "errors_of"]


class InstanceError(EntryError):
    """A seed of which an instance is wrong; `within` names the place in the seed."""


@contextmanager
def errors_of(seed: Seed) -> Iterator[None]:
    """Let errors in a block name a seed, and its place in its file.

    Raises
    ------
    InstanceError
        For each error of geoengine. Line and column of a program are told in the message, since
        they count in the program of the instance, not in the file.

    Examples
    --------
    >>> from geoengine.families.programs import load_seeds
    >>> try:
    ...     with errors_of(load_seeds()["plane_right_triangle_altitude"]):
    ...         raise InstanceError("expected 2, measured 3", within=("answer",))
    ... except InstanceError as error:
    ...     print(error.message)
    plane_right_triangle_altitude, answer: expected 2, measured 3
    """
    try:
        yield
    except GeoengineError as error:
        within = error.within if isinstance(error, EntryError) else ()
        told = getattr(error, "message", str(error))
        line, column = getattr(error, "line", None), getattr(error, "column", None)
        if line is not None:
            told += f"; in line {line}, column {column} of the instance's program"
        found = InstanceError(
            f"{', '.join(map(str, (seed.id, *within)))}: {told}",
            within=within,
            hint=getattr(error, "hint", None),
        )
        place = seed.error(told)
        found.source, found.line, found.column = place.source, place.line, place.column
        raise found from error
