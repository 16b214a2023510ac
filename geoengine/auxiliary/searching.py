"""The search for auxiliary points with which the goals of a problem can be proved."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from geoengine.auxiliary.attempt import Attempting, Outcome
from geoengine.auxiliary.branch import branch_of
from geoengine.auxiliary.budget import SearchBudget, SearchStop
from geoengine.auxiliary.fewest_points import Found, prove_with
from geoengine.auxiliary.planning import Planner
from geoengine.auxiliary.result import SearchProgress, SearchResult
from geoengine.auxiliary.search_tree import SearchNode, grow_tree
from geoengine.catalogue import Rule, load_rules
from geoengine.errors import ProblemError
from geoengine.graph import ReasoningGraph, deduce
from geoengine.scene import Problem
from geoengine.worker_pool import WorkerPool

__all__ = ["search"]


def search(
    problem: Problem,
    budget: SearchBudget | None = None,
    *,
    rules: Iterable[Rule] | None = None,
    on_attempt: Callable[[SearchProgress], None] | None = None,
) -> SearchResult:
    """Prove the goals of a problem, with auxiliary points if they are not derived without.

    Parameters
    ----------
    problem : Problem
        A problem with goals.
    budget : SearchBudget, optional
    rules : iterable of Rule, optional
        By default the rules that come with geoengine.
    on_attempt : callable, optional
        Called after each attempt.

    Returns
    -------
    SearchResult
        Ctrl-C ends the search with what is known so far.

    Raises
    ------
    PlacementError
        When no figure satisfies the problem.
    ProblemError
        When the problem has no goals.

    Examples
    --------
    >>> import geoengine as ge
    >>> text = "a b c = triangle; e = midpoint a c; f = midpoint a b; g = on_line b e, on_line c f"
    >>> problem = ge.load_problem(f"{text}; h = on_line a g, on_line b c ? cong b h h c")
    >>> result = ge.search(problem)
    >>> result.stop.value, len(result.added)
    ('proved', 0)
    """
    if not problem.goals:
        raise ProblemError("expected a problem with goals, found none")
    budget = budget or SearchBudget()
    started = budget.clock()
    chosen = tuple(load_rules().values() if rules is None else rules)
    graph = deduce(problem, seed=budget.seed, rules=chosen)
    run = _Search(graph, budget, on_attempt)
    if not all(map(graph.holds, problem.goals)):
        return run.result(SearchStop.FALSE_GOAL, started)
    found = prove_with(graph, ())
    if found is not None:
        return run.result(SearchStop.PROVED, started, found)
    attempting = Attempting(problem, chosen, budget)
    try:
        with WorkerPool(budget.workers) as pool:
            stop = run.through(pool, attempting, started)
    except KeyboardInterrupt:
        stop = SearchStop.INTERRUPTED
    return run.result(stop, started, run.found)


class _Search:
    """A search in progress."""

    def __init__(
        self,
        graph: ReasoningGraph,
        budget: SearchBudget,
        on_attempt: Callable[[SearchProgress], None] | None,
    ) -> None:
        self.graph, self.budget = graph, budget
        self.found: Found | None = None
        self._report = on_attempt or (lambda _: None)
        self._tried: set[tuple[tuple[str, tuple[str, ...]], ...]] = set()
        self._progress = SearchProgress()
        self._nodes: list[SearchNode] = []

    def through(self, pool: WorkerPool, attempting: Attempting, started: float) -> SearchStop:
        """Make attempts until the goals are proved or the budget is spent."""
        budget = self.budget
        if not len(branch_of(self.graph.problem, budget.seed, (), budget.ranking).pool):
            return SearchStop.NO_POINTS
        planner = Planner(budget)
        while plans := [*planner.generation()]:
            for outcome in pool.ordered(attempting, iter(plans)):
                planner.learn(outcome)
                self._learn(outcome)
                if self.found is not None:
                    return SearchStop.PROVED
                if budget.seconds is not None and budget.clock() - started > budget.seconds:
                    return SearchStop.TIME_LIMIT
        return SearchStop.ATTEMPT_LIMIT

    def _learn(self, outcome: Outcome) -> None:
        self._nodes.append(SearchNode.of(outcome))
        if outcome.reached:
            found = prove_with(self.graph, outcome.steps)
            if found is not None and len(found.added) <= self.budget.most_points:
                self.found = found
        self._tried.update(
            tuple((call.construction, call.arguments[1:]) for call in step.calls)
            for step in outcome.steps
        )
        before = self._progress
        self._progress = SearchProgress(
            before.attempts + 1, len(self._tried), max(before.best, outcome.progress)
        )
        self._report(self._progress)

    def result(self, stop: SearchStop, started: float, found: Found | None = None) -> SearchResult:
        """Make the result."""
        proved = len(self._nodes) if found is not None and self._nodes else None
        found = found or Found(self.graph, (), ())
        return SearchResult(
            self.graph.problem, found.graph, found.proofs, found.added, stop, self._progress,
            self.budget.clock() - started, grow_tree(self._nodes, proved, found.names),
        )  # fmt: skip
