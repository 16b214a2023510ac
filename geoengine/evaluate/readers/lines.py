"""Reading JSON lines, with line numbers."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from geoengine.errors import InputError

__all__ = ["json_file", "json_lines", "text_of"]


def json_lines(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Read the objects of a file of JSON lines, each after its line number, from 1.

    Raises
    ------
    InputError
        When the file cannot be read or a line is not a JSON object; the message names file and
        line.
    """
    try:
        with path.open(encoding="utf-8-sig") as lines:
            for number, line in enumerate(lines, start=1):
                if not line.strip():
                    continue
                try:
                    record = json.loads(line.rstrip("\n"))
                except (ValueError, RecursionError) as error:
                    raise InputError(
                        f"expected a JSON object a line, found {line.strip()[:40]!r}:"
                        f" {getattr(error, 'msg', error)}",
                        source=path, line=number, column=getattr(error, "colno", None),
                    ) from error  # fmt: skip
                if not isinstance(record, dict):
                    raise InputError(
                        f"expected a JSON object, found {type(record).__name__}",
                        source=path,
                        line=number,
                    )
                yield number, record
    except UnicodeDecodeError as error:
        raise InputError(f"expected UTF-8: {error}", source=path) from error
    except OSError as error:
        raise InputError(f"cannot read it: {error.strerror}", source=path) from error


def json_file(path: Path) -> Any:
    """Read a JSON file.

    Raises
    ------
    InputError
        When the file cannot be read or is not JSON; the message names the file.
    """
    try:
        return json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise InputError(f"cannot read it: {error.strerror}", source=path) from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"expected JSON: {error}", source=path) from error


def text_of(record: Mapping[str, Any], key: str, path: Path, line: int) -> str:
    """The text under a key; empty for null, the digits for a whole number.

    Raises
    ------
    InputError
        If the key is missing, or has a value of another kind.
    """
    if key not in record:
        raise InputError(
            f"expected the key {key!r}, found {', '.join(map(repr, list(record)[:8])) or 'none'}",
            source=path,
            line=line,
        )
    found = record[key]
    if found is None:
        return ""
    if isinstance(found, int) and not isinstance(found, bool):
        return str(found)
    if not isinstance(found, str):
        raise InputError(
            f"expected text as {key!r}, found {type(found).__name__}", source=path, line=line
        )
    return found
