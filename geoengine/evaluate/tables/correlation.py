"""The table of correlations of tasks with solving, over models."""

from __future__ import annotations

from geoengine.evaluate.evaluation import Evaluation
from geoengine.evaluate.runs import SOLVING
from geoengine.evaluate.score_statistics import correlation
from geoengine.evaluate.table import Cell, Column, Table

__all__ = ["correlation_table"]

_FEWEST_MODELS = 3
"""The minimum number of models for a meaningful rank correlation."""


def correlation_table(evaluation: Evaluation) -> Table:
    """Make the table of how the accuracy at each task correlates with the accuracy at solving.

    Each correlation is a Spearman rank correlation over models. Solving means answering whole
    problems, the questions of ``problems.jsonl``.

    Parameters
    ----------
    evaluation : Evaluation
        The scored responses of several models.

    Returns
    -------
    Table
        A row for each prompt variant and task, if at least three models answered both the task and
        problems to solve: the number of models, ρ, the ends of its 95 % interval, and its p-value.
    """
    columns = [
        Column("variant"), Column("task"), Column("models", "count"), Column("ρ", "number"),
        Column("low", "number"), Column("high", "number"), Column("p", "p"),
    ]  # fmt: skip
    rows: list[list[Cell]] = []
    for variant in dict.fromkeys(variant for _, variant in evaluation.names):
        models = [model for model, own in evaluation.names if own == variant]
        for task in evaluation.tasks if SOLVING in evaluation.tasks else ():
            pairs = [
                (one, solved)
                for model in models
                if (one := evaluation.accuracy(model, variant, task)) is not None
                and (solved := evaluation.accuracy(model, variant, SOLVING)) is not None
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
