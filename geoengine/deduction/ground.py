"""Grounding: all instances of a rule whose hypotheses and conclusions are true in the diagram."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from geoengine.catalogue import Pattern, Rule
from geoengine.deduction.frame import Floats, Frame, Ints
from geoengine.deduction.relations import LISTED, Relations, symmetric_orders
from geoengine.language import PREDICATES, Surd
from geoengine.language.measures import RELATION_TOLERANCE

__all__ = ["CompiledRule", "Grounding", "compile_rule", "ground"]

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Atom:
    """A pattern over letter numbers.

    Attributes
    ----------
    letters : tuple of int
        Letter number of each argument.
    segments : tuple of (int, int)
        Letters that must be different points for the statement to mean something.
    """

    predicate: str
    letters: tuple[int, ...]
    value: Fraction | Surd | None
    segments: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class CompiledRule:
    """A rule over letter numbers, with the permutations of its letters that change nothing.

    Attributes
    ----------
    symmetries : ndarray, shape (k, letters)
        Permutations that keep what is given and what is concluded.
    """

    rule: Rule
    letters: int
    given: tuple[Atom, ...]
    where: tuple[Atom, ...]
    then: tuple[Atom, ...]
    symmetries: Ints


@dataclass
class Grounding:
    """The instances of one rule.

    Attributes
    ----------
    rows : ndarray, shape (m, letters)
        Point numbers; instances that differ by a symmetry of the rule appear once.
    fired : ndarray, shape (m,)
        Round in which the hypotheses were all known; 0 where they never were.
    truncated : bool
        Whether a limit cut the list.
    """

    compiled: CompiledRule
    rows: Ints
    truncated: bool
    fired: Ints = field(init=False)

    def __post_init__(self) -> None:
        self.fired = np.zeros(len(self.rows), dtype=np.int64)


def _atom(pattern: Pattern, number: dict[str, int]) -> Atom:
    letters = tuple(number[letter] for letter in pattern.letters)
    groups = PREDICATES[pattern.predicate].groups
    segments: set[tuple[int, int]] = set()
    at = 0
    whole = set(groups) == {1} or len(groups) == 2 and 1 in groups
    parts = [letters] if whole else []
    for size in groups if not whole else ():
        parts.append(letters[at : at + size])
        at += size
    for part in parts:
        segments.update((min(a, b), max(a, b)) for k, a in enumerate(part) for b in part[:k])
    return Atom(pattern.predicate, letters, pattern.value, tuple(sorted(segments)))


def _canonical(atom: Atom, order: Sequence[int]) -> tuple[object, ...]:
    """An atom after a permutation of the letters, independent of how it is spelt."""
    renamed = [order[letter] for letter in atom.letters]
    orders = symmetric_orders(atom.predicate, len(renamed))
    return atom.predicate, min(tuple(renamed[k] for k in turn) for turn in orders), atom.value


def _signature(letter: int, given: Sequence[Atom], then: Sequence[Atom]) -> tuple[object, ...]:
    """What any symmetry must keep about a letter: where it stands, up to the atoms' own symmetries."""
    seen = []
    for side, atoms in (("given", given), ("then", then)):
        for atom in atoms:
            orders = symmetric_orders(atom.predicate, len(atom.letters))
            for position, found in enumerate(atom.letters):
                if found == letter:
                    seen.append(
                        (side, atom.predicate, min(turn.index(position) for turn in orders))
                    )
    return tuple(sorted(seen))


def _symmetries(letters: int, given: Sequence[Atom], then: Sequence[Atom]) -> Ints:
    classes: dict[tuple[object, ...], list[int]] = {}
    for letter in range(letters):
        classes.setdefault(_signature(letter, given, then), []).append(letter)
    identity = list(range(letters))
    orders = [identity]
    for members in classes.values():
        orders = [
            [dict(zip(members, turned, strict=True)).get(k, order[k]) for k in identity]
            for order in orders
            for turned in permutations(members)
        ]
    wanted = [sorted(_canonical(a, identity) for a in atoms) for atoms in (given, then)]  # type: ignore[type-var]
    kept = [
        order
        for order in orders
        if [sorted(_canonical(a, order) for a in atoms) for atoms in (given, then)] == wanted  # type: ignore[type-var]
    ]
    return np.array(kept, dtype=np.int64)


@lru_cache(maxsize=4096)
def compile_rule(rule: Rule) -> CompiledRule:
    """Number a rule's letters and find its symmetries."""
    number = {letter: k for k, letter in enumerate(rule.variables)}
    given = tuple(_atom(pattern, number) for pattern in rule.given)
    where = tuple(_atom(pattern, number) for pattern in rule.where)
    then = tuple(_atom(pattern, number) for pattern in rule.then)
    return CompiledRule(
        rule, len(number), given, where, then, _symmetries(len(number), given, then)
    )


def _turn_is(turn: Floats, value: float) -> Mask:
    off = turn - value
    return np.asarray(np.abs(off - np.round(off)) * np.pi < RELATION_TOLERANCE).all(axis=0)


def _true(frame: Frame, atom: Atom, points: Sequence[Ints]) -> Mask:
    """Which rows of points (one array an argument) make an atom true in every draw."""
    name, value = atom.predicate, atom.value
    pair = frame.pair
    if name == "coll":
        return frame.collinear[points[0], points[1], points[2]]
    if name in {"para", "perp", "cong", "eqangle", "eqratio", "aconst", "rconst", "lconst"}:
        sides = [pair[points[k], points[k + 1]] for k in range(0, len(points), 2)]
        if name == "para":
            same = frame.direction[sides[0]] == frame.direction[sides[1]]
            return np.asarray(same & (frame.line[sides[0]] != frame.line[sides[1]]))
        if name == "perp":
            return np.asarray(
                frame.right_angle_to[frame.direction[sides[0]]] == frame.direction[sides[1]]
            )
        if name == "cong":
            return np.asarray(frame.length[sides[0]] == frame.length[sides[1]])
        if name in {"eqangle", "aconst"}:
            turn = frame.angle[:, sides[1]] - frame.angle[:, sides[0]]
            if name == "eqangle":
                turn = turn - frame.angle[:, sides[3]] + frame.angle[:, sides[2]]
            return _turn_is(turn, 0.0 if value is None else float(value))
        ratio = frame.log_length[:, sides[0]]
        if name != "lconst":
            ratio = ratio - frame.log_length[:, sides[1]]
        if name == "eqratio":
            ratio = ratio - frame.log_length[:, sides[2]] + frame.log_length[:, sides[3]]
        target = 0.0 if value is None else float(np.log(float(value)))
        return np.asarray(np.abs(ratio - target) < RELATION_TOLERANCE).all(axis=0)
    definition = PREDICATES[name]
    z = frame.z[:, np.stack(points, axis=-1)]
    return np.asarray(definition.decide(definition.measure(z)).all(axis=0))


class _Join:
    """A growing table of partial instances."""

    def __init__(self, compiled: CompiledRule, relations: Relations, limit: int) -> None:
        self.compiled = compiled
        self.relations = relations
        self.frame = relations.frame
        self.limit = limit
        self.truncated = False
        self.bound: list[int] = []
        self.rows: Ints = np.zeros((1, 0), dtype=np.int64)
        self.checks = [*compiled.given, *compiled.then, *compiled.where]
        self.sources = [
            atom for atom in (*compiled.given, *compiled.then) if atom.predicate in LISTED
        ]
        self.apart = {pair for atom in self.checks for pair in atom.segments}

    def _shape(self, atom: Atom) -> tuple[tuple[int, ...], list[int]]:
        letters = list(dict.fromkeys(atom.letters))
        return tuple(letters.index(letter) for letter in atom.letters), letters

    def _cost(self, atom: Atom) -> float:
        shape, letters = self._shape(atom)
        size = len(self.relations.matching(atom.predicate, shape))
        shared = sum(letter in self.bound for letter in letters)
        return float(len(self.rows) * size / max(1, self.frame.n) ** shared)

    def run(self) -> Ints:
        """Bind all letters, the cheapest way first."""
        while len(self.bound) < self.compiled.letters:
            open_sources = [a for a in self.sources if set(a.letters) - set(self.bound)]
            costs = [(self._cost(atom), k) for k, atom in enumerate(open_sources)]
            widest = float(len(self.rows) * self.frame.n)
            if costs and (min(costs)[0] <= widest or not self.bound):
                self._extend(open_sources[min(costs)[1]])
            else:
                self._expand()
            self._filter()
            if not len(self.rows):
                return np.zeros((0, self.compiled.letters), dtype=np.int64)
        order = np.argsort(self.bound)
        return self.rows[:, order]

    def _extend(self, atom: Atom) -> None:
        shape, letters = self._shape(atom)
        listed = self.relations.matching(atom.predicate, shape)
        shared = [letter for letter in letters if letter in self.bound]
        new = [k for k, letter in enumerate(letters) if letter not in self.bound]
        weights = self.frame.n ** np.arange(len(shared), dtype=np.int64)
        theirs = listed[:, [letters.index(letter) for letter in shared]] @ weights
        ours = self.rows[:, [self.bound.index(letter) for letter in shared]] @ weights
        order = np.argsort(theirs, kind="stable")
        start = np.searchsorted(theirs[order], ours, side="left")
        counts = np.searchsorted(theirs[order], ours, side="right") - start
        if counts.sum() > self.limit:
            self.truncated = True
            counts = np.where(np.cumsum(counts) > self.limit, 0, counts)
        rows = np.repeat(np.arange(len(self.rows)), counts)
        within = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
        found = order[np.repeat(start, counts) + within]
        self.rows = np.concatenate([self.rows[rows], listed[found][:, new]], axis=1)
        self.bound += [letters[k] for k in new]

    def _expand(self) -> None:
        """Let the open letter that most checks wait for be any point."""
        open_letters = [k for k in range(self.compiled.letters) if k not in self.bound]
        waiting = {
            letter: min(
                len(set(a.letters) - {*self.bound, letter})
                for a in self.checks
                if letter in a.letters
            )
            for letter in open_letters
        }
        letter = min(open_letters, key=lambda k: (waiting[k], k))
        rows = self.rows
        if len(rows) * self.frame.n > self.limit:
            self.truncated = True
            rows = rows[: self.limit // self.frame.n]
        self.rows = np.concatenate(
            [
                np.repeat(rows, self.frame.n, axis=0),
                np.tile(np.arange(self.frame.n), len(rows))[:, None],
            ],
            axis=1,
        )
        self.bound.append(letter)

    def _filter(self) -> None:
        ready = set(self.bound)
        column = {letter: k for k, letter in enumerate(self.bound)}
        for a, b in [pair for pair in self.apart if ready.issuperset(pair)]:
            self.apart.discard((a, b))
            self.rows = self.rows[self.rows[:, column[a]] != self.rows[:, column[b]]]
        for atom in [atom for atom in self.checks if ready.issuperset(atom.letters)]:
            self.checks.remove(atom)
            points = [self.rows[:, column[letter]] for letter in atom.letters]
            self.rows = self.rows[_true(self.frame, atom, points)]


def _once(rows: Ints, symmetries: Ints, n: int) -> Ints:
    """One row of each set of rows that differ by a symmetry."""
    if not len(rows):
        return rows
    weights = n ** np.arange(rows.shape[1], dtype=np.int64)
    smallest = np.min([rows[:, order] @ weights for order in symmetries], axis=0)
    _, firsts = np.unique(smallest, return_index=True)
    return rows[np.sort(firsts)]


def ground(compiled: CompiledRule, relations: Relations, limit: int = 2_000_000) -> Grounding:
    """List the instances of a rule in a frame.

    Parameters
    ----------
    compiled : CompiledRule
    relations : Relations
    limit : int
        Most partial instances to hold at a time; what is beyond it is cut and reported.
    """
    join = _Join(compiled, relations, limit)
    rows = _once(join.run(), compiled.symmetries, relations.frame.n)
    truncated = join.truncated or any(
        atom.predicate in relations.truncated for atom in join.sources
    )
    return Grounding(compiled, rows, truncated)
