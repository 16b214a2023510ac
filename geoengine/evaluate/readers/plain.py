"""Our own response files: JSON lines with ``id`` and ``response``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from geoengine.errors import InputError
from geoengine.evaluate.readers.lines import json_lines, text_of
from geoengine.evaluate.response import Response
from geoengine.formats import Source

__all__ = ["read_plain"]


def read_plain(path: Path, source: Source) -> Iterator[Response]:
    """Read ``id``, ``response`` and, where given, ``model``, ``variant`` and ``run``.

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
        text = text_of(record, "response", path, line)
        yield Response(identity, text, f"{path.name}:{line}", run, model, variant)
