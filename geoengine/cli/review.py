"""``geoengine review``: collect what people found of the items of a split."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from geoengine.cli import options
from geoengine.cli.output import mention, printable, write_out
from geoengine.errors import UsageError

if TYPE_CHECKING:
    from geoengine.report import ReviewedSplit

__all__ = ["review"]

_SHOWN = 12
"""How many ids of items without a review are listed."""


def review(
    split: options.Split,
    files: Annotated[
        list[Path],
        typer.Argument(
            help="Reviews, as the pages of the split save them.", metavar="FILE", show_default=False
        ),
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", help="A file for all reviews, as JSON lines.", metavar="OUT"
        ),
    ] = None,
) -> None:
    """Collect the reviews of a split: count them, and list what reviewers disagree about.

    The pages that geoengine inspect writes for a split take a verdict and a note on each item, and
    save them as a file. Of several reviews of an item by the same reviewer, the latest counts.

    Exits with 0, or with 2 on bad input.
    """
    from geoengine.report import read_reviews

    if out is not None and any(_is_same(out, file) for file in files):
        raise UsageError(
            f"expected another file for the output, found {out}, which is to be read",
            hint="choose another name",
        )
    found = read_reviews(split, files)
    for line in _summary(found):
        typer.echo(printable(line), err=out is not None and str(out) == "-")
    if out is not None:
        write_out("".join(one.line for one in found.reviews), out)
        count = len(found.reviews)
        mention(out, f"{count} review{'s' if count != 1 else ''}")


def _is_same(one: Path, other: Path) -> bool:
    return one.resolve() == other.resolve()


def _summary(found: ReviewedSplit) -> list[str]:
    """The lines of the report."""
    by = ", ".join(f"{name} {count}" for name, count in sorted(found.reviewers.items()))
    lines = [
        f"{found.name}: {len(found.of_item)} of {len(found.tasks)} items reviewed"
        + (f"; reviews by {by}" if by else ""),
        "",
        *_table(found),
    ]
    lines += _listed(found, "disputed", found.items_with("disputed"))
    lines += _listed(found, "not good", found.items_with("arguable", "wrong"))
    lines += _listed(found, "notes only", found.items_with("note only"))
    left = found.items_with("not reviewed")
    if left:
        more = f", and {len(left) - _SHOWN} more" if len(left) > _SHOWN else ""
        lines += ["", f"Not reviewed ({len(left)}): {', '.join(left[:_SHOWN])}{more}"]
    return lines


def _table(found: ReviewedSplit) -> list[str]:
    """How many items of each task have each outcome; a column without any is left out."""
    from geoengine.report import VERDICTS

    counts = found.counts()
    total = sum(counts.values(), Counter())
    more = [name for name in ("disputed", "note only", "not reviewed") if total[name]]
    columns = [*VERDICTS, *more]
    rows = [("task", *columns)]
    rows += [(task, *(str(of[name]) for name in columns)) for task, of in counts.items()]
    rows.append(("all", *(str(total[name]) for name in columns)))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]


def _listed(found: ReviewedSplit, title: str, items: list[str]) -> list[str]:
    """The reviews of some items, a line each."""
    if not items:
        return []
    lines = ["", f"{title.capitalize()} ({len(items)}):"]
    for item in items:
        lines.append(f"  {item}")
        for one in found.of_item[item]:
            note = f": {' '.join(one.note.split())}" if one.note.strip() else ""
            lines.append(f"    {one.reviewer}, {one.verdict or 'no verdict'}{note}")
    return lines
