"""Tables of collections side by side, with one or more columns for each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np

from geoengine.catalogue import load_rules
from geoengine.evaluate import Cell, CellKind, Column, Table
from geoengine.items import task_names
from geoengine.report.adversary_tables import adversary_tables
from geoengine.report.code_tables import (
    code_guess_table,
    code_table,
    function_table,
    source_table,
)
from geoengine.report.collection import Collection, CountedItem
from geoengine.report.difference import compare, histogram
from geoengine.report.diversity_tables import entropies, roles
from geoengine.report.draft_tables import draft_table
from geoengine.report.leak_table import leak_table
from geoengine.report.measures import MEASURES, Measure, theorem_names
from geoengine.report.open_guesses import open_guess_table
from geoengine.report.open_tables import answer_table, language_table, level_table
from geoengine.report.side_by_side import side_by_side
from geoengine.report.worth_table import worths
from geoengine.split import Content, chance_bounds, near_pairs

__all__ = ["all_tables"]

_MOST_RULES = 30
_MOST_ANSWERS = 15


_BY_TASK = ("form", "evidence")
"""The measures whose values begin with the task of the item."""


def all_tables(collections: Sequence[Collection]) -> list[Table]:
    """Return all tables that have data, in the order of the report.

    Parameters
    ----------
    collections : sequence of Collection
        At least one. The table of differences needs two.
    """
    by_name = {quantity.name: quantity for quantity in MEASURES}
    made = [_overview(collections)]
    if len(collections) > 1:
        made.append(_differences(collections))
    made += [
        _counts(by_name["task"], collections),
        level_table(collections),
        source_table(collections),
        code_table(collections),
        function_table(collections),
        draft_table(collections),
        *(_counts(by_name[name], collections) for name in _BY_TASK),
        _sizes(collections),
        language_table(collections),
        _options(collections),
        _keys(collections),
        _guesses(collections),
        _each_guess(collections),
        open_guess_table(collections),
        code_guess_table(collections),
        leak_table(collections),
        *adversary_tables(collections),
        entropies(collections),
        roles(collections),
        worths(collections),
        *(_counts(by_name[name], collections) for name in ("topic", "tier", "scene", "goal")),
        _answers(collections),
        answer_table(collections),
        _values(collections),
        _rules(collections),
        _unused_rules(collections),
        _rejections(collections),
    ]
    return [table for table in made if table.rows]


def _overview(collections: Sequence[Collection]) -> Table:
    def made(value_of: Callable[[Collection], Cell]) -> list[Cell]:
        found = [value_of(one) for one in collections]
        return [None if cell is None else str(cell) for cell in found]

    def manifest(name: str) -> list[Cell]:
        return made(lambda c: None if c.manifest is None else getattr(c.manifest, name))

    def solved(c: Collection) -> int | None:
        return sum(s.answer is not None for s in c.solutions) if c.solutions else None

    rows = {
        "items": made(lambda c: len(c.questions)),
        "solutions": made(lambda c: len(c.solutions) or None),
        "of these, problems to solve": made(solved),
        "of these, problems to prove": made(
            lambda c: sum(s.answer is None for s in c.solutions) if c.solutions else None
        ),
        "further questions for areas and perimeters": made(
            lambda c: sum(len(s.measured) for s in c.solutions) if c.solutions else None
        ),
        "pictures": made(lambda c: c.pictures if c.manifest else None),
        "base scenes, or pictures": made(lambda c: len({q.scene for q in c.questions})),
        "scenes tried": made(lambda c: c.manifest.scenes.tried if c.manifest else None),
        "scenes used": made(lambda c: c.manifest.scenes.used if c.manifest else None),
        "pairs of near duplicates": made(_near_duplicates),
        "blind guesses out of their bounds": made(_failing),
        "rules of the catalogue used": made(_used),
        "rules of the catalogue never used": made(
            lambda c: None if (used := _used(c)) is None else len(load_rules()) - used
        ),
        "seed": manifest("seed"),
        "geoengine": manifest("engine"),
        "catalogue": made(lambda c: c.manifest.catalogue[:12] if c.manifest else None),
    }
    columns = [Column(""), *side_by_side(collections, [("value" if len(collections) == 1 else "",
                                                         "count")])]  # fmt: skip
    return Table(
        "overview", "Overview", columns,
        [[name, *cells] for name, cells in rows.items() if any(c is not None for c in cells)],
        "Of published files scenes are pictures; what they do not contain is left open (–).",
    )  # fmt: skip


def _used(collection: Collection) -> int | None:
    if not collection.solutions:
        return None
    return len(load_rules().keys() & {rule for s in collection.solutions for rule in s.rules})


def _near_duplicates(collection: Collection) -> int:
    return near_pairs(
        Content.of(q.task, q.problem, q.question, q.options, q.key) for q in collection.questions
    )


def _failing(collection: Collection) -> str | None:
    if collection.manifest is None:
        return None
    guesses = [g for own in collection.manifest.baselines.values() for g in own.values()]
    return f"{sum(not guess.passes for guess in guesses)} of {len(guesses)}"


def _differences(collections: Sequence[Collection]) -> Table:
    rows: list[list[Cell]] = []
    for quantity in MEASURES:
        found = histogram([quantity.values(one) for one in collections], measured=quantity.measured)
        for (a, one), (b, other) in combinations(enumerate(collections), 2):
            difference = compare(found.counts[a], found.counts[b])
            if difference is not None:
                shares = [f"{100 * found.shares[row, difference.most]:.1f} %" for row in (a, b)]
                rows.append(
                    [
                        quantity.title, one.name, other.name, difference.variation,
                        difference.chance, difference.jensen_shannon,
                        f"{found.labels[difference.most]}: {' / '.join(shares)}"
                        if difference.variation
                        else None,
                    ]
                )  # fmt: skip
    columns = [
        Column("distribution"), Column("of"), Column("and"), Column("total variation", "number"),
        Column("by chance", "number"), Column("Jensen–Shannon", "number"),
        Column("differs most in"),
    ]  # fmt: skip
    note = (
        "Total variation is half the sum of the differences of the shares; it and the"
        " Jensen–Shannon distance (base 2) go from 0, the same, to 1, nothing in common. By"
        " chance: what 95 of 100 pairs of samples of these sizes from one distribution do not"
        " exceed, if all values were independent; items and steps about one problem are not, so a"
        " little more may be chance too. Numbers are counted in the bins of the histograms."
    )
    return Table("differences", "Where they differ", columns, rows, note)


def _counts(quantity: Measure, collections: Sequence[Collection]) -> Table:
    """Make the table of how often each value of a measure occurs, in the collections with any."""
    collections = [one for one in collections if quantity.values(one)]
    found = histogram([quantity.values(one) for one in collections], measured=quantity.measured)
    heads = [_heading(quantity, label) for label in found.labels]
    if quantity.name in {"task", *_BY_TASK}:
        order = sorted(range(len(heads)), key=lambda k: task_names().index(str(heads[k][0])))
    else:
        order = list(range(len(heads)))
    rows = [
        [*heads[k], *_shared(found.counts[:, k].tolist(), found.counts.sum(axis=1).tolist())]
        for k in order
    ]
    names = ["task", quantity.name] if quantity.name in _BY_TASK else [quantity.name]
    columns = [
        *map(Column, names),
        *side_by_side(collections, [("count", "count"), ("share", "percent")]),
    ]
    return Table(quantity.name, quantity.title, columns, rows, f"Of {quantity.unit}.")


def _heading(quantity: Measure, label: str) -> list[Cell]:
    if quantity.name in _BY_TASK:
        task, _, value = label.partition(": ")
        return [task, value]
    return [label]


def _shared(counts: Sequence[int], totals: Sequence[int]) -> list[Cell]:
    """Return each count with its share of the total; None for both where the total is 0."""
    cells: list[Cell] = []
    for count, total in zip(counts, totals, strict=True):
        cells += [int(count), float(count / total)] if total else [None, None]
    return cells


def _sizes(collections: Sequence[Collection]) -> Table:
    rows: list[list[Cell]] = []
    for quantity in MEASURES:
        if not quantity.measured:
            continue
        for one in collections:
            values = np.array(quantity.values(one), dtype=float)
            if values.size:
                quartiles = np.percentile(values, [0, 25, 50, 75, 100])
                rows.append(
                    [
                        quantity.title, one.name, quantity.unit, int(values.size),
                        float(values.mean()), float(values.std()),
                        *(float(q) if q % 1 else int(q) for q in quartiles),
                    ]
                )  # fmt: skip
    columns = [
        Column("quantity"), Column("split"), Column("of"), Column("n", "count"),
        Column("mean", "number"), Column("sd", "number"), Column("least", "count"),
        Column("25 %", "count"), Column("median", "count"), Column("75 %", "count"),
        Column("most", "count"),
    ]  # fmt: skip
    notes = dict.fromkeys(q.note for q in MEASURES if q.note and q.name.endswith("tokens"))
    return Table("sizes", "Sizes", columns, rows, " ".join(list(notes)[:1]))


def _options(collections: Sequence[Collection]) -> Table:
    def lengths(questions: Sequence[CountedItem]) -> list[Cell]:
        lengths_of_options = [
            (number == q.key, len(option))
            for q in questions
            if _has_key(q)
            for number, option in enumerate(q.options, start=1)
        ]
        right = [length for is_key, length in lengths_of_options if is_key]
        wrong = [length for is_key, length in lengths_of_options if not is_key]
        longest = max((len(option) for q in questions for option in q.options), default=None)
        return [_mean(right), _mean(wrong), longest]

    rows = [
        [task, *(cell for one in collections for cell in lengths(one.tasks.get(task, ())))]
        for task in _tasks(collections)
        if any(q.options for one in collections for q in one.tasks.get(task, ()))
    ]
    columns = [
        Column("task"),
        *side_by_side(
            collections, [("right", "number"), ("wrong", "number"), ("longest", "count")]
        ),
    ]
    note = "Mean length in characters of the right and of the wrong options, and the longest."
    return Table("options", "Lengths of options", columns, rows, note)


def _has_key(question: CountedItem) -> bool:
    return question.key is not None and 1 <= question.key <= len(question.options)


def _mean(values: Sequence[int]) -> float | None:
    return sum(values) / len(values) if values else None


def _tasks(collections: Sequence[Collection]) -> list[str]:
    return [task for task in task_names() if any(task in one.tasks for one in collections)]


def _keys(collections: Sequence[Collection]) -> Table:
    rows: list[list[Cell]] = []
    for task in [*_tasks(collections), "all"]:
        for place in range(1, _most_options(collections, task) + 1):
            cells: list[Cell] = []
            for one in collections:
                asked = _asked(one, task)
                keys = [question.key for question in asked if _has_key(question)]
                if not keys:
                    cells += [None] * 4
                    continue
                count = keys.count(place)
                least, most = chance_bounds(len(keys), _chance(asked))
                within = "yes" if least <= count <= most else "NO"
                cells += [count, count / len(keys), f"{least}–{most}", within]
            rows.append([task, f"({place})", *cells])
    parts: list[tuple[str, CellKind]] = [
        ("count", "count"), ("share", "percent"), ("bounds", "text"), ("within", "text"),
    ]  # fmt: skip
    columns = [Column("task"), Column("key"), *side_by_side(collections, parts)]
    note = (
        "Bounds are what keys placed by chance, equally often, keep within in 95 of 100 splits"
        " (binomial)."
    )
    return Table("keys", "Places of the key", columns, rows, note)


def _asked(collection: Collection, task: str) -> Sequence[CountedItem]:
    return collection.questions if task == "all" else collection.tasks.get(task, ())


def _most_options(collections: Sequence[Collection], task: str) -> int:
    asked = [question for one in collections for question in _asked(one, task)]
    return max((len(question.options) for question in asked if _has_key(question)), default=0)


def _chance(questions: Sequence[CountedItem]) -> float:
    """Return the mean probability that a random option is right, over questions with a key."""
    shares = [1 / len(question.options) for question in questions if _has_key(question)]
    return sum(shares) / len(shares)


def _guesses(collections: Sequence[Collection]) -> Table:
    """Make the table that sums up the blind guesses at each task."""
    rows: list[list[Cell]] = []
    with_manifest = [one for one in collections if one.manifest]
    for task in _tasks(with_manifest):
        cells: list[Cell] = []
        for one in with_manifest:
            own = one.manifest.baselines.get(task, {}) if one.manifest else {}
            if not own:
                cells += [None] * 4
                continue
            accuracies = [guess.accuracy for guess in one.broad_guesses(task)]
            failing = sum(not guess.passes for guess in own.values())
            cells += [len(own), min(accuracies), max(accuracies), failing]
        rows.append([task, *cells])
    parts: list[tuple[str, CellKind]] = [
        ("guesses", "count"), ("worst", "percent"), ("best", "percent"), ("failing", "count"),
    ]  # fmt: skip
    columns = [Column("task"), *side_by_side(with_manifest, parts)]
    note = (
        "What guessing by the options alone gets, from the manifest; all should be near chance."
        " Worst and best are of the ways to guess that at least half of the items allow."
    )
    return Table("guesses", "Blind guesses", columns, rows, note)


def _each_guess(collections: Sequence[Collection]) -> Table:
    """Make the table of every blind guess with its bounds."""
    with_manifest = [one for one in collections if one.manifest]
    rows: list[list[Cell]] = []
    for task in _tasks(with_manifest):
        records = [
            one.manifest.baselines.get(task, {}) if one.manifest else {} for one in with_manifest
        ]
        for name in dict.fromkeys(name for record in records for name in record):
            cells: list[Cell] = []
            for record in records:
                guess = record.get(name)
                cells += (
                    [None] * 4
                    if guess is None
                    else [
                        guess.items,
                        guess.accuracy,
                        "–".join(f"{100 * bound:.1f}" for bound in guess.bounds) + " %",
                        "pass" if guess.passes else "FAIL",
                    ]
                )
            rows.append([task, name.replace("_", " "), *cells])
    parts: list[tuple[str, CellKind]] = [
        ("items", "count"), ("accuracy", "percent"), ("bounds", "text"), ("verdict", "text"),
    ]  # fmt: skip
    columns = [Column("task"), Column("guess"), *side_by_side(with_manifest, parts)]
    return Table("guessing", "Each blind guess", columns, rows, "Bounds as for the key's place.")


def _answers(collections: Sequence[Collection]) -> Table:
    quantity = next(quantity for quantity in MEASURES if quantity.name == "answer")
    return _counts(quantity, collections)


def _values(collections: Sequence[Collection]) -> Table:
    """Make the table of the commonest numeric answers of items and problems."""
    collections = [one for one in collections if one.numeric_answers]
    counts = [Counter(one.numeric_answers) for one in collections]
    totals = [own.total() for own in counts]
    together = sum(counts, Counter[str]())
    rows = [
        [answer, *_shared([own[answer] for own in counts], totals)]
        for answer, _ in sorted(together.items(), key=lambda pair: (-pair[1], str(pair[0])))
    ][:_MOST_ANSWERS]
    columns = [
        Column("answer"),
        *side_by_side(collections, [("count", "count"), ("share", "percent")]),
    ]
    note = f"Of the numeric answers the {_MOST_ANSWERS} commonest: what a blind solver may try."
    return Table("values", "Commonest answers", columns, rows, note)


def _rules(collections: Sequence[Collection]) -> Table:
    collections = [one for one in collections if one.solutions]
    steps = [Counter(rule for s in one.solutions for rule in s.rules) for one in collections]
    proofs = [Counter(rule for s in one.solutions for rule in set(s.rules)) for one in collections]
    together = sum(steps, Counter[str]())
    names = theorem_names()
    rows: list[list[Cell]] = []
    for rule, _ in sorted(together.items(), key=lambda pair: (-pair[1], pair[0]))[:_MOST_RULES]:
        cells: list[Cell] = []
        for own, used, one in zip(steps, proofs, collections, strict=True):
            cells += [own[rule], used[rule] / len(one.solutions)]
        rows.append([names.get(rule, rule), rule, *cells])
    columns = [
        Column("theorem"), Column("id"),
        *side_by_side(collections, [("steps", "count"), ("of solutions", "percent")]),
    ]  # fmt: skip
    used_in_all = len(together)
    note = (
        f"The {min(_MOST_RULES, used_in_all)} that conclude most steps, of {used_in_all} that are"
        " used; beside them the share of solutions that use them."
    )
    return Table("rules", "Theorems", columns, rows, note)


def _unused_rules(collections: Sequence[Collection]) -> Table:
    """Make the table of the rules that some collection never uses, with their steps in each."""
    with_solutions = [one for one in collections if one.solutions]
    used = [Counter(rule for s in one.solutions for rule in s.rules) for one in with_solutions]
    rows: list[list[Cell]] = [
        [rule.name, name, *(own[name] for own in used)]
        for name, rule in load_rules().items()
        if not all(own[name] for own in used)
    ]
    columns = [
        Column("theorem"),
        Column("id"),
        *side_by_side(with_solutions, [("steps", "count")]),
    ]
    note = "Rules of the catalogue; engine steps, such as sums of angles, aside."
    title = "Theorems never used"
    return Table(
        "never", title if len(with_solutions) == 1 else f"{title} in one", columns, rows, note
    )


def _rejections(collections: Sequence[Collection]) -> Table:
    with_manifest = [one for one in collections if one.manifest]
    rejected = [one.manifest.rejected if one.manifest else {} for one in with_manifest]
    names = sorted(
        {name for record in rejected for name in record},
        key=lambda name: (name.partition(": ")[0], -sum(r.get(name, 0) for r in rejected), name),
    )
    rows = []
    for name in names:
        task, _, reason = name.partition(": ")
        rows.append(
            [
                task, reason,
                *_shared([r.get(name, 0) for r in rejected], [sum(r.values()) for r in rejected]),
            ]
        )  # fmt: skip
    columns = [
        Column("task"), Column("reason"),
        *side_by_side(with_manifest, [("count", "count"), ("share", "percent")]),
    ]  # fmt: skip
    note = "Candidates that were not taken, from the manifest."
    return Table("rejected", "Rejected", columns, rows, note)
