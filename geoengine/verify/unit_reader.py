"""Reading problems, proofs, items and records; their kind is detected from the content."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from geoengine.catalogue import read_yaml
from geoengine.errors import InputError, ProblemError, UsageError
from geoengine.scene import Problem, ProblemEntry, list_problems
from geoengine.split_files import ITEMS, PROBLEMS, SplitFiles
from geoengine.verify.entry_reader import (
    KEYS,
    named,
    unit_of_data,
    unit_of_problem,
    unit_of_text,
)
from geoengine.verify.source_file import (
    decoded,
    entry_lines,
    json_lines,
    parse_json,
    read_content,
)
from geoengine.verify.units import ItemUnit, ProblemUnit, RecordUnit, Unit, UnreadUnit

__all__ = ["list_units", "read_text", "read_units"]

_LONGEST_MESSAGE = 400

_KEY_LINE = re.compile(rf"^\s*-?\s*\"?({'|'.join(KEYS)})\"?\s*:(\s|$)", re.MULTILINE)
_COMMENT = re.compile(r"^\s*(#.*)?$")


def read_units(path: str | os.PathLike[str]) -> list[Unit]:
    r"""Read the problems, proofs, items or records of a file.

    Parameters
    ----------
    path : str or path
        JGEX text; a problem, a proof or items in JSON, JSON lines or YAML; or
        the folder of a split, with its items and the records of its problems.

    Raises
    ------
    InputError
        Stating what was expected, and where.

    Examples
    --------
    >>> file = getfixture("tmp_path") / "right.yaml"
    >>> _ = file.write_text("premises: [perp A B A C, lconst A B 3]\nfind: length B C\n")
    >>> unit = read_units(file)[0]
    >>> unit.points, str(unit.goals[0].target)
    (('A', 'B', 'C'), 'BC')
    """
    found: list[Unit] = []
    for unit in list_units(path):
        if isinstance(unit, UnreadUnit):
            raise unit.error
        found.append(unit)
    return found


def list_units(path: str | os.PathLike[str]) -> Sequence[Unit | UnreadUnit]:
    r"""Read a file like `read_units`, continuing after units that cannot be read.

    Raises
    ------
    InputError
        When the file itself cannot be read; when it is a single unit, not in a list, and that
        cannot be read; or when it is a split with a line that is not a JSON object.

    Examples
    --------
    >>> file = getfixture("tmp_path") / "problems.txt"
    >>> _ = file.write_text("odd\na b = segmnt\neven\na b = segment ? cong a b b a\n")
    >>> [(type(unit).__name__, unit.name) for unit in list_units(file)]
    [('UnreadUnit', 'odd'), ('ProblemUnit', 'even')]
    """
    path = Path(path)
    source = os.fspath(path)
    if path.is_dir():
        return _of_split(path)
    content = read_content(path, source)
    text = decoded(content, source)
    try:
        return _units(text, content, path, source)
    except RecursionError:
        raise ProblemError("expected plain data, found too deep a nesting", source=source) from None
    except InputError as error:
        raise _cut(error.at(source=source)) from None


def read_text(text: str) -> list[Unit]:
    """Read one problem in JGEX text; the list has this one unit.

    Parameters
    ----------
    text : str

    Raises
    ------
    ProblemError
        With line and column.

    Examples
    --------
    >>> (unit,) = read_text("a b = segment; m = midpoint a b ? cong m a m b")
    >>> unit.name, unit.points
    ('problem', ('a', 'b', 'm'))
    """
    return [unit_of_text(text, "problem")]


def _of_split(path: Path) -> list[Unit]:
    """Return the items of a split, and the records of its problems where it has any."""
    if not (path / ITEMS).is_file():
        raise UsageError(
            f"expected a split, found the folder {path} without {ITEMS}",
            hint="name a split, or files of problems, proofs or items",
        )
    files = SplitFiles(path)
    try:
        _ = files.manifest
    except InputError:
        # That it is missing or broken is found when the files are judged.
        pass
    else:
        files.require_layout()
    found: list[Unit] = [
        ItemUnit(named(record, f"items {line}"), record)
        for line, record in files.lines(ITEMS, check_digest=False)
    ]
    if not found:
        raise ProblemError("expected items, found none", source=path / ITEMS)
    if (path / PROBLEMS).exists():
        found += [
            RecordUnit(named(record, f"problems {line}"), record)
            for line, record in files.lines(PROBLEMS, check_digest=False)
        ]
    return found


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST_MESSAGE else f"{text[:_LONGEST_MESSAGE]}…"


def _cut(error: InputError) -> InputError:
    """Cut the message and the hint of an error, which may quote the file, to a readable length."""
    error.message = _shortened(error.message)
    error.hint = error.hint and _shortened(error.hint)
    return error


def _units(text: str, content: bytes, path: Path, source: str) -> Sequence[Unit | UnreadUnit]:
    name = path.stem
    if text.lstrip()[:1] in {"{", "["}:
        return _of_json(text, name, source)
    if _KEY_LINE.search(text) and "?" not in text.split("\n", 1)[0]:
        document = read_yaml(content, source)
        if not isinstance(document.data, list):
            return [unit_of_data(document.data, name)]
        return _of_list(document.data, name, source, lambda k: document.place((k,))[0])
    lines = [line for line in text.split("\n") if not _COMMENT.match(line)]
    if not lines:
        raise ProblemError("expected a problem, a proof or items, found comments alone")
    if len(lines) == 1:
        return [unit_of_text(lines[0], name)]
    return [_of_problem_entry(entry) for entry in list_problems(path)]


def _of_problem_entry(entry: ProblemEntry) -> ProblemUnit | UnreadUnit:
    """A problem of a file of JGEX text."""
    if isinstance(entry.content, Problem):
        return unit_of_problem(entry.content)
    if entry.text:
        try:
            # A degenerate goal is not an error here.
            return unit_of_text(entry.text, entry.name)
        except InputError:
            pass
    return UnreadUnit(entry.name, _cut(entry.content.at()))


def _of_json(text: str, name: str, source: str) -> Sequence[Unit | UnreadUnit]:
    lines = json_lines(text)
    if lines is not None:
        return _of_list([value for _, value in lines], name, source, lambda k: lines[k][0])
    data = parse_json(text)
    if not isinstance(data, list):
        return [unit_of_data(data, name)]
    begins = cache(entry_lines)
    return _of_list(data, name, source, lambda k: begins(text)[k])


def _of_list(
    entries: Sequence[Any], name: str, source: str, line_of: Callable[[int], int]
) -> list[Unit | UnreadUnit]:
    """The units of a list; the places in their errors are those of the entries."""
    if not entries:
        raise ProblemError("expected a problem, a proof or items, found an empty list")
    found: list[Unit | UnreadUnit] = []
    for k, entry in enumerate(entries):
        called = f"{name} {k + 1}"
        if isinstance(entry, ProblemError):
            found.append(UnreadUnit(called, _cut(entry.at(source=source))))
            continue
        try:
            found.append(unit_of_data(entry, called))
        except InputError as error:
            located = _cut(error.at(source=source))
            # A place within the text of a problem is none in the file.
            located.line, located.column = line_of(k), None
            found.append(UnreadUnit(called, located))
    return found
