"""Steps by the law of sines in several triangles, checked with fractions.

For every triangle that the step names, ln BC - ln CA = ln sin A - ln sin B, and so on. The sine of
the angle between two lines is a quantity of these two lines. Antecedents say which lines are
parallel, which angles have one sine, which sines have a value, and how lengths are related. All
these are linear equations in logarithms; the conclusion has to be a combination of them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, combinations, permutations

from geoengine.errors import DegenerateStatementError
from geoengine.language import Statement
from geoengine.verify.figures.setting import Setting
from geoengine.verify.proofs.linear import equations_in, logarithm
from geoengine.verify.proofs.proof_record import StepRecord

__all__ = ["SINE_SQUARES", "follows_by_sines"]

SINE_SQUARES = {
    Fraction(1, 6): Fraction(1, 4),
    Fraction(1, 4): Fraction(1, 2),
    Fraction(1, 3): Fraction(3, 4),
    Fraction(1, 2): Fraction(1),
}
"""Squares of sines by the angle, up to a right angle, as a fraction of a half turn."""

Side = frozenset[str]
Form = dict[Hashable, Fraction]
Turns = tuple[Side, Side, Side, Side]
"""Lines of which the first is turned into the second as the third is into the fourth."""

_Choice = tuple[Form, Sequence[tuple[str, Side, Side]]]
"""An equation that leaves two possibilities, and conditions on lines without which they are one."""


def follows_by_sines(step: StepRecord, setting: Setting | None = None) -> bool:
    """Return whether the law of sines in the triangles of a step gives its conclusion.

    Where it is about angles, their sines have to be equal, or they have to be parts of equal angles
    whose parts have sines in one ratio. Lines are one line, or parallel, where some line makes
    equal angles with them. The figure may decide between two such angles if the
    modulus of the step is 2; otherwise a condition has to exclude that they are supplementary.
    A figure decides only if one of the two possibilities is false there: it does not tell right
    angles that are equal from ones that are supplementary.

    Parameters
    ----------
    step : StepRecord
    setting : Setting, optional
        Figures in which the conclusion is true; without them, they are assumed to decide.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> bisector = parse_statement("eqangle A B A D A D A C")
    >>> line, ratio = parse_statement("coll B C D"), parse_statement("eqratio A B A C D B D C")
    >>> triangles = tuple(map(parse_statement, ("ncoll A B D", "ncoll A C D")))
    >>> follows_by_sines(
    ...     StepRecord(1, "sine_chasing", (bisector, line), ratio, triangles, {}, (), 1)
    ... )
    True
    >>> follows_by_sines(StepRecord(1, "sine_chasing", (line,), ratio, triangles, {}, (), 1))
    False
    """
    lines = _Lines(step.antecedents)
    known: list[Form] = []
    for condition in step.conditions:
        if condition.predicate == "ncoll" and len(condition.points) == 3:
            known += _law_of_sines(condition.points, lines)
    for antecedent in step.antecedents:
        known += [*_between_lengths(antecedent), *_between_sines(antecedent, lines)]
    span = _Span(known)
    wanted = _between_lengths(step.conclusion) or _between_sines(step.conclusion, lines)[:1]
    if wanted and not any(map(span.rest, wanted)) and _is_settled(step):
        return True
    if step.modulus == 1:
        return False
    choices = chain(_equal_sines(step, lines), _divisions(step, lines))
    return any(
        not span.rest(form) and (setting is None or all(_is_shown(setting, *one) for one in apart))
        for form, apart in choices
    )


class _Lines:
    """The lines of segments; segments that an antecedent puts on parallel lines share one."""

    def __init__(self, statements: Iterable[Statement]) -> None:
        self._parent: dict[Side, Side] = {}
        for statement in statements:
            points = statement.points
            if statement.predicate == "coll":
                sides = [frozenset(pair) for pair in combinations(points, 2)]
                self._join(sides)
            elif statement.predicate == "para":
                self._join([frozenset(points[k : k + 2]) for k in range(0, len(points), 2)])

    def of(self, side: Side) -> Side:
        while side in self._parent:
            side = self._parent[side]
        return side

    def _join(self, sides: Sequence[Side]) -> None:
        for side in sides[1:]:
            one, other = self.of(sides[0]), self.of(side)
            if one != other:
                self._parent[one] = other

    def sine(self, first: Iterable[str], second: Iterable[str]) -> Hashable:
        """The quantity of the angle between two lines, each given by two points."""
        return "sine", frozenset((self.of(frozenset(first)), self.of(frozenset(second))))

    def of_statement(self, statement: Statement) -> list[Side]:
        """The lines of a statement whose points come in pairs."""
        points = statement.points
        return [self.of(frozenset(points[k : k + 2])) for k in range(0, len(points), 2)]


def _law_of_sines(points: Sequence[str], lines: _Lines) -> list[Form]:
    a, b, c = points
    corners = [(v, p, q) for v, p, q in ((a, b, c), (b, c, a), (c, a, b))]
    return [
        _sum(
            (frozenset((p, q)), 1), (lines.sine((v, p), (v, q)), -1),
            (frozenset((r, s)), -1), (lines.sine((w, r), (w, s)), 1),
        )
        for (v, p, q), (w, r, s) in ((corners[0], corners[1]), (corners[1], corners[2]))
    ]  # fmt: skip


def _between_lengths(statement: Statement) -> list[Form]:
    """Equations between logarithms of lengths; those of primes are quantities, too."""
    return [
        _sum(*equation.terms.items(), *((prime, -c) for prime, c in equation.constant.items()))
        for equation in equations_in(statement, "length")
    ]


def _between_sines(statement: Statement, lines: _Lines) -> list[Form]:
    sides = [statement.points[k : k + 2] for k in range(0, len(statement.points), 2)]
    if statement.predicate == "eqangle":
        a, b, c, d = sides
        # From a to b as from c to d, so also from a to c as from b to d.
        readings = ((a, b, c, d), (a, c, b, d))
        return [_sum((lines.sine(p, q), 1), (lines.sine(r, s), -1)) for p, q, r, s in readings]
    if statement.predicate not in {"aconst", "perp"}:
        return []
    turn = statement.value if isinstance(statement.value, Fraction) else Fraction(1, 2)
    square = SINE_SQUARES.get(min(turn % 1, 1 - turn % 1))
    if square is None:
        return []
    value = ((prime, -power) for prime, power in logarithm(square))
    return [_sum((lines.sine(*sides), 1), *value)]


def _is_shown(setting: Setting, predicate: str, one: Side, other: Side) -> bool:
    """Whether figures show a condition on two lines."""
    try:
        return setting.holds(Statement(predicate, (*sorted(one), *sorted(other))))
    except DegenerateStatementError:
        return False


def _is_settled(step: StepRecord) -> bool:
    """Whether the conclusion has one possibility, as a condition excludes supplementary angles."""
    if step.conclusion.predicate == "aconst":
        # An angle and its supplement differ in value, so the figure tells them apart.
        return step.modulus > 1
    if step.conclusion.predicate != "eqangle":
        return True
    a, b, c, d, e, f, g, h = step.conclusion.points
    # If the angles were supplementary, these lines would add up to nothing.
    lines = _sum(*((frozenset(line), sign) for line, sign in (
        ((c, d), 1), ((a, b), -1), ((g, h), 1), ((e, f), -1),
    )))  # fmt: skip
    apart = any(_are_apart([*lines], condition) for condition in step.conditions)
    return apart and sorted(lines.values()) == [-1, 1]


def _are_apart(lines: Sequence[Hashable], condition: Statement) -> bool:
    """Whether a condition says that two lines are not parallel, nor one."""
    if condition.predicate == "ncoll":
        return {frozenset(pair) for pair in combinations(condition.points, 2)} >= set(lines)
    a, b, c, d = (*condition.points, *"    ")[:4]
    return condition.predicate == "npara" and {frozenset((a, b)), frozenset((c, d))} == set(lines)


def _equal_sines(step: StepRecord, lines: _Lines) -> Iterator[_Choice]:
    """Equations by which the equal angles of the conclusion have equal sines."""
    for a, b, c, d in _concluded_turns(step, lines):
        equation = _sum((lines.sine(a, b), 1), (lines.sine(c, d), -1))
        yield equation, [("npara", a, b), ("nperp", a, b)]


def _divisions(step: StepRecord, lines: _Lines) -> Iterator[_Choice]:
    """Equations by which the equal angles of the conclusion are parts of equal angles.

    An angle from line p to line q, divided by line m, equals one from r to s, divided by n, and
    sin(p,m) : sin(m,q) = sin(r,n) : sin(n,s). So n divides the second angle as m divides the first,
    or as the one other line does that divides it in this ratio of sines.
    """
    starts: dict[tuple[Side, Side, bool], list[tuple[Side, Side]]] = {}
    for first, second, third, fourth in _equal_turns(step, lines):
        starts.setdefault((first, third, False), []).append((second, fourth))
        starts.setdefault((first, fourth, True), []).append((second, third))
    for a, b, c, d in _concluded_turns(step, lines):
        # From p to m as from r to n; or in the reverse order on one side.
        for p, m, r, n, turned in (
            (a, b, c, d, False), (b, a, d, c, False), (a, b, d, c, True), (b, a, c, d, True),
        ):  # fmt: skip
            for q, s in starts.get((p, r, turned), ()):
                equation = _sum(
                    (lines.sine(p, m), 1), (lines.sine(m, q), -1),
                    (lines.sine(r, n), -1), (lines.sine(n, s), 1),
                )  # fmt: skip
                yield equation, [("npara", *two) for two in ((p, q), (p, m), (m, q))]


def _concluded_turns(step: StepRecord, lines: _Lines) -> Iterator[Turns]:
    """Spellings of the conclusion as equal angles; parallel lines make them with any line."""
    conclusion = step.conclusion
    if conclusion.predicate == "eqangle":
        a, b, c, d = lines.of_statement(conclusion)
        yield a, b, c, d
    elif conclusion.predicate in {"coll", "para"}:
        groups = combinations(conclusion.points, 2)
        sides = [lines.of(frozenset(pair)) for pair in groups]
        if conclusion.predicate == "para":
            sides = lines.of_statement(conclusion)
        for one, other in combinations(sides, 2):
            for line in _named_lines(step, lines):
                yield line, one, line, other


def _named_lines(step: StepRecord, lines: _Lines) -> list[Side]:
    """The lines between whose angles there may be sines."""
    pairs = (pair for c in step.conditions for pair in combinations(c.points, 2))
    found = {lines.of(frozenset(pair)) for pair in pairs}
    for statement in (*step.antecedents, step.conclusion):
        if statement.predicate in {"eqangle", "perp"}:
            found.update(lines.of_statement(statement))
    return sorted(found, key=sorted)


def _equal_turns(step: StepRecord, lines: _Lines) -> Iterator[Turns]:
    """Equal angles between lines that the antecedents state, and those between the same lines."""
    for antecedent in step.antecedents:
        if antecedent.predicate == "eqangle":
            a, b, c, d = lines.of_statement(antecedent)
            yield from ((a, b, c, d), (c, d, a, b), (b, a, d, c), (d, c, b, a))
        elif antecedent.predicate == "perp":
            a, b = lines.of_statement(antecedent)
            yield from ((a, b, b, a), (b, a, a, b))
    for a, b in permutations(_named_lines(step, lines), 2):
        yield a, b, a, b


def _sum(*terms: tuple[Hashable, Fraction | int]) -> Form:
    form: Form = {}
    for quantity, factor in terms:
        form[quantity] = form.get(quantity, Fraction(0)) + factor
    return {quantity: c for quantity, c in form.items() if c}


class _Span:
    """The combinations of linear forms."""

    def __init__(self, forms: Iterable[Form]) -> None:
        self._pivots: dict[Hashable, Form] = {}
        for form in forms:
            rest = self.rest(form)
            if rest:
                pivot = next(iter(rest))
                self._pivots[pivot] = {q: c / rest[pivot] for q, c in rest.items()}

    def rest(self, form: Mapping[Hashable, Fraction]) -> Form:
        """What is left of a form after subtracting combinations; empty if it is one."""
        left = dict(form)
        for pivot, row in self._pivots.items():
            factor = left.get(pivot)
            if factor:
                for quantity, c in row.items():
                    value = left.get(quantity, Fraction(0)) - factor * c
                    if value:
                        left[quantity] = value
                    else:
                        left.pop(quantity, None)
        return left
