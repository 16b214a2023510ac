"""Explanations of items: their derivation, in words."""

from __future__ import annotations

from geoengine.items import Explanation, Item, Remark, escaped, explain_by_labels

__all__ = ["explain"]


def explain(item: Item) -> Explanation:
    """Return the derivation of an item, a remark for each step.

    Examples
    --------
    >>> from geoengine.items import Value
    >>> item = Item.make(
    ...     family="programs", task="local", level=2, scene="s", problem="", question="",
    ...     answer=Value(exact="8"), certificate={"steps": {"en": ["The side is 4."]}},
    ... )
    >>> [remark.text for remark in explain(item).remarks]
    ['The side is 4.']
    """
    steps = item.certificate.get("steps")
    own = steps.get(item.language) if isinstance(steps, dict) else None
    # An item of a file may have anything here.
    found = [step for step in own if isinstance(step, str)] if isinstance(own, list) else []
    if not found:
        return explain_by_labels(item)
    return Explanation(tuple(Remark(escaped(step)) for step in found), language=item.language)
