"""Reading the files to be judged, as bytes, text or JSON."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from geoengine.errors import ProblemError, UsageError

__all__ = ["decoded", "parse_json", "read_content", "read_json"]

_LARGEST = 64_000_000


def read_json(path: str | os.PathLike[str]) -> Any:
    """Parsed JSON of a file.

    Raises
    ------
    InputError
        With the place of the error.
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
    """The bytes of a file that is not too large, nor empty."""
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
    """Decode bytes as UTF-8."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ProblemError(
            f"expected text in UTF-8, found the byte 0x{content[error.start]:02x}",
            source=source, line=line, hint="save the file as UTF-8",
        ) from None  # fmt: skip


def parse_json(text: str) -> Any:
    """Parse one JSON value, or JSON lines as a list."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        first = error
    except ValueError as error:
        raise ProblemError(f"this is not JSON that can be read: {error}") from None
    lines = [(n, line) for n, line in enumerate(text.split("\n"), start=1) if line.strip()]
    if len(lines) < 2 or not _is_json(lines[0][1]):
        raise ProblemError(
            f"this is not JSON: {first.msg}", line=first.lineno, column=first.colno
        ) from None
    found = []
    for number, line in lines:
        try:
            found.append(json.loads(line))
        except ValueError as error:
            raise ProblemError(f"this is not JSON: {error}", line=number) from None
    return found


def _is_json(line: str) -> bool:
    try:
        json.loads(line)
    except ValueError:
        return False
    return True
