"""Blind guesses at open answers, by the words and numbers of the question alone."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from geoengine.evaluate import Cell, CellKind, Column, Table
from geoengine.items import Named, Value
from geoengine.report.collection import Collection
from geoengine.report.formulas import candidates, numbers_in, points_in
from geoengine.report.open_item import OpenItem
from geoengine.report.side_by_side import side_by_side

__all__ = ["OpenGuesses", "guess_blindly", "open_guess_table"]

_SIZES = {"point": 1, "line": 2, "segment": 2, "plane": 3}
"""How many points name an object."""


@dataclass(frozen=True, slots=True)
class OpenGuesses:
    """How often blind guesses at some items are right; shares from 0 to 1.

    Attributes
    ----------
    items : int
    commonest : float
        By the commonest answer of the items; of values, that which is within the tolerance of most.
    at_random : float
        By a number of the question at random, or as many of its points as the answer has.
    by_formula : float
        By a random one of the values that simple formulas give.
    some_formula : float
        Of the items, those whose answer is the value of any of the formulas.
    best : str
        The guess that is right most often, a formula or a constant, and its share `best_share`.
    best_share : float
    learnt : float
        By the guess that is right most often in the items of half of the seeds, tried on the rest,
        and the other way round; with its 95 % interval `bounds`.
    bounds : tuple of float
    """

    items: int
    commonest: float
    at_random: float
    by_formula: float
    some_formula: float
    best: str
    best_share: float
    learnt: float
    bounds: tuple[float, float]


def guess_blindly(items: Sequence[OpenItem]) -> OpenGuesses:
    """Guess the answers of items by what their questions say, without geometry.

    A value is right within its tolerance, as it is scored; a count only if it is equal.

    Parameters
    ----------
    items : sequence of OpenItem
        At least one.
    """
    constants = {item.answer.expected: item.value for item in items}
    values = [item.value for item in items]
    rights: list[set[str]] = []
    by_formula, at_random = [], []
    for item, own in zip(items, values, strict=True):
        right = {
            f"always {text}"
            for text, value in constants.items()
            if _is_right(item, own, text, value)
        }
        formulas: dict[float, bool] = {}
        if isinstance(item.answer, Value):
            for name, value in candidates(item.question):
                if formulas.setdefault(value, _is_close(item.answer, own, value)):
                    right.add(name)
        rights.append(right)
        by_formula.append(_mean(formulas.values()))
        at_random.append(_at_random(item, own))
    learnt = _learnt([item.seed for item in items], rights)
    counts = Counter(name for right in rights for name in right)
    best, hits = max(counts.items(), key=lambda pair: (pair[1], pair[0]))
    always = max(count for name, count in counts.items() if name.startswith("always "))
    some = [any(not name.startswith("always ") for name in right) for right in rights]
    count = len(items)
    return OpenGuesses(
        count, always / count, _mean(at_random), _mean(by_formula), _mean(some), best,
        hits / count, _mean(learnt),
        _interval(_mean(learnt), len({item.seed for item in items})),
    )  # fmt: skip


def open_guess_table(collections: Sequence[Collection]) -> Table:
    """Make the table of blind guesses at open answers: a row for each type or task, and for all."""
    found = [_by_group(one.open_items) for one in collections]
    rows: list[list[Cell]] = []
    for group in dict.fromkeys(group for own in found for group in own):
        cells: list[Cell] = []
        for own in found:
            guesses = own.get(group)
            if guesses is None:
                cells += [None] * 9
                continue
            bounds = "–".join(f"{100 * bound:.1f}" for bound in guesses.bounds) + " %"
            cells += [
                guesses.items, guesses.commonest, guesses.at_random, guesses.by_formula,
                guesses.some_formula, guesses.best, guesses.best_share, guesses.learnt, bounds,
            ]  # fmt: skip
        rows.append([group, *cells])
    parts: list[tuple[str, CellKind]] = [
        ("items", "count"), ("commonest", "percent"), ("at random", "percent"),
        ("a formula", "percent"), ("some formula", "percent"), ("best guess", "text"),
        ("its share", "percent"), ("learnt", "percent"), ("interval", "text"),
    ]  # fmt: skip
    note = (
        "How often guesses are right that use the words and numbers of the question alone, as"
        " answers are scored. Commonest: the commonest answer. At random: a number of the question,"
        " or as many of its points as the answer has. A formula: a random one of the values that"
        " simple formulas (a + b, ab, a√2, √(a² + b²), abc/3, …) give for the first four numbers;"
        " some formula: one of them is right, which a blind solver cannot know. Best guess: the"
        " one formula or constant that is right most often, chosen with the answers. Learnt: chosen"
        " on half of the seeds and tried on the others; 95 % interval by Clopper and Pearson, as if"
        " each seed had one item."
    )
    columns = [Column("type or task"), *side_by_side(collections, parts)]
    return Table("open_guesses", "Blind guesses at open answers", columns, rows, note)


def _by_group(items: Iterable[OpenItem]) -> dict[str, OpenGuesses]:
    groups: dict[str, list[OpenItem]] = defaultdict(list)
    for item in items:
        groups[item.group].append(item)
    if len(groups) > 1:
        groups["all"] = [item for own in list(groups.values()) for item in own]
    return {group: guess_blindly(own) for group, own in groups.items()}


def _is_right(item: OpenItem, own: float | None, text: str, value: float | None) -> bool:
    if isinstance(item.answer, Named):
        return text == item.answer.expected
    return value is not None and _is_close(item.answer, own, value)


def _is_close(answer: Value, own: float | None, value: float) -> bool:
    """Whether a value is right, within the tolerance of an answer whose number is `own`."""
    if own is None:
        return False
    within = answer.margin(own) or 1e-9 * abs(own)
    return math.isclose(value, own, rel_tol=0, abs_tol=within)


def _at_random(item: OpenItem, own: float | None) -> float:
    """The probability that a random number, or random points, of the question are right."""
    answer = item.answer
    if isinstance(answer, Value):
        return _mean(_is_close(answer, own, number) for number in numbers_in(item.question))
    size = _SIZES.get(answer.object)
    if size is None:
        return 0.0
    names = {frozenset(name) for name in (answer.points, *answer.aliases) if len(name) == size}
    ways = math.comb(len(points_in(item.question)), size)
    return len(names) / ways if ways else 0.0


def _learnt(seeds: Sequence[str], rights: Sequence[set[str]]) -> list[float]:
    """Return for each item whether the best guess at the other half of the seeds is right."""
    half = {seed: place % 2 for place, seed in enumerate(sorted(set(seeds)))}
    found = [0.0] * len(seeds)
    for tried in (0, 1):
        counts = Counter(
            name
            for seed, right in zip(seeds, rights, strict=True)
            if half[seed] != tried
            for name in right
        )
        if not counts:
            continue
        guess = max(counts.items(), key=lambda pair: (pair[1], pair[0]))[0]
        for place, (seed, right) in enumerate(zip(seeds, rights, strict=True)):
            if half[seed] == tried:
                found[place] = float(guess in right)
    return found


def _interval(share: float, count: int) -> tuple[float, float]:
    """The 95 % interval of Clopper and Pearson of a share of so many seeds."""
    from scipy.stats import beta

    hits = share * count
    low = beta.ppf(0.025, hits, count - hits + 1) if hits else 0.0
    high = beta.ppf(0.975, hits + 1, count - hits) if hits < count else 1.0
    return float(low), float(high)


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found) if found else 0.0
