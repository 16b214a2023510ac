"""Published problems with code, which the items of a split must not resemble."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from geoengine.errors import UsageError

__all__ = ["digest_of", "read_avoided"]

_QUESTIONS = ("problem", "question")
_CODES = ("geo_code", "code")


def read_avoided(path: str) -> list[tuple[str, str]]:
    """Read the problems of a published file, each with its code.

    Parameters
    ----------
    path : str
        A JSON list of mappings with ``problem`` and ``geo_code``, as GeoGramBench is published, or
        with ``question`` and ``code``; empty for none.

    Raises
    ------
    UsageError
        When there is no such file, or it has something else.

    Examples
    --------
    >>> file = getfixture("tmp_path") / "published.json"
    >>> _ = file.write_text('[{"problem": "Find AB.", "geo_code": "pair A, B;"}]')
    >>> read_avoided(str(file))
    [('Find AB.', 'pair A, B;')]
    """
    if not path:
        return []
    try:
        found = json.loads(_content(path))
    except ValueError as error:
        raise UsageError(f"expected JSON in {path}, found something else: {error}") from None
    if not isinstance(found, list):
        raise UsageError(f"expected a list of problems in {path}, found {type(found).__name__}")
    return [_problem(entry, number, path) for number, entry in enumerate(found)]


def digest_of(path: str) -> str:
    """Return the SHA-256 of a file.

    Raises
    ------
    UsageError
        When there is no such file.
    """
    return hashlib.sha256(_content(path)).hexdigest()


def _content(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from None


def _problem(entry: object, number: int, path: str) -> tuple[str, str]:
    if isinstance(entry, dict):
        question = next((entry[key] for key in _QUESTIONS if isinstance(entry.get(key), str)), None)
        code = next((entry[key] for key in _CODES if isinstance(entry.get(key), str)), None)
        if question is not None and code is not None:
            return question, code
    raise UsageError(
        f"expected problem and geo_code in entry {number} of {path}, found none",
        hint="the file is a JSON list, as GeoGramBench is published",
    )
