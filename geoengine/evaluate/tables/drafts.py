"""Tables of drafts: constructions that responses give.

Source: GGBench (pass@k, steps); pass@k is estimated as in Chen et al. 2021.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator

from geoengine.evaluate.drafts import REASONS
from geoengine.evaluate.evaluation import Evaluation
from geoengine.evaluate.runs import Grade, Run, label
from geoengine.evaluate.score_statistics import clustered_error, pass_at
from geoengine.evaluate.table import RUN, Cell, Column, Table
from geoengine.evaluate.tables.samples import rounded
from geoengine.items import Draft, Item

__all__ = ["draft_fault_table", "draft_table"]

_FACETS: dict[str, Callable[[Item], str]] = {
    "category": lambda item: item.task,
    "level": lambda item: f"level {item.level}",
    "tools": lambda item: item.answer.tools if isinstance(item.answer, Draft) else "",
}
_WORDS = {"compass_only": "compass only", "compass": "straightedge and compass", "full": "full"}


def draft_table(evaluation: Evaluation) -> Table:
    """Make the table of pass@k and alignment of drafts, by category, level and tools.

    It has a row for each model and group of items. Runs of a model are samples.
    """
    drafts = _drafts(evaluation)
    counts = [len(evaluation.repeats_of(*name)) for name in evaluation.names if drafts]
    ks = [k for k in (2, 4, 8, 16, 32, 64) if k <= max(counts, default=0)]
    is_judged = any(
        grade.process is not None for run in evaluation.runs for grade in _of(run, drafts)
    )
    rows: list[list[Cell]] = []
    for model, variant in evaluation.names if drafts else ():
        runs = evaluation.repeats_of(model, variant)
        for by, value, ids in _groups(drafts, runs):
            row = [label(model, variant), by, value, *_measured(evaluation, runs, ids, ks)]
            scores = [
                one for run in runs for name in ids if (one := _judged(run, name)) is not None
            ]
            rows.append([*row, *((len(scores), _mean(scores)) if is_judged else ())])
    columns = [
        Column("model"), Column("by"), Column("value"), Column("items", "count"),
        Column("samples", "count"), Column("pass@1", "percent"),
        Column("standard error", "percent"), *(Column(f"pass@{k}", "percent") for k in ks),
        Column("carried out", "percent"), Column("aligned", "percent"),
        *((Column("judged", "count"), Column("judge's score", "number")) if is_judged else ()),
    ]  # fmt: skip
    note = (
        "A draft is right if all that is wanted is made with the tools, and the goals hold in the"
        " figure as given and in 20 figures with the givens moved, however it is done. pass@k is"
        " the unbiased estimate of the chance that one of k samples is right; a missing sample"
        " counts as wrong, and items with fewer than k samples are left out. The standard error is"
        " that of the mean over items; items of one seed count as a cluster. Carried out: samples"
        " whose commands can be carried out. Aligned: of these, the mean share of the reference's"
        " objects that the response makes too, in the same order; a right construction of another"
        " kind need not be aligned."
    )
    if is_judged:
        note += " Judge's score: of a judge model, from 0 to 1, over the responses that it judged."
    return Table("drafts", "Drafts: pass@k and alignment", columns, rows, note)


def draft_fault_table(evaluation: Evaluation) -> Table:
    """Make the table of what is wrong with drafts: for each run, how often which fault."""
    drafts = _drafts(evaluation)
    graded = [
        (run, Counter(grade.outcome for grade in _of(run, drafts))) for run in evaluation.runs
    ]
    found = [name for name in REASONS if any(counts[name] for _, counts in graded)]
    rows: list[list[Cell]] = [
        [run.model, run.variant, run.run, *(counts[name] for name in found)]
        for run, counts in graded
        if counts
    ]
    note = "; ".join(f"{name}: {REASONS[name]}" for name in found)
    columns = [*RUN, *(Column(name, "count") for name in found)]
    return Table("draft_faults", "What is wrong with drafts", columns, rows, f"{note}.")


def _drafts(evaluation: Evaluation) -> dict[str, Item]:
    return {name: item for name, item in evaluation.items.items() if isinstance(item.answer, Draft)}


def _of(run: Run, drafts: dict[str, Item]) -> list[Grade]:
    return [grade for name, grade in run.grades.items() if name in drafts]


def _groups(drafts: dict[str, Item], runs: list[Run]) -> Iterator[tuple[str, str, list[str]]]:
    asked = list(dict.fromkeys(grade.id for run in runs for grade in _of(run, drafts)))
    yield "all", "", asked
    for facet, value_of in _FACETS.items():
        groups: dict[str, list[str]] = defaultdict(list)
        for identity in asked:
            groups[value_of(drafts[identity])].append(identity)
        for value in sorted(groups) if len(groups) > 1 else ():
            yield facet, _WORDS.get(value, value), groups[value]


def _measured(evaluation: Evaluation, runs: list[Run], ids: list[str], ks: list[int]) -> list[Cell]:
    samples = [[run.grades[name] for run in runs if name in run.grades] for name in ids]
    tried = [(len(own), sum(grade.right for grade in own)) for own in samples]
    shares = [right / count for count, right in tried]
    aligned = [grade.aligned for own in samples for grade in own if grade.aligned is not None]
    return [
        len(ids), rounded(sum(count for count, _ in tried) / len(ids)), sum(shares) / len(ids),
        clustered_error(shares, [evaluation.group(name) for name in ids]),
        *(_mean([pass_at(k, count, right) for count, right in tried if count >= k]) for k in ks),
        len(aligned) / sum(count for count, _ in tried), _mean(aligned),
    ]  # fmt: skip


def _judged(run: Run, name: str) -> float | None:
    return run.grades[name].process if name in run.grades else None


def _mean(values: list[float]) -> float | None:
    return sum(values) / len(values) if values else None
