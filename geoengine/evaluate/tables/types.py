"""Tables for families whose tasks are types with levels, and for splits in batches.

Source: DynaSolidGeo, sections 3.4 and 4.2, tables 3 and 6 to 8.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import numpy as np

from geoengine.evaluate.evaluation import Evaluation
from geoengine.evaluate.runs import SOUND, Grade, Run, label
from geoengine.evaluate.score_statistics import repeats
from geoengine.evaluate.table import RUN, Cell, Column, Table

__all__ = ["batch_table", "cell_table", "type_table"]

_MEASURES: dict[str, Callable[[Grade], float]] = {
    "accuracy": lambda grade: float(grade.right),
    "exact": lambda grade: float(grade.exact),
    "process score": lambda grade: float(grade.process or 0),
    "qualified": lambda grade: float(grade.qualified),
}
_MEANINGS = (
    "accuracy: right, of values within the item's tolerance. exact: right, of values in exact form."
    f" process score: of a judge model, 0 for wrong answers. qualified: right with a process score"
    f" of at least {SOUND}."
)


def _measures(run: Run) -> Iterator[tuple[str, Callable[[Grade], float]]]:
    """Yield the measures of a run; those of the process only if a judge was asked."""
    judged = any(grade.process is not None for grade in run.grades.values())
    for name, value_of in _MEASURES.items():
        if judged or name in {"accuracy", "exact"}:
            yield name, value_of


def type_table(evaluation: Evaluation) -> Table:
    """Make the table of all measures by type and by level: a row for each model and measure."""
    groups: dict[str, Callable[[Grade], bool]] = {"all": lambda grade: True}
    for part, tasks in evaluation.parts.items():
        groups[evaluation.short[part]] = _is_of(tasks)
    for level in _levels(evaluation):
        groups[f"level {level}"] = _is_of(
            [task for task in evaluation.tasks if evaluation.levels.get(task) == level]
        )
    rows: list[list[Cell]] = []
    for model, variant in evaluation.names:
        runs = evaluation.repeats_of(model, variant)
        for name, value_of in _measures(runs[0]):
            row: list[Cell] = [label(model, variant), name]
            for belongs in groups.values():
                means = [_mean(map(value_of, filter(belongs, r.grades.values()))) for r in runs]
                found = [mean for mean in means if mean is not None]
                row.append(_mean(found))
            rows.append(row)
    columns = [
        Column("model"), Column("measure"), *(Column(group, "percent") for group in groups),
    ]  # fmt: skip
    titles = "; ".join(
        f"{type_.short} {type_.title.lower()}"
        for type_ in evaluation.source.family.types
        if type_.name in evaluation.parts
    )
    note = f"{titles}. {_MEANINGS} Several runs of a model are averaged."
    return Table("types", "Accuracy by type and level", columns, rows, note)


def cell_table(evaluation: Evaluation) -> Table:
    """Make the table of the accuracy in each type and level: a row for each model and type."""
    levels = _levels(evaluation)
    rows: list[list[Cell]] = []
    for model, variant in evaluation.names:
        for part, tasks in evaluation.parts.items():
            row: list[Cell] = [label(model, variant), part]
            for level in levels:
                own = [task for task in tasks if evaluation.levels.get(task) == level]
                shares = [s for task in own for s in evaluation.shares(model, variant, task)]
                row.append(_mean(shares))
            rows.append(row)
    columns = [
        Column("model"), Column("type"), *(Column(f"level {level}", "percent") for level in levels),
    ]  # fmt: skip
    note = "Several runs of a model are averaged."
    return Table("cells", "Accuracy by type within levels", columns, rows, note)


def batch_table(evaluation: Evaluation) -> Table:
    """Make the table of how much each measure varies over batches: a row for each run and measure.

    Only seeds with an instance in every batch count.
    """
    count = evaluation.batches
    rows: list[list[Cell]] = []
    for run in evaluation.runs if count > 1 else ():
        seeds: dict[tuple[str, int], dict[int, Grade]] = {}
        for identity, grade in run.grades.items():
            if identity in evaluation.items:
                place = evaluation.place(identity)
                seeds.setdefault(place, {})[evaluation.batch(identity)] = grade
        whole = [found for found in seeds.values() if len(found) == count]
        if not whole:
            continue
        for name, value_of in _measures(run):
            values = np.array([[value_of(found[k]) for k in range(count)] for found in whole])
            means = [float(mean) for mean in values.mean(axis=0)]
            spread = repeats(means)
            is_count = name != "process score"
            rows.append(
                [
                    run.model, run.variant, run.run, name, len(whole), float(values.mean()),
                    float(np.std(means, ddof=1)), spread.half if spread else None, min(means),
                    max(means), float(values.min(axis=1).mean()) if is_count else None,
                    float(values.max(axis=1).mean()) if is_count else None,
                ]
            )  # fmt: skip
    columns = [
        *RUN, Column("measure"), Column("seeds", "count"), Column("mean", "percent"),
        Column("sd", "percent"), Column("half width", "percent"), Column("least", "percent"),
        Column("most", "percent"), Column("in all", "percent"), Column("in some", "percent"),
    ]  # fmt: skip
    note = (
        f"A batch has an instance of every seed; there are {count}. Mean, standard deviation, half"
        " width of the 95 % interval by Student's t, least and most are of the batches. In all: the"
        " seeds of which every instance is right, in some: of which at least one is."
    )
    return Table("batches", "Batches: the same seeds with other numbers", columns, rows, note)


def _levels(evaluation: Evaluation) -> list[int]:
    return sorted({evaluation.levels[t] for t in evaluation.tasks if t in evaluation.levels})


def _is_of(tasks: Iterable[str]) -> Callable[[Grade], bool]:
    own = set(tasks)
    return lambda grade: grade.task in own


def _mean(values: Iterable[float]) -> float | None:
    found = list(values)
    return sum(found) / len(found) if found else None
