"""What is asked about a figure of the engine: a value that takes several steps to find."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from numpy.random import Generator

from geoengine.graph import NotDerivedError, Proof, ProofStep, ReasoningGraph, trace
from geoengine.items import pick, weighted
from geoengine.language import Statement, Surd
from geoengine.scene import ordinary_angles

__all__ = ["Asked", "choose"]

_KINDS = {"area": 0.42, "length": 0.28, "angle": 0.2, "ratio": 0.1}
"""How often each kind of question is tried first."""

_LEAST_STEPS, _MOST_STEPS = 4, 11
_TRIED = 12
"""How many values of each kind are considered."""

_PLAIN = {Fraction(1, 4): 60, Fraction(1, 2): 45, Fraction(3, 4): 30}
"""Angles by the squares of their cosines."""

_LONGEST = 7
"""The maximum number of characters of a value."""


@dataclass(frozen=True)
class Asked:
    """A value to find, with its proof.

    Attributes
    ----------
    kind : {"area", "length", "angle", "ratio"}
    points : tuple of str
        Three for an area or an angle, at the second of them; two for each length.
    value : Surd or Fraction
        Exact; an angle in degrees.
    proofs : tuple of Proof
        That its parts have their values.
    lengths : tuple of Surd
        The sides of a triangle from which an area or an angle follows in the last step: two are
        perpendicular, and meet in the first point; otherwise there are three.
    """

    kind: str
    points: tuple[str, ...]
    value: Surd | Fraction
    proofs: tuple[Proof, ...]
    lengths: tuple[Surd, ...] = ()

    @property
    def steps(self) -> tuple[ProofStep, ...]:
        """The steps of its proofs, each once."""
        return tuple({step.conclusion: step for p in self.proofs for step in p.steps}.values())

    @property
    def premises(self) -> tuple[Statement, ...]:
        """The premises of its proofs, each once."""
        return tuple(dict.fromkeys(premise for p in self.proofs for premise in p.premises))

    @property
    def segments(self) -> tuple[tuple[str, str], ...]:
        """The ends of the segments that are measured, or that make an angle or a triangle."""
        match self.kind, self.points:
            case "area", (a, b, c):
                return (a, b), (b, c), (c, a)
            case "angle", (a, b, c):
                return (a, b), (b, c)
            case _, points:
                return tuple((points[at], points[at + 1]) for at in range(0, len(points), 2))

    @property
    def measure(self) -> str:
        """What is asked, as certificates say it."""
        if self.kind == "ratio":
            a, b, c, d = self.points
            return f"length({a},{b})/length({c},{d})"
        return f"{self.kind}({','.join(self.points)})"


def choose(graph: ReasoningGraph, rng: Generator) -> Asked | None:
    """Choose a value that four to eleven steps lead to; None if there is none."""
    for kind in weighted(rng, _KINDS):
        for asked in _CANDIDATES[kind](graph, rng):
            # What is computed of sides takes a step more.
            own = len(asked.steps) + bool(asked.lengths)
            if _LEAST_STEPS <= own <= _MOST_STEPS and all(map(_is_readable, asked.steps)):
                return asked
    return None


def _lengths(graph: ReasoningGraph, rng: Generator) -> Iterator[Asked]:
    given = {premise.value for premise in graph.problem.relations}
    known = [
        (pair, value)
        for pair, value in graph.deduction.lengths.items()
        if len(str(value)) <= _LONGEST and value not in given
    ]
    for pair, value in pick(rng, known, _TRIED):
        if (proof := _proof(graph, Statement("lconst", pair, value))) is not None:
            yield Asked("length", tuple(pair), value, (proof,))


def _ratios(graph: ReasoningGraph, rng: Generator) -> Iterator[Asked]:
    states = [
        state
        for state in graph.states
        if state.predicate == "rconst" and len(str(state.value)) <= _LONGEST
    ]
    for state in pick(rng, states, _TRIED):
        proof = _proof(graph, state)
        if proof is not None and isinstance(state.value, Surd):
            yield Asked("ratio", state.points, state.value, (proof,))


def _angles(graph: ReasoningGraph, rng: Generator) -> Iterator[Asked]:
    states = [state for state in graph.states if state.predicate == "aconst"]
    for state in pick(rng, states, _TRIED):
        proof = _proof(graph, state)
        draws = None if proof is None or proof.draws is None else proof.draws()
        found = None if draws is None else ordinary_angles(state, draws)
        if proof is not None and found is not None and isinstance(found.second, Fraction):
            yield Asked("angle", found.first, 180 * found.second, (proof,))
    known, triples = _triangles(graph)
    for corners in pick(rng, triples, 4 * _TRIED):
        for at in range(3):
            a, b, c = (corners[(at + k) % 3] for k in range(3))
            sides = [(a, b), (b, c), (c, a)]
            lengths = tuple(known[frozenset(side)] for side in sides)
            value = _angle([length.square for length in lengths])
            proofs = _proofs(graph, sides, known) if value is not None else None
            if value is not None and proofs is not None:
                yield Asked("angle", (a, b, c), value, proofs, lengths=lengths)


def _angle(squares: Sequence[Fraction]) -> Fraction | None:
    """Return the angle between the first two sides by the law of cosines, if it is plain."""
    a, b, c = squares
    twice = a + b - c
    degrees = _PLAIN.get(twice * twice / (4 * a * b))
    if degrees is None:
        return None
    return Fraction(degrees if twice > 0 else 180 - degrees)


def _areas(graph: ReasoningGraph, rng: Generator) -> Iterator[Asked]:
    known, triples = _triangles(graph)
    for corners in pick(rng, triples, 2 * _TRIED):
        sides = [known[frozenset(side)] for side in combinations(corners, 2)]
        square = _square_of_area([side.square for side in sides])
        if len(str(Surd(square))) > _LONGEST:
            continue
        yield from _area(graph, corners, Surd(square), known)


def _triangles(
    graph: ReasoningGraph,
) -> tuple[dict[frozenset[str], Surd], list[tuple[str, str, str]]]:
    """Return the lengths that are derived, and the triangles with three of them as sides."""
    known = {frozenset(pair): value for pair, value in graph.deduction.lengths.items()}
    triples = [
        corners
        for corners in combinations(graph.problem.points, 3)
        if all(frozenset(side) in known for side in combinations(corners, 2))
        and _square_of_area([known[frozenset(side)].square for side in combinations(corners, 2)])
        > 0
    ]
    return known, triples


def _area(
    graph: ReasoningGraph,
    corners: tuple[str, str, str],
    value: Surd,
    known: dict[frozenset[str], Surd],
) -> Iterator[Asked]:
    for at in range(3):
        a, b, c = (corners[(at + k) % 3] for k in range(3))
        right = Statement("perp", (a, b, a, c))
        if graph.derived(right) or right in graph.problem.relations:
            proof = _proof(graph, right)
            proofs = _proofs(graph, [(a, b), (a, c)], known)
            if proof is not None and proofs is not None:
                legs = (known[frozenset((a, b))], known[frozenset((a, c))])
                yield Asked("area", (a, b, c), value, (proof, *proofs), lengths=legs)
            return
    a, b, c = corners
    sides = [(b, c), (c, a), (a, b)]
    if sum(known[frozenset(side)].rational is None for side in sides) > 1:
        # Nobody would use Heron's formula.
        return
    if (proofs := _proofs(graph, sides, known)) is not None:
        lengths = tuple(known[frozenset(side)] for side in sides)
        yield Asked("area", (a, b, c), value, proofs, lengths=lengths)


def _proofs(
    graph: ReasoningGraph, sides: Sequence[tuple[str, str]], known: dict[frozenset[str], Surd]
) -> tuple[Proof, ...] | None:
    """Return proofs of the lengths of segments; None if one has none."""
    found = [_proof(graph, Statement("lconst", side, known[frozenset(side)])) for side in sides]
    return tuple(proof for proof in found if proof is not None) if all(found) else None


def _square_of_area(squares: Sequence[Fraction]) -> Fraction:
    """Return the square of the area of a triangle, by the squares of its sides (Heron)."""
    a, b, c = squares
    return (2 * (a * b + b * c + c * a) - a * a - b * b - c * c) / 16


def _proof(graph: ReasoningGraph, goal: Statement) -> Proof | None:
    try:
        return trace(graph, goal)
    except NotDerivedError:
        # A value that no certificate confirms in exact arithmetic is not an answer.
        return None


def _is_readable(step: ProofStep) -> bool:
    return bool(step.derivation.antecedents)


_CANDIDATES = {"area": _areas, "length": _lengths, "angle": _angles, "ratio": _ratios}
