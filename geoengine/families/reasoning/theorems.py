"""Theorems as options: their text, and which of them must not be offered together."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache

from geoengine.catalogue import (
    EngineStep,
    Language,
    Pattern,
    Rule,
    load_engine_steps,
    load_rules,
    orientations,
    unoriented,
)
from geoengine.graph import Proof
from geoengine.language import Statement

__all__ = [
    "are_variants",
    "both_orientations",
    "concludes_like",
    "half_fits",
    "is_heard",
    "is_offered",
    "looks_applied",
    "may_state",
    "missing_relations",
    "name_of",
    "offered_name",
    "quoted",
    "steps_like",
    "theorem_text",
]

_WITHOUT_ORIENTATION = {"simtrir": "simtri", "contrir": "contri"}
_SPECIAL_CASES = {
    "eqratio": frozenset({"cong", "rconst"}),
    "eqangle": frozenset({"para", "perp", "coll", "aconst"}),
    "para": frozenset({"coll"}),
    "cong": frozenset({"lconst"}),
}
"""What statements of some kinds are where segments or lines coincide, or one side is known."""

_OF_TRIANGLES = frozenset(_WITHOUT_ORIENTATION.values())
_VARIANT_SUFFIX = re.compile(r"\s*\([^()]*\)|\s+[IVX]+\b.*$")


def theorem_text(rule: str, language: Language = "en") -> str:
    """The text of a theorem as an option: its name and its statement, without orientation.

    A theorem and its mirror image have the same text. Otherwise a look at the triangles that a
    proof calls mirrored would tell that it does not use a theorem about the others.

    Examples
    --------
    >>> theorem_text("rectangle_diagonals")
    'Diagonals of a rectangle: The diagonals of a rectangle are equal.'
    >>> theorem_text("sss_similarity_reverse")
    'SSS similarity: Two triangles with proportional sides are similar, mirrored or not.'
    """
    colon = "：" if language == "zh" else ": "
    rules = load_rules()
    wording = unoriented(rules[rule], rules, language)
    return f"{wording.name}{colon}{wording.statement}"


def offered_name(rule: str, language: Language = "en") -> str:
    """The name of a theorem as an option has it.

    Examples
    --------
    >>> offered_name("sss_similarity_reverse"), offered_name("sss_similarity_reverse", "zh")
    ('SSS similarity', '边边边相似（SSS）')
    """
    rules = load_rules()
    return unoriented(rules[rule], rules, language).name


@cache
def both_orientations(rule: str) -> tuple[str, ...]:
    """The ids of a rule and of its mirror image, which have the same text as an option.

    Examples
    --------
    >>> both_orientations("sas_similarity_reverse"), both_orientations("ceva")
    (('sas_similarity', 'sas_similarity_reverse'), ('ceva',))
    """
    rules = load_rules()
    return tuple(one.id for one in orientations(rules[rule], rules))


def quoted(rule: str, language: Language = "en") -> str:
    """A theorem or an engine step as quoted within a sentence.

    Examples
    --------
    >>> quoted("rectangle_diagonals")
    '“The diagonals of a rectangle are equal” (Diagonals of a rectangle)'
    >>> print(quoted("sss_similarity_reverse"))
    “Two triangles of opposite orientations with proportional sides are similar”
    (SSS similarity, mirrored)
    """
    name, statement = name_of(rule, language), _entry(rule).translated(language).statement
    if language == "zh":
        return f"{name}，即“{statement.removesuffix('。')}”"
    name = name.replace(" (", ", ").removesuffix(")")
    return f"“{statement.removesuffix('.')}” ({name})"


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


def is_offered(rule: str) -> bool:
    """Whether a rule is a theorem that may be an option: its statement says no more than the rule.

    Engine steps are no theorems.

    Examples
    --------
    >>> [is_offered(rule) for rule in ("isosceles_base_angles", "radical_axis", "angle_chase")]
    [True, False, False]
    """
    entry = load_rules().get(rule)
    return entry is not None and not entry.wider


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
    """Whether a step concludes what a theorem does, after a proof has stated what it supposes.

    Only predicates are compared: of each, the premises and the steps before must have as many
    statements as the theorem has hypotheses. Orientation and collinearity are not regarded.
    """
    concluding, supposed = _concluded(rule), _supposed(rule)
    stated = _count(proof.premises)
    for step in proof.steps:
        own = _unoriented(step.conclusion.predicate)
        if own in concluding and supposed <= stated:
            return True
        stated[own] += 1
    return False


def looks_applied(rule: str, proof: Proof) -> bool:
    """Whether a step of a proof has the look of a theorem.

    It cites as many statements of each predicate as the theorem supposes, and concludes one like
    its own. If the theorem concludes that triangles are similar or congruent, any conclusion will
    do: a step may skip them, and pass from two pairs of equal angles to a ratio. Orientation and
    collinearity are not regarded.
    """
    concluding = _concluded(rule)
    skipped = not concluding.isdisjoint(_OF_TRIANGLES)
    return any(
        (skipped or _unoriented(step.conclusion.predicate) in concluding)
        and _supposed(rule) <= _count(step.derivation.antecedents)
        for step in proof.steps
    )


def half_fits(rule: str, proof: Proof) -> bool:
    """Whether a step of a proof concludes what a theorem does, and cites half of what it supposes.

    Otherwise a reader who compares only the kinds of what steps cite knows that none uses it.
    Orientation and collinearity are not regarded.
    """
    concluding, supposed = _concluded(rule), _supposed(rule)
    return any(
        _unoriented(step.conclusion.predicate) in concluding
        and 2 * (supposed & _count(step.derivation.antecedents)).total() >= supposed.total()
        for step in proof.steps
    )


def steps_like(rule: str, proof: Proof) -> int:
    """Count the steps of a proof that conclude a statement of the kind that a theorem concludes.

    If no more of them remain than other theorems can account for (`concludes_like`), a reader who
    has assigned a step to each of those need not read this theorem.
    """
    kinds = _concluded(rule)
    return sum(_unoriented(step.conclusion.predicate) in kinds for step in proof.steps)


def may_state(rule: str, conclusion: Statement) -> bool:
    """Whether a theorem may conclude a given statement, perhaps as a special case.

    That two ratios are equal also says what one of them is where the other is known.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> may_state("sine_rule", parse_statement("eqratio A B C D E F E F"))
    True
    >>> may_state("sine_rule", parse_statement("rconst A B C D 2"))
    True
    """
    kinds = _predicates(load_rules()[rule].then)
    special = (_SPECIAL_CASES.get(kind, frozenset()) for kind in kinds)
    return _unoriented(conclusion.predicate) in kinds.union(*special)


@cache
def concludes_like(rule: str, other: str) -> bool:
    """Whether two theorems conclude statements of the same kind.

    Examples
    --------
    >>> concludes_like("aa_similarity", "sas_similarity_reverse")
    True
    """
    return not _concluded(rule).isdisjoint(_concluded(other))


@cache
def concludes_triangles(rule: str) -> bool:
    """Whether a theorem concludes that triangles are similar or congruent.

    What a proof shows just before tells which such theorem it uses.

    Examples
    --------
    >>> concludes_triangles("sas_similarity"), concludes_triangles("similar_triangles")
    (True, False)
    """
    return not _concluded(rule).isdisjoint(_OF_TRIANGLES)


def _stems(rule: Rule | EngineStep) -> set[str]:
    """The names without the parts that distinguish variants."""
    names = filter(None, (rule.name, rule.published))
    return {_VARIANT_SUFFIX.sub("", name).lower() for name in names}


def _kinds(part: tuple[Pattern, ...]) -> frozenset[str]:
    """The predicates of patterns, without orientation, and without collinearity."""
    return _predicates(part) - {"coll"}


@cache
def _concluded(rule: str) -> frozenset[str]:
    """The predicates that a theorem concludes, without orientation, and without collinearity."""
    return _kinds(load_rules()[rule].then)


@cache
def _supposed(rule: str) -> Counter[str]:
    """How many hypotheses of each predicate a theorem has, without collinearity."""
    found = Counter(_unoriented(pattern.predicate) for pattern in load_rules()[rule].given)
    del found["coll"]
    return found


def _count(statements: Iterable[Statement]) -> Counter[str]:
    """How many statements of each predicate there are, without orientation."""
    return Counter(_unoriented(statement.predicate) for statement in statements)


def _predicates(stated: Iterable[Statement | Pattern]) -> frozenset[str]:
    """The predicates of statements or patterns, without orientation."""
    return frozenset(_unoriented(one.predicate) for one in stated)


def _unoriented(predicate: str) -> str:
    return _WITHOUT_ORIENTATION.get(predicate, predicate)
