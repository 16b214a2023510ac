"""Unfinished attempts: steps toward four results, none of which has been used yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest

from numpy.random import Generator

from geoengine.families.reasoning.alterations import Alterations
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.detour import mixed, renumbered
from geoengine.families.reasoning.false_end import FalseEnd
from geoengine.families.reasoning.goal_choice import is_printable, is_reducible
from geoengine.families.reasoning.item_assembly import OPTIONS
from geoengine.families.reasoning.looks import Looks
from geoengine.families.reasoning.same_conclusions import TRIANGLES
from geoengine.families.reasoning.truth import Verdict
from geoengine.graph import Proof, ProofStep
from geoengine.items import pick
from geoengine.language import Statement

__all__ = ["Unfinished", "unfinished_attempts"]

_FEWEST_STEPS = 2
"""The number of steps to a result; one step from the premises is too easy to check."""

_MOST_STEPS = 16

_PATIENCE = 40
"""After so many results of a kind in a row that cannot be falsified, its others are not tried."""

_DRAWN = 100
"""How many sets of four are drawn with each result."""

_TRIES = 10
"""How many of those are tried in which a false claim looks true beside the others' steps."""

_ATTEMPTS = 2
"""How many attempts may end in a result; two of them have no other end in common."""

_SHARED = 0.5
"""The share of an attempt's steps below which those that an earlier one has must be."""


@dataclass(frozen=True)
class Unfinished:
    """Valid steps, with false claims for each of those that no other step uses.

    Attributes
    ----------
    attempt : Proof
        All the steps.
    false : dict of int to list of Verdict
        For the number of each step that is not used, the claims that may take the place of its
        conclusion.
    """

    attempt: Proof
    false: dict[int, list[Verdict]]


class _Ending:
    """A proof whose last step may become one of the four."""

    def __init__(self, proof: Proof) -> None:
        self.proof = proof
        self.goal = proof.goal
        self.false: list[FalseEnd] = []
        self.steps = {step.conclusion for step in proof.steps}
        *before, self._cited = map(_equations, proof.steps)
        self._cited_before = set(before)

    @property
    def has_twin(self) -> bool:
        """Whether an earlier step cites the same as the last one, but for collinear points.

        Its conclusion would remind the reader of what follows.
        """
        return self._cited in self._cited_before

    def looks_true_among(self, steps: Collection[ProofStep]) -> bool:
        """Whether some false claim looks like its own result beside these steps."""
        others = [step for step in steps if step.conclusion != self.goal]
        return any(one.looks_true(others) for one in self.false)

    def goes_with(self, other: _Ending) -> bool:
        """Whether neither goal is among the steps of the other proof, or has a twin there."""
        return (
            self.goal not in other.steps
            and other.goal not in self.steps
            and self._cited != other._cited
            and self._cited not in other._cited_before
            and other._cited not in self._cited_before
        )


def unfinished_attempts(
    context: Context, rng: Generator, results: Iterable[Statement], alterations: Alterations
) -> Iterator[Unfinished]:
    """Yield attempts that end in four of some derived statements.

    None of the four rests on another, and all other steps lead to some of them.

    Parameters
    ----------
    context : Context
    rng : numpy.random.Generator
        Draws what goes together, and the order of the steps.
    results : iterable of Statement
        Those of each kind are tried in their order, as long as attempts are asked for. Each is an
        end of two attempts at most, and two attempts have one end in common at most.
    alterations : Alterations
    """
    waiting: list[_Ending] = []
    uses: Counter[Statement] = Counter()
    found: list[tuple[set[Statement], set[Statement]]] = []
    for newest in _endings(context, results, alterations):
        fitting = [one for one in waiting if one.goes_with(newest)]
        for four in islice(_alike(rng, newest, fitting), _TRIES):
            ends = {one.goal for one in four}
            steps = set().union(*(one.steps for one in four))
            if any(
                len(ends & others) > 1 or len(steps & known) >= _SHARED * len(steps)
                for others, known in found
            ):
                continue
            attempt = _attempt(context, rng, [one.proof for one in four], alterations)
            if attempt is None:
                continue
            yield attempt
            found.append((ends, steps))
            uses.update(ends)
            waiting = [one for one in waiting if uses[one.goal] < _ATTEMPTS]
            break
        waiting.append(newest)


def _endings(
    context: Context, results: Iterable[Statement], alterations: Alterations
) -> Iterator[_Ending]:
    """Yield the proofs of results whose last step can be falsified, one of each kind in turn."""
    kinds: dict[str, list[Statement]] = {}
    for result in results:
        kinds.setdefault(result.predicate, []).append(result)
    missed: Counter[str] = Counter()
    for row in zip_longest(*(kinds[name] for name in sorted(kinds))):
        for result in row:
            if result is None or missed[result.predicate] == _PATIENCE:
                continue
            missed[result.predicate] += 1
            found = _ending(context, result, alterations)
            if found is not None:
                missed[result.predicate] = 0
                yield found


def _ending(context: Context, result: Statement, alterations: Alterations) -> _Ending | None:
    """The proof of a result, if its last step can be falsified.

    Whether two triangles match takes a reader one look at each of their sides and angles, so false
    claims about them are hardly ever worth asking.
    """
    if result.predicate in TRIANGLES or is_reducible(context, result):
        return None
    proof = context.proof(result)
    if not _FEWEST_STEPS <= len(proof.steps) <= _MOST_STEPS - OPTIONS + 1:
        return None
    if not all(map(is_printable, proof.steps)):
        return None
    found, looks, last = _Ending(proof), Looks(context, proof), proof.steps[-1]
    if found.has_twin:
        return None
    for verdict in alterations.worthwhile(looks, last):
        one = FalseEnd(looks, proof, verdict.statement)
        if not one.is_strange and not looks.contradict(last, verdict.statement):
            found.false.append(one)
    return found if found.false else None


def _alike(rng: Generator, newest: _Ending, fitting: Sequence[_Ending]) -> Iterator[list[_Ending]]:
    """Yield random sets of four that go together, each with a false claim that looks true there."""
    for _ in range(_DRAWN):
        four = next(_sets_with([newest], pick(rng, fitting), newest.steps), None)
        if four is None:
            return
        steps = {step.conclusion: step for one in four for step in one.proof.steps}.values()
        if all(one.looks_true_among(steps) for one in four):
            yield four


def _sets_with(
    chosen: list[_Ending], others: Sequence[_Ending], steps: set[Statement]
) -> Iterator[list[_Ending]]:
    """Yield sets of four that go together, with few steps in all.

    Each of the others goes with each of those chosen.
    """
    if len(chosen) == OPTIONS:
        yield chosen
        return
    for number, one in enumerate(others, start=1):
        if len(steps | one.steps) + OPTIONS - 1 - len(chosen) <= _MOST_STEPS:
            left = [other for other in others[number:] if other.goes_with(one)]
            yield from _sets_with([*chosen, one], left, steps | one.steps)


def _attempt(
    context: Context, rng: Generator, four: Sequence[Proof], alterations: Alterations
) -> Unfinished | None:
    """The steps of four proofs in random order, if each of the four results can be falsified."""
    steps = {step.conclusion: step for proof in four for step in proof.steps}
    names = {rule: name for proof in four for rule, name in proof.names.items()}
    attempt = renumbered(mixed(rng, list(steps.values()), []), names)
    ends = {proof.goal for proof in four}
    looks = Looks(context, attempt)
    false: dict[int, list[Verdict]] = {}
    for step in attempt.steps:
        if step.conclusion in ends:
            false[step.number] = alterations.of(looks, step)
            if not false[step.number]:
                return None
    return Unfinished(attempt, false)


def _equations(step: ProofStep) -> frozenset[Statement]:
    """What a step cites, but for collinear points."""
    return frozenset(a for a in step.derivation.antecedents if a.predicate != "coll")
