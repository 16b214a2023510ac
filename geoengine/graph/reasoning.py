"""The reasoning graph G = (P, S, R, ->): premises, derived states, and every step between them."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from geoengine.catalogue import Rule, check_rule_ids, load_engine_steps, load_rules
from geoengine.deduction import (
    Deduction,
    Derivation,
    Limits,
    StopReason,
    search,
)
from geoengine.deduction.frame import Frame
from geoengine.deduction.quantities import Quantities
from geoengine.errors import PlacementError, ProblemError
from geoengine.graph.confirmation import Witnesses, false_in, fewest, shaken
from geoengine.graph.engine_steps import named
from geoengine.language import Question, Statement
from geoengine.scene import Diagram, Problem, place

if TYPE_CHECKING:
    import networkx as nx

    from geoengine.deduction import Groundwork, RuleReport

    Network = nx.DiGraph[Statement | Derivation]

__all__ = ["ReasoningGraph", "deduce"]

_LOG = logging.getLogger(__name__)


_FIGURES = 6
_DRAWS = 16

_WITNESSES = 4
"""Further draws in which a proof is tested."""

_MANY_WITNESSES = 32
"""Further draws in which everything is tested."""


class ReasoningGraph:
    """What follows from a problem's premises, with the reasons.

    States are explained when they are asked for, so that a graph costs little more than the run
    it was made by; `network` explains all of them.

    Parameters
    ----------
    problem : Problem
    diagram : Diagram
    deduction : Deduction
    rules : sequence of Rule
    seconds : dict of str to float
        Wall time of ``place``, ``ground`` and ``close``; none where another graph was taken up.
    witnesses : Witnesses
        Further draws. What is false in one of them is not derived: the draw joins the diagram, and
        everything is derived again.
    without : frozenset of str
        Ids of rules that were not to be used.
    limits : Limits, optional
    goals : sequence of Statement or Question
        All that was searched for; empty where everything was derived.

    References
    ----------
    GeoBench, section 3.1, equation (1).
    """

    def __init__(
        self,
        problem: Problem,
        diagram: Diagram,
        deduction: Deduction,
        rules: Sequence[Rule],
        seconds: dict[str, float],
        witnesses: Witnesses,
        without: frozenset[str] = frozenset(),
        limits: Limits | None = None,
        goals: Sequence[Statement | Question] = (),
    ) -> None:
        self.problem = problem
        self.diagram = diagram
        self.deduction = deduction
        self.rules = {rule.id: rule for rule in rules}
        self.seconds = seconds
        self.witnesses = witnesses
        self._without, self._limits, self._goals = without, limits, tuple(goals)
        self._settled = False

    @property
    def premises(self) -> tuple[Statement, ...]:
        """The problem's premises."""
        return self.deduction.premises

    @property
    def stop_reason(self) -> StopReason:
        """Why the run ended."""
        return self.deduction.stop_reason

    @property
    def report(self) -> tuple[RuleReport, ...]:
        """What each rule did."""
        return self.deduction.report

    def rederive(
        self,
        *,
        premises: Sequence[Statement] | None = None,
        without: Iterable[str] = (),
        limits: Limits | None = None,
    ) -> ReasoningGraph:
        """Derive again in the same diagram, from other premises or without some rules.

        This costs a fraction of `deduce`: what the rules can say about the diagram is known, and
        rounds are gone only as far as what is asked takes them.

        Parameters
        ----------
        premises : sequence of Statement, optional
            Instead of the graph's own.
        without : iterable of str
            Ids of rules that are not to be used.
        limits : Limits, optional

        Examples
        --------
        >>> import geoengine as ge
        >>> problem = ge.load_problem("a b c = iso_triangle ? eqangle b a b c c b c a")
        >>> graph = ge.deduce(problem)
        >>> graph.rederive(premises=[]).derived(problem.goal)
        False
        """
        self.saturate()
        given = self.premises if premises is None else _relations(premises, self.diagram)
        withheld = frozenset(without)
        work = self.deduction.groundwork
        deduction = Deduction(self.deduction.points, work, given, withheld, limits)
        return self._again(deduction, given, withheld, limits)

    def extended(
        self, further: Sequence[Statement], *, limits: Limits | None = None
    ) -> ReasoningGraph:
        """Derive again in the same diagram, from further premises too.

        Parameters
        ----------
        further : sequence of Statement
            Beside the graph's own premises.
        limits : Limits, optional

        Examples
        --------
        >>> import geoengine as ge
        >>> problem = ge.load_problem("a b c = triangle; h = orthocenter a b c ? perp a h b c")
        >>> isosceles = ge.deduce(problem).rederive(premises=[])
        >>> isosceles.extended(problem.premises).derived(problem.goal)
        True
        """
        self.saturate()
        more = _relations(further, self.diagram)
        deduction = self.deduction.extended(more, limits)
        return self._again(deduction, more, frozenset(), limits)

    def _again(
        self,
        deduction: Deduction,
        given: Sequence[Statement],
        withheld: frozenset[str],
        limits: Limits | None,
    ) -> ReasoningGraph:
        """The graph of a deduction in the same diagram; `given` are its premises, if not these."""
        seconds = dict.fromkeys(("place", "ground", "close"), 0.0)
        book = tuple(self.rules.values())
        graph = ReasoningGraph(
            self.problem, self.diagram, deduction, book, seconds, self.witnesses, withheld, limits
        )
        # From what is settled, nothing follows that is not.
        graph._settled = self._settled and all(map(self.deduction.knows, given))
        return graph

    def saturate(self) -> None:
        """Derive everything where the run stopped at its goals, from all rules.

        `states`, `network`, `rederive`, and questions about what the run did not get to, do it by
        themselves. What was derived before stays so.

        Examples
        --------
        >>> import geoengine as ge
        >>> problem = ge.load_problem("a b c = iso_triangle; m = midpoint b c ? perp a m b c")
        >>> graph = ge.deduce(problem, goals=problem.goals)
        >>> graph.stop_reason.value
        'reached'
        >>> graph.saturate()
        >>> graph.stop_reason.value
        'saturated'
        """
        if self.stop_reason is StopReason.REACHED:
            self._goals, self._settled = (), False
            self._derive_again(self.deduction.groundwork)

    def _derive_again(self, earlier: Groundwork | None = None) -> None:
        """Derive in the diagram as it is now; `earlier` is what was listed in that very diagram."""
        self.deduction = search(
            self.diagram.points,
            self.diagram.xy,
            tuple(self.rules.values()),
            self.premises,
            self._goals,
            self._without,
            self._limits,
            earlier,
        )
        for part, seconds in self.deduction.seconds.items():
            self.seconds[part] += seconds
        for read in ("varied", "states", "network"):
            self.__dict__.pop(read, None)

    # -- confirmation --------------------------------------------------------------------------

    def confirmed(self, statements: Sequence[Statement]) -> bool:
        """Whether statements are true in further draws too; where not, everything is derived again.

        Draws in which one of them is false join the diagram: what the first few draws had in common
        by the way they were drawn is no longer read off it. Ask again what is derived then.

        Parameters
        ----------
        statements : sequence of Statement
            That were derived, or conditions that the diagram decides.

        Returns
        -------
        bool
            Whether all of them are, and the graph is what it was.
        """
        if self._settled or not statements:
            return True
        draws = self._fit(self.witnesses.draws(_WITNESSES))
        chosen = fewest(false_in(statements, self.diagram, draws))
        if len(chosen):
            self._include(draws[chosen])
        return not len(chosen)

    def settle(self) -> None:
        """Test all that was derived in many further draws, and derive it again where one fails.

        This takes longer than the deduction; `states` and `network` do it before they are read.
        A proof is tested by itself when it is found.

        Examples
        --------
        >>> import geoengine as ge
        >>> graph = ge.deduce(ge.load_problem("a b c = triangle; d = midpoint b c"))
        >>> graph.settle()
        >>> len(graph.diagram.xy)
        3
        """
        self.saturate()
        while not self._settled:
            draws = self._fit(self.witnesses.draws(_MANY_WITNESSES))
            if not len(draws):
                break
            lengths = self.deduction.lengths.items()
            said = [Statement("lconst", pair, value) for pair, value in lengths]
            said += self.deduction.conclusions()
            false = false_in(said, self.diagram, draws)
            chosen = fewest(np.concatenate([false, shaken(self.deduction, draws)], axis=1))
            if len(chosen):
                self._include(draws[chosen])
            else:
                self._settled = True

    def _fit(self, draws: NDArray[np.float64]) -> NDArray[np.float64]:
        """The draws in which all premises hold: they may be others than the problem's."""
        return draws[~false_in(self.premises, self.diagram, draws).any(axis=1)]

    def _include(self, draws: NDArray[np.float64]) -> None:
        """Derive again in a diagram with more draws."""
        self.diagram = replace(self.diagram, xy=np.concatenate([self.diagram.xy, draws]))
        self._derive_again()
        _LOG.info(
            "%s: %d further draws are of another configuration; derived again with them",
            self.problem.name, len(draws),
        )  # fmt: skip

    @property
    def quantities(self) -> Quantities:
        """Exact values, where what they leave to the figure is the same in further draws."""
        self.settle()
        draws = np.concatenate([self.diagram.xy, self._fit(self.witnesses.draws(_MANY_WITNESSES))])
        return Quantities(Frame(draws), self.deduction.closure.values, self.diagram.index)

    @cached_property
    def varied(self) -> Diagram:
        """The diagram with many more draws, of figures that are placed anew.

        What an ordinary angle is may differ from figure to figure, while every relation holds: a
        point that may lie anywhere on a circle lies on the other arc.
        """
        others = []
        for seed in range(_FIGURES):
            try:
                others.append(place(self.problem, seed=seed, draws=_DRAWS).xy)
            except PlacementError:
                continue
        own = self.diagram
        return Diagram(own.points, np.concatenate([own.xy, *others]), own.segments, own.circles)

    def holds(self, statement: Statement) -> bool:
        """Whether a statement is true in the diagram."""
        return self.deduction.holds(statement)

    def derived(self, statement: Statement) -> bool:
        """Whether a statement was given or derived, and is true in further draws."""
        if not self.deduction.knows(statement):
            self.saturate()
        while self.deduction.knows(statement):
            if self.confirmed([statement]):
                return True
        return False

    def derivations(self, statement: Statement) -> tuple[Derivation, ...]:
        """The derivations of a statement that rest on what was known before it."""
        return tuple(map(named, self.deduction.derivations(statement)))

    def all_derivations(self, statement: Statement) -> tuple[Derivation, ...]:
        """Every step that concludes a statement, whatever it rests on."""
        return tuple(map(named, self.deduction.all_derivations(statement)))

    def step_name(self, rule: str) -> str:
        """The name of a rule or of an engine's own step, as readers see it."""
        return (load_engine_steps().get(rule) or self.rules[rule]).name

    @cached_property
    def states(self) -> tuple[Statement, ...]:
        """What rules concluded beyond the premises, in the order of their rank."""
        self.settle()
        return tuple(self.deduction.ranked())

    @cached_property
    def network(self) -> Network:
        """The whole graph: statements and steps as nodes, ``antecedent -> step -> conclusion``.

        Statement nodes have ``kind`` "premise" or "state", step nodes "step". Statements that only
        a table implies appear where a step rests on them.
        """
        import networkx as nx

        network: Network = nx.DiGraph()
        for premise in self.premises:
            network.add_node(premise, kind="premise")
        queue: list[Statement] = list(self.states)
        seen = set(queue) | set(self.premises)
        while queue:
            state = queue.pop(0)
            network.add_node(state, kind="state")
            for step in self.all_derivations(state):
                network.add_node(step, kind="step", rule=step.rule)
                network.add_edge(step, state)
                for antecedent in step.antecedents:
                    network.add_edge(antecedent, step)
                    if antecedent not in seen:
                        seen.add(antecedent)
                        queue.append(antecedent)
        return network


def _relations(premises: Sequence[Statement], diagram: Diagram) -> tuple[Statement, ...]:
    """Leave out conditions, which the diagram decides, and refuse points that it does not have."""
    unknown = {point for premise in premises for point in premise.points} - set(diagram.points)
    if unknown:
        raise ProblemError(
            f"expected premises about the points of the figure, found {sorted(unknown)}"
        )
    return tuple(premise for premise in premises if not premise.is_condition)


def deduce(
    problem: Problem,
    *,
    diagram: Diagram | None = None,
    seed: int = 0,
    rules: Iterable[Rule] | None = None,
    premises: Sequence[Statement] | None = None,
    limits: Limits | None = None,
    witnesses: NDArray[np.float64] | None = None,
    goals: Sequence[Statement | Question] = (),
) -> ReasoningGraph:
    """Derive everything that follows from a problem's premises, or as much as some goals need.

    Parameters
    ----------
    problem : Problem
    diagram : Diagram, optional
        Where the problem is placed already; otherwise it is placed with `seed`.
    seed : int
    rules : iterable of Rule, optional
        Instead of the rules that come with geoengine.
    premises : sequence of Statement, optional
        Instead of the problem's own: to see what follows from fewer.
    limits : Limits, optional
    witnesses : ndarray, shape (draws, points, 2), optional
        Further draws, in which what was derived is tested before it is used. Unless given, more are
        made of the figure when they are needed.
    goals : sequence of Statement or Question, optional
        Stop with the round that makes all of these known, and take up rules in their tiers: a
        fraction of the work where proofs are all that is wanted.

    Returns
    -------
    ReasoningGraph

    Raises
    ------
    PlacementError
        When no figure satisfies the problem.

    Examples
    --------
    >>> import geoengine as ge
    >>> problem = ge.load_problem(
    ...     "a b c = triangle; h = on_tline h b a c, on_tline h c a b ? perp a h b c"
    ... )
    >>> graph = ge.deduce(problem)
    >>> graph.derived(problem.goal), graph.stop_reason.value
    (True, 'saturated')
    """
    started = time.perf_counter()
    if diagram is None:
        diagram = place(problem, seed=seed)
    placed = time.perf_counter() - started
    book = tuple(load_rules().values() if rules is None else rules)
    relations = _relations(problem.premises if premises is None else premises, diagram)
    check_rule_ids(book)
    deduction = search(diagram.points, diagram.xy, book, relations, goals, limits=limits)
    seconds = {"place": placed, **deduction.seconds}
    _LOG.info(
        "%s: %d points placed in %.3f s; %d instances listed in %.3f s; closed in %.3f s, %s after"
        " %d rounds",
        problem.name, len(diagram.points), placed,
        sum(len(g.rows) for g in deduction.groundwork.groundings),
        seconds["ground"], seconds["close"],
        deduction.stop_reason.value, len(deduction.closure.history),
    )  # fmt: skip
    for entry in deduction.report if _LOG.isEnabledFor(logging.DEBUG) else ():
        _LOG.debug("%s: %d of %d instances fired", entry.rule, entry.fired, entry.instances)
    further = Witnesses(problem, diagram, witnesses)
    return ReasoningGraph(
        problem, diagram, deduction, book, seconds, further, limits=limits, goals=goals
    )
