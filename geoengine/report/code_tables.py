"""Tables of items that show code: beside a published benchmark, and blind guesses by the code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from statistics import fmean, median

from geoengine.evaluate import Cell, CellKind, Column, Table
from geoengine.items import Published, Value, code_guesses, code_lines, functions_called
from geoengine.report.collection import Collection
from geoengine.report.measures import answer_kind
from geoengine.report.open_item import OpenItem
from geoengine.report.side_by_side import side_by_side

__all__ = ["code_guess_table", "code_table", "function_table", "source_table"]

_MOST_FUNCTIONS = 40


def _published(collections: Sequence[Collection]) -> Published | None:
    return next((one.published for one in collections if one.published), None)


def _with_code(collection: Collection) -> list[OpenItem]:
    return [item for item in collection.open_items if item.code]


def code_table(collections: Sequence[Collection]) -> Table:
    """Make the table of levels, questions, answers and code, beside published ones."""
    found = [_with_code(one) for one in collections]
    published = _published(collections)
    counts = published.counts if published else {}
    aspects: dict[str, Callable[[OpenItem], str]] = {
        "level": lambda item: str(item.level),
        "asked": _asked,
        "answer": _answered,
        "code": lambda item: item.code_language,
    }
    rows: list[list[Cell]] = []
    for aspect, value_of in aspects.items():
        own = [Counter(map(value_of, items)) for items in found]
        theirs = Counter(counts.get(aspect, {}))
        known = dict.fromkeys([*theirs, *(value for one in own for value in sorted(one))])
        for value in known if any(found) else ():
            cells: list[Cell] = []
            for one in own:
                cells += [one[value], one[value] / one.total()] if one else [None, None]
            if published:
                cells += [theirs[value], theirs[value] / theirs.total()] if theirs else [None] * 2
            rows.append([aspect, value, *cells])
    for unit, length in (("lines", code_lines), ("characters", len)) if any(found) else ():
        cells = []
        for items in found:
            cells += [median(map(length, (i.code for i in items))) if items else None, None]
        if published:
            cells += [published.lengths.get(unit), None]
        rows.append(["length of code, median", unit, *cells])
    parts: list[tuple[str, CellKind]] = [("count", "count"), ("share", "percent")]
    columns = [Column("aspect"), Column("value"), *side_by_side(collections, parts)]
    if published:
        columns += [Column(published.name, "count"), Column("its share", "percent")]
    note = "Of items with open answers that show code."
    return Table(
        "code", "Items with code", columns, rows, f"{note} {published.note}" if published else note
    )


def _asked(item: OpenItem) -> str:
    quantity = item.answer.quantity if isinstance(item.answer, Value) else "other"
    return quantity if quantity in {"area", "angle", "length", "volume"} else "other"


def _answered(item: OpenItem) -> str:
    if not isinstance(item.answer, Value):
        return "other"
    return answer_kind(item.answer.expected.removesuffix("°"))


def function_table(collections: Sequence[Collection]) -> Table:
    """Make the table of the functions that programs call, beside those of a published benchmark."""
    published = _published(collections)
    rows: list[list[Cell]] = []
    found = [_with_code(one) for one in collections]
    for language in sorted({item.code_language for items in found for item in items}):
        called = [
            [functions_called(i.code, language) for i in items if i.code_language == language]
            for items in found
        ]
        theirs = published.functions if published and published.language == language else {}
        names = Counter(name for programs in called for own in programs for name in own)
        listed = {name for spellings in theirs for name in spellings}
        others = [(name,) for name, _ in names.most_common() if name not in listed]
        for spellings in [*theirs, *others[: max(0, _MOST_FUNCTIONS - len(theirs))]]:
            cells: list[Cell] = []
            for programs in called:
                count = sum(not own.isdisjoint(spellings) for own in programs)
                cells += [count, count / len(programs)] if programs else [None, None]
            if published:
                known = theirs.get(spellings)
                cells += [known, None if known is None else known / published.programs]
            rows.append([language, ", ".join(spellings), *cells])
    parts: list[tuple[str, CellKind]] = [("programs", "count"), ("share", "percent")]
    columns = [Column("language"), Column("function"), *side_by_side(collections, parts)]
    if published:
        columns += [Column(published.name, "count"), Column("its share", "percent")]
    note = (
        "How many programs call a function; of methods, the last name; with functions that the"
        " program itself defines."
    )
    return Table("functions", "Functions called in code", columns, rows, note)


def source_table(collections: Sequence[Collection]) -> Table:
    """Make the table of how many items of each source there are at each level."""
    levels = sorted({item.level for one in collections for item in one.open_items if item.source})
    sources = sorted({item.source for one in collections for item in one.open_items} - {""})
    rows: list[list[Cell]] = []
    for source in sources:
        row: list[Cell] = [source]
        for one in collections:
            own = [item for item in one.open_items if item.source == source]
            row += [*(sum(item.level == level for item in own) for level in levels), len(own)]
        rows.append(row)
    parts: list[tuple[str, CellKind]] = [(f"level {level}", "count") for level in levels]
    columns = [Column("source"), *side_by_side(collections, [*parts, ("all", "count")])]
    return Table("sources", "Sources and levels", columns, rows, "Items with open answers.")


def code_guess_table(collections: Sequence[Collection]) -> Table:
    """Make the table of blind guesses by what is in the code: a row for each type or task."""
    found = [_with_code(one) for one in collections]
    groups = list(dict.fromkeys(item.group for items in found for item in items))
    rows: list[list[Cell]] = []
    for group in [*groups, *(["all"] if len(groups) > 1 else [])]:
        row: list[Cell] = [group]
        for items in found:
            own = [item for item in items if group in (item.group, "all")]
            row += _guesses(own) if own else [None] * 6
        rows.append(row)
    parts: list[tuple[str, CellKind]] = [
        ("items", "count"), ("commonest", "percent"), ("a literal", "percent"),
        ("some literal", "percent"), ("a distance", "percent"), ("some distance", "percent"),
    ]  # fmt: skip
    note = (
        "How often guesses are right, as answers are scored. Commonest: the commonest value of the"
        " items. A literal: a random one of the numbers written in the code; a distance: a random"
        " one of the distances between the points that the code names. Some: one of them is right,"
        " which a blind solver cannot know."
    )
    columns = [Column("type or task"), *side_by_side(collections, parts)]
    return Table("code_guesses", "Blind guesses by the code", columns, rows, note)


def _guesses(items: Sequence[OpenItem]) -> list[Cell]:
    values = [item.value for item in items]
    # Equal values count together, however they are written.
    told = [
        item.answer.expected if value is None else round(value, 9)
        for value, item in zip(values, items, strict=True)
    ]
    commonest = max(Counter(told).values())
    chances: dict[str, list[float]] = {"literal": [], "distance": []}
    for item, value in zip(items, values, strict=True):
        if isinstance(item.answer, Value) and value is not None:
            counts = code_guesses(
                value, item.code, item.code_language, item.coordinates,
                within=item.answer.margin(value),
            )  # fmt: skip
            for name, (right, count) in counts.items():
                chances[name].append(right / count if count else 0.0)
    cells: list[Cell] = []
    for own in chances.values():
        cells += [fmean(own), fmean(chance > 0 for chance in own)] if own else [None, None]
    return [len(items), commonest / len(items), *cells]
