"""Exporting: a finished split, written anew in other formats."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

from geoengine.errors import UsageError
from geoengine.formats.huggingface import write_huggingface
from geoengine.formats.inspect_ai import write_inspect
from geoengine.formats.llamafactory import write_llamafactory
from geoengine.formats.lm_eval import write_lm_eval
from geoengine.formats.parquet import MissingLibraryError
from geoengine.formats.source import Source
from geoengine.formats.trustgeogen import write_trustgeogen
from geoengine.formats.verl import write_verl
from geoengine.formats.vlmevalkit import write_vlmevalkit
from geoengine.split_files import digest_of

__all__ = ["FORMATS", "export"]

FORMATS: dict[str, Callable[[Source, Path], None]] = {
    "huggingface": write_huggingface,
    "inspect": write_inspect,
    "llamafactory": write_llamafactory,
    "lm-eval": write_lm_eval,
    "trustgeogen": write_trustgeogen,
    "verl": write_verl,
    "vlmevalkit": write_vlmevalkit,
}
"""The writers, by the name of their format."""


def export(source: Source, out: Path, formats: Sequence[str] = tuple(FORMATS)) -> list[Path]:
    """Write a split in other formats, each in a folder of its own within `out`.

    A format is written aside first, so that its folder is whole or not there. A folder that is
    there already is never changed: it must hold what would be written.

    Parameters
    ----------
    source : Source
    out : Path
    formats : sequence of str
        Names from `FORMATS`.

    Returns
    -------
    list of Path
        The folders, one for each format.

    Raises
    ------
    UsageError
        For an unknown format, or a folder that is there already and holds something else.
    MissingLibraryError
        When a format needs a library that is not installed; the other formats are written.

    Examples
    --------
    >>> from geoengine.split import generate, make_plan
    >>> folder = getfixture("tmp_path")
    >>> made = generate(make_plan(1, images=False), folder / "one")
    >>> [path.name for path in export(Source(made.path), folder / "out", ["llamafactory"])]
    ['llamafactory']
    >>> len(list((folder / "out/llamafactory").glob("*.json")))
    3
    """
    for name in formats:
        if name not in FORMATS:
            raise UsageError(
                f"expected a format, found {name!r}",
                hint=f"the formats are: {', '.join(FORMATS)}",
            )
    if not source.items:
        raise UsageError(f"expected a split but {source.path} has no items")
    folders: list[Path] = []
    missing: dict[str, MissingLibraryError] = {}
    for name in dict.fromkeys(formats):
        try:
            folders.append(_write(source, out, name))
        except MissingLibraryError as error:
            missing[name] = error
    if missing:
        reasons = "; ".join(dict.fromkeys(map(str, missing.values())))
        raise MissingLibraryError(f"not written: {', '.join(missing)}. {reasons}", folders)
    return folders


def _write(source: Source, out: Path, name: str) -> Path:
    place, aside = out / name, out / f"{name}.partial"
    if aside.exists():
        shutil.rmtree(aside)
    aside.mkdir(parents=True)
    try:
        FORMATS[name](source, aside)
        if not place.exists() and not place.is_symlink():
            return aside.rename(place)
        if place.is_symlink() or _contents(place) != _contents(aside):
            raise UsageError(
                f"{place} is there already, and holds something else than would be written",
                hint="choose another folder, or remove it",
            )
        return place
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def _contents(folder: Path) -> dict[str, str]:
    """Return the digest of each file of a folder, by its path from there."""
    return {
        path.relative_to(folder).as_posix(): digest_of(path.read_bytes())
        for path in folder.rglob("*")
        if path.is_file()
    }
