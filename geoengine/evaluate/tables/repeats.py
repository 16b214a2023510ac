"""Tables of repeated runs: intervals and agreement."""

from __future__ import annotations

from collections.abc import Callable

from geoengine.evaluate.evaluation import Evaluation
from geoengine.evaluate.runs import label
from geoengine.evaluate.score_statistics import Repeats, repeats
from geoengine.evaluate.table import Cell, Column, Table

__all__ = ["repeat_tables"]


def repeat_tables(evaluation: Evaluation) -> tuple[Table, Table]:
    """Make the tables of repeated runs: of 95 % confidence intervals, and of confidence scores.

    Each has a row for each model that answered some task in several runs, and a column for each
    task. A confidence score is one minus the coefficient of variation of the accuracies.
    """
    columns = [
        Column("model"),
        *(Column(evaluation.short[task], "number") for task in evaluation.tasks),
    ]
    found = [
        (label(*name), [repeats(evaluation.shares(*name, task)) for task in evaluation.tasks])
        for name in evaluation.names
    ]

    def rows(cell: Callable[[Repeats], Cell]) -> list[list[Cell]]:
        return [
            [model, *(cell(one) if one else None for one in several)]
            for model, several in found
            if any(several)
        ]

    intervals = Table(
        "repeats",
        "Confidence intervals of repeated runs (%)",
        columns,
        rows(lambda one: f"{100 * one.mean:.2f}±{100 * one.half:.2f}"),
        "Mean of the runs and half the 95 % interval, by Student's t. Form: Table 12 of GeoBench.",
    )
    scores = Table(
        "confidence_scores",
        "Confidence scores of repeated runs",
        columns,
        rows(lambda one: one.score),
        "One minus the coefficient of variation of the runs: 1 where all are equal. Form: Table 13"
        " of GeoBench.",
    )
    return intervals, scores
