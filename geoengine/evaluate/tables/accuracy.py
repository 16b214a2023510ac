"""Tables of accuracies: by task, by level, with intervals, and broken down."""

from __future__ import annotations

from geoengine.evaluate.evaluation import Evaluation, share
from geoengine.evaluate.runs import SOLVING, Grade, label
from geoengine.evaluate.score_statistics import versus_chance
from geoengine.evaluate.table import RUN, Cell, Column, Table

__all__ = ["accuracy_table", "breakdown_table", "level_table", "task_table"]

_BOOTSTRAP = (
    "Intervals: 95 %, percentile bootstrap that draws problems with all their questions, so that"
    " questions about one problem stay together."
)


def task_table(evaluation: Evaluation) -> Table:
    """Make the table of accuracies by task, with the gain over chance: a row for each model."""
    columns = [Column("model")]
    for task in evaluation.tasks:
        columns.append(Column(f"{evaluation.short[task]} acc", "percent"))
        if evaluation.chance(task):
            columns.append(Column(f"{evaluation.short[task]} Δ", "points"))
    rows = []
    for model, variant in evaluation.names:
        row: list[Cell] = [label(model, variant)]
        for task in evaluation.tasks:
            accuracy = evaluation.accuracy(model, variant, task)
            row.append(accuracy)
            if evaluation.chance(task):
                row.append(_gain(evaluation, task, accuracy))
        rows.append(row)
    labels = [
        f"{evaluation.short[task]} {task.replace('_', ' ')}"
        for task in evaluation.tasks
        if task != SOLVING
    ]
    key = f"{'; '.join(labels)}. " if labels else ""
    average = "Several runs of a model are averaged."
    if not any(map(evaluation.chance, evaluation.tasks)):
        note = f"{key}acc is the accuracy. {average}"
        return Table("tasks", "Accuracy by task", columns, rows, note)
    note = (
        f"{key}acc is the accuracy, Δ the gain over choosing an option by chance. {average}"
        " Form: Tables 4 and 5 of GeoBench."
    )
    return Table("tasks", "Accuracy by task, and gain over chance", columns, rows, note)


def level_table(evaluation: Evaluation) -> Table:
    """Make the table of accuracies by level of reasoning: a row for each model.

    The last column is the mean of the accuracies in all tasks; it is empty for a model that did not
    answer all of them.
    """
    tasks = [task for task in evaluation.tasks if task != SOLVING]
    levels = sorted({evaluation.levels[task] for task in tasks})
    columns = [Column("model"), *(Column(f"level {level}", "percent") for level in levels)]
    rows: list[list[Cell]] = []
    for model, variant in evaluation.names:
        row: list[Cell] = [label(model, variant)]
        for level in levels:
            shares = [
                share(grades)
                for run in evaluation.repeats_of(model, variant)
                if (
                    grades := [
                        g for g in run.grades.values() if evaluation.levels.get(g.task) == level
                    ]
                )
            ]
            row.append(sum(shares) / len(shares) if shares else None)
        means = [evaluation.accuracy(model, variant, task) for task in tasks]
        answered = [mean for mean in means if mean is not None]
        row.append(sum(answered) / len(answered) if len(answered) == len(tasks) and tasks else None)
        rows.append(row)
    columns.append(Column("mean of tasks", "percent"))
    note = "A level's items count alike, whichever task they are of; the mean counts tasks alike."
    return Table("levels", "Accuracy by level", columns, rows if tasks else [], note)


def accuracy_table(evaluation: Evaluation) -> Table:
    """Make the table of accuracies with intervals and tests against chance: by run and task.

    Where tasks have types, the rows are types; levels and chance are then left out.
    """
    if evaluation.has_types:
        return _accuracy_by_type(evaluation)
    columns = [
        *RUN, Column("task"), Column("level", "count"), Column("questions", "count"),
        Column("right", "count"), Column("accuracy", "percent"), Column("low", "percent"),
        Column("high", "percent"), Column("gain", "points"), Column("p against chance", "p"),
    ]  # fmt: skip
    rows: list[list[Cell]] = []
    for run in evaluation.runs:
        for task in evaluation.tasks:
            grades = run.of_task(task)
            if not grades:
                continue
            right = sum(grade.right for grade in grades)
            bounds = evaluation.interval(grades)
            chance = evaluation.chance(task)
            rows.append(
                [
                    run.model, run.variant, run.run, task, evaluation.levels.get(task), len(grades),
                    right, right / len(grades), bounds.low, bounds.high,
                    _gain(evaluation, task, right / len(grades)),
                    versus_chance(right, len(grades), chance) if chance else None,
                ]
            )  # fmt: skip
    note = f"{_BOOTSTRAP} p: exact binomial test, two-sided."
    return Table("accuracy", "Accuracy with intervals", columns, rows, note)


def _accuracy_by_type(evaluation: Evaluation) -> Table:
    columns = [
        *RUN, Column("type"), Column("questions", "count"), Column("right", "count"),
        Column("accuracy", "percent"), Column("low", "percent"), Column("high", "percent"),
    ]  # fmt: skip
    rows: list[list[Cell]] = []
    for run in evaluation.runs:
        of_parts = {part: evaluation.of_part(run, part) for part in evaluation.parts}
        for part, grades in {"all": list(run.grades.values()), **of_parts}.items():
            if grades:
                bounds = evaluation.interval(grades)
                right = sum(grade.right for grade in grades)
                counts = [len(grades), right, right / len(grades), bounds.low, bounds.high]
                rows.append([run.model, run.variant, run.run, part, *counts])
    note = "Intervals: 95 %, percentile bootstrap that draws seeds with all their instances."
    return Table("accuracy", "Accuracy with intervals", columns, rows, note)


def breakdown_table(evaluation: Evaluation) -> Table:
    """Make the table of accuracies by the facets of an evaluation, for each run."""
    columns = [
        *RUN, Column("by"), Column("value"), Column("questions", "count"),
        Column("right", "count"), Column("accuracy", "percent"), Column("low", "percent"),
        Column("high", "percent"),
    ]  # fmt: skip
    rows: list[list[Cell]] = []
    for run in evaluation.runs:
        for facet, value_of in evaluation.facets().items():
            values: dict[str, list[Grade]] = {}
            for grade in run.grades.values():
                values.setdefault(value_of(grade.id), []).append(grade)
            for value in sorted(values):
                grades = values[value]
                bounds = evaluation.interval(grades)
                rows.append(
                    [
                        run.model, run.variant, run.run, facet, value, len(grades),
                        sum(grade.right for grade in grades), share(grades), bounds.low,
                        bounds.high,
                    ]
                )  # fmt: skip
    note = (
        "The tier is that of the goal, or else of the scene; the topic is the scene's, the length"
        f" that of the proof. {_BOOTSTRAP}"
    )
    *others, last = evaluation.facets() or ["facet"]
    title = f"Accuracy by {', '.join(others)} and {last}" if others else f"Accuracy by {last}"
    return Table("breakdown", title, columns, rows, note)


def _gain(evaluation: Evaluation, task: str, accuracy: float | None) -> float | None:
    chance = evaluation.chance(task)
    return None if accuracy is None or not chance else accuracy - chance
