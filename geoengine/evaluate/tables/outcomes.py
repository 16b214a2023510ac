"""The table of the outcomes of responses."""

from __future__ import annotations

from collections import Counter

from geoengine.evaluate.evaluation import Evaluation
from geoengine.evaluate.table import RUN, Cell, Column, Table

__all__ = ["outcome_table"]


def outcome_table(evaluation: Evaluation) -> Table:
    """Make the table of outcomes: for each run, how many responses had which outcome."""
    counts = [Counter(grade.outcome for grade in run.grades.values()) for run in evaluation.runs]
    found = sorted({outcome for count in counts for outcome in count})
    columns = [*RUN, *(Column(outcome, "count") for outcome in found)]
    rows: list[list[Cell]] = [
        [run.model, run.variant, run.run, *(count[outcome] for outcome in found)]
        for run, count in zip(evaluation.runs, counts, strict=True)
    ]
    note = (
        "answered: one option was chosen. Whatever is not answered counts as wrong. The other"
        " columns give the reason: refused, denied (it states that no option is right), several,"
        " unfinished (it ends while thinking), unreadable, missing, conflicting, failed; for"
        " numeric answers: right, close (within the tolerance, and counts as right), approximation,"
        " wrong; for named objects: right, wrong; for drafts, as told in their own table."
    )
    return Table("outcomes", "Outcomes of responses", columns, rows, note)
