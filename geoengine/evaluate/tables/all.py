"""All tables of a report, in their order."""

from __future__ import annotations

from geoengine.evaluate.study import Study
from geoengine.evaluate.table import Table
from geoengine.evaluate.tables.accuracy import (
    accuracy_table,
    breakdown_table,
    level_table,
    task_table,
)
from geoengine.evaluate.tables.comparison import comparison_table, variant_tables
from geoengine.evaluate.tables.correlation import correlation_table
from geoengine.evaluate.tables.distractors import distractor_table
from geoengine.evaluate.tables.outcomes import outcome_table
from geoengine.evaluate.tables.repeats import repeat_tables

__all__ = ["all_tables"]


def all_tables(study: Study) -> list[Table]:
    """All tables that have rows, in the order of the report."""
    made = [
        task_table(study),
        level_table(study),
        accuracy_table(study),
        *repeat_tables(study),
        outcome_table(study),
        comparison_table(study),
        correlation_table(study),
        *variant_tables(study),
        breakdown_table(study),
        distractor_table(study),
    ]
    return [table for table in made if table.rows]
