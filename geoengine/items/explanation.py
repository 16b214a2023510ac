"""Explanations: certificates of items, told to people in words and figures."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from geoengine.catalogue import Language
from geoengine.items.item import Item

__all__ = [
    "Explanation",
    "OtherFigure",
    "Remark",
    "escaped",
    "explain_by_labels",
    "explain_by_steps",
    "labelled",
]


@dataclass(frozen=True, slots=True)
class OtherFigure:
    """A figure besides that of the item, such as a counterexample.

    Attributes
    ----------
    points : mapping of str to (float, float)
        The coordinates of the points, by name.
    fails : tuple of str
        Formal statements that do not hold in it, though they do in the figure of the item.
    holds : tuple of str
        Formal statements that hold in it, though they do not in the figure of the item.
    """

    points: Mapping[str, tuple[float, float]]
    fails: tuple[str, ...] = ()
    holds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence of an explanation.

    Attributes
    ----------
    text : str
        The words; ``{}`` stands for the next of `statements`, and ``{*}`` for a list of all that
        are left. Braces are doubled as for `str.format`.
    statements : tuple of str
        Formal statements, which a page writes in symbols and shows in the figure.
    measured : tuple of str
        Formal statements that are false, of which a page says what is true in the figure instead.
    figure : OtherFigure, optional
        A figure that shows it.

    Examples
    --------
    >>> Remark("{} is given.", ("cong A B C D",)).statements
    ('cong A B C D',)
    """

    text: str
    statements: tuple[str, ...] = ()
    measured: tuple[str, ...] = ()
    figure: OtherFigure | None = None


@dataclass(frozen=True, slots=True)
class Explanation:
    """What the certificate of an item says, in words.

    Attributes
    ----------
    remarks : tuple of Remark
        About the item as a whole.
    options : tuple of tuple of Remark
        About each option; empty if the item has none.
    claims : tuple of str
        The formal statement that each numbered line of the question claims, if it has such lines.
    language : {"en", "zh"}
        The language of the words, in which a page writes the statements too.
    """

    remarks: tuple[Remark, ...] = ()
    options: tuple[tuple[Remark, ...], ...] = ()
    claims: tuple[str, ...] = field(default=())
    language: Language = "en"


def labelled(entries: Mapping[str, Any]) -> tuple[Remark, ...]:
    """Return a remark ``label: value`` for each entry of a certificate, in their order.

    Examples
    --------
    >>> [remark.text for remark in labelled({"whole_sum": 7, "exact": True, "parts": [3, "AB"]})]
    ['Whole sum: 7', 'Exact: yes', 'Parts: 3, AB']
    """
    return tuple(
        Remark(escaped(f"{name.replace('_', ' ').capitalize()}: {_plain(value)}"))
        for name, value in entries.items()
    )


def explain_by_steps(item: Item, entry: str) -> Explanation:
    """Return the steps of an item in its language, a remark for each; without steps, its labels.

    Parameters
    ----------
    item : Item
    entry : str
        The entry of the certificate that has the steps, as lists of texts by language.

    Examples
    --------
    >>> from geoengine.items import Value
    >>> item = Item.make(
    ...     family="sticks", task="total", level=1, scene="row", problem="AB=3 BC=4",
    ...     question="How long is AC?", answer=Value(exact="7"),
    ...     certificate={"steps": {"en": ["AC is 3 + 4 = 7."]}},
    ... )
    >>> [remark.text for remark in explain_by_steps(item, "steps").remarks]
    ['AC is 3 + 4 = 7.']
    """
    by_language = item.certificate.get(entry)
    own = by_language.get(item.language) if isinstance(by_language, dict) else None
    # An item of a file may have anything here.
    steps = [step for step in own if isinstance(step, str)] if isinstance(own, list) else []
    if not steps:
        return explain_by_labels(item)
    return Explanation(tuple(Remark(escaped(step)) for step in steps), language=item.language)


def explain_by_labels(item: Item) -> Explanation:
    """Return the entries of an item's certificate, each with its label.

    Examples
    --------
    >>> from geoengine.items import Value
    >>> item = Item.make(
    ...     family="sticks", task="total", level=1, scene="row", problem="AB=3 BC=4",
    ...     question="How long is AC?", answer=Value(exact="7"), certificate={"sum": 7},
    ... )
    >>> [remark.text for remark in explain_by_labels(item).remarks]
    ['Sum: 7']
    """
    entries = dict(item.certificate)
    listed = entries.get("options")
    if not (isinstance(listed, list) and all(isinstance(entry, dict) for entry in listed)):
        return Explanation(labelled(entries))
    del entries["options"]
    shown_anyway = ("option", "correct")
    return Explanation(
        labelled(entries),
        tuple(
            labelled({name: value for name, value in entry.items() if name not in shown_anyway})
            for entry in listed
        ),
    )


def _plain(value: Any) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case None:
            return "none"
        case str() | int() | float():
            return str(value)
        case list() | tuple():
            return ", ".join(map(_plain, value))
        case Mapping():
            return "; ".join(f"{name} {_plain(one)}" for name, one in value.items())
    return json.dumps(value, ensure_ascii=False)


def escaped(text: str) -> str:
    """Return a text whose braces stand for themselves in the text of a `Remark`.

    Examples
    --------
    >>> Remark(escaped("the points {A, B}")).text
    'the points {{A, B}}'
    """
    return text.replace("{", "{{").replace("}", "}}")
