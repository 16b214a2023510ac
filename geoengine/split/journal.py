"""Journals: the results of a run so far, from which it can be resumed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Self

from pydantic_core import to_json

__all__ = ["Journal"]


class Journal:
    r"""A file of JSON objects, one on each line, that survives an interrupted run.

    Parameters
    ----------
    path : Path
        Existing lines are kept, up to the first damaged one; the rest is cut off.

    Attributes
    ----------
    lines : list of dict
        The records that the file held when it was opened.

    Examples
    --------
    >>> path = getfixture("tmp_path") / "journal"
    >>> _ = path.write_text('{"index": 0}\n{"ind')
    >>> with Journal(path) as journal:
    ...     journal.append({"index": 1})
    >>> with Journal(path) as journal:
    ...     journal.lines
    [{'index': 0}, {'index': 1}]
    """

    def __init__(self, path: Path) -> None:
        self.lines: list[dict[str, Any]] = []
        whole = 0
        if path.exists():
            for line in path.read_bytes().splitlines(keepends=True):
                try:
                    record = json.loads(line) if line.endswith(b"\n") else None
                except ValueError:
                    record = None
                if record is None:
                    break
                self.lines.append(record)
                whole += len(line)
        self._file = path.open("ab")
        self._file.truncate(whole)

    def append(self, record: object) -> None:
        """Write a record to the file at once, as a line; it is not added to `lines`.

        It is a dict or a dataclass, which may have pydantic models as values.
        """
        # Four times as fast as `json.dumps`, which also needs a copy of each model.
        self._file.write(to_json(record, inf_nan_mode="constants") + b"\n")
        self._file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()
