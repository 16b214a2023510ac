"""The seeds that the words of a command name: files, folders and ids."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from geoengine.cli.listing import find_entry

if TYPE_CHECKING:
    from collections.abc import Iterable

    from geoengine.errors import CatalogueError
    from geoengine.solid import Seed

__all__ = ["chosen_seeds"]


def chosen_seeds(words: Iterable[str]) -> tuple[list[Seed], list[CatalogueError]]:
    """Return the seeds that files and ids name, and the mistakes in the files.

    Without any, these are all seeds of geoengine.
    """
    from geoengine.catalogue import load_each, yaml_files
    from geoengine.solid import Seed, load_seeds

    found: list[Seed] = []
    errors: list[CatalogueError] = []
    words = list(words)
    for word in words:
        if Path(word).exists() or word.endswith(".yaml"):
            for path in yaml_files([word]):
                seeds, mistakes = load_each(path, Seed)
                found += seeds
                errors += mistakes
        else:
            found.append(find_entry(word, load_seeds(), "seed"))
    if not words:
        found = list(load_seeds().values())
    errors += _repeated(found)
    return found, errors


def _repeated(seeds: Iterable[Seed]) -> list[CatalogueError]:
    known: dict[str, Seed] = {}
    return [
        seed.error(f"expected each id once, found {seed.id!r} again")
        for seed in seeds
        if known.setdefault(seed.id, seed) is not seed
    ]
