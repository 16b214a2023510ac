"""VLMEvalKit: the table of questions with a column ``prediction``, as xlsx, tsv, csv or json."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from geoengine.errors import InputError, UsageError
from geoengine.evaluate.readers.expected import Expected
from geoengine.evaluate.readers.lines import json_file
from geoengine.evaluate.response import Response
from geoengine.formats import FORMATS, Source
from geoengine.items import Item

__all__ = ["is_vlmevalkit", "read_vlmevalkit"]

_FAILED = "Failed to obtain answer"
"""The placeholder for a response where the model gave none."""


def is_vlmevalkit(data: Any) -> bool:
    """Whether JSON looks like a table with predictions."""
    return isinstance(data, list) and bool(data) and _is_row(data[0])


def _is_row(row: Any) -> bool:
    return isinstance(row, dict) and "prediction" in row


def read_vlmevalkit(path: Path, source: Source) -> Iterator[Response]:
    """Read ``<model>_<data set>.xlsx`` and similar files.

    Questions are identified by the column ``id`` of the table that ``geoengine export`` writes or,
    if it was lost, by ``index``, the number of the item, from 0, among those that the tables carry.
    A prediction that begins with VLMEvalKit's mark of a failure counts as failed.

    Raises
    ------
    InputError
        When a row has no prediction or names no item, or expects another answer than the split.
    UsageError
        When the library for reading xlsx is not installed.
    """
    rows = {".json": _json, ".xlsx": _xlsx}.get(path.suffix.lower(), _separated)(path)
    expected = Expected(source)
    items = source.of_kinds(FORMATS["vlmevalkit"].kinds).items
    model = path.stem.removesuffix(f"_{source.name}")
    for number, row in rows:
        if not _is_row(row):
            raise InputError(
                "expected a column 'prediction'", source=path, line=number, hint="is it the output?"
            )
        text = "" if row["prediction"] is None else str(row["prediction"])
        identity = _identity(row, items, path, number)
        expected.check(identity, row.get("answer"), path, number)
        failed = text.startswith(_FAILED)
        where = f"{path.name}:{number}"
        yield Response(identity, "" if failed else text, where, model=model, failed=failed)


def _identity(row: Mapping[str, Any], items: Sequence[Item], path: Path, number: int) -> str:
    named = row.get("id")
    if named not in (None, ""):
        return str(named)
    try:
        index = int(float(str(row.get("index"))))
        if index < 0:
            raise IndexError(index)
        return items[index].id
    except (ValueError, IndexError, OverflowError) as error:
        raise InputError(
            f"expected an id, or an index below {len(items)}, found {row.get('index')!r}",
            source=path,
            line=number,
        ) from error


def _json(path: Path) -> Iterator[tuple[int, Any]]:
    return enumerate(json_file(path), start=1)


def _separated(path: Path) -> Iterator[tuple[int, Any]]:
    # Pictures in base64 are long cells.
    csv.field_size_limit(min(sys.maxsize, 2**31 - 1))
    separator = "," if path.suffix.lower() == ".csv" else "\t"
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            yield from enumerate(csv.DictReader(file, delimiter=separator), start=2)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"cannot read the table: {error}", source=path) from error


def _xlsx(path: Path) -> Iterator[tuple[int, Any]]:
    try:
        from openpyxl import load_workbook
    except ImportError as error:
        raise UsageError(
            f"{path}: reading xlsx needs openpyxl", hint="pip install 'geoengine[evaluate]'"
        ) from error
    try:
        book = load_workbook(path, read_only=True, data_only=True)
    except Exception as error:  # A damaged zip raises exceptions of many kinds.
        raise InputError(f"cannot read the table: {error}", source=path) from error
    try:
        rows = book.worksheets[0].iter_rows(values_only=True)
        head = next(rows, ())
        for number, row in enumerate(rows, start=2):
            yield number, dict(zip(map(str, head), row, strict=False))
    finally:
        book.close()
