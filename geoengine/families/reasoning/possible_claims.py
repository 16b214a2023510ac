"""Possible claims: what may stand in place of a step's conclusion, as far as letters tell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, combinations
from string import ascii_uppercase

from geoengine.deduction import Derivation
from geoengine.families.reasoning.formal_slips import count_of_equations, is_chasing, is_slip
from geoengine.families.reasoning.goal_choice import is_readable
from geoengine.families.reasoning.idle_citations import leaves_one_idle
from geoengine.families.reasoning.named_runs import names_and_runs
from geoengine.families.reasoning.premise_numbers import named_segments
from geoengine.graph import ProofStep
from geoengine.language import Statement, Surd, point_order, statement_or_none, write

__all__ = ["PossibleClaim", "possible_claims"]

_MANY = 3
"""Among so many antecedents a reader does not notice that they lack a line of the claim."""

_FACTORS = (Fraction(1, 2), Fraction(2, 3), Fraction(3, 2), Fraction(2))

_Value = Fraction | Surd | None


@dataclass(frozen=True, slots=True)
class PossibleClaim:
    """A statement of the kind of a step's conclusion, about points that the step cites.

    Attributes
    ----------
    statement : Statement
    misfit : int
        By how much it fits the antecedents less than the true conclusion does. Counted are the
        pairs of a triangle, angle or segment of the one and such a part of the other that lies in
        it, or in which it lies. A claim about triangles to which no cited angle belongs is a slip
        of the pen, not a mistake in geometry.
    formal : int
        Whether letters alone show that the step does not conclude it, as 1 or 0.
    """

    statement: Statement
    misfit: int
    formal: int


def possible_claims(
    step: ProofStep, accepts: Callable[[PossibleClaim], bool] | None = None
) -> list[PossibleClaim]:
    """List what may be claimed in place of a step's conclusion.

    These are statements made from it by swapping two points, replacing one point, or changing the
    number. They are easy to read, and name as many points and segments as the conclusion that the
    antecedents lack; if a claim named more or fewer, it would be seen to be another.

    Parameters
    ----------
    step : ProofStep
    accepts : callable, optional
        Which claims are listed, decided by their numbers alone: the points of a claim that it is
        asked about may have other names.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> true, *cited = map(parse_statement, ("cong A B C D", "cong A B A C", "cong A C C D"))
    >>> step = ProofStep(1, Derivation(true, "demo", tuple(cited)), (), ())
    >>> [str(claim.statement) for claim in possible_claims(step)]
    ['cong A C C D', 'cong A B A C']
    """
    conclusion, cited = step.conclusion, step.derivation.antecedents
    names = sorted({p for one in (conclusion, *cited) for p in one.points}, key=point_order)
    if len(names) > len(ascii_uppercase):
        return list(filter(accepts, _possible(step)))
    # Many steps differ in the names of their points only.
    letters = dict(zip(names, ascii_uppercase, strict=False))
    named = {letter: name for name, letter in letters.items()}
    found = _lettered(
        step.derivation.rule,
        conclusion.renamed(letters),
        tuple([one.renamed(letters) for one in cited]),
    )
    return [
        PossibleClaim(one.statement.renamed(named), one.misfit, one.formal)
        for one in found
        if accepts is None or accepts(one)
    ]


@lru_cache(maxsize=8192)
def _lettered(
    rule: str, conclusion: Statement, cited: tuple[Statement, ...]
) -> tuple[PossibleClaim, ...]:
    return tuple(_possible(ProofStep(1, Derivation(conclusion, rule, cited), (), ())))


def _possible(step: ProofStep) -> Iterator[PossibleClaim]:
    true, cited = step.conclusion, step.derivation.antecedents
    # A claim about points that are not in the antecedents would look out of place.
    points = sorted({point for one in cited for point in one.points})
    known = names_and_runs(map(write, cited))
    own, parts = _unknown(true, known), _parts_of(cited)
    fitting = _count_fitting(true, parts)
    for claim in _altered(true, tuple(points)):
        if _unknown(claim, known) == own:
            formal = (
                is_slip(step, claim)
                or _swaps_segments(step, claim)
                or (is_chasing(step) and leaves_one_idle(step, claim))
            )
            misfit = max(fitting - _count_fitting(claim, parts), 0)
            yield PossibleClaim(claim, misfit, int(formal))


@lru_cache(maxsize=8192)
def _altered(true: Statement, known: tuple[str, ...]) -> tuple[Statement, ...]:
    """The altered statements about known points that are easy to read, each once."""
    found: dict[Statement, None] = {}
    for points, value in _parts_altered(true, known):
        claim = statement_or_none(true.predicate, points, value)
        if claim is None or claim.predicate != true.predicate or claim == true:
            continue
        if set(claim.points).issubset(known) and is_readable(claim):
            found[claim] = None
    return tuple(found)


def _parts_altered(
    statement: Statement, known: Sequence[str]
) -> Iterator[tuple[tuple[str, ...], _Value]]:
    """Points and numbers of altered statements; several of them may state the same."""
    for number in _other_numbers(statement.value):
        yield statement.points, number
    for points in dict.fromkeys(_other_points(statement.points, known)):
        yield points, statement.value


def _other_numbers(value: _Value) -> list[_Value]:
    """Numbers in place of a given one, if there is one."""
    if value is None:
        return []
    if isinstance(value, Surd):
        return [value * Surd.of(factor) for factor in _FACTORS]
    return [value * factor % 1 for factor in _FACTORS]


def _other_points(points: tuple[str, ...], known: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Points in place of given ones: two swapped, once or throughout, or one replaced."""
    for i, j in combinations(range(len(points)), 2):
        yield (*points[:i], points[j], *points[i + 1 : j], points[i], *points[j + 1 :])
    for old in dict.fromkeys(points):
        for new in known:
            renamed = {old: new, new: old}
            yield tuple(renamed.get(p, p) for p in points)
            for place in (k for k, point in enumerate(points) if point == old):
                yield (*points[:place], new, *points[place + 1 :])


def _unknown(claim: Statement, known: tuple[set[str], set[str]]) -> tuple[int, int]:
    """How many names, and how many runs of names, of a claim are not known."""
    names, runs = names_and_runs([write(claim)])
    return len(names - known[0]), len(runs - known[1])


def _parts_of(statements: Iterable[Statement]) -> set[frozenset[str]]:
    return {part for one in statements for part in _parts(one)}


def _count_fitting(statement: Statement, cited: set[frozenset[str]]) -> int:
    """How many pairs of a part of a statement and a cited one lie in each other."""
    return sum(part <= other or other <= part for part in _parts(statement) for other in cited)


def _parts(statement: Statement) -> list[frozenset[str]]:
    """The triangles, angles and segments that a statement is about, each as a set of points."""
    sizes, points = statement.definition.groups, statement.points
    ends = list(accumulate(sizes))
    groups = [frozenset(points[end - size : end]) for end, size in zip(ends, sizes, strict=True)]
    parts = [group for group in groups if len(group) > 1]
    if set(sizes) == {2} and len(groups) > 2:
        # Two sides with a common end make an angle.
        parts += [a | b for a, b in zip(groups[::2], groups[1::2], strict=True) if len(a | b) == 3]
    return parts


def _swaps_segments(step: ProofStep, claim: Statement) -> int:
    """Whether a ratio is about the segments of the true one, and few equations lead to it."""
    if claim.predicate != "eqratio" or count_of_equations(step) >= _MANY:
        return 0
    return int(named_segments(claim) == named_segments(step.conclusion))
