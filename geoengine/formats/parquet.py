"""Parquet files whose pictures and videos Hugging Face ``datasets`` reads as such."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from geoengine.errors import GeoengineError

__all__ = ["IMAGE", "INTEGER", "TEXT", "VIDEO", "MissingLibraryError", "list_of", "write_parquet"]

Feature = Any


class MissingLibraryError(GeoengineError, ImportError):
    """A format needs a library that is not installed.

    Attributes
    ----------
    written : tuple of Path
        The folders of the formats that were written all the same.
    """

    def __init__(self, message: str, written: Sequence[Path] = ()) -> None:
        super().__init__(message)
        self.written = tuple(written)


TEXT: Feature = {"dtype": "string", "_type": "Value"}
INTEGER: Feature = {"dtype": "int64", "_type": "Value"}
IMAGE: Feature = {"_type": "Image"}
VIDEO: Feature = {"_type": "Video"}


def list_of(feature: Feature) -> Feature:
    """Return the feature of a column of lists, in the notation of ``datasets``."""
    return {"feature": feature, "_type": "List"}


def write_parquet(
    path: Path, features: Mapping[str, Feature], rows: Sequence[Mapping[str, Any]]
) -> None:
    """Write rows to a Parquet file whose schema has the features under the key ``huggingface``.

    Parameters
    ----------
    path : Path
    features : mapping
        The columns, in order; a feature is `TEXT`, `INTEGER`, `IMAGE`, `VIDEO`, `list_of` a
        feature, or a dict of features.
    rows : sequence of mapping
        Each has a value, perhaps None, for each column; a picture or a video is
        ``{"bytes": …, "path": …}``.

    Raises
    ------
    MissingLibraryError
        When pyarrow is not installed.
    """
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError as error:
        raise MissingLibraryError(
            "Parquet files need pyarrow, which is not installed; install it with:"
            " pip install 'geoengine[formats]'"
        ) from error

    def arrow(feature: Feature) -> Any:
        kind = feature.get("_type")
        if kind == "Value":
            return pa.string() if feature["dtype"] == "string" else pa.int64()
        if kind in {"Image", "Video"}:
            return pa.struct([("bytes", pa.binary()), ("path", pa.string())])
        if kind == "List":
            return pa.list_(arrow(feature["feature"]))
        return pa.struct([(name, arrow(inner)) for name, inner in feature.items()])

    schema = pa.schema(
        [(name, arrow(feature)) for name, feature in features.items()],
        metadata={"huggingface": json.dumps({"info": {"features": dict(features)}})},
    )
    table = pa.Table.from_pylist([dict(row) for row in rows], schema=schema)
    path.parent.mkdir(parents=True, exist_ok=True)
    # Small groups, so that a viewer need not fetch all pictures for one row.
    pq.write_table(table, path, row_group_size=100, compression="zstd")
