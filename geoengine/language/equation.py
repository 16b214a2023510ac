"""Equations between lengths or angles, read as equivalent statements.

Newclid writes them as ``lequation 1 A C * A C 1 B D * B D -1 A D * A D -1 B C * B C 0`` (products
of lengths with coefficients, then the value of their sum) and ``aequation 1 A B C D -1 E F G H 0``
(directed angles between lines with coefficients, then the value of their sum).
"""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction

from geoengine.errors import StatementError
from geoengine.language.exact import Surd, parse_angle
from geoengine.language.names import check_point_name
from geoengine.language.statement import Statement

__all__ = ["EQUATIONS", "parse_equation"]

Side = tuple[str, str]
"""The ends of a segment, sorted."""
Product = tuple[Side, ...]
"""The lengths of a product, sorted."""

_FORMS = {
    "lequation": (
        "two lengths or products of lengths in a ratio; AC + CB = AB;"
        " AC² + BD² = AD² + BC², where AB ⟂ CD; or one length or its square"
    ),
    "aequation": "one angle, or two equal angles",
}
EQUATIONS = frozenset(_FORMS)
"""The names of equations."""


def parse_equation(text: str) -> tuple[Statement, ...]:
    """Read an equation as equivalent statements.

    Parameters
    ----------
    text : str
        The name ``lequation`` or ``aequation``, the terms, and the constant.

    Returns
    -------
    tuple of Statement
        The equation is equivalent to their conjunction.

    Raises
    ------
    StatementError
        When it is not an equation, or no statements of the language are equivalent to it.

    Examples
    --------
    >>> for text in (
    ...     "lequation 1/1 a c * a c 1/1 b d * b d -1/1 a d * a d -1/1 b c * b c 0",
    ...     "lequation 1/1 a c 1/1 c b -1/1 a b 0/1",
    ...     "lequation 2 a m -1 a b 0",
    ...     "aequation 1 b a b c 1 c a c b 0",
    ... ):
    ...     print(*parse_equation(text), sep="; ")
    perp a b c d
    coll a b c; between c a b
    rconst a b a m 2
    eqangle a b b c b c a c
    """
    name, *words = text.split()
    found = _lengths(words) if name == "lequation" else _angles(words)
    if not found:
        raise StatementError(
            f"expected an {name} that other predicates can state, found one that none can",
            hint=f"they can state: {_FORMS[name]}",
        )
    return found


def _lengths(words: Sequence[str]) -> tuple[Statement, ...]:
    terms: defaultdict[Product, Fraction] = defaultdict(Fraction)
    at = 0
    while at < len(words) - 1:
        factor, sides = _factor(words[at]), [_side(words[at + 1 : at + 3])]
        at += 3
        while at < len(words) and words[at] == "*":
            sides.append(_side(words[at + 1 : at + 3]))
            at += 3
        terms[tuple(sorted(sides))] += factor
    constant = _factor(words[-1]) if at == len(words) - 1 else None
    if constant is None:
        raise StatementError(
            "expected a number after the terms of the lequation, found none",
            hint="write: lequation 1 A C 1 C B -1 A B 0",
        )
    for sign in (1, -1):
        signed = [(product, sign * factor) for product, factor in terms.items()]
        left = [(product, factor) for product, factor in signed if factor > 0]
        right = [(product, -factor) for product, factor in signed if factor < 0]
        for read in (_given_length, _ratio, _segment, _right_angle):
            if statements := read(left, right, sign * constant):
                return statements
    return ()


Terms = Sequence[tuple[Product, Fraction]]
"""The terms on one side of ``left = right + constant``, with their positive coefficients.

Each function below reads one form of this equation; it returns nothing for other equations.
"""


def _given_length(left: Terms, right: Terms, constant: Fraction) -> tuple[Statement, ...]:
    """Read AB = k, or AB² = k."""
    if len(left) != 1 or right or constant <= 0:
        return ()
    (product, factor), value = left[0], constant
    if len(set(product)) > 1 or len(product) > 2:
        return ()
    value /= factor
    number = Surd.of(value) if len(product) == 1 else Surd(value)
    return (Statement("lconst", product[0], number),)


def _ratio(left: Terms, right: Terms, constant: Fraction) -> tuple[Statement, ...]:
    """Read the ratio of two lengths or of two squares of lengths, or the equality of products."""
    if len(left) != 1 or len(right) != 1 or constant:
        return ()
    (first, one), (second, other) = left[0], right[0]
    ratio = other / one
    if len(first) != len(second):
        return ()
    if len(first) <= 2 and len(set(first)) == len(set(second)) == 1:
        number = Surd.of(ratio) if len(first) == 1 else Surd(ratio)
        return (Statement("rconst", (*first[0], *second[0]), number),)
    if ratio != 1 or len(first) not in {2, 3}:
        return ()
    if len(first) == 3:
        return (Statement("eqprod", tuple(itertools.chain(*first, *second))),)
    # AB · CD = EF · GH is AB : EF = GH : CD.
    return (Statement("eqratio", (*first[0], *second[0], *second[1], *first[1])),)


def _segment(left: Terms, right: Terms, constant: Fraction) -> tuple[Statement, ...]:
    """Read AC + CB = AB: C is on segment AB, so A, B and C are collinear."""
    if constant or len(left) != 2 or len(right) != 1 or not _alike(left, right, 1):
        return ()
    (((first,), _), ((second,), _)), (((whole,), _),) = left, right
    middle = set(first) & set(second)
    if len(middle) != 1 or set(first) ^ set(second) != set(whole):
        return ()
    (point,) = middle
    return (Statement("coll", (*whole, point)), Statement("between", (point, *whole)))


def _right_angle(left: Terms, right: Terms, constant: Fraction) -> tuple[Statement, ...]:
    """Read AC² + BD² = AD² + BC², which holds where AB ⟂ CD; B and D may be one point."""
    if constant or len(left) != 2 or not _alike(left, right, 2):
        return ()
    if any(len(set(product)) > 1 for product, _ in (*left, *right)):
        return ()
    sums = [[product[0] for product, _ in terms] for terms in (left, right)]
    if len(sums[1]) == 1:
        (first, second), (whole,) = sums
        middle = set(first) & set(second)
        if len(middle) != 1 or set(first) ^ set(second) != set(whole):
            return ()
        return (Statement("perp", (*first, *second)),)
    if len(sums[1]) != 2:
        return ()
    (ac, bd), (ad, bc) = ([set(side) for side in sides] for sides in sums)
    corners = [one & other for one, other in ((ac, ad), (bd, bc), (ac, bc), (bd, ad))]
    if any(len(corner) != 1 for corner in corners):
        return ()
    return (Statement("perp", tuple(point for corner in corners for point in corner)),)


def _alike(left: Terms, right: Terms, degree: int) -> bool:
    """Return whether all terms have the same coefficient, and are products of `degree` lengths."""
    terms = (*left, *right)
    return len({factor for _, factor in terms}) == 1 and all(
        len(product) == degree for product, _ in terms
    )


def _angles(words: Sequence[str]) -> tuple[Statement, ...]:
    if len(words) % 5 != 1 or len(words) < 6:
        raise StatementError(
            f"expected a factor and four points for each angle of the aequation, then the value"
            f" of the sum, found {len(words)} words",
            hint="write: aequation 1 A B C D -1 E F G H 0",
        )
    # The angle from a line to another is the difference of their directions.
    directions: Counter[Side] = Counter()
    for at in range(0, len(words) - 1, 5):
        factor = _factor(words[at])
        if factor.denominator != 1:
            return ()
        directions[_side(words[at + 3 : at + 5])] += int(factor)
        directions[_side(words[at + 1 : at + 3])] -= int(factor)
    constant = parse_angle(words[-1])
    ends = [line for line, count in directions.items() for _ in range(count)]
    starts = [line for line, count in directions.items() for _ in range(-count)]
    if len(ends) == len(starts) == 1:
        return (Statement("aconst", (*starts[0], *ends[0]), constant),)
    # Twice an angle also vanishes for a right angle, so it does not give an equality.
    doubled = len(set(ends)) == len(set(starts)) == 1
    if len(ends) == len(starts) == 2 and not constant and not doubled:
        return (Statement("eqangle", (*starts[0], *ends[0], *ends[1], *starts[1])),)
    return ()


def _factor(word: str) -> Fraction:
    try:
        if len(word) > 40:
            raise ValueError
        return Fraction(word)
    except (ValueError, ZeroDivisionError):
        raise StatementError(
            f"expected a number such as 2, -1 or 3/2 in an equation, found {word!r}"
        ) from None


def _side(words: Sequence[str]) -> Side:
    if len(words) != 2:
        raise StatementError("expected two points in an equation, found its end")
    first, second = sorted(check_point_name(word) for word in words)
    if first == second:
        raise StatementError(f"expected two different points in an equation, found {first} twice")
    return first, second
