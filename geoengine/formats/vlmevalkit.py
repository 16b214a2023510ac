"""VLMEvalKit: a TSV with pictures in base64."""

from __future__ import annotations

import csv
from pathlib import Path

from geoengine.formats.pictures import encoded
from geoengine.formats.source import Source

__all__ = ["safe_cell", "write_vlmevalkit"]

_LETTERS = "ABCD"

_NOT_TEXT = {
    *("#n/a", "#n/a n/a", "#na", "<na>", "n/a", "na", "null", "none", "true", "false"),
    *("nan", "-nan", "1.#ind", "-1.#ind", "1.#qnan", "-1.#qnan"),
}
"""What ``pandas.read_csv`` takes for a missing value or a truth value, in lower case."""


def write_vlmevalkit(source: Source, out: Path) -> None:
    """Write ``<name of the split>.tsv``.

    A picture stands in the first row that shows it; later rows have the index of that row, as
    VLMEvalKit allows.
    """
    first_row: dict[str, str] = {}
    with (out / f"{source.name}.tsv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        columns = ["index", "image", "question", *_LETTERS, "answer", "category", "split", "id"]
        has_pictures = any(item.image for item in source.items)
        if not has_pictures:
            columns.remove("image")
        writer.writerow(columns)
        for index, item in enumerate(source.items):
            picture = []
            if item.image is not None and item.image in first_row:
                picture = [first_row[item.image]]
            elif item.image is not None:
                first_row[item.image] = str(index)
                picture = [encoded(source, item.image)]
            elif has_pictures:
                picture = [""]
            texts = [item.question, *item.choice.options]
            writer.writerow(
                [
                    index,
                    *picture,
                    *map(safe_cell, texts),
                    _LETTERS[item.choice.key - 1],
                    item.task,
                    "test",
                    item.id,
                ]
            )


def safe_cell(text: str) -> str:
    """Return a text that ``pandas.read_csv`` reads as it is.

    What it would take for a number, a truth value or a missing value is put between dollars, as
    the mathematics it is.

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
