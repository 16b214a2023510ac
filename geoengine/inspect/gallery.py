"""Gallery of a split: a folder with an index page with filters, and a page for each item."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import geoengine
from geoengine.errors import GeoengineError, UsageError
from geoengine.formats import Source
from geoengine.inspect.item_data import item_record
from geoengine.inspect.page import SHARED, linked_page, shared_files
from geoengine.items import Item

__all__ = ["write_gallery"]

_MARK = "geoengine-pages"
"""The name of the file that marks a folder as a gallery; no other folder is overwritten."""

_FEW_WORDS = 160
"""The number of characters of a question that the index shows."""


def write_gallery(
    source: Source,
    out: Path,
    *,
    watched: Callable[[Sequence[Item]], Iterable[Item]] = lambda items: items,
) -> list[str]:
    """Write a page for each item of a split, and an index.

    An existing gallery is replaced. The index is written last, so that an interrupted run leaves
    no index with links to missing pages.

    Parameters
    ----------
    source : Source
    out : Path
        A new folder, an empty one, or an existing gallery.
    watched : callable, optional
        Shows progress: it receives the items and yields them.

    Returns
    -------
    list of str
        The items for which no page could be made, each with the reason; the index lists them
        without a link.

    Raises
    ------
    UsageError
        If `out` is a file, lies within the split, or is a folder with other files.
    InputError
        If the split was changed or cannot be read.
    MissingAssetsError
        If the programs of the pages were not built.
    """
    shared = shared_files()
    _claim(out, source)
    (out / "index.html").unlink(missing_ok=True)
    (out / SHARED).mkdir(exist_ok=True)
    for name, text in shared.items():
        (out / SHARED / name).write_text(text, encoding="utf-8")
    for name in source.media:
        place = out / "images" / Path(name).name
        place.parent.mkdir(exist_ok=True)
        place.write_bytes(source.picture(name))
    # Pages of an earlier run must not remain.
    shutil.rmtree(out / "items", ignore_errors=True)
    (out / "items").mkdir()
    records = {
        (record.get("formal_problem"), record.get("formal_goal")): record
        for record in source.problems
    }
    topics = dict(source.family.scenes())
    cards, failed = [], []
    for number, item in enumerate(watched(source.items), start=1):
        card = _card(item, number, topics)
        try:
            data = item_record(
                item, files=_files(item), problem=_record(item, records), split=source.name
            )
        except GeoengineError as error:
            failed.append(f"{card['id']}: {error}")
            card["page"] = None
        else:
            data["home"] = "../index.html"
            (out / card["page"]).write_text(linked_page(data, up="../"), encoding="utf-8")
        cards.append(card)
    index = {
        "title": source.name,
        "engine": geoengine.__version__,
        "cards": cards,
    }
    (out / "index.html").write_text(linked_page(index, gallery=True), encoding="utf-8")
    return failed


def _claim(out: Path, source: Source) -> None:
    """Create and mark the folder; raise UsageError if it holds other files or is in the split."""
    if out.resolve() == source.path.resolve() or source.path.resolve() in out.resolve().parents:
        raise UsageError(
            f"expected a folder outside the split, found {out}", hint="choose another folder"
        )
    if out.exists() and not out.is_dir():
        raise UsageError(f"expected a folder but {out} is a file", hint="choose another folder")
    if out.is_dir() and any(out.iterdir()) and not (out / _MARK).is_file():
        raise UsageError(
            f"expected an empty folder, or one of pages, but {out} holds other files",
            hint="choose another folder",
        )
    out.mkdir(parents=True, exist_ok=True)
    (out / _MARK).write_text("Written by geoengine inspect; replaced when it is run again.\n")


def _record(item: Item, records: dict[Any, dict[str, Any]]) -> dict[str, Any]:
    """Return the record of an item's problem and goal; an empty one if the split has none."""
    goal = item.meta.get("goal")
    return records.get((f"{item.problem} ? {goal}", goal), {})


def _files(item: Item) -> dict[str, str]:
    """Return the address of each picture and video of an item, from its page."""
    return {path: f"../images/{Path(path).name}" for path in (*item.pictures, *item.videos)}


def _image(item: Item, up: str) -> str | None:
    return None if item.image is None else f"{up}images/{Path(item.image).name}"


def _card(item: Item, number: int, topics: dict[str, str]) -> dict[str, Any]:
    words = item.question if len(item.question) <= _FEW_WORDS else f"{item.question[:_FEW_WORDS]}…"
    return {
        "id": item.id or f"{item.task} {number}",
        "page": f"items/{number:06d}.html",
        "task": item.task,
        "tier": item.meta.get("tier"),
        "topic": topics.get(item.scene, "other"),
        "scene": item.scene,
        "image": _image(item, ""),
        "text": words,
        "language": item.language,
    }
