"""False claims that look true in the picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from geoengine.families.reasoning.absurdity import is_absurd
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.glance import withstands_glance
from geoengine.families.reasoning.truth import Verdict, judge
from geoengine.language import Statement

__all__ = ["false_claims"]

_CLEARLY_FALSE = 0.02
"""The residual that a false claim exceeds in every draw."""

_LENIENCY = 1.8
"""How much more false than an option a claim may look, since its reader looks at the text first."""

_STRICTNESS = {"para": 0.5, "perp": 0.5, "coll": 0.5, "cong": 0.8}
"""The same for relations that the eye judges without a construction."""


def false_claims(context: Context, claims: Iterable[Statement]) -> list[Verdict]:
    """Return verdicts on the claims that are false but plausible.

    They are false in every draw, but not far from true in the picture, and say nothing that is
    absurd at first sight: no angle between lines that coincide, no part of a segment as long as the
    whole, no midpoint beyond the ends. Premises are left out.

    Parameters
    ----------
    context : Context
    claims : iterable of Statement
        The statements to judge.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> from geoengine.scene import load_problem
    >>> from geoengine.families.reasoning import make_context
    >>> problem = load_problem("A B C = iso_triangle A B C; M = midpoint M B C")
    >>> context = make_context(problem, scene="isosceles", seed=1)
    >>> claims = map(parse_statement, ("cong A B A C", "cong A B A M", "cong B C A M"))
    >>> [str(found.statement) for found in false_claims(context, claims)]
    ['cong A B A M']
    """
    wanted = [claim for claim in claims if claim not in context.given]
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
