"""Tables of models and variants against each other, on the same questions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from geoengine.evaluate.evaluation import Evaluation, share
from geoengine.evaluate.runs import Grade, Run
from geoengine.evaluate.score_statistics import adjusted, mcnemar
from geoengine.evaluate.table import Cell, Column, Table

__all__ = ["comparison_table", "variant_pairs", "variant_tables"]


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

    There is a row for each model and each of the `Evaluation.parts` with answers to both; where
    these are types, one for all of them too.
    """
    names: set[str] = set()
    columns = [
        Column("model"), _part(evaluation), Column("questions", "count"),
        Column("plain", "percent"), Column("variant", "percent"), Column("difference", "points"),
        Column("low", "points"), Column("high", "points"), Column("p", "p"),
    ]  # fmt: skip
    for variant in dict.fromkeys(variant for _, variant in evaluation.names if variant):
        rows: list[list[Cell]] = []
        for model in dict.fromkeys(model for model, own in evaluation.names if own == variant):
            plain = evaluation.repeats_of(model, "")
            if not plain:
                continue
            other = evaluation.repeats_of(model, variant)[0]
            for part, tasks in _compared_parts(evaluation):
                pair = _in_common(plain[0], other, tasks)
                if pair[0]:
                    rows.append([model, part, *_compared(evaluation, *pair)])
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


def variant_pairs(evaluation: Evaluation) -> Table:
    """Make the table of differences between variants of a model, other than the plain prompt.

    With responses to the pictures as the plain ones, these are for example the video and the text
    alone. There is a row for each model, two variants, and each of the `Evaluation.parts`.
    """
    rows: list[list[Cell]] = []
    for model in dict.fromkeys(model for model, _ in evaluation.names):
        variants = [variant for own, variant in evaluation.names if own == model and variant]
        for first, second in combinations(variants, 2):
            one, other = (evaluation.repeats_of(model, name)[0] for name in (first, second))
            for part, tasks in _compared_parts(evaluation):
                pair = _in_common(one, other, tasks)
                if pair[0]:
                    rows.append([model, first, second, part, *_compared(evaluation, *pair)])
    columns = [
        Column("model"), Column("first"), Column("second"), _part(evaluation),
        Column("questions", "count"), Column("first acc", "percent"),
        Column("second acc", "percent"), Column("difference", "points"), Column("low", "points"),
        Column("high", "points"), Column("p", "p"),
    ]  # fmt: skip
    note = (
        "The same questions asked in two ways, first run each. Interval: paired bootstrap; p:"
        " McNemar's exact test."
    )
    return Table("variants", "Variants compared", columns, rows, note)


def _part(evaluation: Evaluation) -> Column:
    return Column("type" if evaluation.has_types else "task")


def _compared_parts(evaluation: Evaluation) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the parts in which variants are compared, with their tasks."""
    if evaluation.has_types:
        yield "all", evaluation.tasks
    yield from evaluation.parts.items()


def _in_common(
    one: Run, other: Run, tasks: Sequence[str] | None = None
) -> tuple[list[Grade], list[Grade]]:
    ids = [
        identity
        for identity, grade in one.grades.items()
        if identity in other.grades and (tasks is None or grade.task in tasks)
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
