"""Matching the letters of a rule with points, to see whether it derives a statement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import permutations, product
from operator import eq

from geoengine.catalogue import Pattern, Rule
from geoengine.errors import DegenerateStatementError, StatementError
from geoengine.language import PREDICATES, Statement, Surd, reversed_angle

__all__ = ["applies", "holds_trivially", "is_identity", "matches"]

_Wanted = tuple[Pattern, Sequence[Statement], bool]
"""A pattern, its candidate statements, and whether it may be degenerate but true."""

_SIMPLER = {
    "para": ("coll",),
    "npara": ("ncoll",),
    "aconst": ("para", "coll", "perp"),
    "eqangle": ("para", "coll"),
    "eqratio": ("cong",),
    "eqprod": ("eqratio", "cong"),
    "rconst": ("cong",),
}
"""What statements become where some of their points or sides coincide."""

_LONGEST_LIST = 6
_TRIED = 3
"""The maximum number of letters for which all points are tried."""


def applies(
    rule: Rule, antecedents: Sequence[Statement], conclusion: Statement
) -> Mapping[str, str] | None:
    """Match a rule's letters with points so that it concludes a statement from others.

    The rule's conditions are not looked at.

    Parameters
    ----------
    rule : Rule
    antecedents : sequence of Statement
        Not all of them need be used.
    conclusion : Statement

    Returns
    -------
    mapping of str to str or None
        Points by letter; None if there is no match.

    Examples
    --------
    >>> from geoengine.catalogue import load_rules
    >>> from geoengine.language import parse_statement
    >>> rule = load_rules()["sss_congruence_reverse"]
    >>> known = [parse_statement("cong A N D N"), parse_statement("cong A F D F")]
    >>> applies(rule, known, parse_statement("contrir A F N D F N")) is not None
    True
    """
    statements = (conclusion, *antecedents)
    points = dict.fromkeys(point for statement in statements for point in statement.points)
    # Most steps of proofs are equal up to the names of points.
    plain = {point: f"P{number}" for number, point in enumerate(points)}
    renamed = tuple(statement.renamed(plain) for statement in statements)
    found = _applied(rule, renamed[1:], renamed[0])
    if found is None:
        return None
    names = {name: point for point, name in plain.items()}
    return {letter: names[point] for letter, point in found.items()}


@lru_cache(maxsize=20_000)
def _applied(
    rule: Rule, antecedents: tuple[Statement, ...], conclusion: Statement
) -> Mapping[str, str] | None:
    statements = (conclusion, *antecedents)
    points = tuple(dict.fromkeys(point for statement in statements for point in statement.points))
    for pattern in rule.then:
        wanted: list[_Wanted] = [(pattern, (conclusion,), False)]
        wanted += [(hypothesis, antecedents, True) for hypothesis in rule.given]
        if not all(_could_be(*one) for one in wanted):
            continue
        found = _complete(wanted, points, {})
        if found is not None:
            return found
    return None


def _could_be(pattern: Pattern, statements: Sequence[Statement], degenerate: bool) -> bool:
    """Whether a pattern could be one of the statements, or degenerate, by predicate alone."""
    kinds = (pattern.predicate, *_SIMPLER.get(pattern.predicate, ()))
    return (degenerate and _is_reducible(pattern)) or any(s.predicate in kinds for s in statements)


def _complete(
    wanted: Sequence[_Wanted],
    points: Sequence[str],
    names: Mapping[str, str],
) -> Mapping[str, str] | None:
    """Names under which each pattern is one of its candidates, or degenerate if acceptable.

    None if there are no such names.
    """
    if not wanted:
        return names

    def difficulty(entry: _Wanted) -> tuple[bool, int]:
        return _is_open(entry[0], names), len(_unbound(entry[0], names))

    ordered = sorted(wanted, key=difficulty)
    # As long as coinciding points may simplify every pattern, each is matched as it stands.
    firsts = ordered if _is_open(ordered[0][0], names) else ordered[:1]
    for first in firsts:
        pattern, statements, degenerate = first
        rest = [other for other in ordered if other is not first]
        for extended in _extended(pattern, statements, points, names, degenerate=degenerate):
            found = _complete(rest, points, extended)
            if found is not None:
                return found
    return None


def _is_open(pattern: Pattern, names: Mapping[str, str]) -> bool:
    """Whether a pattern may become simpler by a choice of points, with too many choices to try."""
    return _is_reducible(pattern) and len(_unbound(pattern, names)) > _TRIED


def _is_reducible(pattern: Pattern) -> bool:
    """Whether coinciding points may make a pattern a simpler statement, with other symmetries."""
    return set(PREDICATES[pattern.predicate].groups) == {2}


def _unbound(pattern: Pattern, names: Mapping[str, str]) -> list[str]:
    return [letter for letter in dict.fromkeys(pattern.letters) if letter not in names]


def _extended(
    pattern: Pattern,
    statements: Sequence[Statement],
    points: Sequence[str],
    names: Mapping[str, str],
    *,
    degenerate: bool,
) -> Iterator[dict[str, str]]:
    """Extend names so that a pattern becomes one of some statements, or degenerate but true."""
    seen: set[frozenset[tuple[str, str]]] = set()
    for statement in statements:
        for extended in matches(pattern, statement, names):
            mark = frozenset(extended.items())
            if mark not in seen:
                seen.add(mark)
                yield extended
    if _is_open(pattern, names) or not _is_reducible(pattern):
        return
    left, letters = _unbound(pattern, names), set(pattern.letters)
    for chosen in product(points, repeat=len(left)):
        extended = {**names, **dict(zip(left, chosen, strict=True))}
        named = [extended[letter] for letter in pattern.letters]
        # A pattern changes only where points of different sides coincide.
        if len(set(named)) == len(letters) or any(map(eq, named[::2], named[1::2])):
            continue
        if frozenset(extended.items()) in seen:
            continue
        try:
            fits = pattern.statement(extended) in statements
        except DegenerateStatementError:
            fits = degenerate and (
                is_identity(pattern, extended)
                or any(one in statements for one in reversed_angle(pattern.predicate, named))
            )
        except StatementError:
            fits = False
        if fits:
            yield extended


def is_identity(pattern: Pattern, mapping: Mapping[str, str]) -> bool:
    """Whether a degenerate hypothesis is true because its two sides coincide.

    Examples
    --------
    >>> pattern = Pattern.parse("cong A B P Q")
    >>> is_identity(pattern, {"A": "X", "B": "Y", "P": "Y", "Q": "X"})
    True
    """
    definition = PREDICATES[pattern.predicate]
    points = [mapping[letter] for letter in pattern.letters]
    if set(definition.groups) != {2}:
        return False
    pairs = [frozenset(points[k : k + 2]) for k in range(0, len(points), 2)]
    if any(len(pair) < 2 for pair in pairs) or not definition.forms:
        return False
    for form in definition.forms:
        total: dict[frozenset[str], Fraction] = {}
        for a, b, coefficient in form.terms:
            side = frozenset((points[a], points[b]))
            total[side] = total.get(side, Fraction(0)) + coefficient
        if any(total.values()) or form.constant != 0 or form.scaled:
            return False
    return True


def holds_trivially(pattern: Pattern, mapping: Mapping[str, str]) -> bool:
    """Whether a degenerate condition holds because its two parts coincide.

    Examples
    --------
    >>> pattern = Pattern.parse("sameclock A B C P Q R")
    >>> holds_trivially(pattern, dict(zip("ABCPQR", "XYZYZX", strict=True)))
    True
    """
    groups = PREDICATES[pattern.predicate].groups
    points = [mapping[letter] for letter in pattern.letters]
    half = len(points) // 2
    first, second = points[:half], points[half:]
    if len(set(first)) < len(first) or groups[: len(groups) // 2] != groups[len(groups) // 2 :]:
        return False
    if pattern.predicate == "sameclock":
        return second in [first[k:] + first[:k] for k in range(3)]
    return pattern.predicate == "sameside" and first[0] == second[0] and set(first) == set(second)


def matches(
    pattern: Pattern, statement: Statement, names: Mapping[str, str]
) -> Iterator[dict[str, str]]:
    """Yield each extension of `names` with which a pattern becomes a given statement.

    `names` and its extensions map letters of the pattern to points.
    """
    if all(letter in names for letter in pattern.letters):
        try:
            if pattern.statement(names) == statement:
                yield dict(names)
        except StatementError:
            pass
        return
    if pattern.predicate != statement.predicate:
        return
    definition = statement.definition
    points = statement.points
    if definition.tail is not None:
        head, tail = points[: definition.tail], points[definition.tail :]
        wanted = len(pattern.letters) - len(head)
        if len(tail) > _LONGEST_LIST or wanted > len(tail):
            return
        images = ((head + part, False) for part in permutations(tail, wanted))
    else:
        images = (
            (tuple(points[i] for i in image.order), image.inverts)
            for image in definition.symmetries
        )
    seen = set()
    for image, inverted in images:
        if image in seen or not _same_value(pattern, statement, inverted):
            continue
        seen.add(image)
        bound = dict(names)
        if all(
            bound.setdefault(letter, point) == point
            for letter, point in zip(pattern.letters, image, strict=True)
        ):
            yield bound


def _same_value(pattern: Pattern, statement: Statement, inverted: bool) -> bool:
    value = statement.value
    if pattern.value is None or value is None:
        return pattern.value is value
    if inverted:
        value = Surd(1 / value.square) if isinstance(value, Surd) else -value % 1
    return pattern.value == value
