"""All tables of a report, in their order."""

from __future__ import annotations

from geoengine.evaluate.evaluation import Evaluation
from geoengine.evaluate.table import Table
from geoengine.evaluate.tables.accuracy import (
    accuracy_table,
    breakdown_table,
    level_table,
    task_table,
)
from geoengine.evaluate.tables.comparison import (
    comparison_table,
    variant_pairs,
    variant_tables,
)
from geoengine.evaluate.tables.correlation import correlation_table
from geoengine.evaluate.tables.distractors import distractor_table
from geoengine.evaluate.tables.drafts import draft_fault_table, draft_table
from geoengine.evaluate.tables.outcomes import outcome_table
from geoengine.evaluate.tables.repeats import repeat_tables
from geoengine.evaluate.tables.samples import sample_table
from geoengine.evaluate.tables.types import batch_table, cell_table, type_table

__all__ = ["all_tables"]


def all_tables(evaluation: Evaluation) -> list[Table]:
    """Return all tables that have rows, in the order of the report."""
    if evaluation.has_types:
        made = [type_table(evaluation), cell_table(evaluation)]
    else:
        made = [task_table(evaluation), level_table(evaluation)]
    made += [
        batch_table(evaluation),
        accuracy_table(evaluation),
        draft_table(evaluation),
        draft_fault_table(evaluation),
        sample_table(evaluation),
        *repeat_tables(evaluation),
        outcome_table(evaluation),
        comparison_table(evaluation),
        correlation_table(evaluation),
        *variant_tables(evaluation),
        variant_pairs(evaluation),
        breakdown_table(evaluation),
        distractor_table(evaluation),
    ]
    return [table for table in made if table.rows]
