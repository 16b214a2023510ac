"""Tables of how diverse the items of a split are: entropies, and roles of theorems."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from geoengine.evaluate import Cell, CellKind, Column, Table
from geoengine.items import task_names
from geoengine.report.collection import Collection, CountedItem
from geoengine.report.diversity import constructions_in, entropy, theorem_roles
from geoengine.report.measures import theorem_names
from geoengine.report.side_by_side import side_by_side

__all__ = ["entropies", "roles"]


def _right_theorems(questions: Sequence[CountedItem]) -> list[str]:
    asked = [q for q in questions if q.key is not None and q.key <= len(q.theorems)]
    return [q.theorems[q.key - 1] for q in asked if q.key]


_VALUES: dict[str, Callable[[Sequence[CountedItem]], list[str]]] = {
    "kinds of goals": lambda questions: [q.goal for q in questions if q.goal],
    "theorems that are right": lambda questions: list(filter(None, _right_theorems(questions))),
    "theorems offered": lambda questions: [t for q in questions for t in q.theorems if t],
    "constructions of problems": constructions_in,
    "scenes, or pictures": lambda questions: [q.scene for q in questions],
}
"""What the entropy is taken of."""


def entropies(collections: Sequence[Collection]) -> Table:
    """Make the table of entropies, by task and for all tasks together."""
    tasks = [task for task in task_names() if any(task in one.tasks for one in collections)]
    rows: list[list[Cell]] = []
    for task in [*tasks, "all"] if len(tasks) > 1 else tasks:
        for name, values in _VALUES.items():
            found = [
                entropy(values(one.questions if task == "all" else one.tasks.get(task, ())))
                for one in collections
            ]
            cells: list[Cell] = []
            for own in found:
                cells += [None] * 4 if own is None else [own.count, own.kinds, own.bits, own.share]
            if any(found):
                rows.append([task, name, *cells])
    parts: list[tuple[str, CellKind]] = [
        ("n", "count"), ("kinds", "count"), ("bits", "number"), ("share", "percent"),
    ]  # fmt: skip
    columns = [Column("task"), Column("of"), *side_by_side(collections, parts)]
    note = (
        "Entropy of the frequencies of n values of so many kinds, in bits and as a share of its"
        " maximum, the logarithm of the number of kinds: 100 % if all kinds occur equally often."
        " Constructions are counted once for each problem."
    )
    return Table("entropy", "Entropies", columns, rows, note)


def roles(collections: Sequence[Collection]) -> Table:
    """Make the table of how often each theorem is right and wrong, where options name theorems."""
    names = theorem_names()
    rows: list[list[Cell]] = []
    with_theorems = [one for one in collections if any(any(q.theorems) for q in one.questions)]
    tasks = [task for task in task_names() if any(task in one.tasks for one in with_theorems)]
    suspects = 0
    for task in tasks:
        found = [
            {role.theorem: role for role in theorem_roles(one.tasks.get(task, ()))}
            for one in with_theorems
        ]
        for theorem in dict.fromkeys(theorem for own in found for theorem in own):
            cells: list[Cell] = []
            for own in found:
                role = own.get(theorem)
                if role is None:
                    cells += [None] * 4
                    continue
                suspects += role.verdict is not None
                wrong = role.offered - role.right
                cells += [role.right, wrong, role.p if role.p < 1 else None, role.verdict]
            rows.append([task, names.get(theorem, theorem), *cells])
    parts: list[tuple[str, CellKind]] = [
        ("right", "count"), ("wrong", "count"), ("p", "p"), ("beyond chance", "text"),
    ]  # fmt: skip
    columns = [Column("task"), Column("theorem"), *side_by_side(with_theorems, parts)]
    note = (
        "In how many items each theorem is the right option, and in how many a wrong one. p is the"
        " probability that a theorem which is only ever one of the two would be so if keys were"
        " drawn by lot, times the number of theorems of the task;"
        f" where it is below 0.05, the last column says so: {suspects or 'nowhere'}."
    )
    return Table("roles", "Theorems as options", columns, rows, note)
