"""Inspect AI: logs as ``.eval`` (a zip) and ``.json``."""

from __future__ import annotations

import json
import sys
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from geoengine.errors import InputError, UsageError
from geoengine.evaluate.readers.expected import Expected
from geoengine.evaluate.readers.lines import json_file
from geoengine.evaluate.response import Response
from geoengine.formats import Source

__all__ = ["is_inspect", "read_inspect"]

_LARGEST = 256 * 1024 * 1024
"""The maximum size of an unpacked entry of a log, in bytes."""


def is_inspect(data: Any) -> bool:
    """Whether JSON looks like a log of Inspect."""
    return isinstance(data, dict) and isinstance(data.get("eval"), dict)


def read_inspect(path: Path, source: Source) -> Iterator[Response]:
    """Read the last message of each sample; epochs are runs.

    A sample that ended in an error counts as failed. Inspect numbers the samples of a hub dataset
    itself; the id is in the metadata that `eval.yaml` makes it keep.

    Raises
    ------
    InputError
        When the file is not a log, or expects other answers than the split.
    UsageError
        When the log is compressed, and the library for unpacking it is not installed.
    """
    if path.suffix == ".eval":
        header, samples = _unzipped(path)
    else:
        header = json_file(path)
        samples = header.get("samples") or []
    described = header.get("eval")
    if not isinstance(described, dict) or not isinstance(samples, list):
        raise InputError("expected a log of Inspect, with 'eval' and 'samples'", source=path)
    model = str(described.get("model") or "")
    variant = _variant(described.get("task_args"))
    expected = Expected(source)
    epochs = {sample.get("epoch") for sample in samples if isinstance(sample, dict)}
    for number, sample in enumerate(samples, start=1):
        if not isinstance(sample, dict) or "id" not in sample:
            raise InputError(f"expected an id in sample {number}", source=path)
        kept = sample.get("metadata")
        identity = str(kept.get("id", sample["id"]) if isinstance(kept, dict) else sample["id"])
        expected.check(identity, sample.get("target"), path)
        run = str(sample.get("epoch", "")) if len(epochs) > 1 else ""
        where = f"{path.name}, sample {number}"
        failed = bool(sample.get("error"))
        text = "" if failed else _answer(sample)
        yield Response(identity, text, where, run, model, variant, failed)


def _variant(arguments: Any) -> str:
    """The variant that the arguments of an exported task ask for, such as ``video``."""
    if not isinstance(arguments, dict):
        return ""
    parts = [shown] if (shown := arguments.get("shown")) in {"video", "text"} else []
    return "_".join([*parts, "cot"] if arguments.get("cot") is True else parts)


def _unzipped(path: Path) -> tuple[dict[str, Any], list[Any]]:
    if sys.version_info < (3, 14):
        # Inspect compresses with Zstandard, which zipfile knows from Python 3.14 on.
        with suppress(ImportError):
            import zipfile_zstd  # noqa: F401
    try:
        with zipfile.ZipFile(path) as log:
            names = log.namelist()
            name = "header.json" if "header.json" in names else "_journal/start.json"
            header = _entry(log, name, path)
            # A rewritten entry is there twice; reading it by name gives the latest.
            samples = sorted({n for n in names if n.startswith("samples/") and n.endswith(".json")})
            return header, [_entry(log, sample, path) for sample in samples]
    except NotImplementedError as error:
        raise UsageError(
            f"{path}: reading what is compressed with Zstandard needs zipfile-zstd",
            hint="pip install 'geoengine[evaluate]'",
        ) from error
    except KeyError as error:
        raise InputError(f"expected a log of Inspect: {error}", source=path) from error
    except (zipfile.BadZipFile, OSError, RuntimeError) as error:
        raise InputError(f"cannot read the log: {error}", source=path) from error


def _entry(log: zipfile.ZipFile, name: str, path: Path) -> dict[str, Any]:
    if log.getinfo(name).file_size > _LARGEST:
        raise InputError(f"{name} is larger than {_LARGEST:,} bytes", source=path)
    try:
        found = json.loads(log.read(name))
    except ValueError as error:
        raise InputError(f"expected JSON in {name}: {error}", source=path) from error
    if not isinstance(found, dict):
        raise InputError(f"expected an object in {name}", source=path)
    return found


def _answer(sample: dict[str, Any]) -> str:
    output = sample.get("output")
    if not isinstance(output, dict):
        return ""
    choices = output.get("choices")
    if isinstance(choices, list) and choices and isinstance(choices[0], dict):
        message = choices[0].get("message")
        content = message.get("content") if isinstance(message, dict) else None
        if isinstance(content, str):
            return content
        if isinstance(content, list):
            parts = [part for part in content if isinstance(part, dict)]
            return "\n".join(str(p.get("text", "")) for p in parts if p.get("type") == "text")
    completion = output.get("completion")
    return completion if isinstance(completion, str) else ""
