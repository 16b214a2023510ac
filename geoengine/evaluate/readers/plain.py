"""Our own response files: JSON lines with ``id`` and ``response``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from geoengine.errors import InputError
from geoengine.evaluate.readers.lines import json_lines, text_of
from geoengine.evaluate.response import Response
from geoengine.formats import Source

__all__ = ["read_plain"]


def read_plain(path: Path, source: Source) -> Iterator[Response]:
    """Read ``id``, ``response`` and, where given, ``model``, ``variant`` and ``run``.

    With ``response`` there may be ``pictures``, a list of files; their names are relative to the
    folder of the file.
    In place of ``response`` there may be ``responses``, a list of several samples: as many runs.

    Raises
    ------
    InputError
        When a line has no id or no response, or one that is not text.
    """
    for line, record in json_lines(path):
        identity = text_of(record, "id", path, line).strip()
        if not identity:
            raise InputError("expected an id, found an empty one", source=path, line=line)
        run, model, variant = (
            text_of(record, key, path, line).strip() if key in record else ""
            for key in ("run", "model", "variant")
        )
        where = f"{path.name}:{line}"
        if "response" not in record and "responses" in record:
            for number, text in enumerate(_samples(record, path, line), start=1):
                sample = f"{run}.{number}" if run else str(number)
                yield Response(identity, text, where, sample, model, variant)
        else:
            text = text_of(record, "response", path, line)
            pictures = _pictures(record, path, line)
            yield Response(identity, text, where, run, model, variant, pictures=pictures)


def _samples(record: Mapping[str, Any], path: Path, line: int) -> list[str]:
    listed = record["responses"]
    if not isinstance(listed, list) or not listed:
        raise InputError("expected a list of texts as 'responses'", source=path, line=line)
    return [text_of({"responses": text}, "responses", path, line) for text in listed]


def _pictures(record: Mapping[str, Any], path: Path, line: int) -> tuple[Path, ...]:
    listed = record.get("pictures", [])
    if not isinstance(listed, list) or not all(isinstance(name, str) for name in listed):
        raise InputError("expected a list of files as 'pictures'", source=path, line=line)
    return tuple(path.parent / name for name in listed)
