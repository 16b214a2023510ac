"""A checker of proofs that shares no formula with the package's two.

Every step is tested by what it means. A figure is found in which the antecedents and conditions
hold, and nothing else but by chance: there the conclusion has to be true. So triangles and lines
are checked without the law, or theorem, that a step names. Beside that, a step by a rule has to be
an instance of the rule's YAML, and the coefficients of a sum have to add up defects of figures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from free_figures import free_figure
from plane import RELATIONS, gaps, holds, placed, true
from weighed_defects import BadSumError, alternatives, check_sum

from geoengine.catalogue import Rule
from geoengine.errors import DegenerateStatementError
from geoengine.language import Statement
from geoengine.scene import Diagram

TABLES = {
    "angle_chasing": "direction",
    "ratio_chasing": "length",
    "pythagoras_theorem": "square",
    "pythagoras_verification": "square",
    "segment_addition": "line",
}
"""Steps that are sums."""

MEANT = {
    "law_of_cosines", "law_of_sines", "proportional_parts", "sine_chasing", "stewart_theorem",
    "common_line", "common_circle",
}  # fmt: skip
"""Steps that are checked in free figures alone."""

_FIGURES = 2
_CLOSE = 0.02
_LOOSE = 1e-5


class BadStepError(AssertionError):
    """A step that does not follow."""


def check_proof(
    proof: Any, premises: Sequence[Statement], rules: Mapping[str, Rule], diagram: Diagram
) -> int:
    """Check every step in order; return the number of steps.

    Parameters
    ----------
    proof : Proof or ProofRecord
    premises : sequence of Statement
    rules : mapping of str to Rule
    diagram : Diagram
        Figures of the problem, best those that the deducer has not seen.
    """
    known = set(premises)
    xy = diagram.xy @ np.array([1, 1j])
    at = {name: xy[:, k] for k, name in enumerate(diagram.points)}
    for step in proof.steps:
        one = getattr(step, "derivation", step)
        for antecedent in one.antecedents:
            if antecedent not in known:
                raise BadStepError(f"step {step.number} rests on {antecedent}, not shown before")
        _check_step(one, rules, at)
        known.add(one.conclusion)
    if proof.goal not in known and not (_is_condition(proof.goal) and holds(proof.goal, at)):
        raise BadStepError("the last step is not the goal")
    return len(proof.steps)


def _check_step(step: Any, rules: Mapping[str, Rule], at: dict[str, Any]) -> None:
    if not holds(step.conclusion, at):
        raise BadStepError(f"{step.conclusion} is false")
    for condition in step.conditions:
        if not _is_condition(condition) or not holds(condition, at):
            raise BadStepError(f"the condition {condition} is not so")
    if step.rule == "numerical_check":
        if not _is_condition(step.conclusion):
            raise BadStepError("a relation is not for the diagram to decide")
        return
    if step.conclusion in step.antecedents:
        raise BadStepError(f"{step.conclusion} rests on itself")
    conditions, modulus = list(step.conditions), 1
    rng = np.random.default_rng(0)
    if step.rule in TABLES:
        modulus = _check_sum(step, TABLES[step.rule], rng)
    elif step.rule not in MEANT:
        conditions += _check_instance(step, rules[step.rule], at, rng)
    _check_meaning(step, conditions, modulus, at, rng)


def _is_condition(statement: Statement) -> bool:
    return statement.predicate not in RELATIONS


def _check_meaning(
    step: Any, conditions: list[Statement], modulus: int, at: dict[str, Any], rng: Any
) -> None:
    """The conclusion is true wherever the antecedents and conditions are."""
    said = (*step.antecedents, step.conclusion, *conditions)
    points = sorted({point for statement in said for point in statement.points})
    unknown = [c for c in conditions if not set(c.points) <= set(points)]
    assert not unknown
    for number in range(_FIGURES):
        draw = {point: at[point][number % len(at[point])] for point in points}
        # Where the figure decides between two angles, it has to be one of its kind.
        near = _CLOSE if step.modulus > 1 and step.rule in MEANT else 1.0
        free = free_figure(step.antecedents, conditions, draw, rng, near)
        if free is None:
            raise BadStepError(f"no figure of what {step.conclusion} rests on was found")
        if not _follows(step.conclusion, modulus, free):
            raise BadStepError(
                f"{step.conclusion} is false where {', '.join(map(str, step.antecedents))}"
            )


def _follows(conclusion: Statement, modulus: int, at: dict[str, Any]) -> bool:
    if modulus == 1:
        off = gaps(conclusion.predicate, placed(conclusion.points, at), conclusion.value)
        return bool((np.abs(off) < _LOOSE).all())
    # The antecedents leave the angle open: the choice between its values is the figure's.
    turns = [np.array(some) * modulus for some in alternatives(conclusion, "direction", at)]
    return all((np.abs(turn - np.round(turn)) < _LOOSE).any() for turn in turns)


def _check_sum(step: Any, table: str, rng: Any) -> int:
    on_lines = [set(a.points) for a in step.antecedents if a.predicate == "coll"]
    for condition in step.conditions:
        # The order of points on a line is visible in the figure, that they are on one is not.
        if condition.predicate != "between" or set(condition.points) not in on_lines:
            raise BadStepError(f"{condition} needs a line that was shown before")
    try:
        modulus = check_sum(
            (*step.antecedents, *step.conditions), step.conclusion, step.coefficients, table, rng
        )
    except BadSumError as error:
        raise BadStepError(str(error)) from None
    if modulus != step.modulus:
        raise BadStepError(f"the sum settles the angle modulo 180°/{modulus}, not /{step.modulus}")
    return modulus


@dataclass(frozen=True)
class _Named:
    """A pattern of a rule about points; some of them may be one."""

    predicate: str
    points: tuple[str, ...]
    value: Any

    @property
    def statement(self) -> Statement | None:
        try:
            return Statement(self.predicate, self.points, self.value)
        except DegenerateStatementError:
            return None


def _check_instance(step: Any, rule: Rule, at: dict[str, Any], rng: Any) -> list[Statement]:
    """The step is the rule for some points; return its conditions."""
    check_hypotheses(step, rule, at, rng)
    where = _named(rule.where, step)
    for one in where:
        if not true(one.predicate, placed(one.points, at), one.value).all():
            raise BadStepError(f"{rule.id} needs the condition {one}")
    if step.conclusion not in [one.statement for one in _named(rule.then, step)]:
        raise BadStepError(f"{rule.id} does not conclude {step.conclusion}")
    return [one.statement for one in where if one.statement is not None]


def check_hypotheses(step: Any, rule: Rule, at: dict[str, Any], rng: Any) -> int:
    """Every hypothesis is an antecedent, or true of all points.

    Return how many are no statements, and still follow from an antecedent.
    """
    counts = 0
    for one in _named(rule.given, step):
        if one.statement is None:
            counts += _check_degenerate(one, step, at, rng)
        elif one.statement not in step.antecedents:
            raise BadStepError(f"{rule.id} needs {one.statement}")
    return counts


def _named(patterns: Sequence[Any], step: Any) -> list[_Named]:
    mapping = dict(step.mapping)
    return [
        _Named(p.predicate, tuple(mapping[letter] for letter in p.letters), p.value)
        for p in patterns
    ]


def _check_degenerate(one: _Named, step: Any, at: dict[str, Any], rng: Any) -> bool:
    """A hypothesis that is no statement is true of all points, or where an antecedent holds.

    Return whether it takes the antecedent.
    """
    points = sorted(set(one.points))
    z = rng.normal(size=(3, len(points))) + 1j * rng.normal(size=(3, len(points)))
    anywhere = {point: z[:, k] for k, point in enumerate(points)}
    if true(one.predicate, placed(one.points, anywhere), one.value).all():
        return False
    draw = {point: at[point][0] for point in points}
    for antecedent in step.antecedents:
        if set(antecedent.points) == set(points):
            free = free_figure((antecedent,), (), draw, rng, 1.0)
            if free and true(one.predicate, placed(one.points, free), one.value).all():
                return True
    raise BadStepError(f"{one} does not follow from one antecedent, nor is it true of all points")
