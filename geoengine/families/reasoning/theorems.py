"""Theorems as options: their text, and which of them must not be offered together."""

from __future__ import annotations

import re
from functools import cache

from geoengine.catalogue import EngineStep, Language, Pattern, Rule, load_engine_steps, load_rules
from geoengine.graph import Proof
from geoengine.language import PREDICATES

__all__ = ["are_twins", "name_of", "quoted", "told", "unheard"]

_ORIENTED = {"simtrir": "simtri", "contrir": "contri"}
_TAG = re.compile(r"\s*\([^()]*\)|\s+[IVX]+\b.*$")


def told(rule: str, language: Language = "en") -> str:
    """The text of a theorem or an engine step: its name and its statement.

    Examples
    --------
    >>> told("thales_semicircle")
    'Diameter is hypotenuse: An angle inscribed in a semicircle is a right angle.'
    >>> told("common_line")
    'Lines with two common points: Lines that have two points in common are one line.'
    """
    between = "：" if language == "zh" else ": "
    return f"{name_of(rule, language)}{between}{_entry(rule).translated(language).statement}"


def quoted(rule: str, language: Language = "en") -> str:
    """A theorem or an engine step as quoted within a sentence.

    Examples
    --------
    >>> quoted("thales_semicircle")
    'Diameter is hypotenuse (“An angle inscribed in a semicircle is a right angle.”)'
    """
    name, statement = name_of(rule, language), _entry(rule).translated(language).statement
    if language == "zh":
        return f"{name}，即“{statement.removesuffix('。')}”"
    return f"{name} (“{statement}”)"


def name_of(rule: str, language: Language = "en") -> str:
    """The name of a theorem, or a step of the engine, without a tag of the formal language.

    Examples
    --------
    >>> name_of("isosceles_base_angles"), name_of("isosceles_base_angles", "zh")
    ('Isosceles triangle equal angles', '等腰三角形底角相等')
    """
    whole = _entry(rule).translated(language).name
    name, _, tag = whole.rpartition(" (")
    return name if tag.rstrip(")") in PREDICATES else whole


def _entry(rule: str) -> Rule | EngineStep:
    return load_engine_steps().get(rule) or load_rules()[rule]


@cache
def are_twins(first: str, second: str) -> bool:
    """Whether two rules are variants: by name, by their relations, or as converses.

    Engine steps are variants if they add up equations of the same table.

    Examples
    --------
    >>> are_twins("aa_similarity", "aa_similarity_reverse")
    True
    >>> are_twins("bisector_from_ratio", "ratio_from_bisector")
    True
    >>> are_twins("aa_similarity", "midsegment")
    False
    >>> are_twins("pythagoras_theorem", "pythagoras_verification")
    True
    """
    one, other = _entry(first), _entry(second)
    if _stem(one) == _stem(other):
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


def unheard(rule: str, proof: Proof) -> int:
    """How many relations of a theorem do not occur in a proof.

    A reader of a proof without parallels need not think of theorems about parallels.
    """
    entry = _entry(rule)
    assert isinstance(entry, Rule)
    said = [*proof.premises, *(step.conclusion for step in proof.steps)]
    present = {_ORIENTED.get(statement.predicate, statement.predicate) for statement in said}
    return len((_kinds(entry.given) | _kinds(entry.then)) - present)


def _stem(rule: Rule | EngineStep) -> str:
    """The name without the part that distinguishes variants."""
    return _TAG.sub("", rule.name).lower()


def _kinds(part: tuple[Pattern, ...]) -> frozenset[str]:
    """The kinds of relations, ignoring orientation and which points name a line."""
    found = (_ORIENTED.get(pattern.predicate, pattern.predicate) for pattern in part)
    return frozenset(found) - {"coll"}
