"""The instance of a seed that a command shows or draws."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from geoengine.cli.listing import find_entry
from geoengine.errors import GeoengineError

if TYPE_CHECKING:
    from geoengine.solid import Instance

__all__ = ["instance_named", "seed_ids"]


def seed_ids(incomplete: str) -> list[str]:
    """Return the ids of seeds that begin with `incomplete`."""
    from geoengine.solid import load_seeds

    return [name for name in load_seeds() if name.startswith(incomplete)]


def instance_named(name: str, file: Path | None, number: int) -> Instance:
    """Make an instance of the seed with an id, from a file or from those of geoengine.

    Raises
    ------
    UsageError
        When there is no such seed.
    CatalogueError
        When the file or the instance is wrong.
    """
    from geoengine.catalogue import load_files
    from geoengine.solid import Seed, load_seeds, located, make_instance

    chosen = find_entry(name, load_seeds() if file is None else load_files([file], Seed), "seed")
    try:
        return make_instance(chosen, number)
    except GeoengineError as error:
        raise located(chosen, error, number) from error
