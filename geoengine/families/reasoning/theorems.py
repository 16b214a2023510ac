"""Theorems as options: their text, and which of them must not be offered together."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from geoengine.catalogue import EngineStep, Language, Pattern, Rule, load_engine_steps, load_rules
from geoengine.graph import Proof
from geoengine.language import Statement

__all__ = [
    "are_variants",
    "is_heard",
    "missing_relations",
    "name_of",
    "quoted",
    "theorem_text",
    "unexplained_steps",
]

_WITHOUT_ORIENTATION = {"simtrir": "simtri", "contrir": "contri"}
_VARIANT_SUFFIX = re.compile(r"\s*\([^()]*\)|\s+[IVX]+\b.*$")


def theorem_text(rule: str, language: Language = "en") -> str:
    """The text of a theorem or an engine step: its name and its statement.

    Examples
    --------
    >>> theorem_text("thales_semicircle")
    'Angle in a semicircle: An angle inscribed in a semicircle is a right angle.'
    >>> theorem_text("common_line")
    'Lines with two common points: Lines that have two points in common are one line.'
    """
    colon = "：" if language == "zh" else ": "
    return f"{name_of(rule, language)}{colon}{_entry(rule).translated(language).statement}"


def quoted(rule: str, language: Language = "en") -> str:
    """A theorem or an engine step as quoted within a sentence.

    Examples
    --------
    >>> quoted("thales_semicircle")
    'Angle in a semicircle (“An angle inscribed in a semicircle is a right angle.”)'
    """
    name, statement = name_of(rule, language), _entry(rule).translated(language).statement
    if language == "zh":
        return f"{name}，即“{statement.removesuffix('。')}”"
    return f"{name} (“{statement}”)"


def name_of(rule: str, language: Language = "en") -> str:
    """The name of a theorem or an engine step.

    Examples
    --------
    >>> name_of("isosceles_base_angles"), name_of("isosceles_base_angles", "zh")
    ('Base angles of an isosceles triangle', '等边对等角')
    """
    return _entry(rule).translated(language).name


def _entry(rule: str) -> Rule | EngineStep:
    return load_engine_steps().get(rule) or load_rules()[rule]


@cache
def are_variants(first: str, second: str) -> bool:
    """Whether two rules are variants, so that a reader might not know which one a step uses.

    They are if their names, or those in GeoBench, differ only in parts in parentheses or from a
    Roman numeral on, if they have the same predicates in hypotheses and in conclusions, or if they
    are converses. Engine steps are variants if they combine equations of the same table.

    Examples
    --------
    >>> are_variants("aa_similarity", "aa_similarity_reverse")
    True
    >>> are_variants("bisector_from_ratio", "ratio_from_bisector")
    True
    >>> are_variants("aa_similarity", "midsegment")
    False
    >>> are_variants("pythagoras_theorem", "pythagoras_verification")
    True
    """
    one, other = _entry(first), _entry(second)
    if _stems(one) & _stems(other):
        return True
    if isinstance(one, EngineStep) or isinstance(other, EngineStep):
        return (
            isinstance(one, EngineStep)
            and isinstance(other, EngineStep)
            and one.table is not None
            and one.table == other.table
        )
    given, then = _kinds(one.given), _kinds(one.then)
    other_given, other_then = _kinds(other.given), _kinds(other.then)
    if (given, then) == (other_given, other_then):
        return True
    return given - other_given == other_then and other_given - given == then


def missing_relations(rule: str, proof: Proof) -> int:
    """Count the predicates in a theorem that occur in no statement of a proof.

    The more there are, the less plausible the theorem is as an option: one about parallels hardly
    fits a proof without parallels. Collinearity is not counted, and predicates that differ only in
    orientation count as one.
    """
    entry = _entry(rule)
    assert isinstance(entry, Rule)
    stated = [*proof.premises, *(step.conclusion for step in proof.steps)]
    return len((_kinds(entry.given) | _kinds(entry.then)) - _predicates(stated))


def is_heard(rule: str, proof: Proof) -> bool:
    """Whether a proof mentions what a theorem is about, so that the theorem is plausible there.

    That is so if each predicate of the theorem's hypotheses occurs in the proof, and some step
    concludes a statement with a predicate of the theorem's conclusions. Collinearity is not
    counted, and predicates that differ only in orientation count as one. Every theorem that the
    proof uses qualifies, unless it concludes only that points are collinear.
    """
    entry = load_rules()[rule]
    concluded = [step.conclusion for step in proof.steps]
    used = [one for step in proof.steps for one in step.derivation.antecedents]
    stated = _predicates([*proof.premises, *used, *concluded])
    return _kinds(entry.given) <= stated and bool(_kinds(entry.then) & _predicates(concluded))


def unexplained_steps(key: str, others: Iterable[str], proof: Proof) -> int:
    """Count the steps of a proof that only one of several theorems can explain.

    These are the steps that conclude statements of the kind that the theorem `key` concludes, minus
    one for each of the `others` that concludes this kind as well. If none remains, a reader who has
    assigned a step to each of the others need not read `key`.

    Parameters
    ----------
    key : str
        The id of a rule.
    others : iterable of str
        The ids of other rules.
    proof : Proof

    Returns
    -------
    int
        The number of steps; 0 or less if none remains.
    """
    kinds = _kinds(load_rules()[key].then)
    steps = sum(bool(kinds & _predicates([step.conclusion])) for step in proof.steps)
    return steps - sum(bool(kinds & _kinds(load_rules()[other].then)) for other in others)


def _stems(rule: Rule | EngineStep) -> set[str]:
    """The names without the parts that distinguish variants."""
    names = filter(None, (rule.name, rule.published))
    return {_VARIANT_SUFFIX.sub("", name).lower() for name in names}


def _kinds(part: tuple[Pattern, ...]) -> frozenset[str]:
    """The predicates of patterns, without orientation, and without collinearity."""
    found = (_WITHOUT_ORIENTATION.get(pattern.predicate, pattern.predicate) for pattern in part)
    return frozenset(found) - {"coll"}


def _predicates(statements: Iterable[Statement]) -> frozenset[str]:
    """The predicates of statements, without orientation."""
    return frozenset(_WITHOUT_ORIENTATION.get(s.predicate, s.predicate) for s in statements)
