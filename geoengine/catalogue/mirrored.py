"""Rules that differ only in orientation, and what they say together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from geoengine.catalogue.phrases import Language
from geoengine.catalogue.rule import Rule
from geoengine.catalogue.translation import Translation
from geoengine.errors import CatalogueError
from geoengine.spelling import did_you_mean

__all__ = ["check_mirrors", "orientations", "unoriented"]


def orientations(rule: Rule, rules: Mapping[str, Rule]) -> tuple[Rule, ...]:
    """Return a rule together with its mirror image; the rule alone if it has none.

    Parameters
    ----------
    rule : Rule
    rules : mapping of str to Rule
        All rules, by id.

    Examples
    --------
    >>> from geoengine.catalogue import load_rules
    >>> rules = load_rules()
    >>> [one.id for one in orientations(rules["aa_similarity_reverse"], rules)]
    ['aa_similarity', 'aa_similarity_reverse']
    >>> [one.id for one in orientations(rules["ceva"], rules)]
    ['ceva']
    """
    first = _first(rule, rules)
    if first.either is None:
        return (first,)
    return first, *(one for one in rules.values() if one.mirrors == first.id)


def unoriented(rule: Rule, rules: Mapping[str, Rule], language: Language) -> Translation:
    """Return the name and the statement that a rule shares with its mirror image, if it has one.

    Raises
    ------
    CatalogueError
        If there is no Chinese translation.

    Examples
    --------
    >>> from geoengine.catalogue import load_rules
    >>> rules = load_rules()
    >>> unoriented(rules["sss_congruence_reverse"], rules, "en").name
    'SSS congruence'
    >>> unoriented(rules["sss_congruence"], rules, "en").statement
    'Two triangles with three pairs of equal sides are congruent, mirrored or not.'
    """
    first = _first(rule, rules)
    own = first.translated(language)
    if first.either is None:
        return own
    statement = first.either.en if language == "en" else first.either.zh
    if statement is None:
        raise CatalogueError(
            f"expected a Chinese translation of {first.id}, found none",
            hint="write: either: {en, zh}",
        )
    return Translation(name=own.name, statement=statement)


def check_mirrors(rules: Mapping[str, Rule], new: Iterable[Rule]) -> None:
    """Reject a rule that mirrors one that is missing, or does not say what both say.

    Raises
    ------
    CatalogueError
        For the first such rule, with its place.
    """
    for rule in new:
        if rule.mirrors is None:
            continue
        first = rules.get(rule.mirrors)
        if first is None:
            raise rule.error(
                f"expected the id of a rule to mirror, found {rule.mirrors!r}",
                hint=did_you_mean(rule.mirrors, rules, "name another rule, or leave out: mirrors"),
            )
        if first.either is None:
            raise rule.error(
                f"expected a rule to mirror that says what both say, found {first.id}",
                hint=f"write in {first.id}: either: {{en, zh}}",
            )


def _first(rule: Rule, rules: Mapping[str, Rule]) -> Rule:
    return rule if rule.mirrors is None else rules[rule.mirrors]
