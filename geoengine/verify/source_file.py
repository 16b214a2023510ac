"""Reading the files to be judged, as bytes, text or JSON."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

from geoengine.errors import ProblemError, UsageError

__all__ = ["decoded", "entry_lines", "json_lines", "parse_json", "read_content", "read_json"]

_LARGEST = 64_000_000
_BEGIN = re.compile(r"[^\s,]")


def read_json(path: str | os.PathLike[str]) -> Any:
    """Parse a file of JSON, or of JSON lines as a list.

    Raises
    ------
    InputError
        When it cannot be read, or is not JSON; the error then has the line and column.
    """
    source = os.fspath(path)
    text = decoded(read_content(Path(path), source), source)
    try:
        return parse_json(text)
    except RecursionError:
        raise ProblemError("expected plain data, found too deep a nesting", source=source) from None
    except ProblemError as error:
        raise error.at(source=source) from None


def read_content(path: Path, source: str) -> bytes:
    """The bytes of a file; raise InputError if it is unreadable, too large or empty."""
    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise UsageError(f"cannot read {source}: {why}") from None
    if len(content) > _LARGEST:
        raise ProblemError(f"expected at most {_LARGEST:,} bytes, found more", source=source)
    if not content.strip():
        raise ProblemError("expected a problem, a proof or items, found nothing", source=source)
    return content


def decoded(content: bytes, source: str) -> str:
    """Decode bytes as UTF-8; raise ProblemError, with the line number, if they are not UTF-8."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ProblemError(
            f"expected text in UTF-8, found the byte 0x{content[error.start]:02x}",
            source=source, line=line, hint="save the file as UTF-8",
        ) from None  # fmt: skip


def parse_json(text: str) -> Any:
    """Parse one JSON value, or JSON lines as a list; raise ProblemError if it is neither."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        first = error
    except ValueError as error:
        raise ProblemError(f"this is not JSON that can be read: {error}") from None
    lines = json_lines(text)
    if lines is None:
        raise ProblemError(
            f"this is not JSON: {first.msg}", line=first.lineno, column=first.colno
        ) from None
    for _, value in lines:
        if isinstance(value, ProblemError):
            raise value
    return [value for _, value in lines]


def json_lines(text: str) -> list[tuple[int, Any]] | None:
    r"""Parse JSON lines, going on after those that are not JSON.

    Returns
    -------
    list of (int, object) or None
        The number of each line, with its value or a `ProblemError`. None for a text that is not
        JSON lines: one that has a single line, or begins with a line that is not JSON.

    Examples
    --------
    >>> [(number, str(value)) for number, value in json_lines('1\n\n{"a": \n')]
    [(1, '1'), (3, 'line 3, column 7: this is not JSON: Expecting value')]
    """
    lines = [(n, line) for n, line in enumerate(text.split("\n"), start=1) if line.strip()]
    if len(lines) < 2 or isinstance(_value(*lines[0]), ProblemError):
        return None
    return [(number, _value(number, line)) for number, line in lines]


def _value(number: int, line: str) -> Any:
    try:
        return json.loads(line)
    except json.JSONDecodeError as error:
        return ProblemError(f"this is not JSON: {error.msg}", line=number, column=error.colno)
    except ValueError as error:
        return ProblemError(f"this is not JSON: {error}", line=number)


def entry_lines(text: str) -> list[int]:
    r"""Find the numbers of the lines on which the entries of a list in JSON begin.

    Examples
    --------
    >>> entry_lines('[\n {"a": [1,\n 2]},\n {}]')
    [2, 4]
    """
    scan = json.JSONDecoder().raw_decode
    found: list[int] = []
    line, place, end = 1, 0, text.index("[") + 1
    while (begin := _BEGIN.search(text, end)) and begin[0] != "]":
        line, place = line + text.count("\n", place, begin.start()), begin.start()
        found.append(line)
        _, end = scan(text, place)
    return found
