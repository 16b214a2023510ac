"""A whole split as a folder of pages: an index with filters, and a page for each item."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import geoengine
from geoengine.catalogue import load_scenes
from geoengine.errors import GeoengineError, UsageError
from geoengine.families.reasoning import Item
from geoengine.formats import Source
from geoengine.inspect.item_data import item_record
from geoengine.inspect.page import SHARED, linked_page, shared_files

__all__ = ["write_gallery"]

_MARK = "geoengine-pages"
"""A file by which a folder of pages is known, so that nothing else is ever replaced."""

_FEW_WORDS = 160


def write_gallery(
    source: Source,
    out: Path,
    *,
    watched: Callable[[Sequence[Item]], Iterable[Item]] = lambda items: items,
) -> list[str]:
    """Write the pages of a split.

    What is there of an earlier run is written anew; the index comes last, so that an interrupted
    run leaves no index that names pages which are not there.

    Parameters
    ----------
    source : Source
    out : Path
        A folder: a new one, an empty one, or one that holds such pages already.
    watched : callable, optional
        What shows how far it is: it is handed the items, and yields them.

    Returns
    -------
    list of str
        The items of which no page could be made, each with the reason; they are in the index, but
        lead nowhere.

    Raises
    ------
    UsageError
        When the folder holds anything else.
    MissingLibrariesError
        When the libraries were not fetched.
    """
    shared = shared_files()
    _claim(out, source)
    (out / "index.html").unlink(missing_ok=True)
    (out / SHARED).mkdir(exist_ok=True)
    for name, text in shared.items():
        (out / SHARED / name).write_text(text, encoding="utf-8")
    for name in source.pictures:
        picture = source.picture(name)
        place = out / "images" / Path(name).name
        place.parent.mkdir(exist_ok=True)
        place.write_bytes(picture)
    # Only what this run writes is to be found.
    shutil.rmtree(out / "items", ignore_errors=True)
    (out / "items").mkdir()
    records = {
        (record.get("formal_problem"), record.get("formal_goal")): record
        for record in source.problems
    }
    topics = {name: scene.topic for name, scene in load_scenes().items()}
    cards, failed = [], []
    for number, item in enumerate(watched(source.items), start=1):
        card = _card(item, number, topics)
        try:
            data = item_record(item, image=_image(item, "../"), problem=_record(item, records))
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
    """Make the folder; refuse one that holds other files, or the split itself."""
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
    """Return the record of an item's problem; an empty one where the split has none."""
    goal = item.meta.get("goal")
    return records.get((f"{item.problem} ? {goal}", goal), {})


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
