"""The table of wrong options: which kinds are chosen most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from geoengine.evaluate.evaluation import Evaluation
from geoengine.evaluate.runs import SOLVING
from geoengine.evaluate.table import RUN, Cell, Column, Table

__all__ = ["distractor_table"]


def distractor_table(evaluation: Evaluation) -> Table:
    """Make the table of the kinds of wrong options: how often each was offered, and chosen.

    There is a row for each run, task and kind. Only items with a chosen option count.
    """
    columns = [
        *RUN, Column("task"), Column("by"), Column("kind"), Column("offered", "count"),
        Column("chosen", "count"), Column("share of errors", "percent"),
        Column("share of offers", "percent"), Column("attraction", "number"),
    ]  # fmt: skip
    rows: list[list[Cell]] = []
    for run in evaluation.runs:
        offered: Counter[tuple[str, str, str]] = Counter()
        chosen: Counter[tuple[str, str, str]] = Counter()
        for grade in run.grades.values():
            if grade.outcome != "answered" or grade.task == SOLVING:
                continue
            certificate = evaluation.items[grade.id].certificate
            for option in certificate.get("options", ()):
                if option.get("correct"):
                    continue
                for facet, kind in _kinds(option, certificate):
                    key = (grade.task, facet, kind)
                    offered[key] += 1
                    chosen[key] += str(option.get("option")) == grade.chosen
        for key in sorted(offered, key=lambda key: (evaluation.tasks.index(key[0]), key[1:])):
            alike = [other for other in offered if other[:2] == key[:2]]
            errors = sum(chosen[other] for other in alike)
            offers = offered[key] / sum(offered[other] for other in alike)
            part = chosen[key] / errors if errors else None
            rows.append(
                [
                    run.model, run.variant, run.run, *key, offered[key], chosen[key], part, offers,
                    None if part is None else part / offers,
                ]
            )  # fmt: skip
    note = (
        "Which kinds of wrong option were chosen, of the items that were answered. Attraction is"
        " the share of errors over the share of offers: above 1, a kind is chosen more often than"
        " others. Kinds are by the"
        " evidence against the option, by its predicate, and by the design of the item."
    )
    return Table("distractors", "Choices of wrong options", columns, rows, note)


def _kinds(option: Mapping[str, Any], certificate: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield "evidence", str(option.get("evidence") or ("rule" if "rule" in option else "none"))
    statements = option.get("statements") or [option.get("statement")]
    predicates = sorted({str(statement).split()[0] for statement in statements if statement})
    if predicates:
        yield "predicate", " ".join(predicates)
    if isinstance(certificate.get("design"), str):
        yield "design", certificate["design"]
