"""Conditions in words, as they fail."""

from __future__ import annotations

from geoengine.draft import Binary, Call, Expression, Unary, print_expression, read_expression

__all__ = ["in_words", "listed"]

_NEGATED = {
    "AreCollinear": "{all} are not on a line",
    "AreConcyclic": "{all} are not on a circle",
    "AreConcurrent": "{all} do not meet in a point",
    "AreParallel": "{first} is not parallel to {second}",
    "ArePerpendicular": "{first} is not perpendicular to {second}",
    "AreEqual": "{first} is not equal to {second}",
    "AreCongruent": "{first} is not congruent to {second}",
    "IsTangent": "{first} is not tangent to {second}",
    "IsInRegion": "{first} is not inside {second}",
}
_POSITIVE = {
    "AreCollinear": "{all} are on a line",
    "AreEqual": "{first} is equal to {second}",
    "AreParallel": "{first} is parallel to {second}",
    "ArePerpendicular": "{first} is perpendicular to {second}",
    "IsInRegion": "{first} is inside {second}",
}
_COMPARED = {
    "==": "{first} is not equal to {second}",
    "!=": "{first} is equal to {second}",
    "<": "{first} is not less than {second}",
    ">": "{first} is not greater than {second}",
    "<=": "{first} is greater than {second}",
    ">=": "{first} is less than {second}",
    "∈": "{first} is not on {second}",
}


def in_words(condition: str) -> str:
    """Return what is wrong where a condition does not hold.

    Examples
    --------
    >>> in_words("D ∈ c"), in_words("M == Midpoint(A, B)"), in_words("!AreEqual(s, t)")
    ('D is not on c', 'M is not equal to Midpoint(A, B)', 's is equal to t')
    >>> in_words("AreParallel(l, m) || A == B")
    'AreParallel(l, m) || A == B is not true'
    """
    expression = read_expression(condition)
    match expression:
        case Call(name=name, arguments=arguments) if name in _NEGATED:
            return _filled(_NEGATED[name], arguments)
        case Unary(operator="!", operand=Call(name=name, arguments=arguments)) if name in _POSITIVE:
            return _filled(_POSITIVE[name], arguments)
        case Binary(operator=operator, left=left, right=right) if operator in _COMPARED:
            return _filled(_COMPARED[operator], (left, right))
    return f"{print_expression(expression)} is not true"


def _filled(pattern: str, arguments: tuple[Expression, ...]) -> str:
    shown = [print_expression(argument) for argument in arguments]
    return pattern.format(all=listed(shown), first=shown[0], second=shown[-1])


def listed(names: list[str]) -> str:
    """Return names with *and* before the last.

    Examples
    --------
    >>> listed(["A", "B", "C"]), listed(["A"])
    ('A, B and C', 'A')
    """
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
