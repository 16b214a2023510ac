"""Pictures and videos in exported files: copied beside them, or encoded within them."""

from __future__ import annotations

import base64
from pathlib import Path

from geoengine.formats.source import Source

__all__ = ["copy_media", "data_uri", "encoded", "with_bytes"]


def copy_media(source: Source, out: Path) -> None:
    """Write all pictures and videos of a split to the same places in another folder."""
    for name in source.media:
        place = out / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(source.picture(name))


def encoded(source: Source, name: str) -> str:
    """Return the bytes of a picture in base64."""
    return base64.b64encode(source.picture(name)).decode("ascii")


def data_uri(source: Source, name: str) -> str:
    """Return a PNG picture as a ``data:`` address, which needs no file."""
    return f"data:image/png;base64,{encoded(source, name)}"


def with_bytes(source: Source, name: str) -> dict[str, object]:
    """Return a picture or a video as a cell of a Parquet file, of type `IMAGE` or `VIDEO`."""
    return {"bytes": source.picture(name), "path": Path(name).name}
