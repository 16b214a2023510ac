"""VLMEvalKit: a TSV with pictures in base64."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path
from string import ascii_uppercase

from geoengine.formats.media_files import encoded
from geoengine.formats.source import Source
from geoengine.items import Choice, Item, Kind

__all__ = ["VLMEVALKIT_KINDS", "safe_cell", "write_vlmevalkit"]

VLMEVALKIT_KINDS: frozenset[Kind] = frozenset({"choice", "value"})
"""The kinds of answer that its tables hold."""

_NOT_TEXT = {
    *("#n/a", "#n/a n/a", "#na", "<na>", "n/a", "na", "null", "none", "true", "false"),
    *("nan", "-nan", "1.#ind", "-1.#ind", "1.#qnan", "-1.#qnan"),
}
"""Texts, in lower case, that ``pandas.read_csv`` takes for missing values or truth values."""


def write_vlmevalkit(source: Source, out: Path) -> None:
    """Write ``<name of the split>.tsv`` with the multiple-choice items.

    Items that ask for a value go to ``<name of the split>_open.tsv``. A table without rows is not
    written. The first row that shows a picture has it in base64; later rows have the index of that
    row, as VLMEvalKit allows. Several pictures of one question are a list in JSON.
    """
    # The indices count the items of both tables together.
    items = list(enumerate(source.items))
    chosen = [(index, item) for index, item in items if isinstance(item.answer, Choice)]
    opened = [(index, item) for index, item in items if not isinstance(item.answer, Choice)]
    if chosen:
        most = max(len(item.choice.options) for _, item in chosen)
        _write(source, out / f"{source.name}.tsv", chosen, ascii_uppercase[:most])
    if opened:
        _write(source, out / f"{source.name}_open.tsv", opened, "")


def _write(source: Source, path: Path, items: Sequence[tuple[int, Item]], letters: str) -> None:
    first_row: dict[str, str] = {}
    has_pictures = any(item.image for _, item in items)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        columns = ["index", "image", "question", *letters, "answer", "category", "split", "id"]
        if not has_pictures:
            columns.remove("image")
        writer.writerow(columns)
        for index, item in items:
            picture = [_pictures(source, item, index, first_row)] if has_pictures else []
            if isinstance(item.answer, Choice):
                texts = ["\n\n".join(part for part in (item.question, item.code) if part)]
                texts += item.answer.options
                blank = [""] * (len(letters) - len(item.answer.options))
                answer = ascii_uppercase[item.answer.key - 1]
            else:
                texts, blank = [item.prompts.chain_of_thought], []
                answer = safe_cell(item.answer.expected)
            cells = [*map(safe_cell, texts), *blank]
            writer.writerow([index, *picture, *cells, answer, item.task, "test", item.id])


def _pictures(source: Source, item: Item, index: int, first_row: dict[str, str]) -> str:
    if len(item.pictures) > 1:
        return json.dumps([encoded(source, name) for name in item.pictures])
    if item.image is None:
        return ""
    if item.image in first_row:
        return first_row[item.image]
    first_row[item.image] = str(index)
    return encoded(source, item.image)


def safe_cell(text: str) -> str:
    """Return a text that ``pandas.read_csv`` reads as it is.

    A text that it would take for a number, a truth value or a missing value, or that is blank, is
    put between dollar signs, as a formula.

    Examples
    --------
    >>> safe_cell("AB = 45"), safe_cell("45"), safe_cell("NA")
    ('AB = 45', '$45$', '$NA$')
    """
    bare = text.strip()
    if not bare or bare.lower() in _NOT_TEXT or _is_number(bare):
        return f"${text}$"
    return text


def _is_number(text: str) -> bool:
    try:
        float(text.replace("_", ""))
    except ValueError:
        return False
    return True
