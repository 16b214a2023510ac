"""Pages of the documentation that show a picture for each row of a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

import geoengine

__all__ = ["heading_of", "last_change", "tables", "write_pictured"]


def write_pictured(
    folder: Path, text: str, pictures: Mapping[str, Callable[[], bytes]], changed: float
) -> None:
    """Write a page and its pictures; those that are up to date are left alone.

    Parameters
    ----------
    folder : Path
    text : str
        The page.
    pictures : mapping of str to callable
        What draws each picture, by its name; other pictures in the folder are removed.
    changed : float
        When anything was changed that pictures are made from, as a time of the file system.
    """
    folder.mkdir(parents=True, exist_ok=True)
    page = folder / "index.md"
    if not page.exists() or page.read_text(encoding="utf-8") != text:
        page.write_text(text, encoding="utf-8")
    for name, draw in pictures.items():
        picture = folder / f"{name}.svg"
        if not picture.exists() or picture.stat().st_mtime < changed:
            picture.write_bytes(draw())
    for picture in folder.glob("*.svg"):
        if picture.stem not in pictures:
            picture.unlink()


def tables(rows: Iterable[tuple[str, str]], widths: str) -> Iterator[str]:
    """Yield the lines of a table for each heading.

    Parameters
    ----------
    rows : iterable of (str, str)
        The heading and the text of each row.
    widths : str
        Of the columns; without them, a browser would shrink the pictures rather than wrap the text.
    """
    grouped: dict[str, list[str]] = {}
    for heading, row in rows:
        grouped.setdefault(heading, []).append(row)
    for heading, own in grouped.items():
        yield from ("", f"## {heading}", "")
        yield from ("```{list-table}", f":widths: {widths}", ":width: 100%", "")
        yield from (*own, "```")


def heading_of(place: str) -> str:
    """Return the heading of the constructions in a file, from the place of one of them."""
    return _file(place).stem.replace("_", " ").capitalize()


def last_change(parts: Iterable[str], places: Iterable[str]) -> float:
    """Return when a part of the package or the file of a construction was last changed."""
    code = Path(geoengine.__file__).parent
    files = {file for part in parts for file in (code / part).rglob("*.*")}
    files |= set(map(_file, places))
    return max(file.stat().st_mtime for file in files if "__pycache__" not in file.parts)


def _file(place: str) -> Path:
    """The file of a place such as ``file.yaml:3:1``."""
    return Path(place.rsplit(":", 2)[0])
