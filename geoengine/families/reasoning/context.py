"""Contexts: a scene with its figure, its reasoning graph, and draws to check statements in."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Collection, Iterable
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from geoengine.catalogue import Language
from geoengine.deduction import Limits, StopReason
from geoengine.errors import PlacementError
from geoengine.families.reasoning.applicable_rules import ApplicableRules
from geoengine.families.reasoning.check_figures import SHOWN, CheckFigures
from geoengine.families.reasoning.counterexample import PremiseCounterexample, WrittenFigures
from geoengine.families.reasoning.depth import depth_of
from geoengine.families.reasoning.evident_relations import EvidentRelations
from geoengine.families.reasoning.figure_lines import FigureLines
from geoengine.families.reasoning.figure_part import FigurePart
from geoengine.families.reasoning.markings import Markings, choose_markings
from geoengine.families.reasoning.resemblance import resembling
from geoengine.families.reasoning.symmetry import Symmetries
from geoengine.families.reasoning.variation import variations_without
from geoengine.graph import Proof, ReasoningGraph, deduce, trace
from geoengine.items import Evidence
from geoengine.language import Statement, as_complex, write
from geoengine.scene import (
    SENTENCE_TEMPLATES,
    Diagram,
    Problem,
    StatementBatch,
    diagram_of_part,
    load_steps,
)

if TYPE_CHECKING:
    from geoengine.draw import Marks
    from geoengine.families.reasoning.given_relations import GivenRelations
    from geoengine.families.reasoning.goal_choice import Goal
    from geoengine.families.reasoning.plain_relations import PlainRelations

__all__ = ["Context", "make_context"]

_CLEARLY_VIOLATED = 1e-3


@dataclass(frozen=True, eq=False)
class Context:
    """What the builders of items know about one scene.

    Closures without a premise, or without some rules, are computed on demand and cached.

    Parameters
    ----------
    problem : Problem
    graph : ReasoningGraph
    figures : CheckFigures
    scene : str
        Name of the scene.
    tier : int
        Difficulty, from 1 to 4.
    seed : int
        The seed of the figure.
    tiers : frozenset of int
        The tiers allowed; empty for all. The tier of an item is that of its goal or, if it has no
        goal, of its scene.
    language : {"en", "zh"}
        The language of the items.
    evidence : {"text", "figure", "both"}
        Where items state their premises: ``text``, all in the text; ``figure``, some only by marks
        in the picture; ``both``, some items the one way and some the other. It makes no difference
        to items of perception and of premise filtering.
    rejections : Counter of str
        How often candidates for items were rejected, by reason.
    reducible : dict of Statement to bool
        A cache: whether a statement amounts to a simpler one.
    goal_candidates : dict of str to list of Statement
        A cache: the statements of each kind that are considered as goals.
    goals : dict of Statement to Goal or None
        A cache: the goal that a statement makes, if it makes one.
    """

    problem: Problem
    graph: ReasoningGraph
    figures: CheckFigures
    scene: str
    tier: int
    seed: int
    tiers: frozenset[int] = frozenset()
    language: Language = "en"
    evidence: Evidence = "text"
    rejections: Counter[str] = field(default_factory=Counter)
    reducible: dict[Statement, bool] = field(default_factory=dict, repr=False)
    goal_candidates: dict[str, list[Statement]] = field(default_factory=dict, repr=False)
    goals: dict[Statement, Goal | None] = field(default_factory=dict, repr=False)
    _closures: dict[Statement | frozenset[Statement], ReasoningGraph] = field(
        default_factory=dict, repr=False
    )
    _in_picture: dict[Statement, ReasoningGraph] = field(default_factory=dict, repr=False)
    _repetitions: dict[Statement, bool] = field(default_factory=dict, repr=False)
    _without_rules: dict[frozenset[str], ReasoningGraph] = field(default_factory=dict, repr=False)
    _counterexamples: dict[Statement, dict[Statement, PremiseCounterexample | None]] = field(
        default_factory=dict, repr=False
    )
    _figures_without: dict[Statement, WrittenFigures] = field(default_factory=dict, repr=False)
    _first_on_line: dict[tuple[str, str], tuple[str, str]] = field(default_factory=dict, repr=False)
    _measured: dict[Statement, tuple[float, float, float]] = field(default_factory=dict, repr=False)
    _proofs: dict[Statement, Proof] = field(default_factory=dict, repr=False)
    _parts: dict[tuple[str, ...], FigurePart] = field(default_factory=dict, repr=False)
    _markings: dict[FigurePart, Markings] = field(default_factory=dict, repr=False)

    @cached_property
    def diagram(self) -> Diagram:
        """The draws that the deduction used; the first is the one that is shown."""
        return replace(self.figures.own, xy=self.graph.draws)

    @cached_property
    def check_diagram(self) -> Diagram:
        """Many more draws: of the same figure, and of other figures of the problem.

        They include other configurations. A statement is used as an option only if it is true in
        all of them, or in none.
        """
        return replace(self.figures.own, xy=self.figures.xy)

    @property
    def premises(self) -> tuple[Statement, ...]:
        """The premises of the problem, without side conditions."""
        return self.problem.relations

    def write(self, *statements: Statement, language: Language | None = None) -> str:
        """Write one or more statements, in the language of the items by default."""
        templates = SENTENCE_TEMPLATES[language or self.language]
        return templates.listed.join(write(statement, templates.style) for statement in statements)

    def in_english(self) -> Context:
        """The same context for items in English, with all that has been found so far."""
        if self.language == "en":
            return self
        found = copy(self)
        object.__setattr__(found, "language", "en")
        return found

    def line_through(self, first: str, second: str) -> frozenset[str]:
        """The points that lie on a line with two points in every draw, these included."""
        return self.lines.through(first, second)

    def lines_in(self, statement: Statement) -> list[frozenset[str]]:
        """The lines that the points of a statement name, two by two, as `line_through` has them."""
        return self.lines.named_in(statement)

    def known_line(self, first: str, second: str) -> frozenset[str]:
        """The points that premises put on a line with two points, these included."""
        return self._known_lines.get(frozenset((first, second)), frozenset((first, second)))

    @cached_property
    def _known_lines(self) -> dict[frozenset[str], frozenset[str]]:
        lines: dict[frozenset[str], set[str]] = {}
        for statement in [*self.premises, *self.evident_relations(self.premises)]:
            if statement.predicate == "coll":
                for pair in combinations(statement.points, 2):
                    lines.setdefault(frozenset(pair), set()).update(statement.points)
        return {pair: frozenset(line) for pair, line in lines.items()}

    def first_on_line(self, first: str, second: str) -> tuple[str, str]:
        """The first two points, as the problem orders them, derived to lie on a line with two."""
        if (first, second) not in self._first_on_line:
            on = (
                point
                for point in self.problem.points
                if point in (first, second)
                or self.graph.derived(Statement("coll", (first, second, point)))
            )
            self._first_on_line[first, second] = next(on), next(on)
        return self._first_on_line[first, second]

    @cached_property
    def plain_relations(self) -> PlainRelations:
        """What a reader sees without working it out."""
        from geoengine.families.reasoning.plain_relations import PlainRelations

        return PlainRelations(self)

    @cached_property
    def given_relations(self) -> GivenRelations:
        """What each theorem gives in the figure."""
        from geoengine.families.reasoning.given_relations import GivenRelations

        return GivenRelations(self)

    @cached_property
    def symmetries(self) -> Symmetries:
        """The symmetries of the scene."""
        return Symmetries(self.problem, self.diagram)

    @cached_property
    def lines(self) -> FigureLines:
        """The lines of the figure, by the many draws."""
        return FigureLines(self.check_diagram)

    @cached_property
    def plain_states(self) -> list[Statement]:
        """The derived statements that a single round of deduction leads to."""
        return [one for one in self.graph.states if depth_of(self.graph, one) <= 1]

    @cached_property
    def collinear_points(self) -> list[Statement]:
        """Which points are collinear, derived or not."""
        deduction = self.graph.deduction
        return [
            Statement("coll", tuple(deduction.points[k] for k in row))
            for row in deduction.relations.listed("coll", 3).tolist()
        ]

    def accepts_tier(self, tier: int) -> bool:
        """Whether goals of a tier are allowed."""
        return not self.tiers or tier in self.tiers

    @cached_property
    def given(self) -> frozenset[Statement]:
        """The premises as a set."""
        return frozenset(self.premises)

    def measured(self, statement: Statement) -> tuple[float, float]:
        """The least and the largest residual, or margin of a condition, in all draws."""
        if statement not in self._measured:
            self.measure([statement])
        return self._measured[statement][:2]

    def shown_residual(self, statement: Statement) -> float:
        """The residual of a statement in the picture."""
        if statement not in self._measured:
            self.measure([statement])
        return self._measured[statement][2]

    def measure(self, statements: Iterable[Statement]) -> None:
        """Measure statements together, so that `measured` and `shown_residual` know them."""
        new = (one for one in dict.fromkeys(statements) if one not in self._measured)
        batch = StatementBatch(new, self.check_diagram.index)
        with np.errstate(all="ignore"):
            found = batch.measure(as_complex(self.check_diagram.xy))
        columns = (found.min(axis=0).tolist(), found.max(axis=0).tolist(), found[0].tolist())
        self._measured.update(zip(batch.statements, zip(*columns, strict=True), strict=True))

    def proof(self, goal: Statement) -> Proof:
        """The cheapest proof of a statement, which must have been derived."""
        if goal not in self._proofs:
            self._proofs[goal] = trace(self.graph, goal)
        return self._proofs[goal]

    def without_premise(self, premise: Statement) -> ReasoningGraph:
        """What follows from all premises but one."""
        if premise not in self._closures:
            rest = [other for other in self.premises if other != premise]
            self._closures[premise] = self.graph.rederive(premises=rest)
        return self._closures[premise]

    def is_repetition(self, premise: Statement) -> bool:
        """Whether a single round of deduction leads to a premise from the others.

        So a rectangle has more right angles than it needs, and a reflection more equal segments.
        """
        if premise not in self._repetitions:
            rest = [other for other in self.premises if other != premise]
            graph = self.graph.rederive(premises=rest, limits=Limits(rounds=1))
            self._repetitions[premise] = graph.derived(premise)
        return self._repetitions[premise]

    def is_redundant(self, premise: Statement, goal: Statement) -> bool:
        """Whether a goal can be derived without a premise."""
        if premise not in self.proof(goal).premises:
            return True
        # A counterexample is cheaper to look for than a closure.
        if self.counterexample(goal, premise) is not None:
            return False
        return self.without_premise(premise).derived(goal)

    def follows_in_picture(self, premise: Statement, goal: Statement) -> bool:
        """Whether a goal can be derived without a premise if only the picture is considered.

        More can be derived then: an angle that is 45° in some draws and 135° in others has the one
        value that it has in the picture.
        """
        if premise not in self._in_picture:
            rest = [other for other in self.premises if other != premise]
            self._in_picture[premise] = self.picture_graph.rederive(premises=rest)
        return self._in_picture[premise].derived(goal)

    def with_points(self, clauses: str) -> Context:
        """Add points to the figure, and derive what follows with them.

        Raises
        ------
        PlacementError
            If the points do not exist in some draw.
        """
        steps = load_steps(clauses, self.problem)
        problem, figures = self.figures.with_points(self.problem, steps)
        graph = self.graph.with_points(clauses)
        return Context(
            problem, graph, figures, self.scene, self.tier, self.seed, language=self.language
        )

    def part(self, points: Iterable[str] | None = None) -> FigurePart:
        """The figure of some points, and of those from which they are constructed; all by default.

        Items that speak of these points show and describe no others.
        """
        problem = self.problem if points is None else self.problem.part(points)
        if problem.points not in self._parts:
            whole = problem is self.problem
            diagram = self.diagram if whole else diagram_of_part(self.diagram, problem)
            self._parts[problem.points] = FigurePart(problem, diagram, self.graph, self.seed)
        return self._parts[problem.points]

    @property
    def marks(self) -> Marks:
        """The marks of the picture of the whole figure."""
        return self.part().sketch.marks

    def markings(self, points: Iterable[str] | None = None) -> Markings:
        """The marks of the picture of a `part`, and what texts of items may leave to them."""
        part = self.part(points)
        if part not in self._markings:
            self._markings[part] = choose_markings(part)
        return self._markings[part]

    @cached_property
    def applicable_rules(self) -> ApplicableRules:
        """The theorems that a reader of the picture may apply."""
        return ApplicableRules(self.diagram.points, self.diagram.xy[:SHOWN])

    @cached_property
    def picture_graph(self) -> ReasoningGraph:
        """What follows if only the picture is considered; see `follows_in_picture`."""
        diagram = Diagram(self.diagram.points, self.diagram.xy[:SHOWN])
        return deduce(self.problem, diagram=diagram)

    def counterexample(self, goal: Statement, premise: Statement) -> PremiseCounterexample | None:
        """A figure in which all premises but one hold, and the goal clearly fails.

        Returns
        -------
        PremiseCounterexample or None
            None if none was found: then the goal may not need the premise.
        """
        return self.counterexamples(goal, [premise])[premise]

    def counterexamples(
        self, goal: Statement, premises: Collection[Statement]
    ) -> dict[Statement, PremiseCounterexample | None]:
        """For each of some premises its `counterexample`; looked for together, which is faster."""
        known = self._counterexamples.setdefault(goal, {})
        new = [premise for premise in premises if premise not in known]
        if new:
            self._find_figures_without(new)
            figures = [self._figures_without[premise] for premise in new]
            both = np.concatenate([one.xy for one in figures], axis=1)
            residuals = goal.measured(both.reshape(-1, *both.shape[2:]), self.diagram.index)
            ends = np.cumsum([one.xy.shape[1] for one in figures])[:-1]
            parts = np.split(residuals.reshape(2, -1), ends, axis=1)
            for premise, one, part in zip(new, figures, parts, strict=True):
                known[premise] = one.clearest(part)
        return {premise: known[premise] for premise in premises}

    def _find_figures_without(self, premises: Iterable[Statement]) -> None:
        """For each premise: variations of the picture that look like it, and violate it clearly.

        All other premises hold in them, and conditions that a proof reads off the picture, such as
        which point lies between two others.
        """
        points, index, shown = self.diagram.points, self.diagram.index, self.diagram.xy[0]
        # The random numbers depend on the premise alone.
        rngs = {
            premise: np.random.default_rng([self.seed, zlib.crc32(str(premise).encode())])
            for premise in premises
            if premise not in self._figures_without
        }
        if not rngs:
            return
        for premise, xy in variations_without(points, shown, self.premises, rngs).items():
            similar = xy[resembling(shown, xy)]
            good = premise.measured(similar, index) > _CLEARLY_VIOLATED
            for condition in self.problem.premises:
                if condition.is_condition:
                    good &= condition.holds(similar, index)
            rest = [other for other in self.premises if other != premise]
            self._figures_without[premise] = WrittenFigures(points, similar[good], rest)

    def without_rules(self, rules: frozenset[str]) -> ReasoningGraph:
        """What follows without some of the rules."""
        if rules not in self._without_rules:
            self._without_rules[rules] = self.graph.rederive(without=rules)
        return self._without_rules[rules]

    def evident_relations(self, known: Iterable[Statement]) -> list[Statement]:
        """Relations that a reader takes for granted when some statements are known."""
        return self._evident.of(known)

    @cached_property
    def _evident(self) -> EvidentRelations:
        return EvidentRelations(self.graph.deduction)

    def one_round_from(self, statements: Iterable[Statement]) -> ReasoningGraph:
        """Return the graph of one round of deduction from the premises and some statements."""
        added = frozenset(statements)
        if added not in self._closures:
            further = sorted(added.difference(self.premises))
            self._closures[added] = self.graph.extended(further, limits=Limits(rounds=1))
        return self._closures[added]


def make_context(
    problem: Problem,
    *,
    scene: str,
    seed: int,
    tier: int = 1,
    language: Language = "en",
    rough: bool = False,
    figures: CheckFigures | None = None,
) -> Context | None:
    """Place a problem, and derive what follows and holds in many other draws as well.

    Parameters
    ----------
    problem : Problem
    scene : str
        The name of the scene.
    seed : int
    tier : int
        Difficulty, from 1 to 4.
    language : {"en", "zh"}
        The language of the items to be made.
    rough : bool
        Whether to use draws of a single figure, which takes a fraction of the time. It shows what
        goals there may be; items need figures of other configurations too.
    figures : CheckFigures, optional
        Those of an earlier context of the problem with this seed, which need no placing.

    Returns
    -------
    Context or None
        None if no figure was found, or if the deduction ended before it was complete.

    Examples
    --------
    >>> from geoengine.scene import load_problem
    >>> problem = load_problem("A B C = triangle A B C; D = foot D A B C")
    >>> context = make_context(problem, scene="altitude", seed=1)
    >>> context.check_diagram.xy.shape[0] >= 19, context.check_diagram.xy.shape[1:]
    (True, (4, 2))
    """
    if figures is None:
        try:
            figures = CheckFigures.placed(problem, seed, rough=rough)
        except PlacementError:
            return None
    graph = deduce(
        problem,
        diagram=figures.shown,
        further_draws=figures.further,
        confirmed_draws=figures.deduced,
    )
    graph.confirm_all()
    if graph.stop_reason is not StopReason.SATURATED:
        return None
    figures = replace(figures, deduced=graph.draws)
    return Context(problem, graph, figures, scene, tier, seed, language=language)
