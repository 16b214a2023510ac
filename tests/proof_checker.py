"""A simple step checker for proofs, which shares no code with the deducer.

It reads a proof as plain statements and steps, and uses only the rules' YAML, the linear meaning
of predicates, and a diagram of its own for side conditions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import sympy

from geoengine.catalogue import Rule
from geoengine.errors import DegenerateStatementError
from geoengine.language import Statement, Surd
from geoengine.scene import Diagram

TABLES = {
    "angle_chasing": "direction",
    "ratio_chasing": "length",
    "pythagoras_theorem": "square",
    "pythagoras_verification": "square",
    "segment_addition": "line",
}
LAWS = {"law_of_cosines", "law_of_sines"}
STEWART = "stewart_theorem"
SHARED = {"common_line": 2, "common_circle": 3}


class BadStepError(AssertionError):
    """A step that does not follow."""


def check_proof(
    proof: Any, premises: Sequence[Statement], rules: Mapping[str, Rule], diagram: Diagram
) -> int:
    """Check every step in order; return the number of steps."""
    known = set(premises)
    for step in proof.steps:
        derivation = step.derivation
        for antecedent in derivation.antecedents:
            if antecedent not in known:
                raise BadStepError(f"step {step.number} rests on {antecedent}, not shown before")
        if not diagram.holds(derivation.conclusion):
            raise BadStepError(
                f"step {step.number} concludes something false: {derivation.conclusion}"
            )
        if derivation.rule in TABLES:
            _check_order(derivation, diagram)
            _check_sum(derivation, TABLES[derivation.rule])
        elif derivation.rule in LAWS:
            _check_law(derivation, diagram)
        elif derivation.rule == STEWART:
            _check_order(derivation, diagram)
            _check_stewart(derivation)
        elif derivation.rule == "numerical_check":
            if not derivation.conclusion.is_condition:
                raise BadStepError("a relation is not for the diagram to decide")
        elif derivation.rule in SHARED:
            _check_shared(derivation, SHARED[derivation.rule])
        else:
            _check_rule(derivation, rules[derivation.rule], diagram)
        known.add(derivation.conclusion)
    if proof.goal not in known:
        raise BadStepError("the last step is not the goal")
    return len(proof.steps)


def _place(pattern: Any, mapping: Mapping[str, str]) -> Statement | None:
    try:
        return Statement(
            pattern.predicate, tuple(mapping[letter] for letter in pattern.letters), pattern.value
        )
    except DegenerateStatementError:
        return None


def _check_rule(derivation: Any, rule: Rule, diagram: Diagram) -> None:
    mapping = dict(derivation.mapping)
    for pattern in rule.given:
        placed = _place(pattern, mapping)
        if placed is None:
            _check_identity(pattern, mapping)
        elif placed not in derivation.antecedents:
            raise BadStepError(f"{rule.id} needs {placed}")
    for pattern in rule.where:
        placed = _place(pattern, mapping)
        if placed is not None and not diagram.holds(placed):
            raise BadStepError(f"{rule.id} needs the condition {placed}")
    if derivation.conclusion not in [_place(pattern, mapping) for pattern in rule.then]:
        raise BadStepError(f"{rule.id} does not conclude {derivation.conclusion}")


def _check_identity(pattern: Any, mapping: Mapping[str, str]) -> None:
    """Return whether a hypothesis is trivial because its two sides are the same."""
    points = [mapping[letter] for letter in pattern.letters]
    sides = [frozenset(points[k : k + 2]) for k in range(0, len(points), 2)]
    if any(len(side) < 2 for side in sides):
        raise BadStepError(f"a zero-length segment in {pattern} under {mapping}")
    balance = Counter({sides[0]: 1})
    for side, sign in zip(sides[1:], (-1,) if len(sides) == 2 else (-1, -1, 1), strict=True):
        balance[side] += sign
    if any(balance.values()):
        raise BadStepError(f"{pattern} under {mapping} is no identity")


def _check_shared(derivation: Any, least: int) -> None:
    """Merge lines with two common points, or circles with three, into one.

    All points of the statements lie on it, and so does any subset of them.
    """
    points = set(derivation.conclusion.points)
    common = set.intersection(*(set(a.points) for a in derivation.antecedents))
    covered = set().union(*(a.points for a in derivation.antecedents))
    one_kind = {a.predicate for a in (*derivation.antecedents, derivation.conclusion)}
    if one_kind != {"coll" if least == 2 else "cyclic"}:
        raise BadStepError(f"{derivation.rule} speaks of {one_kind}")
    if len(common) < least or not points <= covered:
        raise BadStepError(f"{derivation.rule} needs {least} common points")


def _equations(statement: Statement, table: str) -> list[tuple[Counter[frozenset[str]], Any]]:
    """Return a statement's equations in a table: coefficients by quantity, and right-hand side."""
    found = []
    for form in statement.definition.linear_forms(len(statement.points)):
        if form.table != table:
            continue
        left: Counter[frozenset[str]] = Counter()
        for position, (a, b, c) in enumerate(form.terms):
            factor = Fraction(c)
            if form.scaled and position == len(form.terms) - 1:
                factor *= _scale(statement.value, table)
            if statement.points[a] != statement.points[b]:
                left[frozenset((statement.points[a], statement.points[b]))] += factor  # type: ignore[assignment]
        right: Any = form.constant
        if form.constant == "value":
            right = statement.value
            if isinstance(right, Surd) and table == "square":
                right = right.square
        elif table == "length":
            right = Surd(Fraction(1))
        found.append((left, right))
    return found


def _scale(value: Any, table: str) -> Fraction:
    if table != "line":
        return Fraction(value.square)
    root = sympy.sqrt(sympy.Rational(str(value.square)))
    if not root.is_Rational:
        raise BadStepError(f"{value} is no rational ratio")
    return Fraction(str(root))


def _check_order(derivation: Any, diagram: Diagram) -> None:
    """Check the order of points on a line in the figure; collinearity needs an antecedent."""
    lines = [set(a.points) for a in derivation.antecedents if a.predicate == "coll"]
    for condition in derivation.conditions:
        if condition.predicate != "between" or set(condition.points) not in lines:
            raise BadStepError(f"{condition} needs a line that was shown before")
        if not diagram.holds(condition):
            raise BadStepError(f"{condition} is not so in the figure")


def _check_law(derivation: Any, diagram: Diagram) -> None:
    """Check a law of sides and sines of a triangle, in exact sympy numbers.

    Sides are multiples of one of them, angles are turns at the corners; the residual of the law
    must be exactly zero.
    """
    spoken = [*derivation.antecedents, derivation.conclusion]
    corners = sorted({point for statement in spoken for point in statement.points})
    if len(corners) != 3 or derivation.conclusion in derivation.antecedents:
        raise BadStepError(f"{derivation.rule} speaks of {corners}, not of one triangle")
    squares = _squared_sides(spoken)
    cosines = {}
    for statement in spoken:
        if statement.predicate in {"aconst", "perp"}:
            corner, cosine = _cosine(statement, diagram)
            cosines[corner] = cosine
    for condition in derivation.conditions:
        corner = condition.points[1]
        acute = corner in cosines and bool(cosines[corner] > 0)
        if condition.predicate != ("acute" if acute else "obtuse"):
            raise BadStepError(f"{condition} is not so")
    opposite = {corner: frozenset(corners) - {corner} for corner in corners}
    if derivation.rule == "law_of_cosines":
        if len(squares) != 3 or len(cosines) != 1:
            raise BadStepError("three sides and an angle are needed")
        ((corner, cosine),) = cosines.items()
        a, b, c = (squares[opposite[x]] for x in (corner, *sorted(opposite[corner])))
        gap = b + c - 2 * sympy.sqrt(b * c) * cosine - a
    else:
        if len(squares) != 2 or len(cosines) != 2:
            raise BadStepError("two sides and two angles are needed")
        if {opposite[corner] for corner in cosines} != set(squares):
            raise BadStepError("the sides opposite the angles are needed")
        one, other = (next(x for x in corners if opposite[x] == side) for side in squares)
        gap = squares[opposite[one]] * (1 - cosines[other] ** 2)
        gap -= squares[opposite[other]] * (1 - cosines[one] ** 2)
    if sympy.simplify(gap) != 0:
        raise BadStepError(f"{derivation.rule} does not give {derivation.conclusion}")


def _check_stewart(derivation: Any) -> None:
    """Check AB² · DC + AC² · BD = BC · (AD² + BD · DC), for D between B and C."""
    ((middle, *ends),) = [condition.points for condition in derivation.conditions]
    spoken = [s for s in (*derivation.antecedents, derivation.conclusion) if s.predicate != "coll"]
    squares = _squared_sides(spoken)
    ((apex,),) = [{x for side in squares for x in side} - {middle, *ends}]
    part = [frozenset((middle, end)) for end in ends]
    whole = frozenset(ends)
    lengths = {side: sympy.sqrt(squares[side]) for side in (*part, whole) if side in squares}
    if len(lengths) < 2:
        raise BadStepError("two of the three parts of the line are needed")
    lengths.setdefault(whole, sum(lengths[side] for side in part if side in lengths))
    for side, other in (part, part[::-1]):
        if side not in lengths:
            lengths[side] = lengths[whole] - lengths[other]
    to_b, to_c, to_d = (squares[frozenset((apex, x))] for x in (*ends, middle))
    bd, dc = (lengths[side] for side in part)
    gap = to_b * dc + to_c * bd - lengths[whole] * (to_d + bd * dc)
    if sympy.simplify(gap) != 0:
        raise BadStepError(f"Stewart's theorem does not give {derivation.conclusion}")


def _squared_sides(statements: Sequence[Statement]) -> dict[frozenset[str], Any]:
    """Return squares of the known sides, in an arbitrary unit if only ratios are known."""
    found: dict[frozenset[str], Any] = {}
    ratios = []
    for statement in statements:
        sides = [frozenset(statement.points[k : k + 2]) for k in range(0, len(statement.points), 2)]
        if statement.predicate == "lconst":
            found[sides[0]] = sympy.Rational(str(statement.value.square))
        elif statement.predicate in {"rconst", "cong"}:
            square = statement.value.square if statement.value else Fraction(1)
            ratios.append((*sides, sympy.Rational(str(square))))
    if ratios and not found:
        found[ratios[0][1]] = sympy.Integer(1)
    for _ in ratios:
        for first, second, square in ratios:
            if second in found:
                found.setdefault(first, found[second] * square)
            elif first in found:
                found[second] = found[first] / square
    return found


def _cosine(statement: Statement, diagram: Diagram) -> tuple[str, Any]:
    """Return the corner of an angle, and the cosine of the triangle's angle there."""
    a, b, c, d = statement.points
    (corner,) = {a, b} & {c, d}
    value = Fraction(1, 2) if statement.value is None else statement.value
    cosine = sympy.cos(sympy.pi * sympy.Rational(str(value)))
    ends = sorted({a, b, c, d} - {corner})
    at, one, other = (diagram.xy[0][diagram.index[x]] for x in (corner, *ends))
    inner = float((one - at) @ (other - at))
    if value != Fraction(1, 2) and (inner > 0) != bool(cosine > 0):
        cosine = -cosine
    return corner, cosine


def _check_sum(derivation: Any, table: str) -> None:
    """Check that each equation of the conclusion is the stated sum, choices as in the figure."""
    spoken = (*derivation.antecedents, *derivation.conditions)
    sources = [equation for statement in spoken for equation in _equations(statement, table)]
    # Collinear points give one direction, whichever two of the three equations are used.
    targets = _equations(derivation.conclusion, table)
    if derivation.conclusion.predicate == "coll":
        a, b, c = derivation.conclusion.points
        sides = [frozenset(pair) for pair in ((a, b), (a, c), (b, c))]
        targets = [(Counter({p: 1, q: -1}), Fraction(0)) for p in sides for q in sides if p != q]
    matched = 0
    for left, right in targets:
        for factors in derivation.coefficients:
            if len(factors) != len(sources):
                raise BadStepError("as many coefficients as equations are needed")
            total: Counter[frozenset[str]] = Counter()
            for (form, _), factor in zip(sources, factors, strict=True):
                for quantity, c in form.items():
                    total[quantity] += factor * c  # type: ignore[assignment]
            if {q: c for q, c in total.items() if c} == {q: c for q, c in left.items() if c}:
                _check_constant(table, [r for _, r in sources], factors, right)
                matched += 1
                break
    needed = 1 if derivation.conclusion.predicate == "coll" else len(targets)
    if matched < needed:
        raise BadStepError(f"the sources do not add up to {derivation.conclusion}")


def _check_constant(
    table: str, rights: Sequence[Any], factors: Sequence[Fraction], wanted: Any
) -> None:
    if table == "length":
        left = sympy.Integer(1)
        for right, factor in zip(rights, factors, strict=True):
            left *= sympy.Rational(str(right.square)) ** sympy.Rational(str(factor))
        if sympy.simplify(left - sympy.Rational(str(wanted.square))) != 0:
            raise BadStepError(f"constants give {left}, not {wanted.square}")
        return
    if table == "line":
        numbers = [
            sympy.sqrt(sympy.Rational(str(r.square))) if isinstance(r, Surd) else r
            for r in (*rights, wanted)
        ]
        weights = [*(sympy.Rational(str(f)) for f in factors), -1]
        if sympy.expand(sum(f * r for f, r in zip(weights, numbers, strict=True))) != 0:
            raise BadStepError(f"lengths do not add up to {wanted}")
        return
    total = sum((f * r for f, r in zip(factors, rights, strict=True)), Fraction(0))
    if table == "square":
        if total != wanted:
            raise BadStepError(f"constants give {total}, not {wanted}")
        return
    choices = 1
    for factor in factors:
        choices = choices * factor.denominator // sympy.gcd(choices, factor.denominator)
    if (total - wanted) * int(choices) % 1 != 0:
        raise BadStepError(f"angles give {total}, not {wanted} modulo 1/{choices}")
