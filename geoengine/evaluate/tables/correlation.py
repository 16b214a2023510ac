"""The table of correlations: how tasks go with solving, over models."""

from __future__ import annotations

from geoengine.evaluate.run import SOLVING
from geoengine.evaluate.statistic import correlation
from geoengine.evaluate.study import Study
from geoengine.evaluate.table import Cell, Column, Table

__all__ = ["correlation_table"]

_FEWEST_MODELS = 3
"""Below that a rank correlation says nothing."""


def correlation_table(study: Study) -> Table:
    """A row for each variant and task; none unless solving was answered too."""
    columns = [
        Column("variant"), Column("task"), Column("models", "count"), Column("ρ", "number"),
        Column("low", "number"), Column("high", "number"), Column("p", "p"),
    ]  # fmt: skip
    rows: list[list[Cell]] = []
    for variant in dict.fromkeys(variant for _, variant in study.names):
        models = [model for model, own in study.names if own == variant]
        for task in study.tasks if SOLVING in study.tasks else ():
            pairs = [
                (one, solved)
                for model in models
                if (one := study.accuracy(model, variant, task)) is not None
                and (solved := study.accuracy(model, variant, SOLVING)) is not None
            ]
            if task == SOLVING or len(pairs) < _FEWEST_MODELS:
                continue
            found = correlation(*zip(*pairs, strict=True))
            bounds = found.interval
            ends = (bounds.low, bounds.high) if bounds else (None, None)
            rows.append([variant, task, found.models, found.rho, *ends, found.p])
    return Table(
        "correlations",
        "Spearman correlation of tasks with solving, over models",
        columns,
        rows,
        "Intervals: 95 %, by Fisher's transformation with the variance of Bonett and Wright; few"
        " models give wide ones. Form: Table 6 of GeoBench.",
    )
