"""Slips of form: false claims that a reader finds by comparing letters, without the figure."""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations

from geoengine.catalogue import Pattern, load_engine_steps, load_rules
from geoengine.errors import StatementError
from geoengine.families.reasoning.same_conclusions import TRIANGLES
from geoengine.graph import ProofStep
from geoengine.language import Statement, statement_or_none

__all__ = ["count_of_equations", "is_chasing", "is_formal", "is_slip"]

_CONGRUENT = frozenset({"contri", "contrir"})

_FEWEST_EQUATIONS = 2
"""How many antecedents, apart from collinear points, take more than a comparison of letters."""

_READ_OFF = frozenset({"circle", "eqprod"})
"""Claims that one compares with what is cited letter by letter."""

_MOST_LETTERS = 6
"""Theorems about more points than this conclude statements of any form."""


def count_of_equations(step: ProofStep) -> int:
    """How many antecedents of a step say more than that points are collinear."""
    return sum(used.predicate != "coll" for used in step.derivation.antecedents)


def is_chasing(step: ProofStep) -> bool:
    """Whether a step is one calculation with equations, between directions or lengths."""
    entry = load_engine_steps().get(step.derivation.rule)
    return entry is not None and entry.table is not None


def is_formal(step: ProofStep) -> int:
    """Whether its form alone shows what a step concludes, as 1 or 0.

    So it is where a step restates a single equation, as it does that base angles of an isosceles
    triangle are equal, or turns a similarity into a proportion; and where its theorem states a
    number, such as the 2 of a midline.
    """
    if count_of_equations(step) < _FEWEST_EQUATIONS:
        return 1
    return int(any(pattern.value is not None for pattern in _conclusions(step)))


def is_slip(step: ProofStep, claim: Statement) -> int:
    """Whether letters alone show that a step does not conclude a claim, as 1 or 0.

    Besides all claims of steps with `is_formal`, these are claims that only match the vertices of
    the same two triangles anew, claims about centers, equal distances from another point than the
    center that is cited, products, claims about triangles that follow from equal sides, which say
    what corresponds, congruences by which a common vertex corresponds to two others where the true
    one has none like that, and claims that no choice of points for the letters of the theorem
    gives.

    Examples
    --------
    >>> import geoengine as ge
    >>> from geoengine.language import parse_statement
    >>> problem = ge.load_problem("A B C = iso_triangle A B C; O = circumcenter A B C")
    >>> (step,) = ge.trace(ge.deduce(problem), parse_statement("eqangle A B A O A O A C")).steps
    >>> [is_slip(step, parse_statement(f"eqangle A B A O {s}")) for s in ("A O B C", "A O A C")]
    [1, 0]
    """
    if is_formal(step):
        return 1
    cited = {used.predicate for used in step.derivation.antecedents}
    if claim.predicate in _READ_OFF or (claim.predicate in TRIANGLES and cited == {"cong"}):
        return 1
    if claim.predicate == "cong" and _leaves_center(step, claim):
        return 1
    if claim.predicate in TRIANGLES:
        shifts = _shifts_vertex(claim) and not _shifts_vertex(step.conclusion)
        return int(shifts or _triangles(claim) == _triangles(step.conclusion))
    patterns = [one for one in _conclusions(step) if one.predicate == claim.predicate]
    if not patterns:
        return 0
    return int(not any(_has_form(claim, one) for one in patterns))


def _leaves_center(step: ProofStep, claim: Statement) -> bool:
    """Whether a step is about distances from a center that it cites, and a claim is not."""
    common = {*claim.points[:2]} & {*claim.points[2:]}
    centers = (used.points[0] for used in step.derivation.antecedents if used.predicate == "circle")
    return any(one in step.conclusion.points and one not in common for one in centers)


def _triangles(statement: Statement) -> set[frozenset[str]]:
    return {frozenset(statement.points[:3]), frozenset(statement.points[3:])}


def _shifts_vertex(statement: Statement) -> bool:
    """Whether a common vertex of congruent triangles corresponds to different ones in each.

    So B does where A, B, C correspond to B, D, E: to D in the second triangle, to A in the first.
    """
    image = dict(zip(statement.points[:3], statement.points[3:], strict=True))
    preimage = {other: point for point, other in image.items()}
    common = image.keys() & preimage.keys()
    return statement.predicate in _CONGRUENT and any(image[p] != preimage[p] for p in common)


def _conclusions(step: ProofStep) -> tuple[Pattern, ...]:
    """What the theorem of a step concludes; nothing for a step of the engine."""
    rule = load_rules().get(step.derivation.rule)
    return () if rule is None else tuple(rule.then)


def _has_form(statement: Statement, pattern: Pattern) -> bool:
    """Whether some points for the letters of a pattern make it a certain statement."""
    # Many claims differ in the names of their points only.
    order = {point: number for number, point in enumerate(sorted(set(statement.points)))}
    try:
        renamed = Statement(
            statement.predicate, tuple(f"P{order[p]}" for p in statement.points), statement.value
        )
    except StatementError:
        return False
    return _is_instance(renamed, pattern)


@lru_cache(maxsize=4096)
def _is_instance(statement: Statement, pattern: Pattern) -> bool:
    letters = list(dict.fromkeys(pattern.letters))
    points = list(dict.fromkeys(statement.points))
    if len(letters) > _MOST_LETTERS:
        return True
    if len(letters) != len(points):
        return False
    return any(
        _stated(pattern, dict(zip(letters, order, strict=True))) == statement
        for order in permutations(points)
    )


def _stated(pattern: Pattern, letters: dict[str, str]) -> Statement | None:
    """What a pattern states; None if that is degenerate."""
    points = tuple(letters[letter] for letter in pattern.letters)
    return statement_or_none(pattern.predicate, points, pattern.value)
