"""Alternative proofs of one goal."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice

from geoengine.graph.backward_trace import NotDerivedError, trace
from geoengine.graph.proof import Proof
from geoengine.graph.reasoning import ReasoningGraph
from geoengine.graph.shortening import shorten
from geoengine.language import Statement

__all__ = ["alternatives"]

_LONGEST = 2
"""How many times as long as the first proof another one may be."""

_MOST_TRIED = 12
"""The largest number of sets of rules that are left out; everything is derived again for each."""


def alternatives(
    graph: ReasoningGraph,
    goal: Statement | None = None,
    *,
    count: int,
    short: bool = False,
    without: Callable[[frozenset[str]], ReasoningGraph] | None = None,
) -> list[Proof]:
    """Find up to `count` different proofs of a goal, that of `trace` first.

    Each further proof avoids a rule that an earlier one used; no two consist of the same steps, and
    none takes a detour, or is more than twice as long as the first.

    Parameters
    ----------
    graph : ReasoningGraph
    goal : Statement, optional
        By default the problem's first goal.
    count : int
    short : bool
        Whether to shorten the proofs; those that are the same then count once.
    without : callable, optional
        Returns the graph derived without some rules, if the caller caches such graphs.

    Raises
    ------
    NotDerivedError
        When there is no proof.

    Examples
    --------
    >>> import geoengine as ge
    >>> problem = ge.load_problem("a b c = iso_triangle; m = midpoint b c ? perp a m b c")
    >>> proofs = alternatives(ge.deduce(problem), count=2)
    >>> len(proofs), proofs[0].rules == proofs[1].rules
    (2, False)
    """
    if without is None:
        without = partial(_without, graph)

    def prove(graph: ReasoningGraph) -> Proof:
        proof = trace(graph, goal)
        return shorten(graph, proof) if short else proof

    return list(islice(_different(graph, prove, without), count))


def _different(
    graph: ReasoningGraph,
    prove: Callable[[ReasoningGraph], Proof],
    without: Callable[[frozenset[str]], ReasoningGraph],
) -> Iterator[Proof]:
    """Yield a proof, then others without one of its rules, then without two, and so on."""
    first = prove(graph)
    yield first
    found = [first]
    seen = {_steps(first)}
    queue = deque([(frozenset[str](), first)])
    tried: set[frozenset[str]] = set()
    while queue:
        withheld, proof = queue.popleft()
        for rule in proof.rules:
            fewer = withheld | {rule}
            if rule not in graph.rules or fewer in tried:
                continue
            if len(tried) == _MOST_TRIED:
                return
            tried.add(fewer)
            try:
                other = prove(without(fewer))
            except NotDerivedError:
                continue
            if len(other.steps) > _LONGEST * len(first.steps):
                continue
            queue.append((fewer, other))
            if _steps(other) in seen or any(_is_detour(other, earlier) for earlier in found):
                continue
            seen.add(_steps(other))
            found.append(other)
            yield other


def _is_detour(proof: Proof, other: Proof) -> bool:
    """Return whether a proof only lengthens a step of another one.

    It does if it knows all that the other one draws a conclusion from in one step, uses part of
    that for the same conclusion too, but puts further steps in between.
    """
    direct = {step.conclusion: set(step.derivation.antecedents) for step in other.steps}
    known: dict[int, set[Statement]] = {}
    for step in proof.steps:
        antecedents = set(step.derivation.antecedents)
        known[step.number] = antecedents.union(*(known[number] for number in step.uses))
        wanted = direct.get(step.conclusion, set())
        if antecedents != wanted and antecedents & wanted and wanted <= known[step.number]:
            return True
    return False


def _without(graph: ReasoningGraph, rules: frozenset[str]) -> ReasoningGraph:
    return graph.rederive(without=rules)


def _steps(proof: Proof) -> frozenset[object]:
    return frozenset((step.derivation.rule, step.conclusion) for step in proof.steps)
