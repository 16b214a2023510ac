"""The reasoning graph G = (P, S, R, ->): premises, derived states, rules, and the steps between."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from geoengine.catalogue import Rule, load_engine_steps
from geoengine.deduction import (
    Deduction,
    Derivation,
    Limits,
    Quantities,
    StopReason,
    compile_tiers,
    failing_equalities,
    search,
)
from geoengine.errors import ProblemError
from geoengine.graph.cheapest_steps import CheapestSteps
from geoengine.graph.confirmation import (
    ContinuedDraws,
    FurtherDraws,
    covering_draws,
    false_in,
    false_where_given,
)
from geoengine.graph.engine_steps import with_specific_name
from geoengine.language import Question, Statement
from geoengine.scene import Diagram, Problem, add_points, load_steps, varied

if TYPE_CHECKING:
    import networkx as nx

    from geoengine.deduction import Groundwork, RuleReport

    Network = nx.DiGraph[Statement | Derivation]

__all__ = ["ReasoningGraph", "relations_among"]

_LOG = logging.getLogger(__name__)


_TEST_DRAWS = 4
"""The number of further draws in which a proof is tested."""

_MANY_TEST_DRAWS = 32
"""The number of further draws in which all statements are tested."""

_VALUE_DRAWS = 256
"""The number of further draws that decide between an angle and its supplement: in some figures
one draw in thirty has the other."""


class ReasoningGraph:
    """The consequences of a problem's premises, with their derivations.

    Derivations are computed on demand, so a graph costs little more than the deduction; `network`
    computes all of them. A query may find that a derived statement is false in a further draw; then
    `deduction` is replaced by another one, but `diagram` never changes.

    Parameters
    ----------
    problem : Problem
    diagram : Diagram
        The figure in which the deduction began.
    deduction : Deduction
    rules : mapping of str to Rule
        The rules by id.
    seconds : dict of str to float
        The wall time of ``place``, ``ground`` and ``close``; 0 for parts reused from another graph.
    further_draws : FurtherDraws
        Further draws. If a derived statement is false in one of them, the draw is added to those
        of the deduction, and everything is derived again.
    without : frozenset of str
        The ids of rules that were not used.
    limits : Limits, optional
    goals : sequence of Statement or Question
        The goals of the search; empty if everything was derived.
    draws : ndarray, shape (draws, points, 2), optional
        The draws of the deduction, if they are more than those of the diagram.
    confirmed : bool
        Whether all that was derived has been tested in further draws.

    References
    ----------
    GeoBench, section 3.1, equation (1).
    """

    def __init__(
        self,
        problem: Problem,
        diagram: Diagram,
        deduction: Deduction,
        rules: Mapping[str, Rule],
        seconds: dict[str, float],
        further_draws: FurtherDraws,
        without: frozenset[str] = frozenset(),
        limits: Limits | None = None,
        goals: Sequence[Statement | Question] = (),
        draws: NDArray[np.float64] | None = None,
        confirmed: bool = False,
    ) -> None:
        self.problem = problem
        self.diagram = diagram
        self.draws = diagram.xy if draws is None else draws
        self.deduction = deduction
        self._cheapest: tuple[Deduction, CheapestSteps] | None = None
        self.rules = rules
        self.seconds = seconds
        self.further_draws = further_draws
        self._without, self._limits, self._goals = without, limits, tuple(goals)
        self._all_confirmed = confirmed

    @property
    def premises(self) -> tuple[Statement, ...]:
        """The premises of the deduction, without conditions."""
        return self.deduction.premises

    @property
    def stop_reason(self) -> StopReason:
        """The reason why the run stopped."""
        return self.deduction.stop_reason

    @property
    def report(self) -> tuple[RuleReport, ...]:
        """The report on each rule."""
        return self.deduction.report

    def rederive(
        self,
        *,
        premises: Sequence[Statement] | None = None,
        without: Iterable[str] = (),
        limits: Limits | None = None,
    ) -> ReasoningGraph:
        """Derive again in the same diagram, from other premises or without some rules.

        This is much faster than `deduce`, because the rule instances are reused and rounds are
        computed on demand.

        Parameters
        ----------
        premises : sequence of Statement, optional
            By default those of the graph.
        without : iterable of str
            The ids of rules that are not to be used; all others are, even if the graph itself was
            derived without them.
        limits : Limits, optional
            By default those of `Limits`, not those of the graph.

        Raises
        ------
        ProblemError
            If a premise is about a point that the figure does not have.

        Examples
        --------
        >>> import geoengine as ge
        >>> problem = ge.load_problem("a b c = iso_triangle ? eqangle b a b c c b c a")
        >>> graph = ge.deduce(problem)
        >>> graph.rederive(premises=[]).derived(problem.goal)
        False
        """
        self.saturate()
        given = self.premises if premises is None else relations_among(premises, self.diagram)
        withheld = frozenset(without)
        work = self.deduction.groundwork
        deduction = Deduction(self.deduction.points, work, given, withheld, limits)
        return self._same_diagram(deduction, given, withheld, limits)

    def extended(
        self, further: Sequence[Statement], *, limits: Limits | None = None
    ) -> ReasoningGraph:
        """Derive again in the same diagram, with further premises, by all rules.

        Parameters
        ----------
        further : sequence of Statement
            Premises in addition to those of the graph.
        limits : Limits, optional
            By default those of `Limits`, not those of the graph.

        Raises
        ------
        ProblemError
            If a premise is about a point that the figure does not have.

        Examples
        --------
        >>> import geoengine as ge
        >>> problem = ge.load_problem("a b c = triangle; h = orthocenter a b c ? perp a h b c")
        >>> isosceles = ge.deduce(problem).rederive(premises=[])
        >>> isosceles.extended(problem.premises).derived(problem.goal)
        True
        """
        self.saturate()
        more = relations_among(further, self.diagram)
        deduction = self.deduction.extended(more, limits)
        return self._same_diagram(deduction, more, frozenset(), limits)

    def with_points(
        self, clauses: str, *, choice: float = 0.5, limits: Limits | None = None
    ) -> ReasoningGraph:
        """Add points to the figure, and derive what follows with them, by all rules.

        What was derived before is kept; only instances of rules with a new point are listed. This
        takes a fraction of the time of a new run, see `docs/algorithm.md`.

        Parameters
        ----------
        clauses : str
            One or more constructions of further points.
        choice : float
            A number in [0, 1) that selects one of several solutions, or a point on a curve.
        limits : Limits, optional
            By default those of `Limits`, not those of the graph.

        Raises
        ------
        ProblemError
            If the clauses cannot be read.
        PlacementError
            If the points cannot be placed in this figure.

        Examples
        --------
        >>> import geoengine as ge
        >>> text = "a b c = triangle; e = midpoint a c; f = midpoint a b ? para e f b c"
        >>> graph = ge.deduce(ge.load_problem(text))
        >>> longer = graph.with_points("g = intersection_ll b e c f")
        >>> longer.derived(ge.parse_statement("rconst b g g e 2"))
        True
        """
        self.saturate()
        problem = self.problem
        steps = load_steps(clauses, problem)
        longer, placed = add_points(problem, self.draws, steps, choice=choice)
        known = set(problem.relations)
        premises = [new for new in longer.relations if new not in known]
        diagram = replace(placed, xy=placed.xy[: len(self.diagram.xy)])
        further = ContinuedDraws(self.further_draws, problem, self.diagram, steps, choice)
        deduction = self.deduction.with_points(longer.points, placed.xy, premises, limits=limits)
        seconds = {"place": 0.0, **deduction.seconds}
        return ReasoningGraph(
            longer, diagram, deduction, self.rules, seconds, further, self._without, limits,
            draws=placed.xy,
        )  # fmt: skip

    def _same_diagram(
        self,
        deduction: Deduction,
        given: Sequence[Statement],
        withheld: frozenset[str],
        limits: Limits | None,
    ) -> ReasoningGraph:
        """Make the graph of a deduction in the same diagram; `given` are its new premises."""
        seconds = dict.fromkeys(("place", "ground", "close"), 0.0)
        # Consequences of confirmed statements need no confirmation.
        confirmed = self._all_confirmed and all(map(self.deduction.knows, given))
        return ReasoningGraph(
            self.problem, self.diagram, deduction, self.rules, seconds, self.further_draws,
            withheld, limits, draws=self.draws, confirmed=confirmed,
        )  # fmt: skip

    def saturate(self) -> None:
        """Derive everything, by the rules of all tiers, if the run stopped at its goals.

        `states`, `network`, `rederive`, and queries about statements that were not derived call
        it. Derived statements remain derived.

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
            self._goals, self._all_confirmed = (), False
            self._derive_again(self.deduction.groundwork)

    def _derive_again(self, earlier: Groundwork | None = None) -> None:
        """Derive again in the current draws, of which `earlier` is the groundwork."""
        # Rules that did not reach the goals before have no more instances now.
        used = len(self.deduction.groundwork.groundings)
        tiers = compile_tiers(tuple(self.rules.values()))
        self.deduction = search(
            self.diagram.points,
            self.draws,
            [tier for tier in tiers if len(tier) >= used],
            self.premises,
            self._goals,
            self._without,
            self._limits,
            earlier,
        )
        for part, seconds in self.deduction.seconds.items():
            self.seconds[part] += seconds
        for cached in ("varied", "states", "network"):
            self.__dict__.pop(cached, None)

    # -- confirmation --------------------------------------------------------------------------

    def confirm(self, statements: Sequence[Statement]) -> bool:
        """Test statements in further draws; derive everything again if one is false.

        The draws in which a statement is false are added to those of the deduction, so that
        properties which the first draws had in common by chance are no longer used. After that,
        statements that were derived before may not be derived any more.

        Parameters
        ----------
        statements : sequence of Statement
            Derived statements, or conditions that hold in the diagram.

        Returns
        -------
        bool
            True if all are true in the further draws; otherwise the graph has changed.
        """
        if self._all_confirmed or not statements:
            return True
        tests = self.further_draws
        given, claims = (
            [one for one in listed if one not in tests.premises]
            for listed in (self.premises, statements)
        )
        draws, false = false_where_given(given, claims, self.diagram, tests.first(_TEST_DRAWS))
        chosen = covering_draws(false)
        if len(chosen):
            self._add_draws(draws[chosen])
        return not len(chosen)

    def confirm_all(self) -> None:
        """Test all derived statements in many further draws.

        While one is false in some of these, such draws are added to those of the deduction, and
        everything is derived again; the example needs none. This takes longer than the deduction.
        `states` and `network` call it; a proof is tested when it is found.

        Examples
        --------
        >>> import geoengine as ge
        >>> graph = ge.deduce(ge.load_problem("a b c = triangle; d = midpoint b c"))
        >>> graph.confirm_all()
        >>> len(graph.draws)
        3
        """
        self.saturate()
        while not self._all_confirmed:
            draws = self._satisfying_premises(self.further_draws.first(_MANY_TEST_DRAWS))
            if not len(draws):
                break
            lengths = self.deduction.lengths.items()
            derived = [Statement("lconst", pair, value) for pair, value in lengths]
            derived += self.deduction.conclusions()
            false = false_in(derived, self.diagram, draws)
            chosen = covering_draws(
                np.concatenate([false, failing_equalities(self.deduction, draws)], axis=1)
            )
            if len(chosen):
                self._add_draws(draws[chosen])
            else:
                self._all_confirmed = True

    def _satisfying_premises(self, draws: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the draws in which all premises of the graph hold."""
        return draws[~false_in(self.premises, self.diagram, draws).any(axis=1)]

    def _add_draws(self, draws: NDArray[np.float64]) -> None:
        """Add draws to those of the deduction, and derive again."""
        self.draws = np.concatenate([self.draws, draws])
        self._derive_again()
        _LOG.info(
            "%s: derived again with %d further draws, which show another configuration",
            self.problem.name, len(draws),
        )  # fmt: skip

    @property
    def cheapest_steps(self) -> CheapestSteps:
        """The steps found by traces of the present deduction, to which further traces add."""
        if self._cheapest is None or self._cheapest[0] is not self.deduction:
            given = frozenset(self.premises)
            self._cheapest = self.deduction, CheapestSteps(given, dict.fromkeys(given, 0))
        return self._cheapest[1]

    @property
    def quantities(self) -> Quantities:
        """The exact values that are determined, compared with many further draws too."""
        self.confirm_all()
        few = self._satisfying_premises(self.further_draws.first(_MANY_TEST_DRAWS))
        return self.deduction.quantities_in(
            np.concatenate([self.draws, few]), lambda: self._many_draws
        )

    @cached_property
    def _many_draws(self) -> NDArray[np.float64]:
        """Further draws that decide between an angle and its supplement."""
        return self._satisfying_premises(self.further_draws.first(_VALUE_DRAWS))

    @cached_property
    def varied(self) -> Diagram:
        """The diagram with many more draws, in which ordinary angles are read off."""
        return varied(self.problem, replace(self.diagram, xy=self.draws))

    def holds(self, statement: Statement) -> bool:
        """Return whether a statement is true in all draws of the deduction."""
        return self.deduction.holds(statement)

    def derived(self, statement: Statement) -> bool:
        """Return whether a statement is given or derived, and true in further draws."""
        if not self.deduction.knows(statement):
            self.saturate()
        while self.deduction.knows(statement):
            if self.confirm([statement]):
                return True
        return False

    def derivations(self, statement: Statement) -> tuple[Derivation, ...]:
        """Return the derivations of a statement from statements of lower rank."""
        return tuple(map(with_specific_name, self.deduction.derivations(statement)))

    def all_derivations(self, statement: Statement) -> tuple[Derivation, ...]:
        """Return `derivations`, and further rule steps from antecedents of any rank."""
        return tuple(map(with_specific_name, self.deduction.all_derivations(statement)))

    def step_name(self, rule: str) -> str:
        """Return the name of a rule or an engine step."""
        return (load_engine_steps().get(rule) or self.rules[rule]).name

    @cached_property
    def states(self) -> tuple[Statement, ...]:
        """The statements that rules concluded, without the premises, in the order of rank."""
        self.confirm_all()
        return tuple(self.deduction.ranked())

    @cached_property
    def network(self) -> Network:
        """The whole graph: statements and steps as nodes, ``antecedent -> step -> conclusion``.

        Statement nodes have ``kind`` "premise" or "state", step nodes "step". A statement that only
        a table implies is included if it is an antecedent of a step.
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


def relations_among(premises: Sequence[Statement], diagram: Diagram) -> tuple[Statement, ...]:
    """Leave out conditions, which the diagram decides, and reject unknown points."""
    unknown = {point for premise in premises for point in premise.points} - set(diagram.points)
    if unknown:
        raise ProblemError(
            f"expected premises about the points of the figure, found {sorted(unknown)}"
        )
    return tuple(premise for premise in premises if not premise.is_condition)
