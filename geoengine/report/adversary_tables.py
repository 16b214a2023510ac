"""Tables of what the adversary finds out about collections."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from geoengine.adversary import LEVEL, Attack
from geoengine.evaluate import Cell, CellKind, Column, Table
from geoengine.report.collection import Collection
from geoengine.report.side_by_side import side_by_side

__all__ = ["adversary_tables"]


def adversary_tables(collections: Sequence[Collection]) -> list[Table]:
    """Make the tables of attacks on items and pools, and of permuted keys; some may be empty."""
    return [
        _attacks(
            "attacks", "Learned guesses", collections, lambda one: one.attacks,
            "Guessers that learn from some scenes and answer the questions of the others, by their"
            " text alone, and guesses that readers made. Ranking is the mean share of wrong options"
            " that they place below the key: 0.5 by chance. p is corrected for the number of"
            f" attacks on the split; what gives the key away is named where it is below {LEVEL}.",
        ),
        _attacks(
            "together", "Learned guesses at all splits together", collections[:1],
            lambda one: one.joint_attacks,
            "The same guessers where they learn from the items of all splits. With more items they"
            " find smaller leaks.",
        ),
        _permuted(collections),
        _attacks(
            "pool", "Learned guesses at a pool of candidates", collections,
            lambda one: one.pool_attacks,
            "The same guessers at the candidates that the plan of the split makes, before any are"
            " selected. This raw pool is not a benchmark: a leak in it is what the selection has to"
            " remove, and a small one that a split is too small to show.",
        ),
        _attacks(
            "admitted", "Learned guesses at the candidates admitted", collections,
            lambda one: one.admitted_attacks,
            "The same guessers at the candidates of the pool that are left when it is thinned by"
            " what learned guessers expect, as is done while a split is made.",
        ),
    ]  # fmt: skip


def _attacks(
    name: str,
    title: str,
    collections: Sequence[Collection],
    attacks_of: Callable[[Collection], Sequence[Attack]],
    note: str,
) -> Table:
    """How well guessers do, where they were asked for."""
    with_attacks = [one for one in collections if attacks_of(one)]
    found = {one.name: {(a.task, a.guesser): a for a in attacks_of(one)} for one in with_attacks}
    rows: list[list[Cell]] = []
    for task, guesser in dict.fromkeys(pair for own in found.values() for pair in own):
        cells: list[Cell] = []
        for one in with_attacks:
            made = found[one.name].get((task, guesser))
            if made is None:
                cells += [None] * 6
                continue
            low, high = made.interval
            cells += [
                made.questions, made.accuracy, f"{100 * low:.0f}–{100 * high:.0f} %",
                made.ranking, made.p, "; ".join(made.telling) if made.succeeds else None,
            ]  # fmt: skip
        rows.append([task, guesser, *cells])
    parts: list[tuple[str, CellKind]] = [
        ("items", "count"), ("accuracy", "percent"), ("interval", "text"), ("ranking", "number"),
        ("p", "p"), ("what gives it away", "text"),
    ]  # fmt: skip
    columns = [Column("task"), Column("guesser"), *side_by_side(with_attacks, parts)]
    return Table(name, title, columns, rows, note)


def _permuted(collections: Sequence[Collection]) -> Table:
    """Whether keys can be distinguished from keys that are permuted at random."""
    asked = [one for one in collections if one.permuted]
    found = {one.name: {own.task: own for own in one.permuted} for one in asked}
    rows: list[list[Cell]] = []
    for task in dict.fromkeys(task for own in found.values() for task in own):
        cells: list[Cell] = []
        for one in asked:
            made = found[one.name].get(task)
            if made is None:
                cells += [None] * 3
                continue
            low, high = made.interval
            cells += [made.questions, made.auc, f"{low:.2f}–{high:.2f}"]
        rows.append([task, *cells])
    parts: list[tuple[str, CellKind]] = [
        ("items", "count"), ("AUC", "number"), ("interval", "text"),
    ]  # fmt: skip
    note = (
        "How well learned models tell the items from the same ones with keys that are permuted at"
        " random among the options: the area under the ROC curve, 0.5 if they cannot, and"
        " 1 − 1/(2n) if they find each key of n options. The 95 % interval is of resampled scenes;"
        " of forty tasks without a leak, one is above 0.5 by chance. Selected items are often a"
        " little below 0.5, since what leans one way in some scenes is balanced by others."
    )
    columns = [Column("task"), *side_by_side(asked, parts)]
    return Table("permuted", "Permuted keys", columns, rows, note)
