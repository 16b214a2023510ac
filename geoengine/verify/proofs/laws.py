"""Steps by laws of triangles, checked exactly: squares of sides and of sines are fractions.

A step by the law of cosines, the law of sines or Stewart's theorem is about lengths, ratios and
angles of one triangle. Sides are represented by their squares in a common unit, angles by the
squares of their sines, and the law is checked with these.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from geoengine.language import Statement, Surd
from geoengine.verify.figures.setting import Setting
from geoengine.verify.proofs.linear import LinearEquation, equations_in
from geoengine.verify.proofs.proof_record import StepRecord
from geoengine.verify.proofs.sine_products import SINE_SQUARES, follows_by_sines

__all__ = ["LAWS", "LawError"]

Side = frozenset[str]


class LawError(Exception):
    """A law does not give the conclusion; the message says why."""


def _side_squares(statements: Sequence[Statement]) -> dict[Side, Fraction]:
    """The squares of the sides by their ends, in an arbitrary unit if only ratios are given."""
    found: dict[Side, Fraction] = {}
    ratios: list[tuple[Side, Side, Fraction]] = []
    for statement in statements:
        points, value = statement.points, statement.value
        first, second = frozenset(points[:2]), frozenset(points[2:4])
        if statement.predicate == "lconst" and isinstance(value, Surd):
            found[first] = value.square
        elif statement.predicate == "rconst" and isinstance(value, Surd):
            ratios.append((first, second, value.square))
        elif statement.predicate == "cong":
            ratios.append((first, second, Fraction(1)))
    if ratios and not found:
        found[ratios[0][0]] = Fraction(1)
    for _ in ratios:
        for first, second, square in ratios:
            if second in found:
                found.setdefault(first, found[second] * square)
            elif first in found:
                found[second] = found[first] / square
    return found


def _sines(statements: Sequence[Statement]) -> dict[str, Fraction]:
    """The squares of the sines of the angles, by vertex; raise LawError if one is not rational."""
    found = {}
    for statement in statements:
        if statement.predicate not in {"aconst", "perp"}:
            continue
        common = set(statement.points[:2]) & set(statement.points[2:])
        turn = statement.value if isinstance(statement.value, Fraction) else Fraction(1, 2)
        sine = SINE_SQUARES.get(min(turn, 1 - turn))
        if len(common) != 1 or sine is None:
            raise LawError(f"{statement} is no angle of a triangle with a rational square of sine")
        found[common.pop()] = sine
    return found


def _triangle(
    step: StepRecord,
) -> tuple[dict[Side, Fraction], dict[str, Fraction], dict[str, Side]]:
    statements = (*step.antecedents, step.conclusion)
    points = sorted({point for statement in statements for point in statement.points})
    if len(points) != 3 or step.conclusion in step.antecedents:
        raise LawError(f"expected statements about one triangle, found points {' '.join(points)}")
    return (
        _side_squares(statements),
        _sines(statements),
        {p: frozenset(points) - {p} for p in points},
    )


def _check_cosines(step: StepRecord, _: Setting | None) -> None:
    squares, sines, opposite = _triangle(step)
    if len(squares) != 3 or len(sines) != 1:
        raise LawError("expected three sides and one angle")
    ((corner, sine),) = sines.items()
    facing = squares[opposite[corner]]
    one, other = (squares[side] for side in squares if side != opposite[corner])
    twice = one + other - facing
    if twice * twice != 4 * one * other * (1 - sine):
        raise LawError(f"the law of cosines does not give {step.conclusion}")
    if step.conclusion.predicate in {"aconst", "perp"}:
        # The figure decides between the angle and its supplement.
        return
    if opposite[corner] in _side_squares(step.antecedents):
        raise LawError("expected the side opposite the angle to be concluded")
    kind = "acute" if twice > 0 else "obtuse"
    if not any(c.predicate == kind and c.points[1] == corner for c in step.conditions):
        raise LawError(f"expected the condition that the angle at {corner} is {kind}")


def _check_sines(step: StepRecord, _: Setting | None) -> None:
    squares, sines, opposite = _triangle(step)
    if len(squares) != 2 or {opposite[corner] for corner in sines} != set(squares):
        raise LawError("expected two sides and the angles opposite them")
    one, other = sines
    if squares[opposite[one]] * sines[other] != squares[opposite[other]] * sines[one]:
        raise LawError(f"the law of sines does not give {step.conclusion}")


def _check_stewart(step: StepRecord, _: Setting | None) -> None:
    orders = [c.points for c in step.conditions if c.predicate == "between"]
    lines = [set(a.points) for a in step.antecedents if a.predicate == "coll"]
    if len(orders) != 1 or set(orders[0]) not in lines:
        raise LawError("expected three points on a line, and which lies between the others")
    middle, *ends = orders[0]
    squares = _side_squares((*step.antecedents, step.conclusion))
    apexes = {point for side in squares for point in side} - {middle, *ends}
    new = set(squares) - set(_side_squares(step.antecedents))
    if len(apexes) != 1 or len(new) != 1 or not apexes <= set().union(*new):
        raise LawError("expected one line from a corner to one of the three points to be concluded")
    (apex,) = apexes
    one, other = (frozenset((middle, end)) for end in ends)
    _add_whole(squares, one, other, frozenset(ends))
    parts = [_rational_ratio(squares, frozenset((middle, end)), frozenset(ends)) for end in ends]
    if parts[0] is None and parts[1] is None:
        raise LawError("expected the ratio of a part of the line to the whole")
    first = parts[0] if parts[0] is not None else 1 - (parts[1] or 0)
    if parts[1] is not None and first + parts[1] != 1:
        raise LawError("the parts of the line do not add up to the whole")
    try:
        cut, to_first, to_second = (squares[frozenset((apex, p))] for p in (middle, *ends))
        whole = squares[frozenset(ends)]
    except KeyError:
        raise LawError("expected three lines from the corner, and the whole line") from None
    if (1 - first) * to_first + first * to_second != cut + first * (1 - first) * whole:
        raise LawError(f"Stewart's theorem does not give {step.conclusion}")


def _add_whole(squares: dict[Side, Fraction], one: Side, other: Side, whole: Side) -> None:
    """Add the whole segment, where its two parts are known and commensurable."""
    ratio = _rational_ratio(squares, other, one)
    if ratio is not None and whole not in squares:
        squares[whole] = squares[one] * (1 + ratio) ** 2


def _rational_ratio(squares: Mapping[Side, Fraction], part: Side, whole: Side) -> Fraction | None:
    """The ratio of a part of a line to the whole, where it is known and rational."""
    if part not in squares or whole not in squares:
        return None
    return Surd(squares[part] / squares[whole]).rational


def _check_parts(step: StepRecord, _: Setting | None) -> None:
    lines = [set(a.points) for a in step.antecedents if a.predicate == "coll"]
    sides = [c.points for c in step.conditions if c.predicate == "sameside"]
    if len(sides) != 1 or not all(set(three) in lines for three in (sides[0][:3], sides[0][3:])):
        raise LawError("expected two lines with three points each, and on which sides they are")
    one, (first, *ends) = sides[0][:3], sides[0][3:]
    given = [e for a in step.antecedents for e in equations_in(a, "length")]
    wanted = equations_in(step.conclusion, "length")
    for other in ((first, *ends), (first, *ends[::-1])):
        # Sides at the first points are compared, so theirs is the ratio that has to be given.
        at_first, *more = (
            _same_ratio(one, other, *places)
            for places in combinations(combinations(range(3), 2), 2)
        )
        known = any(_says(equation, [at_first]) for equation in given)
        if known and wanted and all(_says(equation, more) for equation in wanted):
            return
    raise LawError(f"the parts of two segments do not give {step.conclusion}")


def _same_ratio(
    one: Sequence[str], other: Sequence[str], first: tuple[int, int], second: tuple[int, int]
) -> dict[Side, Fraction]:
    """The equation by which two sides of a triple are in the ratio of those of another one."""
    terms: dict[Side, Fraction] = {}
    for points, sign in ((one, 1), (other, -1)):
        for (i, j), factor in ((first, sign), (second, -sign)):
            side = frozenset((points[i], points[j]))
            terms[side] = terms.get(side, Fraction(0)) + factor
    return {side: c for side, c in terms.items() if c}


def _says(equation: LinearEquation, forms: Sequence[Mapping[Side, Fraction]]) -> bool:
    terms = dict(equation.terms)
    turned = {side: -c for side, c in terms.items()}
    return not equation.constant and any(form in (terms, turned) for form in forms)


def _check_many_sines(step: StepRecord, setting: Setting | None) -> None:
    if step.conclusion in step.antecedents or not follows_by_sines(step, setting):
        raise LawError(f"the law of sines does not give {step.conclusion}")


LAWS: dict[str, Callable[[StepRecord, Setting | None], None]] = {
    "law_of_cosines": _check_cosines,
    "law_of_sines": _check_sines,
    "proportional_parts": _check_parts,
    "sine_chasing": _check_many_sines,
    "stewart_theorem": _check_stewart,
}
"""The check of each law; raises `LawError` for a step that does not follow.

Figures decide between two angles; without them, they are assumed to.
"""
