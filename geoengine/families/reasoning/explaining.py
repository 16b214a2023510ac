"""Explanations: the certificates of the family's items, told in words and figures."""

from __future__ import annotations

from geoengine.families.reasoning.certificate_entries import Entry
from geoengine.families.reasoning.item_remarks import ITEM_ENTRIES, item_remarks
from geoengine.families.reasoning.option_remarks import OPTION_ENTRIES, option_remarks
from geoengine.items import Explanation, Item, Remark, labelled

__all__ = ["explain"]


def explain(item: Item) -> Explanation:
    """Tell the certificate of an item in words, which are in its language, and figures.

    Examples
    --------
    >>> from geoengine.items import Choice
    >>> item = Item.make(
    ...     family="reasoning", task="demo", level=1, scene="demo", problem="A B = segment A B",
    ...     question="Which holds?", answer=Choice(options=("AB = 3", "AB = 4"), key=1),
    ...     certificate={"options": [
    ...         {"option": 1, "correct": True, "statement": "lconst A B 3", "evidence": "premise"},
    ...         {"option": 2, "correct": False, "statement": "lconst A B 4", "evidence": "measured",
    ...          "verdict": "false", "residual": "0.29"},
    ...     ]},
    ... )
    >>> for remarks in explain(item).options:
    ...     print([remark.text for remark in remarks])
    ['{} is given.']
    ['{} is false in this figure and every other that was measured: off by 0.29 or more.']
    """
    certificate = item.certificate
    return Explanation(
        (*item_remarks(item), *_others(certificate, ITEM_ENTRIES)),
        tuple(
            (*option_remarks(entry, item), *_others(entry, OPTION_ENTRIES))
            for entry in certificate.get("options", ())
        ),
        tuple(certificate.get("claims", ())),
        item.language,
    )


def _others(entry: Entry, told: frozenset[str]) -> tuple[Remark, ...]:
    """Return the entries for which there are no words, with their labels."""
    return labelled({name: value for name, value in entry.items() if name not in told})
