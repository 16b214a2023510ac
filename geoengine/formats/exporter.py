"""Exporting: a finished split, written anew in other formats."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from geoengine.errors import UsageError
from geoengine.formats.geogrambench import GEOGRAMBENCH_KINDS, write_geogrambench
from geoengine.formats.huggingface import write_huggingface
from geoengine.formats.inspect_ai import INSPECT_KINDS, write_inspect
from geoengine.formats.llamafactory import write_llamafactory
from geoengine.formats.lm_eval import LM_EVAL_KINDS, write_lm_eval
from geoengine.formats.parquet import MissingLibraryError
from geoengine.formats.source import Source
from geoengine.formats.trustgeogen import write_trustgeogen
from geoengine.formats.verl import VERL_KINDS, write_verl
from geoengine.formats.vlmevalkit import VLMEVALKIT_KINDS, write_vlmevalkit
from geoengine.items import KINDS, Kind
from geoengine.split_files import digest_of

__all__ = ["FORMATS", "Format", "export", "left_out"]


@dataclass(frozen=True, slots=True)
class Format:
    """A format of another program.

    Attributes
    ----------
    write : callable
        Takes a `Source` and an empty folder, and writes the split into the folder.
    kinds : frozenset of str
        The kinds of answer that it can carry; the writer is given only items of these kinds.
    of_problems : bool
        Whether it carries the records of problems instead of the items.
    of_code : bool
        Whether it carries only items that show code.
    """

    write: Callable[[Source, Path], None]
    kinds: frozenset[Kind] = frozenset(KINDS)
    of_problems: bool = False
    of_code: bool = False


FORMATS: dict[str, Format] = {
    "geogrambench": Format(write_geogrambench, GEOGRAMBENCH_KINDS, of_code=True),
    "huggingface": Format(write_huggingface),
    "inspect": Format(write_inspect, INSPECT_KINDS),
    "llamafactory": Format(write_llamafactory),
    "lm-eval": Format(write_lm_eval, LM_EVAL_KINDS),
    "trustgeogen": Format(write_trustgeogen, of_problems=True),
    "verl": Format(write_verl, VERL_KINDS),
    "vlmevalkit": Format(write_vlmevalkit, VLMEVALKIT_KINDS),
}
"""The formats, by the names that `export` takes."""


def left_out(source: Source, name: str) -> dict[str, int]:
    """Return how many items of each task of a split a format cannot carry, where there are any.

    A format that carries problem records leaves out all items of a split without records, and no
    item of any other split.
    """
    known = FORMATS[name]
    if known.of_problems and source.problems:
        return {}
    return dict(
        Counter(
            item.task
            for item in source.items
            if known.of_problems
            or item.answer.kind not in known.kinds
            or (known.of_code and not item.code)
        )
    )


def export(source: Source, out: Path, formats: Sequence[str] = tuple(FORMATS)) -> list[Path]:
    """Write a split in other formats, each in a folder of its own within `out`.

    Items that a format cannot carry are left out of it, see `left_out`. A format that can carry
    none of them is skipped; it is an error if all formats asked for are skipped.

    Each format is written to a temporary folder first, so that no incomplete folder is left behind.
    An existing folder of a format is never changed: it must contain exactly what would be written.

    Parameters
    ----------
    source : Source
    out : Path
        The folder for the folders of the formats; made if necessary.
    formats : sequence of str
        Names from `FORMATS`; all by default.

    Returns
    -------
    list of Path
        The folder of each format that was not skipped.

    Raises
    ------
    UsageError
        For an unknown format, a split without items, formats of which none can carry a task of the
        split, or an existing folder with other contents.
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
    count = len(source.items)
    fitting = [
        name for name in dict.fromkeys(formats) if sum(left_out(source, name).values()) < count
    ]
    if not fitting:
        raise UsageError(
            f"expected a format that can carry {', '.join(source.tasks)},"
            f" found {', '.join(formats)}"
        )
    folders: list[Path] = []
    missing: dict[str, MissingLibraryError] = {}
    for name in fitting:
        try:
            folders.append(_write(source, out, name))
        except MissingLibraryError as error:
            missing[name] = error
    if missing:
        reasons = "; ".join(dict.fromkeys(map(str, missing.values())))
        raise MissingLibraryError(f"not written: {', '.join(missing)}. {reasons}", folders)
    return folders


def _write(source: Source, out: Path, name: str) -> Path:
    place, partial = out / name, out / f"{name}.partial"
    if partial.exists():
        shutil.rmtree(partial)
    partial.mkdir(parents=True)
    try:
        known = FORMATS[name]
        known.write(source.of_kinds(known.kinds), partial)
        if not place.exists() and not place.is_symlink():
            return partial.rename(place)
        if place.is_symlink() or _contents(place) != _contents(partial):
            raise UsageError(
                f"{place} exists already, and its contents differ from what would be written",
                hint="choose another folder, or remove it",
            )
        return place
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def _contents(folder: Path) -> dict[str, str]:
    """Return the digest of each file in a folder and its subfolders, by relative path.

    What Python leaves beside an exported program that was run does not count.
    """
    return {
        path.relative_to(folder).as_posix(): digest_of(path.read_bytes())
        for path in folder.rglob("*")
        if path.is_file() and path.parent.name != "__pycache__"
    }
