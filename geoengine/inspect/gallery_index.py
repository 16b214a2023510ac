"""The index of a gallery as data: a column for each facet, and every line of text only once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import geoengine
from geoengine.catalogue import load_engine_steps, load_rules
from geoengine.inspect.responses_data import ModelResponses, outcomes
from geoengine.items import Choice, Family, Item
from geoengine.language import PREDICATES

__all__ = ["Card", "gallery_index"]

_LETTERS = "ABCDEFGHIJKL"


@dataclass(frozen=True, slots=True)
class Card:
    """An item of a gallery.

    Attributes
    ----------
    item : Item
    split : int
        The number of its split, from 0, in the gallery.
    image : str or None
        The path of its picture, relative to the index.
    both : bool
        Whether the other split of the gallery has it too.
    has_page : bool
        Whether a page was made.
    """

    item: Item
    split: int = 0
    image: str | None = None
    both: bool = False
    has_page: bool = True


def gallery_index(
    cards: Sequence[Card],
    names: Sequence[str],
    family: Family,
    runs: Sequence[ModelResponses] = (),
    *,
    folders: Sequence[str] = (),
) -> dict[str, Any]:
    """Return the data of the index page.

    Parameters
    ----------
    cards : sequence of Card
        All items; the page of the item in row ``k``, from 0, is that with the number ``k + 1``.
    names : sequence of str
        The names of the splits: one, or two that are compared.
    family : Family
        Gives the titles of tasks and the topics of scenes.
    runs : sequence of ModelResponses
        The graded responses of models to the items of the first split.
    folders : sequence of str, optional
        The names of the splits' folders, by which reviews are kept; by default the `names`.

    Returns
    -------
    dict
        Plain data for `linked_page`. ``facets`` have ``values`` with ``labels``, and for each row
        the number of its value or a list of such numbers; ``numbers`` are columns of numbers or
        None; ``lines`` are the lines of all texts, each once, and ``questions`` and ``options`` the
        numbers of the lines in each row; ``models`` have a character for each row, as from
        `outcomes`.

    Examples
    --------
    >>> from geoengine.items import load_family
    >>> item = Item.make(
    ...     family="reasoning", task="demo", level=1, scene="demo", problem="", question="Which?",
    ...     answer=Choice(options=("AB = CD", "AB ∥ CD"), key=2), meta={"tier": 3},
    ... )
    >>> index = gallery_index([Card(item)], ["one"], load_family("reasoning"))
    >>> index["facets"][1]["name"], index["facets"][1]["labels"], index["facets"][1]["rows"]
    ('tier', ['3'], [0])
    >>> index["lines"], index["questions"], index["options"]
    (['Which?', 'AB = CD', 'AB ∥ CD'], [[0]], [[1, 2]])
    """
    lines: dict[str, int] = {}
    images: dict[str, int] = {}
    items = [card.item for card in cards]
    # An item of the second split may have the id of one of the first.
    asked = [card.item.id if card.split == 0 else None for card in cards]
    return {
        "title": names[0],
        "splits": list(names),
        "folders": list(folders or names),
        "engine": geoengine.__version__,
        "ids": [item.id for item in items],
        "unmade": [k for k, card in enumerate(cards) if not card.has_page],
        "facets": _facets(cards, names, family),
        "numbers": {name: _numbers(items, field) for name, field in _NUMBERS.items()},
        "languages": [item.language for item in items],
        "split": [card.split for card in cards] if len(names) > 1 else [],
        "images": images,
        "image": [
            None if card.image is None else images.setdefault(card.image, len(images))
            for card in cards
        ],
        "questions": [_numbered(item.question.split("\n"), lines) for item in items],
        "options": [_numbered(_options(item), lines) for item in items],
        "answers": [item.answer.expected for item in items],
        "models": [{"name": run.name, "outcomes": outcomes(run, asked)} for run in runs],
    } | {"lines": list(lines), "images": list(images)}


_NUMBERS = {"tier": "tier", "worth": "worth", "steps": "proof_steps"}
"""The fields of ``meta`` by which the gallery sorts, by the names of the columns."""


def _numbers(items: Iterable[Item], field: str) -> list[float | None]:
    values = [item.meta.get(field) for item in items]
    return [value if isinstance(value, (int, float)) else None for value in values]


def _options(item: Item) -> tuple[str, ...]:
    return item.answer.options if isinstance(item.answer, Choice) else ()


def _numbered(texts: Iterable[str], lines: dict[str, int]) -> list[int]:
    return [lines.setdefault(text, len(lines)) for text in texts]


def _facets(cards: Sequence[Card], names: Sequence[str], family: Family) -> list[dict[str, Any]]:
    """Return the facets by which not all items are without a value."""
    titles = {task.name: task.title for task in family.tasks}
    topics = dict(family.scenes())
    shared = []
    if len(names) > 1:
        found_in = ["both" if card.both else f"only {names[card.split]}" for card in cards]
        shared = [_facet("found", "Found in", found_in, {}, ("both",))]
    items = [card.item for card in cards]
    columns: list[tuple[str, str, Callable[[Item], Any], Mapping[str, str], Sequence[str]]] = [
        ("task", "Task", lambda item: item.task, titles, family.names),
        ("tier", "Tier", lambda item: item.meta.get("tier"), {}, ()),
        ("type", "Type", lambda item: item.meta.get("type"), {}, ()),
        ("form", "Form", lambda item: item.meta.get("form"), {}, ()),
        ("evidence", "Premises stated in", lambda item: item.meta.get("evidence"), {}, ()),
        ("goal", "Kind of goal", _goal, _goal_labels(), tuple(PREDICATES)),
        ("theorem", "Theorems named", _theorems, _theorem_names(), ()),
        ("topic", "Topic", lambda item: topics.get(item.scene, "other"), {}, ()),
        ("scene", "Scene", lambda item: item.scene, {}, ()),
        ("answer", "Kind of answer", lambda item: item.answer.kind, {}, ()),
        ("batch", "Batch", _batch, {}, ()),
        ("language", "Language", lambda item: item.language, {}, ()),
    ]
    found = [
        _facet(name, label, [value(item) for item in items], labels, order)
        for name, label, value, labels, order in columns
    ]
    return shared + [facet for facet in found if facet["values"]]


def _facet(
    name: str,
    label: str,
    rows: Sequence[Any],
    labels: Mapping[str, str],
    order: Sequence[str],
) -> dict[str, Any]:
    """Return a facet, its values in the given order and the others after them by their labels."""
    listed = [value if isinstance(value, tuple) else (value,) for value in rows]
    texts = [[str(value) for value in values if value is not None] for values in listed]
    place = {value: k for k, value in enumerate(order)}

    def told(value: str) -> str:
        return labels.get(value, value.replace("_", " "))

    values = sorted(
        {value for row in texts for value in row},
        key=lambda value: (place.get(value, len(place)), _natural(told(value)), value),
    )
    number = {value: k for k, value in enumerate(values)}
    coded = [[number[value] for value in row] for row in texts]
    return {
        "name": name,
        "label": label,
        "values": values,
        "labels": [told(value) for value in values],
        "rows": [row[0] if len(row) == 1 else row for row in coded],
    }


def _natural(text: str) -> tuple[int, float, str]:
    """Return a key that sorts numbers by size, before texts."""
    return (0, float(text), "") if text.isdecimal() else (1, 0.0, text.lower())


def _batch(item: Item) -> int | None:
    """Return the batch of an item, counted from 1."""
    batch = item.meta.get("batch")
    return batch + 1 if isinstance(batch, int) else None


def _goal(item: Item) -> str | None:
    goal = item.meta.get("goal")
    name = goal.partition(" ")[0] if isinstance(goal, str) else ""
    return name if name in PREDICATES else None


@lru_cache(maxsize=1)
def _goal_labels() -> Mapping[str, str]:
    """Return a statement of each predicate about A, B, C, …, such as ``AB ∥ CD``."""
    return {
        name: re.sub(r"<([0-9a-f*v]+)>", _lettered, predicate.plain)
        for name, predicate in PREDICATES.items()
    }


def _lettered(found: re.Match[str]) -> str:
    return {"*": "points", "v": "a number"}.get(
        found[1], "".join(_LETTERS[int(digit, 16)] for digit in found[1] if digit not in "*v")
    )


@lru_cache(maxsize=1)
def _theorem_names() -> Mapping[str, str]:
    rules = {name: rule.name for name, rule in load_rules().items()}
    return rules | {name: step.name for name, step in load_engine_steps().items()}


def _theorems(item: Item) -> tuple[str, ...]:
    """Return the theorems that an item or its options name, by its certificate, each once."""
    entries = item.certificate.get("options", ())
    options = [entry.get("rule") for entry in entries if isinstance(entry, Mapping)]
    named = [item.certificate.get("rule"), *options]
    known = _theorem_names()
    return tuple(dict.fromkeys(str(name) for name in named if name in known))
