"""Contexts: a scene with its figure, its reasoning graph, and draws to decide truth by."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from geoengine.catalogue import Language
from geoengine.deduction import Limits, StopReason
from geoengine.errors import PlacementError
from geoengine.families.reasoning.counterexample import Counterexample
from geoengine.families.reasoning.evident import evident
from geoengine.families.reasoning.resemblance import resembling, triples_of
from geoengine.families.reasoning.sightings import Sightings
from geoengine.families.reasoning.variation import variations
from geoengine.graph import Proof, ReasoningGraph, deduce, trace
from geoengine.language import Statement, write
from geoengine.scene import SENTENCE_TEMPLATES, Diagram, Problem, explore, place

__all__ = ["Context", "make_context"]

_SHOWN = 3
_OWN = 9
_OTHERS = (1, 2, 3, 4, 5)
_OF_OTHERS = 2
_FURTHER = range(6, 36)
_MOST_CONFIGURATIONS = 6
_FLAT = 1e-3
_FAR = 12
_CLEARLY_OFF = 1e-3
_TRIED = 3


@dataclass(frozen=True, eq=False)
class Context:
    """All that is known of one scene.

    Closures with something withheld are run when they are first asked for, and kept.

    Parameters
    ----------
    problem : Problem
    diagram : Diagram
        The draws that the deduction used; the first is the one that is shown.
    graph : ReasoningGraph
    scene : str
        Name of the scene.
    tier : int
        Difficulty, from 1 to 4.
    seed : int
        Of the figure.
    fresh : Diagram
        Many more draws: further ones of the same figure, and some of figures placed anew, in
        other configurations too. A statement is offered only where all of them agree on it.
    tiers : frozenset of int
        How hard goals may be, and the scene where there is none; empty for all.
    language : {"en", "zh"}
        Of the items.
    rejections : Counter of str
        Why candidates of items were given up.
    roundabout : dict of Statement to bool
        Which statements say something simpler, as far as they were asked for.
    """

    problem: Problem
    diagram: Diagram
    graph: ReasoningGraph
    scene: str
    tier: int
    seed: int
    fresh: Diagram
    tiers: frozenset[int] = frozenset()
    language: Language = "en"
    rejections: Counter[str] = field(default_factory=Counter)
    roundabout: dict[Statement, bool] = field(default_factory=dict, repr=False)
    _closures: dict[Statement | frozenset[Statement], ReasoningGraph] = field(
        default_factory=dict, repr=False
    )
    _in_picture: dict[Statement, ReasoningGraph] = field(default_factory=dict, repr=False)
    _without_rules: dict[frozenset[str], ReasoningGraph] = field(default_factory=dict, repr=False)
    _figures: dict[Statement, NDArray[np.float64]] = field(default_factory=dict, repr=False)
    _refuted: dict[tuple[Statement, Statement], Counterexample | None] = field(
        default_factory=dict, repr=False
    )
    _proofs: dict[Statement, Proof] = field(default_factory=dict, repr=False)

    @property
    def premises(self) -> tuple[Statement, ...]:
        """The problem's relations: what is given, apart from side conditions."""
        return tuple(p for p in self.problem.premises if not p.is_condition)

    def say(self, *statements: Statement) -> str:
        """Statements as its items write them, several in a row."""
        frames = SENTENCE_TEMPLATES[self.language]
        return frames.listed.join(write(statement, frames.style) for statement in statements)

    def wants(self, tier: int) -> bool:
        """Whether a tier is one of those that are wanted."""
        return not self.tiers or tier in self.tiers

    def proof(self, goal: Statement) -> Proof:
        """The cheapest proof of a derived statement."""
        if goal not in self._proofs:
            self._proofs[goal] = trace(self.graph, goal)
        return self._proofs[goal]

    def without_premise(self, premise: Statement) -> ReasoningGraph:
        """What follows from all premises but one."""
        if premise not in self._closures:
            rest = [other for other in self.premises if other != premise]
            self._closures[premise] = self.graph.rederive(premises=rest)
        return self._closures[premise]

    def is_spare(self, premise: Statement, goal: Statement) -> bool:
        """Whether a goal is derived without a premise: by its proof, or by another."""
        if premise not in self.proof(goal).premises:
            return True
        # What a figure refutes need not be tried.
        if self.counterexample(goal, premise) is not None:
            return False
        return self.without_premise(premise).derived(goal)

    def follows_in_picture(self, premise: Statement, goal: Statement) -> bool:
        """Whether a goal is derived without a premise by who sees no other draws than the first.

        More follows for them: an angle of 45° or 135° is what it is in the picture, though it is
        the other in its mirror image.
        """
        if premise not in self._in_picture:
            rest = [other for other in self.premises if other != premise]
            self._in_picture[premise] = self._picture_graph.rederive(premises=rest)
        return self._in_picture[premise].derived(goal)

    @cached_property
    def sightings(self) -> Sightings:
        """Which theorems a reader of the picture may see at work."""
        return Sightings(self.diagram.points, self.diagram.xy[:_SHOWN])

    @cached_property
    def _picture_graph(self) -> ReasoningGraph:
        diagram = Diagram(self.diagram.points, self.diagram.xy[:_SHOWN])
        return deduce(self.problem, diagram=diagram)

    def figures_without(self, premise: Statement) -> NDArray[np.float64]:
        """Variations of the picture that look like it, in which just one premise fails, clearly.

        What a proof reads off the picture, such as which point lies between two others, is so in
        them too.

        Returns
        -------
        ndarray, shape (figures, points, 2)
        """
        if premise not in self._figures:
            rest = [other for other in self.premises if other != premise]
            # The premise alone decides the chance, whatever was asked before.
            rng = np.random.default_rng([self.seed, zlib.crc32(str(premise).encode())])
            points, index, shown = self.diagram.points, self.diagram.index, self.diagram.xy[0]
            xy = variations(points, shown, rest, rng)
            xy = xy[resembling(shown, xy)]
            good = premise.measured(xy, index) > _CLEARLY_OFF
            for condition in self.problem.premises:
                if condition.is_condition:
                    good &= condition.holds(xy, index)
            self._figures[premise] = xy[good]
        return self._figures[premise]

    def counterexample(self, goal: Statement, premise: Statement) -> Counterexample | None:
        """A figure in which all premises hold but one, and the goal clearly fails.

        Returns
        -------
        Counterexample or None
            None where none was found: then the goal may not need the premise.
        """
        if (goal, premise) not in self._refuted:
            self._refuted[goal, premise] = self._counterexample(goal, premise)
        return self._refuted[goal, premise]

    def _counterexample(self, goal: Statement, premise: Statement) -> Counterexample | None:
        xy = self.figures_without(premise)
        off = goal.measured(xy, self.diagram.index)
        # The clearest first; rounding must not bring what is kept out of true.
        for figure in np.argsort(-off, kind="stable")[:_TRIED]:
            if off[figure] <= _CLEARLY_OFF:
                break
            rest = [other for other in self.premises if other != premise]
            found = Counterexample.of(self.diagram.points, xy[figure], rest, goal)
            if found is not None:
                return found
        return None

    def without_rules(self, rules: frozenset[str]) -> ReasoningGraph:
        """What follows by all rules but some."""
        if rules not in self._without_rules:
            self._without_rules[rules] = self.graph.rederive(without=rules)
        return self._without_rules[rules]

    def evident(self, said: Iterable[Statement]) -> list[Statement]:
        """What a reader of some statements needs no step for."""
        return evident(self.graph.deduction, said)

    def one_round_from(self, statements: Iterable[Statement]) -> ReasoningGraph:
        """What follows from the premises and some statements where each rule is applied once."""
        added = frozenset(statements)
        if added not in self._closures:
            further = sorted(added.difference(self.premises))
            self._closures[added] = self.graph.extended(further, limits=Limits(rounds=1))
        return self._closures[added]


def make_context(
    problem: Problem, *, scene: str, seed: int, tier: int = 1, language: Language = "en"
) -> Context | None:
    """Place a problem and derive what follows, and holds in many more draws and other figures.

    Parameters
    ----------
    problem : Problem
    scene : str
        Its name.
    seed : int
    tier : int
        Difficulty, from 1 to 4.
    language : {"en", "zh"}
        Of the items to be made.

    Returns
    -------
    Context or None
        None where no figure was found, or where the deduction ended before it was complete.

    Examples
    --------
    >>> from geoengine.scene import load_problem
    >>> problem = load_problem("A B C = triangle A B C; D = foot D A B C")
    >>> context = make_context(problem, scene="altitude", seed=1)
    >>> context.fresh.xy.shape[0] >= 19, context.fresh.xy.shape[1:]
    (True, (4, 2))
    """
    try:
        own = place(problem, seed=seed, draws=_OWN)
        others = [place(problem, seed=seed + k, draws=_OF_OTHERS) for k in _OTHERS]
    except PlacementError:
        return None
    xy = np.concatenate([own.xy, *(other.xy for other in others)])
    xy = np.concatenate([xy, *_other_configurations(problem, seed, xy)])
    far = explore(problem, seed=seed, draws=_FAR)
    graph = deduce(
        problem,
        diagram=replace(own, xy=own.xy[:_SHOWN]),
        witnesses=np.concatenate([xy[_SHOWN:], far]),
    )
    graph.confirm_all()
    if graph.stop_reason is not StopReason.SATURATED:
        return None
    fresh = replace(own, xy=xy)
    diagram = replace(own, xy=graph.draws)
    return Context(problem, diagram, graph, scene, tier, seed, fresh, language=language)


def _other_configurations(
    problem: Problem, seed: int, known: NDArray[np.float64]
) -> list[NDArray[np.float64]]:
    """Figures of further configurations: some triangle turns otherwise than in all known ones.

    A rare choice among intersections, or on which side a square stands, is missed by a few
    placements. Placing is cheap, so many are tried, and those that add nothing are dropped.
    """
    seen = {_turns(figure) for figure in known}
    found: list[NDArray[np.float64]] = []
    for k in _FURTHER:
        if len(found) == _MOST_CONFIGURATIONS:
            break
        try:
            (figure,) = place(problem, seed=seed + k, draws=1).xy
        except PlacementError:
            continue
        turns = _turns(figure)
        if turns not in seen:
            seen.add(turns)
            found.append(figure[None])
    return found


def _turns(xy: NDArray[np.float64]) -> bytes:
    """Which way the triangles of a figure turn; the same for its mirror image."""
    z = xy[:, 0] + 1j * xy[:, 1]
    a, b, c = z[triples_of(len(z))].T
    areas = ((b - a).conj() * (c - a)).imag
    longest = np.maximum(np.abs(b - a), np.abs(c - a)) ** 2
    signs = np.where(np.abs(areas) > _FLAT * longest, np.sign(areas), 0).astype(np.int8)
    return min(signs.tobytes(), (-signs).tobytes())
