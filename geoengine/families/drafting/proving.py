"""Proofs that a reference construction reaches its goals, wherever the givens are."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal

from geoengine.draft import Figure, carry_out, holds, read_draft
from geoengine.draft.exact import ExactTruth, NotExactError, exact_truths
from geoengine.families.drafting.deducing import deduce_goals
from geoengine.families.drafting.figures import faults, other_givens
from geoengine.families.drafting.moving import moved_givens
from geoengine.families.drafting.task import Task, TaskError
from geoengine.items import stream

__all__ = ["GoalProof", "ProvedGoals", "prove_goals"]

_FIGURES = 20
_DRAWS = 4
"""How many of them the deduction looks at."""

_PLACEMENTS = 2
_TRIES = 2_000
_CERTAIN_BITS = 64
"""A false equation passes with a chance of at most 2 to the power of minus this, per placement."""

_START_DIGITS = 80
_MOST_DIGITS = 1_000
_BITS_OF_TRIES = 11
"""Placements are drawn again until the conditions on the givens hold: at most 2^11 times."""


@dataclass(frozen=True, slots=True)
class GoalProof:
    """How one goal is known to be reached.

    Attributes
    ----------
    goal : str
    by : {"deduction", "algebra", "figures", "none"}
        By theorems, and by exact algebra too. Or by exact algebra alone. Or, as it states no
        equation but only an order (which of two numbers is greater, on which side a point is), in
        moved figures. Or it is not known.
    theorems : tuple of str
        The ids of the rules and steps of the engine that the deduction uses; none where a command
        says just what the goal says.
    reason : str
        Why it is not known; else empty.
    """

    goal: str
    by: Literal["deduction", "algebra", "figures", "none"]
    theorems: tuple[str, ...] = ()
    reason: str = ""

    def record(self, goal: str) -> dict[str, Any]:
        """Return it as JSON data, with the goal in the letters of an item."""
        found: dict[str, Any] = {"goal": goal, "by": self.by}
        return {**found, "theorems": list(self.theorems)} if self.by == "deduction" else found


@dataclass(frozen=True, slots=True)
class ProvedGoals:
    """How the goals of a task are known to be reached by its reference construction.

    Attributes
    ----------
    goals : tuple of GoalProof
    roots : int
        How many independent square roots the coordinates took.
    placements, figures : int
        How many figures were computed exactly, and how many in floats.
    doubt : int
        A false equation passes with a chance of at most 2 to the power of minus this.
    """

    goals: tuple[GoalProof, ...]
    roots: int
    placements: int
    figures: int
    doubt: int

    @property
    def is_proved(self) -> bool:
        """Whether all goals are known to be reached."""
        return all(one.by != "none" for one in self.goals)

    @property
    def words(self) -> str:
        """What was done, in a sentence or two."""
        if not self.is_proved:
            wrong = next(one for one in self.goals if one.by == "none")
            return f"{wrong.goal} is not proved: {wrong.reason}."
        count = sum(one.by == "deduction" for one in self.goals)
        by_theorems = f" {count} of {len(self.goals)} also follow by theorems." if count else ""
        with_roots = {
            0: "",
            1: " and a square root",
        }.get(self.roots, f" and {self.roots} independent square roots")
        return (
            f"The equations of the goals are exactly true in {self.placements} placements of the"
            f" givens, computed with rational numbers{with_roots}."
            " The coordinates were drawn from so many that a false equation would pass with a"
            f" chance of at most 2^-{self.doubt} (Schwartz-Zippel).{by_theorems} All goals hold in"
            f" {self.figures} more figures, computed in floats."
        )

    def record(self, names: Sequence[str] | None = None) -> dict[str, Any]:
        """Return what the certificate of an item says, as JSON data.

        Parameters
        ----------
        names : sequence of str, optional
            The goals in the letters of the item.
        """
        goals = [one.goal for one in self.goals] if names is None else names
        return {
            "goals": [one.record(goal) for goal, one in zip(goals, self.goals, strict=True)],
            "roots": self.roots,
            "placements": self.placements,
            "figures": self.figures,
            "doubt": self.doubt,
            "words": self.words,
        }


@dataclass(frozen=True)
class _Key:
    """What a proof depends on."""

    seed: str
    parameters: tuple[tuple[str, str], ...]
    commands: tuple[str, ...]
    goals: tuple[str, ...]
    task: Task = field(compare=False)


def prove_goals(task: Task) -> ProvedGoals:
    """Prove that the reference construction of a task reaches its goals.

    The construction is carried out with exact numbers where the givens are placed at random, and
    the equations that the goals state are checked. As functions of the givens' coordinates, they
    have norms whose degree is bounded; a polynomial of degree d that is not 0 vanishes at random
    places from a set of size s with a chance of d/s at most (J. T. Schwartz, *Fast probabilistic
    algorithms for verification of polynomial identities*, J. ACM 27 (1980)). What goals say of
    order, and that they also hold where the figure is turned over, is checked in floats. Goals that
    are statements about points are also derived from what the commands make true, where that works.

    Results are kept; they do not depend on where the task has its givens.

    Parameters
    ----------
    task : Task

    Examples
    --------
    >>> from geoengine.families.drafting import load_seeds, make_task
    >>> proved = prove_goals(make_task(load_seeds()["perpendicular_bisector"], stream(1)))
    >>> proved.is_proved, [one.by for one in proved.goals], proved.roots
    (True, ['deduction', 'algebra'], 1)
    """
    parameters = tuple((name, repr(value)) for name, value in sorted(task.parameters.items()))
    return _proved(_Key(task.seed.id, parameters, task.commands, task.goals, task))


@lru_cache(maxsize=4096)
def _proved(key: _Key) -> ProvedGoals:
    task = key.task
    failed: dict[str, str] = {}
    roots, doubt, equations = 0, _CERTAIN_BITS, dict.fromkeys(task.goals, 0)
    for number in range(_PLACEMENTS):
        try:
            truths, found_roots, found_doubt = _at_placement(task, number)
        except NotExactError as error:
            failed.update((goal, str(error)) for goal in task.goals)
            break
        roots = max(roots, found_roots)
        doubt = min(doubt, found_doubt)
        for goal, truth in zip(task.goals, truths, strict=True):
            equations[goal] = max(equations[goal], truth.equations)
            if truth.holds is None:
                failed.setdefault(goal, truth.reason)
            elif not truth.holds:
                failed.setdefault(goal, "it is false where the givens are moved")
    figures = _moved(task)
    for goal in task.goals:
        if not all(holds(figure, goal) for figure in figures):
            failed.setdefault(goal, "it is false in a moved figure")
    draft = read_draft("\n".join((*task.givens, *task.commands)))
    deduced = deduce_goals(draft, figures[:_DRAWS], task.goals)

    def proof_of(goal: str) -> GoalProof:
        if goal in failed:
            return GoalProof(goal, "none", reason=failed[goal])
        if goal in deduced:
            used = [rule for proof in deduced[goal] for rule in proof.rules]
            return GoalProof(goal, "deduction", tuple(dict.fromkeys(used)))
        return GoalProof(goal, "algebra" if equations[goal] else "figures")

    return ProvedGoals(tuple(map(proof_of, task.goals)), roots, _PLACEMENTS, _FIGURES, doubt)


def _at_placement(task: Task, number: int) -> tuple[tuple[ExactTruth, ...], int, int]:
    """Return what is exactly true at random givens, how many roots that takes, and the doubt."""
    digits = _START_DIGITS
    while True:
        bits = int(digits * math.log2(10))
        givens = _placed(task, number, digits)
        draft = read_draft("\n".join((*givens, *task.commands)))
        found = exact_truths(draft, task.goals, noise=number, bits=bits)
        needed = found.degree_bits + _CERTAIN_BITS + _BITS_OF_TRIES
        if bits >= needed or digits == _MOST_DIGITS:
            doubt = max(bits - found.degree_bits - _BITS_OF_TRIES, 0)
            return found.truths, found.roots, min(doubt, _CERTAIN_BITS)
        digits = min(math.ceil(needed / math.log2(10)) + 1, _MOST_DIGITS)


def _placed(task: Task, number: int, digits: int) -> tuple[str, ...]:
    """Return givens with so many digits drawn at random, of which the conditions hold."""
    rng = stream(0, "proof", task.seed.id, number)
    for _ in range(_TRIES):
        givens = tuple(moved_givens(task.seed, task.parameters, rng, digits=digits).splitlines())
        if not faults(carry_out(read_draft("\n".join(givens))), task.where):
            return givens
    raise TaskError(f"expected a placement of {task.seed.id!r}, found none in {_TRIES} tries")


def _moved(task: Task) -> list[Figure]:
    """Return figures of a task with its givens moved."""
    rng = stream(0, "proof", task.seed.id)
    return [
        carry_out(read_draft("\n".join((*givens, *task.commands))))
        for givens in other_givens(task, rng, _FIGURES)
    ]
