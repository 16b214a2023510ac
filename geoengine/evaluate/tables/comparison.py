"""Tables of models and variants against each other, on the same questions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from geoengine.evaluate.evaluation import Evaluation, share
from geoengine.evaluate.runs import Grade, Run
from geoengine.evaluate.score_statistics import adjusted, mcnemar
from geoengine.evaluate.table import Cell, Column, Table

__all__ = ["comparison_table", "variant_tables"]


def comparison_table(evaluation: Evaluation) -> Table:
    """Make the table of differences between models: a row for each two with the same prompt."""
    firsts = [evaluation.repeats_of(*name)[0] for name in evaluation.names]
    rows: list[list[Cell]] = []
    for one, other in combinations(firsts, 2):
        if one.variant == other.variant:
            pair = _in_common(one, other)
            if pair[0]:
                rows.append([one.name, other.name, *_compared(evaluation, *pair)])
    for row, q in zip(rows, adjusted([float(row[-1] or 0) for row in rows]), strict=True):
        row.append(q)
    columns = [
        Column("first"), Column("second"), Column("questions", "count"),
        Column("first acc", "percent"), Column("second acc", "percent"),
        Column("difference", "points"), Column("low", "points"), Column("high", "points"),
        Column("p", "p"), Column("p adjusted", "p"),
    ]  # fmt: skip
    note = (
        "On the questions that both were asked, first run each. Interval: paired bootstrap. p:"
        " McNemar's exact test; adjusted for the number of pairs (Benjamini–Hochberg)."
    )
    return Table("comparisons", "Models compared", columns, rows, note)


def variant_tables(evaluation: Evaluation) -> Iterator[Table]:
    """Yield a table for each variant of the prompt, which compares it with the plain prompt.

    There is a row for each model and task with answers to both.
    """
    names: set[str] = set()
    columns = [
        Column("model"), Column("task"), Column("questions", "count"), Column("plain", "percent"),
        Column("variant", "percent"), Column("difference", "points"), Column("low", "points"),
        Column("high", "points"), Column("p", "p"),
    ]  # fmt: skip
    for variant in dict.fromkeys(variant for _, variant in evaluation.names if variant):
        rows: list[list[Cell]] = []
        for model in dict.fromkeys(model for model, own in evaluation.names if own == variant):
            plain = evaluation.repeats_of(model, "")
            if not plain:
                continue
            other = evaluation.repeats_of(model, variant)[0]
            for task in evaluation.tasks:
                pair = _in_common(plain[0], other, task)
                if pair[0]:
                    rows.append([model, task, *_compared(evaluation, *pair)])
        name = "variant_" + "".join(c if c.isalnum() else "_" for c in variant)
        while name in names:
            name += "_"
        names.add(name)
        yield Table(
            name,
            f"Variant {variant} against plain",
            columns,
            rows,
            "The same questions asked in two ways, first run each. Interval: paired bootstrap; p:"
            " McNemar's exact test. Form: Fig. 3 and Tables 7 and 8 of GeoBench.",
        )


def _in_common(one: Run, other: Run, task: str | None = None) -> tuple[list[Grade], list[Grade]]:
    ids = [
        identity
        for identity, grade in one.grades.items()
        if identity in other.grades and task in (None, grade.task)
    ]
    return [one.grades[identity] for identity in ids], [other.grades[identity] for identity in ids]


def _compared(
    evaluation: Evaluation, first: Sequence[Grade], second: Sequence[Grade]
) -> list[Cell]:
    """The number of questions, both accuracies, the second minus the first, its interval, and p."""
    bounds = evaluation.difference(second, first)
    return [
        len(first), share(first), share(second), share(second) - share(first), bounds.low,
        bounds.high, mcnemar([g.right for g in first], [g.right for g in second]),
    ]  # fmt: skip
