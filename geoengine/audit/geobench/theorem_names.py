"""Names of theorems in published items, and the rules of the catalogue that they are."""

from __future__ import annotations

from functools import lru_cache

from geoengine.audit.geobench.published_item import Option, PublishedItem
from geoengine.audit.geobench.templates import form_of, load
from geoengine.catalogue import load_rules

__all__ = ["rule_id", "rule_name", "theorems_named"]


def rule_name(option: Option) -> str:
    """The name of the rule, without its description.

    Examples
    --------
    >>> rule_name(Option(1, "SSS Similarity (Direct): proportional sides."))
    'SSS Similarity (Direct)'
    """
    return option.text.split(":", 1)[0].strip()


def rule_id(option: Option) -> str | None:
    """The id of the rule that an option names; None if the catalogue has no such rule.

    Examples
    --------
    >>> rule_id(Option(1, "SSS Similarity of triangles (Direct): proportional sides."))
    'sss_similarity'
    """
    return _ids().get(rule_name(option).casefold())


def theorems_named(item: PublishedItem) -> tuple[str, ...]:
    """The theorem that each option names, by its id or else its name; empty for other tasks."""
    if form_of(item.task) != "theorems":
        return ()
    return tuple(rule_id(option) or rule_name(option) for option in item.options)


@lru_cache(maxsize=1)
def _ids() -> dict[str, str]:
    """Ids of rules, by the names under which they are published, and by ours."""
    rules = load_rules().values()
    ids = {rule.name.casefold(): rule.id for rule in rules}
    ids |= {rule.published.casefold(): rule.id for rule in rules if rule.published}
    return ids | {entry["printed"].casefold(): entry["rule"] for entry in load("theorems.yaml")}
