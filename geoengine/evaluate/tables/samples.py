"""The table of pass@1: the mean over several samples of each question, with its standard error.

Source: GeoGramBench, section 4.1 (accuracy is the mean over eight samples of each problem).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable

from geoengine.evaluate.evaluation import Evaluation
from geoengine.evaluate.runs import Run, label
from geoengine.evaluate.score_statistics import clustered_error
from geoengine.evaluate.table import Cell, Column, Table

__all__ = ["rounded", "sample_table"]


def sample_table(evaluation: Evaluation) -> Table:
    """Make the table of pass@1: a row for each model and each group of questions.

    Runs of a model are samples. The table has rows if some model has several samples, or if
    questions show code.
    """
    is_sampled = len(evaluation.runs) > len(evaluation.names)
    rows: list[list[Cell]] = []
    if is_sampled or evaluation.shows_code:
        for model, variant in evaluation.names:
            runs = evaluation.repeats_of(model, variant)
            for by, value, ids in _groups(evaluation, runs):
                measured = _measured(evaluation, runs, ids)
                rows.append([label(model, variant), by, value, *measured])
    columns = [
        Column("model"), Column("by"), Column("value"), Column("questions", "count"),
        Column("samples", "count"), Column("pass@1", "percent"),
        Column("standard error", "percent"), Column("in some", "percent"),
        Column("in all", "percent"),
    ]  # fmt: skip
    note = (
        "pass@1 is the mean over questions of the share of samples that are right; samples is how"
        " many there are of a question. The standard error is that of the mean over questions;"
        " questions about one problem or of one seed count as a cluster. In some, in all: questions"
        " of which at least one sample, or every one, is right. A missing sample counts as wrong."
    )
    return Table("samples", "pass@1 by level, code and question", columns, rows, note)


def _groups(evaluation: Evaluation, runs: list[Run]) -> Iterable[tuple[str, str, list[str]]]:
    """All questions of some runs, and those of each value of each facet."""
    asked = list(dict.fromkeys(identity for run in runs for identity in run.grades))
    yield "all", "", asked
    levels = {
        grade.id: evaluation.levels.get(grade.task) for r in runs for grade in r.grades.values()
    }
    facets: dict[str, Callable[[str], str]] = {
        "level": lambda identity: str(levels[identity] or "none")
    }
    known = evaluation.facets()
    facets |= {name: known[name] for name in ("code", "answer", "source") if name in known}
    for facet, value_of in facets.items():
        groups: dict[str, list[str]] = defaultdict(list)
        for identity in asked:
            groups[value_of(identity)].append(identity)
        for value in sorted(groups) if len(groups) > 1 else ():
            yield facet, value, groups[value]


def _measured(evaluation: Evaluation, runs: list[Run], ids: list[str]) -> list[Cell]:
    samples = [
        [run.grades[identity].right for run in runs if identity in run.grades] for identity in ids
    ]
    shares = [sum(own) / len(own) for own in samples]
    return [
        len(ids), rounded(sum(map(len, samples)) / len(ids)), sum(shares) / len(ids),
        clustered_error(shares, [evaluation.group(identity) for identity in ids]),
        sum(map(any, samples)) / len(ids), sum(map(all, samples)) / len(ids),
    ]  # fmt: skip


def rounded(number: float) -> int | float:
    """A number of samples, which is whole if all questions have as many.

    Examples
    --------
    >>> rounded(8.0), rounded(7.333)
    (8, 7.33)
    """
    return int(number) if number == int(number) else round(number, 2)
