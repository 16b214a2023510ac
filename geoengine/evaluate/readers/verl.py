"""verl: the Parquet file of questions with a column ``responses``, as its generation writes it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from geoengine.errors import InputError, UsageError
from geoengine.evaluate.readers.expected import Expected
from geoengine.evaluate.response import Response
from geoengine.formats import Source

__all__ = ["read_verl"]


def read_verl(path: Path, source: Source) -> Iterator[Response]:
    """Read the samples of each question; several samples are as many runs.

    Questions are identified by ``extra_info.id``, which the format `verl` has, or by
    ``extra_info.index``, which in the format `geogrambench` counts the items that show code, from
    1. The expected answer beside the responses must agree with the split.

    Raises
    ------
    InputError
        When the file cannot be read, has no responses, or names no item.
    UsageError
        When the library for reading Parquet is not installed.
    """
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError as error:
        raise UsageError(
            f"{path}: reading Parquet needs pyarrow", hint="pip install 'geoengine[formats]'"
        ) from error
    try:
        table = pq.read_table(path, columns=["extra_info", "reward_model", "responses"])
        rows = table.to_pylist()
    except (OSError, ValueError, KeyError, pa.ArrowException) as error:
        raise InputError(
            f"expected the columns extra_info, reward_model and responses: {error}", source=path
        ) from error
    shown = [item.id for item in source.items if item.code]
    expected = Expected(source)
    for number, row in enumerate(rows, start=1):
        identity = _identity(row["extra_info"], shown, path, number)
        expected.check(identity, _truth(row["reward_model"]), path, number)
        samples = row["responses"]
        samples = [samples] if isinstance(samples, str) else samples or []
        if not samples or not all(isinstance(sample, str) for sample in samples):
            raise InputError("expected texts as 'responses'", source=path, line=number)
        for place, sample in enumerate(samples, start=1):
            run = str(place) if len(samples) > 1 else ""
            yield Response(identity, sample, f"{path.name}:{number}", run)


def _identity(extra: Any, shown: list[str], path: Path, number: int) -> str:
    known = extra if isinstance(extra, dict) else {}
    if isinstance(known.get("id"), str):
        return str(known["id"])
    index = known.get("index")
    if isinstance(index, int) and 1 <= index <= len(shown):
        return shown[index - 1]
    raise InputError(
        f"expected an id, or an index from 1 to {len(shown)}, in 'extra_info', found {extra!r}",
        source=path,
        line=number,
    )


def _truth(reward: Any) -> str:
    truth = reward.get("ground_truth") if isinstance(reward, dict) else None
    return str(truth or "").strip("$")
