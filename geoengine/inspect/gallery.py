"""Gallery of a split: a folder with an index page with filters, and a page for each item."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from geoengine.errors import GeoengineError, UsageError
from geoengine.formats import Source
from geoengine.inspect.gallery_index import Card, gallery_index
from geoengine.inspect.item_data import item_record
from geoengine.inspect.page import SHARED, linked_page, shared_files
from geoengine.inspect.responses_data import ModelResponses, responses_record
from geoengine.items import Item

__all__ = ["write_gallery"]

_MARK = "geoengine-pages"
"""The name of the file that marks a folder as a gallery; no other folder is overwritten."""


def write_gallery(
    source: Source,
    out: Path,
    *,
    other: Source | None = None,
    runs: Sequence[ModelResponses] = (),
    watched: Callable[[Sequence[Item]], Iterable[Item]] = lambda items: items,
) -> list[str]:
    """Write a page for each item of a split, and an index.

    An existing gallery is replaced. The index is written last, so that an interrupted run leaves
    no index with links to missing pages. The data of each item's page have, besides what
    `item_record` returns, ``gallery``: ``home`` (the path to the index), ``position`` (the item's
    number and how many there are), ``previous`` and ``next`` (the paths from the index to the
    neighbours' pages, or None); and, with `runs`, ``responses``.

    Parameters
    ----------
    source : Source
    out : Path
        A new folder, an empty one, or an existing gallery.
    other : Source, optional
        A split to compare it with; what only it has is listed too. Items with the same problem,
        question and answer are the same, whatever their ids.
    runs : sequence of ModelResponses
        The responses of models to items of `source`.
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
        If `out` is a file, lies within the split, or is a folder with other files, or the splits
        are of different families.
    InputError
        If the split was changed or cannot be read.
    MissingAssetsError
        If the programs of the pages were not built.
    """
    shared = shared_files(solids=source.family.exhibit is not None)
    sources = [source] if other is None else [source, other]
    if other is not None and other.family.name != source.family.name:
        raise UsageError(
            f"expected two splits of one family, found {source.family.name} and {other.family.name}"
        )
    _claim(out, sources)
    (out / "index.html").unlink(missing_ok=True)
    (out / SHARED).mkdir(exist_ok=True)
    for name, text in shared.items():
        (out / SHARED / name).write_text(text, encoding="utf-8")
    # Pages and pictures of an earlier run must not remain.
    for folder in ("items", *_MEDIA):
        shutil.rmtree(out / folder, ignore_errors=True)
    (out / "items").mkdir()
    for number, one in enumerate(sources):
        for name in one.media:
            place = _place(out / _MEDIA[number], name)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(one.picture(name))
    names, cards = _names(sources), _cards(sources)
    pages = [f"items/{number:06d}.html" for number in range(1, len(cards) + 1)]
    records = [_records(one) for one in sources]
    failed: dict[int, str] = {}
    # Items of one problem follow each other, since they share its figure.
    rows = sorted(range(len(cards)), key=lambda k: (cards[k].split, cards[k].item.problem))
    for k, item in zip(rows, watched([cards[k].item for k in rows]), strict=False):
        card = cards[k]
        try:
            data = item_record(
                item,
                files=_files(item, _MEDIA[card.split]),
                problem=_record(item, records[card.split]),
                split=sources[card.split].name,
            )
        except GeoengineError as error:
            failed[k] = f"{item.id}: {error}"
            cards[k] = replace(card, has_page=False)
            continue
        data["gallery"] = {
            "home": "../index.html",
            "position": [k + 1, len(pages)],
            "previous": pages[k - 1] if k else None,
            "next": pages[k + 1] if k + 1 < len(pages) else None,
        }
        if runs and card.split == 0:
            data["responses"] = responses_record(runs, item.id)
        (out / pages[k]).write_text(linked_page(data, up="../"), encoding="utf-8")
    folders = [one.name for one in sources]
    index = gallery_index(cards, names, source.family, runs, folders=folders)
    (out / "index.html").write_text(linked_page(index, gallery=True), encoding="utf-8")
    return [failed[k] for k in sorted(failed)]


_MEDIA = ("media", "other-media")
"""The folders of the pictures and videos of a split, and of the one that it is compared with."""


def _place(folder: Path, name: str) -> Path:
    """Return where a picture or video goes, given by its path within its split."""
    place = folder / name
    if not place.resolve().is_relative_to(folder.resolve()):
        raise UsageError(f"expected the path of a picture or video in a split, found {name}")
    return place


def _names(sources: Sequence[Source]) -> list[str]:
    """Return what the splits are called: their names, or where those are equal their paths."""
    names = [source.name for source in sources]
    return names if len(set(names)) == len(names) else [str(source.path) for source in sources]


def _cards(sources: Sequence[Source]) -> list[Card]:
    """Return the items of the first split, and then those that only the second one has."""
    contents = [{_content(item) for item in source.items} for source in sources]
    cards = []
    for number, source in enumerate(sources):
        for item in source.items:
            both = all(_content(item) in content for content in contents) and len(sources) > 1
            if number == 0 or not both:
                image = _image(item, _MEDIA[number])
                cards.append(Card(item, number, image, both=both))
    return cards


def _content(item: Item) -> tuple[Any, ...]:
    """Return what makes an item the same as one with another id."""
    return (item.task, item.problem, item.question, item.answer.model_dump_json())


def _claim(out: Path, sources: Sequence[Source]) -> None:
    """Create and mark the folder; raise UsageError if it holds other files or is in a split."""
    for path in [source.path.resolve() for source in sources]:
        if path in (out.resolve(), *out.resolve().parents):
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


def _records(source: Source) -> dict[Any, dict[str, Any]]:
    return {
        (record.get("formal_problem"), record.get("formal_goal")): record
        for record in source.problems
    }


def _record(item: Item, records: dict[Any, dict[str, Any]]) -> dict[str, Any]:
    """Return the record of an item's problem and goal; an empty one if the split has none."""
    goal = item.meta.get("goal")
    return records.get((f"{item.problem} ? {goal}", goal), {})


def _files(item: Item, folder: str) -> dict[str, str]:
    """Return the address of each picture and video of an item, from its page."""
    return {path: f"../{folder}/{path}" for path in (*item.pictures, *item.videos)}


def _image(item: Item, folder: str) -> str | None:
    return None if item.image is None else f"{folder}/{item.image}"
