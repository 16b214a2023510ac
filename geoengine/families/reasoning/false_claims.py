"""False claims that look like a true one: of the same kind, about the same points, and close."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from numpy.random import Generator

from geoengine.families.reasoning.absurdity import is_absurd
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.glance import withstands_glance
from geoengine.families.reasoning.goal_choice import is_readable
from geoengine.families.reasoning.truth import Verdict, judge
from geoengine.items import pick
from geoengine.language import Statement, Surd, statement_or_none

__all__ = ["false_claims"]

_TRIED = 60
"""How many alterations of a statement are judged."""

_CLEARLY_FALSE = 0.02
"""The residual that a false claim exceeds in every draw."""

_LENIENCY = 1.8
"""How much more false than an option a claim may look, since its reader looks at the text first."""

_STRICTNESS = {"para": 0.5, "perp": 0.5, "coll": 0.5, "cong": 0.8}
"""The same for relations that the eye judges without a construction."""

_FACTORS = (Fraction(1, 2), Fraction(2, 3), Fraction(3, 2), Fraction(2))

_Value = Fraction | Surd | None


def false_claims(
    context: Context,
    rng: Generator,
    statement: Statement,
    known: Iterable[str],
    *,
    fits: Callable[[Statement], bool] = lambda claim: True,
) -> list[Verdict]:
    """Find plausible false statements of the same kind as a true one.

    They are made from it by swapping two points, replacing one point, or changing the number. They
    are false in every draw, but not far from true in the picture, and say nothing that is absurd at
    first sight: no angle between lines that coincide, no part of a segment as long as the whole, no
    midpoint beyond the ends.

    Parameters
    ----------
    context : Context
    rng : numpy.random.Generator
        Draws the order of the claims.
    statement : Statement
        The true statement, which was derived.
    known : iterable of str
        The points that the claims may mention.
    fits : callable
        Whether a claim is wanted; it is asked before the claim is measured, which takes longer.

    Examples
    --------
    >>> import numpy as np
    >>> from geoengine.language import parse_statement
    >>> from geoengine.scene import load_problem
    >>> from geoengine.families.reasoning import make_context
    >>> problem = load_problem("A B C = iso_triangle A B C; M = midpoint M B C")
    >>> context = make_context(problem, scene="isosceles", seed=1)
    >>> true, rng = parse_statement("cong A B A C"), np.random.default_rng(1)
    >>> sorted(str(found.statement) for found in false_claims(context, rng, true, "ABCM"))
    ['cong A B A M', 'cong A C A M']
    """
    allowed = set(known)
    candidates: dict[Statement, None] = {}
    for points, value in pick(rng, list(_altered(statement, sorted(allowed)))):
        candidate = _about(statement, points, value)
        if candidate is None or candidate in context.given:
            continue
        if allowed.issuperset(candidate.points) and is_readable(candidate):
            candidates[candidate] = None
        if len(candidates) == _TRIED:
            break
    wanted = [candidate for candidate in candidates if fits(candidate)]
    if not wanted:
        return []
    context.measure(wanted)
    verdicts = []
    for candidate in wanted:
        if context.measured(candidate)[0] <= _CLEARLY_FALSE:
            continue
        if not all(
            _seems_true(context, one) for one in (candidate, *_equalities(context, candidate))
        ):
            continue
        if is_absurd(context, candidate) or _contradicts(context, candidate):
            continue
        verdict = judge(context, candidate)
        if verdict is not None and not verdict.true:
            verdicts.append(verdict)
    return verdicts


def _seems_true(context: Context, claim: Statement) -> bool:
    """Whether the picture does not refute a claim."""
    leniency = _STRICTNESS.get(claim.predicate, _LENIENCY)
    return withstands_glance(context, [claim], leniency=leniency)


def _equalities(context: Context, claim: Statement) -> Iterator[Statement]:
    """The equal segments to which a claim amounts, as two ratios or two base angles may."""
    a, b, c, d = (claim.points[k : k + 2] for k in (0, 2, 4, 6))
    if claim.predicate == "eqratio":
        for one, other, *rest in ((a, b, c, d), (c, d, a, b), (a, c, b, d), (b, d, a, c)):
            if context.graph.holds(Statement("cong", (*one, *other))):
                yield Statement("cong", (*rest[0], *rest[1]))
    if claim.predicate == "eqangle":
        for base, again, one, other in ((b, c, a, d), (a, d, b, c)):
            apex = set(one) & set(other)
            if set(base) == set(again) == set(one) ^ set(other) and len(apex) == 1:
                yield Statement("cong", (*one, *other))


def _contradicts(context: Context, claim: Statement) -> bool:
    """Whether a premise says that another line through a point has the claimed direction."""
    if claim.predicate not in {"para", "perp"}:
        return False
    own = {context.line_through(*claim.points[:2]), context.line_through(*claim.points[2:])}
    for premise in context.premises:
        if premise.predicate == claim.predicate:
            pairs = premise.points[:2], premise.points[2:]
            lines = {context.line_through(*pair) for pair in pairs}
            if len(own & lines) == 1:
                (one,), (other,) = own - lines, lines - own
                if one & other:
                    return True
    return False


def _about(statement: Statement, points: tuple[str, ...], value: _Value) -> Statement | None:
    """The altered statement; None if it is degenerate, the same or of another kind."""
    found = statement_or_none(statement.predicate, points, value)
    if found is None or found.predicate != statement.predicate or found == statement:
        return None
    return found


def _altered(
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
