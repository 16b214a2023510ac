"""Explanations of items: their reasoning, in words."""

from __future__ import annotations

from geoengine.items import Explanation, Item, Remark, escaped, explain_by_labels

__all__ = ["explain"]


def explain(item: Item) -> Explanation:
    """Return the reasoning of an item, a remark for each step.

    Examples
    --------
    >>> from geoengine.items import Value
    >>> item = Item.make(
    ...     family="solids", task="volume_1", level=1, scene="cube", problem="", question="",
    ...     answer=Value(exact="8"), certificate={"chains": {"en": ["The volume is 2³ = 8."]}},
    ... )
    >>> [remark.text for remark in explain(item).remarks]
    ['The volume is 2³ = 8.']
    """
    chains = item.certificate.get("chains")
    chain = chains.get(item.language) if isinstance(chains, dict) else None
    # An item of a file may have anything here.
    steps = [step for step in chain if isinstance(step, str)] if isinstance(chain, list) else []
    if not steps:
        return explain_by_labels(item)
    return Explanation(tuple(Remark(escaped(step)) for step in steps), language=item.language)
