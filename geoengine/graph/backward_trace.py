"""The backward trace: the cheapest proof of a goal."""

from __future__ import annotations

from geoengine.deduction import Derivation, StopReason
from geoengine.errors import GeoengineError
from geoengine.graph.cheapest_steps import CheapestSteps
from geoengine.graph.confirmation import claims_to_confirm
from geoengine.graph.proof import Proof, ProofStep
from geoengine.graph.reasoning import ReasoningGraph
from geoengine.language import Statement

__all__ = ["NotDerivedError", "assemble", "trace"]

NUMERICAL_CHECK = "numerical_check"
"""The engine step for conditions that the diagram decides."""

_CONSIDERED = 3
"""The number of derivations of a statement whose costs are compared."""


class NotDerivedError(GeoengineError):
    """There is no proof: the goal was not derived, or is a condition false in the figure."""


def trace(graph: ReasoningGraph, goal: Statement | None = None) -> Proof:
    """Find a proof of a goal.

    Parameters
    ----------
    graph : ReasoningGraph
    goal : Statement, optional
        By default the problem's first goal.

    Returns
    -------
    Proof

    Raises
    ------
    NotDerivedError
        When the goal was not derived, is a condition that is false in the diagram, or is missing.

    Notes
    -----
    The cost of a statement is one plus the costs of the antecedents of its cheapest derivation,
    among the three whose antecedents were known earliest; premises cost nothing. These are the
    costs of Knuth's generalization of Dijkstra's algorithm to hypergraphs. Antecedents have lower
    rank, so there are no cycles, and a search backward from the goal computes them.

    A proof that depends on the figure is tested in further draws. Draws in which a statement of
    it is false are added to those of the deduction, and another proof is sought.

    Examples
    --------
    >>> import geoengine as ge
    >>> problem = ge.load_problem("a b c = iso_triangle ? eqangle b a b c c b c a")
    >>> proof = ge.trace(ge.deduce(problem))
    >>> len(proof.steps)
    0
    """
    wanted = graph.problem.goal if goal is None else goal
    if wanted is None:
        raise NotDerivedError("the problem states no goal")
    if wanted.is_condition:
        if not graph.holds(wanted):
            raise NotDerivedError(f"not true in the diagram: {wanted}")
        step = ProofStep(1, Derivation(wanted, NUMERICAL_CHECK, ()), (), ())
        return Proof(wanted, (step,), {NUMERICAL_CHECK: graph.step_name(NUMERICAL_CHECK)})
    try:
        return _traced(graph, wanted)
    except NotDerivedError:
        if graph.stop_reason is not StopReason.REACHED:
            raise
    # The run stopped at other goals.
    graph.saturate()
    return _traced(graph, wanted)


def _traced(graph: ReasoningGraph, wanted: Statement) -> Proof:
    while graph.deduction.knows(wanted):
        proof = assemble(graph, wanted, _choose(graph, wanted).steps)
        if graph.confirm(claims_to_confirm(proof)):
            return proof
    raise NotDerivedError(f"not derived: {wanted}")


def _choose(graph: ReasoningGraph, goal: Statement) -> CheapestSteps:
    """Return the cheapest derivations of the goal and of the statements it may depend on.

    They do not depend on the goal, so the graph keeps them for further goals.
    """
    found = graph.cheapest_steps
    given, cost = found.given, found.costs
    stack: list[tuple[Statement, list[Derivation] | None]] = [(goal, None)]
    while stack:
        statement, steps = stack.pop()
        if statement in cost:
            continue
        if steps is None:
            steps = _considered(graph, statement, given)
            unknown = [a for step in steps for a in step.antecedents if a not in cost]
            if unknown:
                # The statement comes up again when the costs of all of these are known.
                stack.append((statement, steps))
                stack += [(antecedent, None) for antecedent in dict.fromkeys(unknown)]
                continue
        totals = [(1 + sum(cost[a] for a in step.antecedents), k) for k, step in enumerate(steps)]
        cost[statement], best = min(totals)
        found.steps[statement] = steps[best]
    return found


def _considered(
    graph: ReasoningGraph, statement: Statement, given: frozenset[Statement]
) -> list[Derivation]:
    """Return up to three derivations, those whose antecedents come from the earliest rounds."""
    steps = graph.derivations(statement)
    if not steps:
        raise NotDerivedError(f"no derivation of: {statement}")
    if len(steps) == 1:
        return [*steps]

    def weight(step: Derivation) -> int:
        return sum(
            1 + (graph.deduction.round_of(a) or 0) for a in step.antecedents if a not in given
        )

    return sorted(steps, key=weight)[:_CONSIDERED]


def assemble(graph: ReasoningGraph, goal: Statement, chosen: dict[Statement, Derivation]) -> Proof:
    """Make a proof of a goal from the chosen steps that it depends on.

    A step comes after those that prove its antecedents. Statements without a chosen step count as
    premises.
    """
    order: list[Statement] = []
    numbers: dict[Statement, int] = {}
    stack = [(goal, False)]
    while stack:
        statement, ready = stack.pop()
        if statement in numbers or statement not in chosen:
            continue
        if ready:
            order.append(statement)
            numbers[statement] = len(order)
            continue
        stack.append((statement, True))
        stack += [(a, False) for a in reversed(chosen[statement].antecedents)]
    steps = []
    for number, statement in enumerate(order, 1):
        step = chosen[statement]
        uses = [numbers[a] for a in step.antecedents if a in numbers]
        given = [a for a in step.antecedents if a not in numbers]
        steps.append(ProofStep(number, step, tuple(uses), tuple(given)))
    names = {step.derivation.rule: graph.step_name(step.derivation.rule) for step in steps}
    return Proof(goal, tuple(steps), names, lambda: graph.varied)
