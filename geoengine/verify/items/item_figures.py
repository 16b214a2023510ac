"""The figures in which items about plane scenes are judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from geoengine.errors import GeoengineError, InputError
from geoengine.language import Statement, parse_statement, write
from geoengine.scene import Problem
from geoengine.verify.budget import Budget
from geoengine.verify.figures.problem_figures import ProblemFigures, draw_problem
from geoengine.verify.figures.setting import Setting
from geoengine.verify.figures.system import Bools, Reals
from geoengine.verify.items.option_verdicts import OptionVerdict
from geoengine.verify.proofs.proof_record import read_proof
from geoengine.verify.proofs.replaying import Replay, replay
from geoengine.verify.verdict import Picture

if TYPE_CHECKING:
    from geoengine.verify.prover import Prover

__all__ = ["ItemFigures", "figures_of", "goal_of", "seed_of"]

_TRUE = 1e-6
_TRUE_NEARBY = 1e-5
"""In figures found from the premises, which hold to 1e-12 there: where two of their solutions
coincide, that leaves points an error of the order of 1e-6."""
_FALSE = 1e-3


@dataclass(frozen=True, slots=True, eq=False)
class ItemFigures:
    """The figures in which an item, or the record of a problem, is judged.

    Attributes
    ----------
    drawn : ProblemFigures
        The figures of its problem.
    goal : Statement or None
    budget : Budget
    prover : callable or None
    seed : int or None
        The seed of the picture; None where it is unknown.
    """

    drawn: ProblemFigures
    goal: Statement | None
    budget: Budget
    prover: Prover | None
    seed: int | None = None

    @property
    def problem(self) -> Problem:
        """The problem, with its construction."""
        return self.drawn.problem

    @property
    def picture_draws(self) -> Reals:
        """Draws of the picture's configuration, the picture first; shape (draws, points, 2).

        Where the picture's seed is unknown, draws of the first configuration.
        """
        return self.drawn.picture(self.seed).xy

    @property
    def shown(self) -> Reals:
        """The coordinates of the points in the picture, shape (points, 2)."""
        return np.asarray(self.picture_draws[0])

    @property
    def index(self) -> dict[str, int]:
        """The row of each point."""
        return {point: row for row, point in enumerate(self.problem.points)}

    @property
    def premises(self) -> tuple[Statement, ...]:
        """The premises of the problem that are relations, not conditions."""
        return self.drawn.premises

    def truth(self, statement: Statement) -> OptionVerdict:
        """Decide whether a statement holds in all figures.

        False if it fails in all, or names a point that is not in the figure; None (undecided)
        where the figures disagree. A length that varies comes near any number in some figure, so a
        few may be too close to call, if the picture and most others are not.
        """
        points = self.problem.points
        absent = [point for point in statement.points if point not in points]
        text = write(statement)
        if absent:
            return OptionVerdict(False, f"{text} mentions {absent[0]}, which is not in the figure")
        xy = self.drawn.xy
        off = statement.measured(xy, self.index)
        constructed = sum(map(len, self.drawn.configurations))
        nearly = np.where(np.arange(len(off)) < constructed, _TRUE, _TRUE_NEARBY)
        holds = off > _TRUE if statement.is_condition else off < nearly
        fails = _fails(statement, off)
        if holds.all():
            return OptionVerdict(True, f"{text} is true in all {len(off)} figures")
        worst = int(np.where(fails, np.abs(off), -1).argmax())
        picture = Picture(points, xy[worst], (*self.premises, statement))
        if fails.all():
            return OptionVerdict(False, f"{text} is false in all {len(off)} figures", picture)
        if fails.any() and holds.any():
            count = int(fails.sum())
            why = f"{text} is false in {count} of {len(off)} figures, and true in others"
            return OptionVerdict(None, why, picture)
        shown = _fails(statement, statement.measured(self.shown[None], self.index))
        if fails.mean() > 0.5 and shown.all():
            why = f"{text} is false in {fails.sum()} of {len(off)} figures, and true in none"
            return OptionVerdict(False, why, picture)
        return OptionVerdict(None, f"{text} is too close to call")

    def prove(
        self,
        premises: Sequence[Statement],
        goal: Statement,
        *,
        without: Sequence[str] = (),
        rounds: int | None = None,
        within: Setting | None = None,
        picture_only: bool = False,
    ) -> Replay | None:
        """Find a proof and replay it; None if none is found, or there is no prover.

        The search uses the picture and, unless `picture_only` is set, other configurations too. The
        proof is replayed in the configuration where it was found, or in the figures `within`.
        `without` has the ids of rules that it may not use, `rounds` limits the rounds of
        deduction.
        """
        if self.prover is None:
            return None
        points = self.problem.points
        others = () if picture_only else self.drawn.configurations[1:]
        for draws in (self.picture_draws, *others):
            if self.budget.spent:
                break
            try:
                record = self.prover(points, draws, premises, goal, without, rounds)
                if record is None:
                    continue
                proof = read_proof(record)
            except GeoengineError:
                continue
            setting = within or Setting(points, draws)
            found = replay(
                proof, given=premises, goal=goal, settings=[setting], budget=self.budget,
                ask_z3=False,
            )  # fmt: skip
            if found.bad is None and not {step.rule for step in proof.steps} & set(without):
                return found
        return None

    def refutation(self, premise: Statement, goal: Statement) -> tuple[Picture | None, int]:
        """Find a figure, arranged like the picture, that violates the goal and only one premise.

        Returns
        -------
        Picture or None
            None if no such figure was found.
        int
            How many figures that violate only the premise were tried.
        """
        rest = [other for other in self.premises if other != premise]
        tried = 0
        for xy in self.drawn.figures_violating(premise, self.seed):
            off = goal.measured(xy, self.index)
            tried += len(xy)
            if (off > _FALSE).any():
                worst = int(off.argmax())
                return Picture(self.problem.points, xy[worst], (*rest, goal)), tried
        return None, tried


def figures_of(
    data: Mapping[str, Any], budget: Budget, prover: Prover | None
) -> ItemFigures | None:
    """The figures of an item's problem; None if it cannot be drawn or has too many points."""
    found = draw_problem(data["problem"], budget)
    if found is None:
        return None
    meta = data.get("meta")
    meta = meta if isinstance(meta, dict) else {}
    text = meta.get("goal")
    goal = parse_statement(text) if isinstance(text, str) else None
    return ItemFigures(found, goal, budget, prover, seed_of(meta))


def seed_of(data: Mapping[str, Any]) -> int | None:
    """The seed of the picture in an item's meta or a record; None unless it is a whole number."""
    seed = data.get("seed")
    if isinstance(seed, int) and not isinstance(seed, bool) and seed >= 0:
        return seed
    return None


def _fails(statement: Statement, off: Reals) -> Bools:
    """In which figures a statement is clearly false, by its residuals or margins."""
    if statement.predicate in {"ncoll", "npara", "nperp", "diff"}:
        return off < _TRUE
    return off < -_TRUE if statement.is_condition else off > _FALSE


def goal_of(figures: ItemFigures) -> Statement:
    """Return the goal of an item.

    Raises
    ------
    InputError
        If it has none, or it is false.
    """
    if figures.goal is None:
        raise InputError("expected the goal in the item's meta, found none")
    if figures.truth(figures.goal).right is False:
        raise InputError(f"the goal {write(figures.goal)} is false in the figures")
    return figures.goal
