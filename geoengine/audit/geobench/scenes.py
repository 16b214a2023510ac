"""The scenes of published items: their constructions as problems of ours, and figures of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from geoengine.audit.geobench.published_item import PublishedItem
from geoengine.audit.geobench.text_reader import ConstructionSentence
from geoengine.errors import GeoengineError
from geoengine.language import Statement, as_complex, as_real
from geoengine.scene import load_problem, place
from geoengine.verify import (
    DIGITS,
    PreciseFigure,
    Quantity,
    Reals,
    System,
    exact_text,
    find_figures,
    satisfying,
    sharpen,
)

__all__ = ["PublishedScene", "scene_of", "scenes_of"]

_SEEDS = 4
_DRAWS = 4
_HOLDS = 1e-7
_SAME = 1e-9
_CLEAR = 1e-3


@dataclass(eq=False)
class PublishedScene:
    """The construction that some items have in common, and figures of it.

    Parameters
    ----------
    name : str
    made : tuple of ConstructionSentence
        The sentences, from the item with most of them.
    described_by : str
        The name of that item.
    recovered : tuple of Statement
        Premises that are missing in the text, recovered from the steps of a solution.
    timeout : float
        Seconds for figures that have to be found from statements alone.

    Attributes
    ----------
    bare : bool
        Whether the figures are built with the alternative clauses (`ConstructionSentence.bare`)
        because the usual ones give none; set when `xy` is computed.
    """

    name: str
    made: tuple[ConstructionSentence, ...]
    described_by: str
    recovered: tuple[Statement, ...] = ()
    timeout: float = 4.0
    bare: bool = field(default=False, init=False)
    _precise: PreciseFigure | None = field(default=None, init=False, repr=False)

    @cached_property
    def points(self) -> tuple[str, ...]:
        """All points; those that the text introduces come first."""
        placed = [point for made in self.made for point in made.placed]
        return tuple(dict.fromkeys([*placed, *(p for made in self.made for p in made.taken)]))

    @cached_property
    def introduced(self) -> frozenset[str]:
        """The points that the text introduces."""
        return frozenset(point for made in self.made for point in made.placed)

    @cached_property
    def lacks(self) -> tuple[str, ...]:
        """Descriptions of what is missing in the text."""
        found = [
            f"a sentence cannot be read ({made.lost}): {made.text}"
            for made in self.made
            if made.lost
        ]
        unintroduced = [point for point in self.points if point not in self.introduced]
        if unintroduced:
            found.append(f"points that no sentence introduces: {', '.join(unintroduced)}")
        return tuple(found)

    @cached_property
    def complete(self) -> bool:
        """Whether the figure is known: nothing is missing, or it was recovered."""
        lost = [made for made in self.made if made.lost]
        recovered = {point for statement in self.recovered for point in statement.points}
        return (
            self.points != ()
            and all(made.placed and set(made.placed) <= recovered for made in lost)
            and set(self.points) <= self.introduced
        )

    @cached_property
    def given(self) -> tuple[Statement, ...]:
        """All premises: the statements that the sentences make true."""
        found: dict[Statement, None] = {}
        for made in self.made:
            found.update(dict.fromkeys(_premises(made)))
        found.update(dict.fromkeys(self.recovered))
        return tuple(found)

    @cached_property
    def text(self) -> str:
        """The construction in JGEX text; empty if it cannot be expressed."""
        return self._clauses(bare=False)

    def _clauses(self, *, bare: bool) -> str:
        clauses: dict[tuple[str, ...], list[str]] = {}
        known: set[str] = set()
        for made in self.made:
            clause = (made.bare if bare else "") or made.clause
            clause = clause or (f"free {made.placed[0]}" if made.gives else "")
            if not clause or not set(made.taken) <= known:
                return ""
            if made.placed in clauses and list(clauses)[-1] == made.placed:
                clauses[made.placed].append(clause)
            elif known & set(made.placed):
                return ""
            else:
                clauses[made.placed] = [clause]
            known.update(made.placed)
        return "; ".join(f"{' '.join(new)} = {', '.join(calls)}" for new, calls in clauses.items())

    @cached_property
    def xy(self) -> Reals:
        """Figures, shape (figures, points, 2): of the construction, or else of its statements.

        Empty if something is missing in the text, or none was found.
        """
        empty = np.zeros((0, len(self.points), 2))
        if not self.complete:
            return empty
        for bare in (False, True):
            found = self._kept(self._placed(self._clauses(bare=bare)))
            if len(found):
                self.bare = bare
                return found
        searched = find_figures(self.given, self.points, count=8, timeout=self.timeout)
        return self._kept(searched.xy[:, [searched.points.index(name) for name in self.points]])

    def _kept(self, xy: Reals) -> Reals:
        """The figures in which all premises hold."""
        return xy[satisfying(self.given, xy, self.index, _HOLDS)]

    def _placed(self, text: str) -> Reals:
        """Figures of a construction, from several seeds: they may differ in configuration."""
        found = []
        for seed in range(_SEEDS if text else 0):
            try:
                diagram = place(load_problem(text), seed=seed, draws=_DRAWS)
            except GeoengineError:
                break
            order = [diagram.points.index(name) for name in self.points]
            found.append(diagram.xy[:, order])
        placed = np.concatenate([*found, np.zeros((0, len(self.points), 2))])
        if not len(placed) or not (self.recovered or any(made.gives for made in self.made)):
            return placed
        # Premises without a construction are solved for, starting from the placed points.
        relations = [s for s in self.given if not s.is_condition]
        z, solved = System(relations, self.index).solve(as_complex(placed))
        z = z[solved & np.isfinite(z).all(axis=1)]
        distance = np.abs(z[:, :, None] - z[:, None, :])
        width = distance.max(axis=(1, 2))
        distance[:, np.arange(z.shape[1]), np.arange(z.shape[1])] = np.inf
        return as_real(z[distance.min(axis=(1, 2)) > _CLEAR * width])

    @cached_property
    def index(self) -> dict[str, int]:
        """The row of each point."""
        return {name: row for row, name in enumerate(self.points)}

    def length(self, a: str, b: str) -> tuple[float, str] | None:
        """A length and its exact value as text.

        None if it differs between figures, or no length is given. The text is decimals with an
        ellipsis if the exact form is not recognized from fifty digits.
        """
        if a == b or not {a, b} <= set(self.points) or not len(self.xy):
            return None
        quantity = Quantity("length", (a, b))
        values = quantity.measured(as_complex(self.xy), self.points)
        if np.ptp(values) > _SAME * max(1.0, float(values.max())):
            return None
        if not any(statement.predicate == "lconst" for statement in self.given):
            return None
        if self._precise is None:
            relations = [s for s in self.given if not s.is_condition]
            self._precise = sharpen(relations, self.points, self.xy[0]) or {}
        if not self._precise:
            return float(values[0]), f"{values[0]:.9g}…"
        from mpmath import mp

        with mp.workdps(DIGITS):
            return float(values[0]), exact_text(quantity.exactly(self._precise))


def scenes_of(items: Iterable[PublishedItem], timeout: float = 4.0) -> dict[str, PublishedScene]:
    """The scenes of items, by name.

    Of several items about one scene the one with the most sentences is used, since others may lack
    some. What is missing is recovered from statements that a solution uses and does not
    derive.
    """
    describing: dict[str, list[PublishedItem]] = defaultdict(list)
    for item in items:
        if item.construction:
            describing[item.scene].append(item)
    found = {}
    for name, descriptions in describing.items():
        # The first of the longest: equal files give equal scenes.
        best = max(descriptions, key=lambda item: sum(not made.lost for made in item.construction))
        found[name] = PublishedScene(
            name, best.construction, _item_name(best), _recovered(best, descriptions), timeout
        )
    return found


def scene_of(item: PublishedItem, scenes: dict[str, PublishedScene]) -> PublishedScene | None:
    """The scene of an item, or a new one if the item's own construction differs from it.

    None if no item describes the scene.
    """
    scene = scenes.get(item.scene)
    if scene is None or not item.construction:
        return scene
    own = {made.text for made in item.construction}
    if own <= {made.text for made in scene.made}:
        return scene
    return PublishedScene(
        item.scene, item.construction, _item_name(item), _recovered(item, [item]), scene.timeout
    )


def _item_name(item: PublishedItem) -> str:
    return f"item {item.name} of the task {item.task}"


def _premises(made: ConstructionSentence) -> tuple[Statement, ...]:
    """The statements that a sentence makes true for arbitrary positions of the points it uses."""
    if made.gives or not made.clause:
        return made.gives
    free = "".join(f"{point} = free {point}; " for point in made.taken)
    try:
        problem = load_problem(f"{free}{' '.join(made.placed)} = {made.clause}")
    except GeoengineError:
        return ()
    return problem.premises


def _recovered(chosen: PublishedItem, all_items: Sequence[PublishedItem]) -> tuple[Statement, ...]:
    """Premises with values about the points of lost sentences, as cited by steps of solutions."""
    lost = {point for made in chosen.construction if made.lost for point in made.placed}
    if not lost:
        return ()
    known = {s for made in chosen.construction for s in _premises(made)}
    found: dict[Statement, None] = {}
    for item in all_items:
        derived: set[object] = set()
        for step in item.steps:
            for source in step.sources:
                statement = source.statement
                if (
                    statement is not None
                    and not statement.is_condition
                    and source.key not in derived
                    and statement not in known
                    and statement.value is not None
                    and lost & set(statement.points)
                ):
                    found[statement] = None
            derived.add(step.conclusion.key)
    return tuple(found)
