"""A false claim in place of the result of a proof, and how it looks beside other proofs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from geoengine.families.reasoning.looks import LIMIT, WEIGHTS, Looks, names_in, segments_in
from geoengine.graph import Proof, ProofStep
from geoengine.language import Statement, write

__all__ = ["FalseEnd"]


class FalseEnd:
    """A false claim in place of the conclusion of a proof's last step.

    Whether it looks like the true one depends on what other steps are printed: on how often they
    name the segments and points of either. These counts add up over the steps, so whether a claim
    fits among the steps of several proofs takes much less time to estimate than to find out with
    `Looks`. It is an estimate since more of the problem is printed with several proofs.

    Parameters
    ----------
    looks : Looks
        Those of the proof.
    proof : Proof
    claim : Statement

    Attributes
    ----------
    is_strange : bool
        Whether it looks too different from the true conclusion beside any steps.

    Examples
    --------
    >>> from geoengine.families.reasoning import make_context
    >>> from geoengine.language import parse_statement
    >>> from geoengine.scene import load_problem
    >>> text = "A B C = triangle; M = midpoint B C; N = midpoint C A"
    >>> context = make_context(load_problem(text), scene="midpoints", seed=1)
    >>> proof = context.proof(parse_statement("para A B M N"))
    >>> end = FalseEnd(Looks(context, proof), proof, parse_statement("para B C M N"))
    >>> end.is_strange, end.looks_true([])
    (False, True)
    """

    def __init__(self, looks: Looks, proof: Proof, claim: Statement) -> None:
        *others, last = proof.steps
        true, false = write(last.conclusion), write(claim)
        own, other = set(segments_in(true)), set(segments_in(false))
        self._segments = dict.fromkeys(other - own, 1) | dict.fromkeys(own - other, -1)
        self._names: Counter[str] = Counter()
        for text, sign in ((false, 1), (true, -1)):
            names = set(names_in(text))
            self._names.update(dict.fromkeys(names, sign / len(names)))
        self._beside: dict[Statement, tuple[float, float]] = {}
        self._apart = looks.change(last, claim) - self._change_beside(others)
        self.is_strange = self._apart > LIMIT

    def looks_true(self, others: Iterable[ProofStep]) -> bool:
        """Estimate whether it looks like the true conclusion beside other steps."""
        return self._apart + self._change_beside(others) <= LIMIT

    def _change_beside(self, others: Iterable[ProofStep]) -> float:
        segments = names = 0.0
        for step in others:
            found = self._beside.get(step.conclusion)
            if found is None:
                found = self._beside[step.conclusion] = self._lead_in(step)
            segments += found[0]
            names += found[1]
        return WEIGHTS["in_steps"] * abs(segments) + WEIGHTS["names_in_steps"] * abs(names)

    def _lead_in(self, step: ProofStep) -> tuple[float, float]:
        """How much more often a step names segments, and points, of the claim than of the truth."""
        segments, names = _named_in((*step.derivation.antecedents, step.conclusion))
        return (
            sum(factor * segments[name] for name, factor in self._segments.items()),
            sum(factor * names[name] for name, factor in self._names.items()),
        )


@lru_cache(maxsize=8192)
def _named_in(statements: tuple[Statement, ...]) -> tuple[Counter[str], Counter[str]]:
    """How often statements name each segment, and each point."""
    text = "; ".join(map(write, statements))
    return segments_in(text), names_in(text)
