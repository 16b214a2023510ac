"""Reading response files: the format is detected, then its reader is used."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from geoengine.errors import InputError, UsageError
from geoengine.evaluate.readers.inspect_log import is_inspect, read_inspect
from geoengine.evaluate.readers.lines import json_file, json_lines
from geoengine.evaluate.readers.llamafactory import read_llamafactory
from geoengine.evaluate.readers.lm_eval import read_lm_eval
from geoengine.evaluate.readers.plain import read_plain
from geoengine.evaluate.readers.verl import read_verl
from geoengine.evaluate.readers.vlmevalkit import is_vlmevalkit, read_vlmevalkit
from geoengine.evaluate.response import Batch, Response
from geoengine.formats import Source

__all__ = ["read_responses"]

_FORMATS = (
    "JSON lines with id and response; lm-eval, Inspect, VLMEvalKit, verl or LLaMA-Factory output"
)


_READERS: dict[str, Callable[[Path, Source], Iterator[Response]]] = {
    "inspect": read_inspect,
    "jsonl": read_plain,
    "llamafactory": read_llamafactory,
    "lm-eval": read_lm_eval,
    "verl": read_verl,
    "vlmevalkit": read_vlmevalkit,
}


def read_responses(path: Path, source: Source) -> Batch:
    """Read a response file of any supported format.

    Parameters
    ----------
    path : Path
    source : Source
        The split that was answered.

    Raises
    ------
    UsageError
        When the path is not a file, or a library for its format is not installed.
    InputError
        When the file cannot be read, has no responses, or expects answers other than those of the
        split. The message has the file and, where there is one, the line.

    Examples
    --------
    >>> folder = getfixture("tmp_path")
    >>> path = folder / "model.jsonl"
    >>> _ = path.write_text('{"id": "item-0001", "response": "(2)"}')
    >>> batch = read_responses(path, Source.__new__(Source))
    >>> batch.format, batch.responses[0].text, batch.responses[0].where
    ('jsonl', '(2)', 'model.jsonl:1')
    """
    if not path.is_file():
        raise UsageError(f"expected a response file but {path} is {_why_no_file(path)}")
    name = _format(path)
    responses = tuple(_READERS[name](path, source))
    if not responses:
        raise InputError("expected responses, found none", source=path)
    return Batch(path, name, responses)


def _why_no_file(path: Path) -> str:
    return "a folder" if path.is_dir() else "not there"


def _format(path: Path) -> str:
    suffix = path.suffix.lower()
    if suffix == ".eval":
        return "inspect"
    if suffix == ".parquet":
        return "verl"
    if suffix in {".xlsx", ".tsv", ".csv"}:
        return "vlmevalkit"
    if suffix == ".json":
        data = json_file(path)
        for fits, name in ((is_inspect, "inspect"), (is_vlmevalkit, "vlmevalkit")):
            if fits(data):
                return name
        raise InputError(
            "the format of this response file is not known", source=path, hint=_FORMATS
        )
    _, first = next(json_lines(path), (0, {}))
    if {"doc", "resps"} <= first.keys():
        return "lm-eval"
    if {"prompt", "predict"} <= first.keys():
        return "llamafactory"
    return "jsonl"
