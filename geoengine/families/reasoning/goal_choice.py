"""The choice of goals: derived statements that are worth proving."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from numpy.random import Generator

from geoengine.catalogue import load_engine_steps, load_scores, load_tiers
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.depth import is_shallow
from geoengine.families.reasoning.truth import judge, measure_together
from geoengine.graph import Proof, ProofStep
from geoengine.items import pick, stream
from geoengine.language import Statement, statement_or_none

__all__ = [
    "Goal",
    "auxiliary_tier",
    "features",
    "goals",
    "is_printable",
    "is_readable",
    "is_reducible",
    "possible_goals",
    "relates_triangle_to_itself",
    "tier_of",
    "with_canonical_lines",
]

_LEAST_STEPS, _MOST_STEPS = 3, 15
_LINES = {"para": 2, "perp": 2, "eqangle": 4}
"""How many lines the predicates about directions compare."""

_CONGRUENT = {"simtri": "contri", "simtrir": "contrir"}
_LONGEST_VALUE = 5
"""The maximum number of characters of a length or a ratio in a goal."""

_MOST_PER_KIND = 12
"""How many statements of a kind are considered."""

_MOST_SUITED = 40
"""How many are, where a task has suited ones only."""

_BATCH = 4
"""How many goals of a kind are sorted by interest at a time."""


@dataclass(frozen=True)
class Goal:
    """A statement to prove, with its cheapest proof."""

    statement: Statement
    proof: Proof

    @cached_property
    def interest(self) -> float:
        """The interest of the goal, by the weights of the catalogue."""
        return load_scores()["interest"].of(features([self.proof]), self.statement.predicate)

    @cached_property
    def difficulty(self) -> float:
        """The difficulty of the goal, by the weights of the catalogue."""
        return load_scores()["difficulty"].of(features([self.proof]), self.statement.predicate)

    @cached_property
    def tier(self) -> int:
        """The tier of that difficulty; that of auxiliary points if the proof adds one."""
        return auxiliary_tier() if self.proof.added else tier_of(self.difficulty)


def tier_of(difficulty: float) -> int:
    """Return the tier of a difficulty; the last tier has no upper bound.

    Examples
    --------
    >>> tier_of(0.0), tier_of(1e9)
    (1, 4)
    """
    tiers = {n: tier for n, tier in load_tiers().items() if not tier.is_auxiliary}
    return next((n for n, tier in sorted(tiers.items()) if tier.holds(difficulty)), max(tiers))


def auxiliary_tier() -> int:
    """Return the tier of goals that are not derived without an auxiliary point.

    Examples
    --------
    >>> auxiliary_tier()
    5
    """
    return next(n for n, tier in load_tiers().items() if tier.is_auxiliary)


def features(proofs: Sequence[Proof]) -> dict[str, float]:
    """Compute the features of a proof, or of several taken together.

    Returns
    -------
    dict of str to float
        The value of each feature in `geoengine.catalogue.score.FEATURES`. A step that several
        proofs share counts once.
    """
    steps = {step.conclusion: step for proof in proofs for step in proof.steps}
    depths: dict[Statement, int] = {}
    for proof in proofs:
        for step in proof.steps:
            below = [depths.get(used, 0) for used in step.derivation.antecedents]
            depths[step.conclusion] = 1 + max(below, default=0)
    chasing = {step.id for step in load_engine_steps().values() if step.table}
    asked = {point for proof in proofs for point in proof.goal.points}
    return {
        "steps": len(steps),
        "depth": max(depths.values(), default=0),
        "rules": len({step.derivation.rule for step in steps.values()}),
        "premises": len({premise for proof in proofs for premise in proof.premises}),
        "points": len(asked.union(*(statement.points for statement in steps))),
        "asked": len(asked),
        "numeric": float(any(proof.goal.value is not None for proof in proofs)),
        "chasing": sum(step.derivation.rule in chasing for step in steps.values()),
    }


def goals(
    context: Context,
    rng: Generator,
    *,
    suited: Callable[[Statement], bool] | None = None,
    most_steps: int = _MOST_STEPS,
) -> Iterator[Goal]:
    """Yield goals of a scene, one of each kind of statement in turn.

    They are derived in 3 to 15 steps, true in every draw, not premises, and of a tier that the
    context accepts. Of goals that differ only in which points name the same lines, or only by a
    symmetry of the scene, one is yielded. A few statements of each kind are considered, in
    random order and in batches of four; within a batch, more interesting goals come first.

    Parameters
    ----------
    context : Context
    rng : numpy.random.Generator
        Draws the order.
    suited : callable, optional
        Whether a statement may be a goal. Then all statements of the scene are considered, not only
        a few.
    most_steps : int
        The maximum number of steps of the proof.

    Examples
    --------
    >>> import numpy as np
    >>> from geoengine.scene import load_problem
    >>> from geoengine.families.reasoning import make_context
    >>> text = "A B C = iso_triangle A B C; D = foot D B A C; E = foot E C A B"
    >>> context = make_context(load_problem(text), scene="altitudes", seed=1)
    >>> found = list(goals(context, np.random.default_rng(0)))
    >>> all(len(goal.proof.steps) >= 3 for goal in found)
    True
    """
    if not context.goal_candidates:
        context.goal_candidates.update(_candidates(context))
    kinds, most = context.goal_candidates, _MOST_PER_KIND
    if suited is not None:
        kinds, most = _of_kinds(context, suited), _MOST_SUITED
    seen: set[Statement] = set()
    by_kind = [
        _ranked(context, pick(rng, kinds[name], most), seen, most_steps)
        for name in pick(rng, sorted(kinds))
    ]
    while by_kind:
        left = []
        for ranked in by_kind:
            # A goal is proved only when it is asked for.
            goal = next(ranked, None)
            if goal is not None:
                left.append(ranked)
                yield goal
        by_kind = left


def _candidates(context: Context) -> dict[str, list[Statement]]:
    """Draw the statements of each kind that are considered, the same ones for all tasks.

    Shallow ones are only taken where there are not enough others.
    """
    kinds = _of_kinds(context, is_readable)
    shallow = partial(is_shallow, context.graph)
    rng = stream(context.seed, str(context.problem), "goals")
    chosen = {
        kind: sorted(pick(rng, kinds[kind]), key=shallow)[:_MOST_PER_KIND] for kind in sorted(kinds)
    }
    measure_together(context, (state for states in chosen.values() for state in states))
    return chosen


def _of_kinds(context: Context, suited: Callable[[Statement], bool]) -> dict[str, list[Statement]]:
    """The derived statements that are suited, by kind."""
    kinds: dict[str, list[Statement]] = {}
    for state in filter(suited, possible_goals(context)):
        kinds.setdefault(state.predicate, []).append(state)
    return kinds


def possible_goals(context: Context) -> list[Statement]:
    """The derived statements of a scene, the lengths of segments included."""
    return [*context.graph.states, *_lengths(context)]


def _ranked(
    context: Context, states: Sequence[Statement], seen: set[Statement], most_steps: int
) -> Iterator[Goal]:
    """Yield the goals of one kind, sorted by interest in small batches."""
    for start in range(0, len(states), _BATCH):
        found = []
        for state in states[start : start + _BATCH]:
            renamed = with_canonical_lines(context, state)
            if renamed is None or renamed in seen:
                continue
            seen.add(renamed)
            if state not in context.goals:
                context.goals[state] = _goal(context, state)
            goal = context.goals[state]
            if goal is None or len(goal.proof.steps) > most_steps:
                continue
            numeric = any(p.value is not None for p in (state, *goal.proof.premises))
            representative = context.symmetries.representative(renamed, numbers=numeric)
            if representative == renamed or representative not in seen:
                seen.add(representative)
                found.append(goal)
        yield from sorted(found, key=lambda goal: -goal.interest)


def _goal(context: Context, state: Statement) -> Goal | None:
    verdict = judge(context, state)
    if verdict is None or verdict.evidence != "derived" or is_reducible(context, state):
        return None
    proof = context.proof(state)
    if len(proof.steps) < _LEAST_STEPS:
        return None
    if not all(map(is_printable, proof.steps)):
        return None
    goal = Goal(state, proof)
    return goal if context.accepts_tier(goal.tier) else None


def is_reducible(context: Context, statement: Statement) -> bool:
    """Whether a statement amounts to a simpler one that also holds in the figure.

    Examples are equal angles that are right angles, similar triangles that are congruent, equal
    ratios that are both 1, a triangle similar or congruent to itself (it is isosceles).
    """
    if statement not in context.reducible:
        context.reducible[statement] = _reduces(context, statement)
    return context.reducible[statement]


def _reduces(context: Context, statement: Statement) -> bool:
    points = statement.points
    if statement.predicate == "eqangle":
        return context.graph.holds(Statement("perp", points[:4]))
    if statement.predicate == "eqratio":
        return context.graph.holds(Statement("cong", points[:4]))
    if statement.predicate in _CONGRUENT:
        return context.graph.holds(Statement(_CONGRUENT[statement.predicate], points))
    return relates_triangle_to_itself(statement)


def is_printable(step: ProofStep) -> bool:
    """Whether a reader can follow a step: it cites something, and compares different triangles."""
    return bool(step.derivation.antecedents) and not relates_triangle_to_itself(step.conclusion)


def relates_triangle_to_itself(statement: Statement) -> bool:
    """Whether a statement is about two triangles with the same vertices, in different orders."""
    points = statement.points
    return statement.definition.groups == (3, 3) and set(points[:3]) == set(points[3:])


def _lengths(context: Context) -> list[Statement]:
    """The lengths that are derived, not given, and short enough to read."""
    found = []
    for pair, value in context.graph.deduction.lengths.items():
        statement = Statement("lconst", pair, value)
        if statement not in context.premises and len(str(value)) <= _LONGEST_VALUE:
            found.append(statement)
    return found


def is_readable(statement: Statement) -> bool:
    """Whether a statement is easy to read.

    The sides of each of two angles or ratios must have a common endpoint, and a number that a
    ratio equals must be short.
    """
    if statement.predicate in {"eqangle", "eqratio"}:
        sides = [set(statement.points[k : k + 2]) for k in (0, 2, 4, 6)]
        return bool(sides[0] & sides[1]) and bool(sides[2] & sides[3])
    if statement.predicate == "rconst":
        return len(str(statement.value)) <= _LONGEST_VALUE
    return True


def with_canonical_lines(context: Context, statement: Statement) -> Statement | None:
    """The statement with each line named by its first two points; None if that is degenerate."""
    count = _LINES.get(statement.predicate)
    if count is None:
        return statement
    names: list[str] = []
    for k in range(count):
        names += context.first_on_line(statement.points[2 * k], statement.points[2 * k + 1])
    found = statement_or_none(statement.predicate, names)
    return found if found is not None and found.predicate == statement.predicate else None
