"""Print the auxiliary points of records that `searches.py --json` wrote, as tables in Markdown."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any


def tables(records: Iterable[dict[str, Any]]) -> str:
    """Return a table for each file, with a line for each problem proved with further points."""
    found: dict[str, list[str]] = {}
    for one in records:
        if not one.get("added"):
            continue
        points = "; ".join(f"`{step}`" for step in one["added"])
        numbers = f"{one['attempts']} | {one['seconds']:.1f} | {one['steps']}"
        found.setdefault(one["file"], []).append(f"| {one['name']} | {points} | {numbers} |")
    heads = (
        "| problem | points added | attempts | s | steps |\n| --- | --- | ---: | ---: | ---: |\n"
    )
    return "\n\n".join(
        f"## `{file}.txt`\n\n{heads}" + "\n".join(lines) for file, lines in found.items()
    )


def main(words: Sequence[str] | None = None) -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("records", nargs="+", type=Path, help="lines of JSON")
    options = parser.parse_args(words)
    lines = [line for file in options.records for line in file.read_text().splitlines()]
    print(tables(map(json.loads, lines)))


if __name__ == "__main__":
    main()
