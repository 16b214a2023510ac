"""Letterings: what a step would need if the letters of its theorem stood for other points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from numpy.random import Generator

from geoengine.catalogue import Pattern, load_rules
from geoengine.deduction import Derivation
from geoengine.families.reasoning.same_conclusions import (
    TRIANGLES,
    LineThrough,
    instance,
    same_conclusions,
    statement_about,
)
from geoengine.items import pick, stream
from geoengine.language import Statement

__all__ = ["Lettering", "count_in_general", "names_of_conclusion", "other_letterings"]

_DRAWS = 60
"""How often points are drawn for the letters that only hypotheses have."""

_MOST_CONCLUDING = 48
"""With how many assignments to the letters of the conclusion these are combined at most."""

_FURTHER_POINTS = 4
"""How many points more than letters a figure has in which letterings are counted."""

_Instances = dict[tuple[int, tuple[str, ...]], Statement | None]
"""What hypotheses, by number, state about points."""


@dataclass(frozen=True, slots=True)
class Lettering:
    """The results that a step would need if its theorem's letters stood for certain points.

    Attributes
    ----------
    states : tuple of Statement
        The results, of the same kinds as those that the step really needs, in canonical order.
    correspondence : frozenset of frozenset of str
        The pairs of vertices that correspond, if the conclusion is about two triangles; otherwise
        empty. At most one correspondence can be true, unless a triangle has equal angles.
    rest : tuple of Statement
        What the theorem supposes beside these, such as that points are collinear.
    in_place : str, optional
        The point that the conclusion has in place of one that was left open.
    """

    states: tuple[Statement, ...]
    correspondence: frozenset[frozenset[str]]
    rest: tuple[Statement, ...] = ()
    in_place: str | None = None


def other_letterings(
    step: Derivation,
    key: Sequence[Statement],
    points: Sequence[str],
    rng: Generator,
    line_through: LineThrough | None = None,
    left_open: str | None = None,
) -> Iterator[Lettering]:
    """Yield, in random order, what a step would need if its letters stood for other points.

    The letters of its theorem are assigned to points anew, so that the conclusion stays the same. A
    conclusion about two triangles counts as the same if it is about the same triangles, even if
    other vertices correspond, and one about lines if other points of these lines name them. Letters
    that do not occur in the conclusion may stand for any points.

    The first lettering is the step's own; all are drawn from the same distribution.

    Parameters
    ----------
    step : Derivation
        A step by a rule.
    key : sequence of Statement
        The antecedents of the step that are to be replaced.
    points : sequence of str
        The points of the figure.
    rng : numpy.random.Generator
    line_through : callable, optional
        The points of the line through two points; by default, only these two.
    left_open : str, optional
        A point of the conclusion. One with another point in its place counts as the same.

    Examples
    --------
    >>> import numpy as np
    >>> from geoengine.language import parse_statement
    >>> parse = parse_statement
    >>> key = [parse("eqangle A B B C D E E F"), parse("eqangle A C B C D F E F")]
    >>> letters = dict(zip("ABCPQR", "ABCDEF"))
    >>> step = Derivation(
    ...     parse("simtri A B C D E F"), "aa_similarity", tuple(key), (), tuple(letters.items())
    ... )
    >>> found = list(other_letterings(step, key, "ABCDEF", np.random.default_rng(1)))
    >>> len(found), len({one.correspondence for one in found}), str(found[1].states[0])
    (18, 6, 'eqangle A B B C E F D F')
    """
    conclusion, hypotheses, others, own = _patterns(step, key)
    kinds = sorted(state.predicate for state in key)
    seen: set[tuple[Statement, ...]] = set()
    known: _Instances = {}
    concluding = list(same_conclusions(conclusion, own, line_through))
    kept: set[str] = set()
    if left_open is not None:
        kept = {own[letter] for letter in conclusion.letters} - {left_open}
        concluding = [
            {letter: other if point == left_open else point for letter, point in one.items()}
            for one in concluding
            for other in (left_open, *(point for point in points if point not in one.values()))
        ]
    assignments = list(_assignments(concluding, hypotheses, points, rng))
    for letters in [own, *pick(rng, assignments)]:
        states = _instances(hypotheses, letters, known)
        if states in seen or sorted(state.predicate for state in states) != kinds:
            continue
        seen.add(states)
        rest = _instances(others, letters, {})
        concluded = {letters[letter] for letter in conclusion.letters}
        in_place = next(iter(concluded - kept)) if kept else None
        yield Lettering(states, _correspondence(conclusion, letters), rest, in_place)


@cache
def count_in_general(rule: str, predicate: str) -> int:
    """How many letterings a step has in general that concludes a kind of statement by a theorem.

    All letters of the theorem are different points, and the figure has a few more. Where letters
    share points, a step has more at times.

    Examples
    --------
    >>> count_in_general("similar_triangles", "eqratio"), count_in_general("aa_similarity", "para")
    (1, 0)
    >>> count_in_general("aa_similarity", "simtri")
    18
    """
    theorem = load_rules()[rule]
    points = [f"P{k}" for k in range(len(theorem.variables) + _FURTHER_POINTS)]
    letters = dict(zip(theorem.variables, points, strict=False))
    key = [stated for p in theorem.given if (stated := instance(p, letters)) is not None]
    counts = [0]
    for pattern in theorem.then:
        conclusion = instance(pattern, letters)
        if conclusion is not None and pattern.predicate == predicate:
            step = Derivation(conclusion, rule, tuple(key), (), tuple(letters.items()))
            counts.append(len(list(other_letterings(step, key, points, stream(0, rule)))))
    return max(counts)


def names_of_conclusion(step: Derivation, line_through: LineThrough) -> list[Statement]:
    """Return the conclusion of a step under all names that the letters of its theorem give it.

    It has several if it is about lines on which there are other points. What the step needs has no
    influence on them.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> letters = tuple(dict(A="C", E="A", F="B", B="D", C="F").items())
    >>> given = (parse_statement("midp A C D"), parse_statement("midp B C F"))
    >>> step = Derivation(parse_statement("para A B D F"), "midsegment", given, (), letters)
    >>> lines = {"A": "ABE", "B": "ABE", "D": "DF", "F": "DF"}
    >>> [str(one) for one in names_of_conclusion(step, lambda p, q: frozenset(lines[p]))]
    ['para A B D F', 'para A E D F', 'para B E D F']
    """
    rule, own = load_rules()[step.rule], dict(step.mapping)
    (conclusion, *_) = [p for p in rule.then if instance(p, own) == step.conclusion]
    found = {instance(conclusion, one) for one in same_conclusions(conclusion, own, line_through)}
    return sorted(one for one in found if one is not None)


def _patterns(
    step: Derivation, key: Sequence[Statement]
) -> tuple[Pattern, list[Pattern], list[Pattern], dict[str, str]]:
    """The conclusion, the hypotheses that state the key, the others, and the points of the letters.

    Others with letters of their own are left out.
    """
    rule, own = load_rules()[step.rule], dict(step.mapping)
    (conclusion, *_) = [p for p in rule.then if instance(p, own) == step.conclusion]
    needed = [p for p in rule.given if instance(p, own) in key]
    letters = {letter for one in (conclusion, *needed) for letter in one.letters}
    others = [p for p in rule.given if p not in needed and letters.issuperset(p.letters)]
    return conclusion, needed, others, own


def _assignments(
    concluding: Sequence[dict[str, str]],
    hypotheses: Sequence[Pattern],
    points: Sequence[str],
    rng: Generator,
) -> Iterator[dict[str, str]]:
    """Assignments of points to all letters; `_DRAWS` for each of the conclusion's letters."""
    letters = dict.fromkeys(letter for one in hypotheses for letter in one.letters)
    free = [letter for letter in letters if concluding and letter not in concluding[0]]
    if free:
        concluding = pick(rng, concluding, _MOST_CONCLUDING)
    for assigned in concluding:
        others = [point for point in points if point not in assigned.values()]
        if len(free) > len(others):
            continue
        for _ in range(_DRAWS if free else 1):
            yield assigned | dict(zip(free, pick(rng, others, len(free)), strict=True))


def _correspondence(conclusion: Pattern, letters: dict[str, str]) -> frozenset[frozenset[str]]:
    if conclusion.predicate not in TRIANGLES:
        return frozenset()
    vertices = [letters[letter] for letter in conclusion.letters]
    return frozenset(map(frozenset, zip(vertices[:3], vertices[3:], strict=True)))


def _instances(
    hypotheses: Sequence[Pattern], letters: dict[str, str], known: _Instances
) -> tuple[Statement, ...]:
    """What the hypotheses state, without those that are degenerate; `known` is a cache."""
    found = set()
    for number, pattern in enumerate(hypotheses):
        case = (number, tuple([letters[letter] for letter in pattern.letters]))
        if case not in known:
            known[case] = statement_about(pattern, case[1])
        found.add(known[case])
    return tuple(sorted(state for state in found if state is not None))
