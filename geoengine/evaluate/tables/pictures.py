"""The table of the pictures of responses."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from geoengine.evaluate.picture_scores import PictureScore
from geoengine.evaluate.runs import Run
from geoengine.evaluate.table import RUN, Cell, Column, Table

__all__ = ["picture_table"]


def picture_table(found: Sequence[tuple[Run, Sequence[PictureScore]]], absent: str = "") -> Table:
    """Make the table of SSIM, PSNR and LPIPS: a row for each run whose responses have pictures.

    Parameters
    ----------
    found : sequence of (Run, sequence of PictureScore)
    absent : str
        What could not be measured and why, if anything.
    """
    rows: list[list[Cell]] = []
    for run, scores in found:
        if not scores:
            continue
        known = [one.similarity for one in scores if one.similarity is not None]
        noise = [one.psnr for one in known if math.isfinite(one.psnr)]
        rows.append(
            [
                run.model, run.variant, run.run, len({one.id for one in scores}), len(scores),
                len(scores) - len(known), sum(one.is_resized for one in known),
                len(known) - len(noise), _mean(one.ssim for one in known), _mean(noise),
                _mean(one.lpips for one in known),
            ]
        )  # fmt: skip
    columns = [
        *RUN, Column("items", "count"), Column("pictures", "count"), Column("missing", "count"),
        Column("resized", "count"), Column("equal", "count"), Column("SSIM", "number"),
        Column("PSNR (dB)", "number"), Column("LPIPS", "number"),
    ]  # fmt: skip
    note = (
        "Pictures of responses beside those of the reference's steps. SSIM and PSNR are those of"
        " scikit-image, LPIPS that of lpips. Missing: no file, or no picture; it has no score."
        " Equal: the PSNR of equal pictures is infinite, and is not in its mean. They compare"
        " drawings, and do not tell whether a construction is right."
    )
    return Table("pictures", "Pictures of drafts", columns, rows, f"{note} {absent}".strip())


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
