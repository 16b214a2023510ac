"""Letterings: what a step would need if the letters of its theorem stood for other points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import permutations, product

from numpy.random import Generator

from geoengine.catalogue import Pattern, load_rules
from geoengine.deduction import Derivation
from geoengine.errors import StatementError
from geoengine.items import pick, stream
from geoengine.language import Statement, Surd

__all__ = ["TRIANGLES", "Lettering", "count_in_general", "other_letterings"]

TRIANGLES = frozenset({"simtri", "simtrir", "contri", "contrir"})
"""The relations of two triangles whose vertices correspond."""

_MOST_PERMUTED = 6
"""The maximum number of points of a conclusion, apart from triangles, that are permuted."""

_DRAWS = 60
"""How often points are drawn for the letters that only hypotheses have."""

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
    """

    states: tuple[Statement, ...]
    correspondence: frozenset[frozenset[str]]
    rest: tuple[Statement, ...] = ()


def other_letterings(
    step: Derivation, key: Sequence[Statement], points: Sequence[str], rng: Generator
) -> Iterator[Lettering]:
    """Yield, in random order, what a step would need if its letters stood for other points.

    The letters of its theorem are assigned to points anew, so that the conclusion stays the same. A
    conclusion about two triangles counts as the same if it is about the same triangles, even if
    other vertices correspond. Letters that do not occur in the conclusion may stand for any points.

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
    patterns = _patterns(step, key)
    if patterns is None:
        return
    conclusion, hypotheses, others, own = patterns
    kinds = sorted(state.predicate for state in key)
    seen: set[tuple[Statement, ...]] = set()
    known: _Instances = {}
    assignments = list(_assignments(conclusion, hypotheses, own, points, rng))
    for letters in [own, *pick(rng, assignments)]:
        states = _instances(hypotheses, letters, known)
        if states in seen or sorted(state.predicate for state in states) != kinds:
            continue
        seen.add(states)
        rest = _instances(others, letters, {})
        yield Lettering(states, _correspondence(conclusion, letters), rest)


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
    key = [stated for p in theorem.given if (stated := _instance(p, letters)) is not None]
    counts = [0]
    for pattern in theorem.then:
        conclusion = _instance(pattern, letters)
        if conclusion is not None and pattern.predicate == predicate:
            step = Derivation(conclusion, rule, tuple(key), (), tuple(letters.items()))
            counts.append(len(list(other_letterings(step, key, points, stream(0, rule)))))
    return max(counts)


def _patterns(
    step: Derivation, key: Sequence[Statement]
) -> tuple[Pattern, list[Pattern], list[Pattern], dict[str, str]] | None:
    """The conclusion, the hypotheses that state the key, the others, and the points of the letters.

    Others with letters of their own are left out. None if the theorem's hypotheses do not state the
    key as it is.
    """
    rule, own = load_rules()[step.rule], dict(step.mapping)
    concluded = [p for p in rule.then if _instance(p, own) == step.conclusion]
    needed = [p for p in rule.given if _instance(p, own) in key]
    if not concluded or {_instance(p, own) for p in needed} != set(key):
        return None
    letters = {letter for one in (concluded[0], *needed) for letter in one.letters}
    others = [p for p in rule.given if p not in needed and letters.issuperset(p.letters)]
    return concluded[0], needed, others, own


def _assignments(
    conclusion: Pattern,
    hypotheses: Sequence[Pattern],
    own: dict[str, str],
    points: Sequence[str],
    rng: Generator,
) -> Iterator[dict[str, str]]:
    """Assignments of points to all letters; `_DRAWS` for each of the conclusion's letters."""
    letters = dict.fromkeys(letter for one in hypotheses for letter in one.letters)
    free = [letter for letter in letters if letter not in conclusion.letters]
    for assigned in _of_conclusion(conclusion, own):
        others = [point for point in points if point not in assigned.values()]
        if len(free) > len(others):
            continue
        for _ in range(_DRAWS if free else 1):
            yield assigned | dict(zip(free, pick(rng, others, len(free)), strict=True))


def _of_conclusion(conclusion: Pattern, own: dict[str, str]) -> Iterator[dict[str, str]]:
    """Assignments of points to the letters of the conclusion, with which it states the same."""
    letters = list(dict.fromkeys(conclusion.letters))
    numbers = {letter: number for number, letter in enumerate(letters)}
    points = [own[letter] for letter in letters]
    places = tuple(numbers[letter] for letter in conclusion.letters)
    for order in _orders(conclusion.predicate, places, conclusion.value, _same(points)):
        yield {letter: points[number] for letter, number in zip(letters, order, strict=True)}


def _same(points: Sequence[str]) -> tuple[int, ...]:
    """For each point, the first place at which it occurs."""
    return tuple(map(points.index, points))


@lru_cache(maxsize=4096)
def _orders(
    predicate: str, places: tuple[int, ...], value: Fraction | Surd | None, points: tuple[int, ...]
) -> list[tuple[int, ...]]:
    """The orders of points with which a pattern states the same.

    It depends only on which of its letters and points are equal, not on their names.

    Parameters
    ----------
    predicate : str
    places : tuple of int
        The number of the letter at each place of the pattern.
    value : Fraction or Surd, optional
    points : tuple of int
        For each letter, the first letter that stands for the same point.
    """
    pattern = Pattern(predicate, tuple(f"x{number}" for number in places), value)
    count = len(points)

    def stated(order: tuple[int, ...]) -> Statement | None:
        return _instance(pattern, {f"x{k}": f"P{points[at]}" for k, at in enumerate(order)})

    if predicate in TRIANGLES:
        found = []
        for first, second in product(permutations(places[:3]), permutations(places[3:])):
            for order in ((*first, *second), (*second, *first)):
                letters = dict(zip(places, order, strict=True))
                if tuple(points[letters[k]] for k in places) == tuple(points[k] for k in order):
                    found.append(tuple(letters[k] for k in range(count)))
        return found
    if count > _MOST_PERMUTED:
        return []
    orders: Iterable[tuple[int, ...]] = permutations(range(count))
    own = stated(tuple(range(count)))
    if own is not None and own.predicate == predicate and set(own.definition.groups) == {2}:
        # It is still about the same segments. This is quicker to see.
        sides = list(zip(places[::2], places[1::2], strict=True))
        codes = [[min(p, q) * count + max(p, q) for q in points] for p in points]

        def segments(order: tuple[int, ...]) -> list[int]:
            return sorted([codes[order[first]][order[second]] for first, second in sides])

        wanted = segments(tuple(range(count)))
        orders = (order for order in orders if segments(order) == wanted)
    return [order for order in orders if stated(order) == own]


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
            known[case] = _stated(pattern, case[1])
        found.add(known[case])
    return tuple(sorted(state for state in found if state is not None))


def _instance(pattern: Pattern, letters: dict[str, str]) -> Statement | None:
    """What a pattern states with points for its letters; None if that is degenerate."""
    return _stated(pattern, tuple([letters[letter] for letter in pattern.letters]))


def _stated(pattern: Pattern, points: tuple[str, ...]) -> Statement | None:
    """What a pattern states about points, in order; None if that is degenerate."""
    try:
        return Statement(pattern.predicate, points, pattern.value)
    except StatementError:
        return None
