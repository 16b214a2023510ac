"""Ratios and angles that follow by the law of sines in several triangles together.

For a triangle with diameter D of its circumscribed circle, side a and the angle A opposite it,
ln a = ln D + ln sin A. So triangles and angles are the nodes of a graph, and sides its edges.
Angles that are equal, or add up to 180°, have one sine and are one node. Around every cycle the
sines and diameters cancel, which leaves an equation between lengths. Once these are known, two
angles of one component have equal sines where the lengths on the way from one to the other cancel.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from geoengine.deduction.angle_classes import find_angles, legs_of
from geoengine.deduction.distinct import first_places
from geoengine.deduction.exact_values import Values, class_labels
from geoengine.deduction.fact import Fact
from geoengine.deduction.frame import Floats, Frame, Ints, classify
from geoengine.deduction.linear_forms import FactForm, form_blocks
from geoengine.deduction.linear_table import PRIME, LinearTable
from geoengine.deduction.random_source import RandomSource
from geoengine.deduction.tables import Tables
from geoengine.deduction.triangles import SINE_SQUARES
from geoengine.language import PREDICATES, RELATION_TOLERANCE, Surd, Table

__all__ = ["SineGraph", "SineSolution", "equal_differences"]

_AT_ONCE = 16
"""The number of equations between lengths that are added before the others are tested again."""

_TWELFTHS = 12
_RIGHT = Fraction(1, 2)
_SPECIAL = [float(_TWELFTHS * turn) for turn in SINE_SQUARES]


class SineGraph:
    """The law of sines in all triangles of a frame, with what the tables know.

    Parameters
    ----------
    frame : Frame
    tables : Tables
    values : Values
        The exact values that these tables determine.

    Attributes
    ----------
    angles : Angles
    ends : ndarray, shape (m, 2)
        For each angle, the nodes that the side opposite it joins.
    edges : ndarray of int
        The angles, by number, from which something may follow.
    known : dict of int to int
        For nodes whose sine is known, the variable of its logarithm.
    component : ndarray, shape (nodes,)
        A number for the component of each node; -1 for those that are connected to a known sine.
    lengths : LinearTable
        The table of logarithms of lengths, with the equations around the cycles.
    """

    def __init__(self, frame: Frame, tables: Tables, values: Values) -> None:
        self.frame, self._tables = frame, tables
        self.angles = find_angles(frame, tables["direction"], values)
        corners, classes = self.angles.corners, self.angles.classes
        self._side = frame.pair[corners[:, 1], corners[:, 2]]
        self._triangles = len(corners) // 3
        # Nodes are triangles, then classes of angles.
        self.ends = np.stack([np.arange(len(corners)) // 3, self._triangles + classes], axis=1)
        self._nodes = self._triangles + int(classes.max(initial=-1)) + 1
        # The variables of the logarithms of sines.
        self._sines = {
            turn: tables.constants.variable("length", Surd(square))
            for turn, square in SINE_SQUARES.items()
        }
        tables.define()
        self.known = {
            self._triangles + label: self._sines[value]
            for label, value in self.angles.values.items()
        }
        self.edges = self._useful_edges()
        self.lengths = tables["length"].copied(RandomSource.seeded(17))
        self._values = Values(frame, tables, partial(_implied, frame, tables, self.lengths))
        self.component = np.arange(self._nodes)
        if len(self.edges):
            self._span()
            self._add_cycles()

    # -- the graph ---------------------------------------------------------------------------

    def _useful_edges(self) -> Ints:
        """Return the angles in whose triangles something may follow.

        A triangle needs two angles whose sines are in other triangles, too, or are known, or may
        turn out to be those of other angles.
        """
        wanted = np.zeros(self._nodes, dtype=bool)
        wanted[list(self.known)] = True
        wanted[self._triangles + self.angles.classes[self._open_angles]] = True
        edges = np.arange(len(self.ends))
        while len(edges):
            degree = np.bincount(self.ends[edges].ravel(), minlength=self._nodes)
            useful = (degree[self.ends[edges]] > 1) | wanted[self.ends[edges]]
            kept = edges[useful.all(axis=1)]
            if len(kept) == len(edges):
                break
            edges = kept
        return edges

    @cached_property
    def _open_angles(self) -> Ints:
        """One angle of each class that, in the draws, has the sine of another class or value."""
        firsts = first_places(self.angles.classes)
        turns = self._turns(firsts)
        features = np.concatenate([np.cos(2 * np.pi * turns), np.abs(np.sin(2 * np.pi * turns))], 1)
        labels = classify(features / 2)
        shared = np.bincount(labels)[labels] > 1
        unknown = ~np.isin(self.angles.classes[firsts], list(self.angles.values))
        return firsts[shared | (unknown & self._special(turns))]

    @cached_property
    def _spanned(self) -> NDArray[np.bool_]:
        """Which nodes are on useful edges."""
        found = np.zeros(self._nodes, dtype=bool)
        found[self.ends[self.edges]] = True
        return found

    def reached_corners(self) -> Ints:
        """Return the angles on useful edges that, in the draws, have the sine of another class."""
        chosen = np.zeros(self._nodes, dtype=bool)
        chosen[self.ends[self._open_angles, 1]] = True
        return np.flatnonzero((chosen & self._spanned)[self.ends[:, 1]])

    def _turns(self, corners: Ints) -> Floats:
        legs = legs_of(self.frame, self.angles.corners[corners])
        return (self.frame.angle[:, legs[:, 1]] - self.frame.angle[:, legs[:, 0]]).T

    @staticmethod
    def _special(turns: Floats) -> NDArray[np.bool_]:
        drawn = _TWELFTHS * turns
        near = np.abs(drawn - np.round(drawn)) * np.pi / _TWELFTHS < RELATION_TOLERANCE
        same = np.round(drawn) % _TWELFTHS == np.round(drawn[:, :1]) % _TWELFTHS
        sines = np.isin(np.round(drawn[:, 0]) % _TWELFTHS, _SPECIAL)
        return np.asarray((near & same).all(axis=1) & sines)

    def _span(self) -> None:
        """Find a spanning forest of the graph, level by level from its roots.

        Known sines are roots. `_levels` has the nodes of each level with the edges to them.
        """
        ends = self.ends[self.edges]
        component = np.arange(self._nodes)
        component[list(self.known)] = -1
        while True:
            least = component[ends].min(axis=1)
            before = component.copy()
            np.minimum.at(component, ends.ravel(), np.repeat(least, 2))
            if (component == before).all():
                break
        self.component = component
        reached = component == np.arange(self._nodes)
        reached[list(self.known)] = True
        self._parent = np.full(self._nodes, -1)
        self._levels: list[tuple[Ints, Ints]] = []
        while True:
            fresh = np.flatnonzero(reached[ends[:, 0]] != reached[ends[:, 1]])
            if not len(fresh):
                break
            nodes = ends[fresh][~reached[ends[fresh]]]
            nodes, first = np.unique(nodes, return_index=True)
            self._levels.append((nodes, self.edges[fresh[first]]))
            self._parent[nodes] = self.edges[fresh[first]]
            reached[nodes] = True

    def potentials(self) -> Ints:
        """Return the logarithm of each node, on two random solutions; shape (nodes, 2).

        It is relative to the root of the component, with the opposite sign for triangles.
        """
        solutions = self.lengths.random_solutions
        found = np.zeros((self._nodes, 2), dtype=np.int64)
        for node, variable in self.known.items():
            found[node] = solutions[variable]
        for nodes, edges in self._levels:
            before = self.ends[edges].sum(axis=1) - nodes
            found[nodes] = (solutions[self._side[edges]] - found[before]) % PRIME
        return found

    def _path(self, node: int, sign: int, into: dict[int, int]) -> None:
        """Add the lengths on the way from a node to its root, with alternating signs."""
        while (edge := int(self._parent[node])) >= 0:
            side = int(self._side[edge])
            into[side] = into.get(side, 0) + sign
            node, sign = int(self.ends[edge].sum()) - node, -sign
        if node in self.known:
            variable = self.known[node]
            into[variable] = into.get(variable, 0) + sign

    def _add_cycles(self) -> None:
        """Add the equations around all cycles to the lengths."""
        while True:
            potentials = self.potentials()
            rest = self.lengths.random_solutions[self._side[self.edges]]
            rest = (rest - potentials[self.ends[self.edges]].sum(axis=1)) % PRIME
            # Sums of three residues: equal values mean equivalent equations.
            _, firsts = np.unique(rest[:, 0] * PRIME + rest[:, 1], return_index=True)
            chosen = firsts[rest[firsts].any(axis=1)][:_AT_ONCE]
            if not len(chosen):
                return
            for edge in self.edges[chosen].tolist():
                terms = {int(self._side[edge]): 1}
                for node in self.ends[edge].tolist():
                    self._path(node, -1, terms)
                terms = {variable: c for variable, c in terms.items() if variable and c}
                self.lengths.add(np.array(list(terms)), np.array(list(terms.values())))
            self.lengths.update_solutions()

    # -- what follows --------------------------------------------------------------------------

    @property
    def has_more_lengths(self) -> bool:
        """Whether the cycles give an equation between lengths that the table does not have."""
        return self.lengths.rank > self._tables["length"].rank

    def solutions(self) -> Iterator[SineSolution]:
        """Yield what follows beyond what the tables knew; many ratios follow from few others."""
        if self.has_more_lengths:
            for fact in self._equal_ratios():
                yield SineSolution(self, fact)
        yield from self._equal_angles()

    def _equal_ratios(self) -> Iterator[Fact]:
        """Yield constant ratios, and equal ratios, of lengths that follow from the cycles."""
        frame, known = self.frame, self._tables["length"]
        labels = class_labels(known.free_part[1 : frame.pairs + 1])
        pairs = np.sort(first_places(labels)) + 1
        new = class_labels(self.lengths.free_part[: frame.pairs + 1])[pairs]
        i, j = np.nonzero(np.triu(new[:, None] == new, 1))
        for one, other in zip(pairs[i].tolist(), pairs[j].tolist(), strict=True):
            value = self._values.ratio(one, other)
            if value is not None:
                yield self._values.ratio_fact(one, other, value)
        ends = np.stack([frame.first, frame.second], axis=1)
        before = known.random_solutions[pairs]
        for one, other in equal_differences(self.lengths.random_solutions[pairs]):
            if not self.has_more_lengths:
                # The others follow from those that were taken up meanwhile.
                return
            a, b, c, d = before[[*one, *other]]
            if ((a - b - c + d) % PRIME).any():
                # It was not known before.
                sides = ends[pairs[[*one, *other]]]
                yield Fact("eqratio", tuple(sides.ravel().tolist()))

    def _equal_angles(self) -> Iterator[SineSolution]:
        """Yield equal angles, and angles with a value, that follow."""
        if not len(self.edges):
            return
        corners = self._open_angles
        corners = corners[self._spanned[self.ends[corners, 1]]]
        nodes = self.ends[corners, 1]
        potentials, turns = self.potentials()[nodes], self._turns(corners)
        components, special = self.component[nodes], self._special(turns)
        order = np.lexsort((potentials[:, 1], potentials[:, 0], components))
        valued = special & (components < 0) & ~np.isin(nodes, list(self.known))
        keys = np.concatenate([components[:, None], potentials], axis=1)[order]
        equal = np.zeros(len(order), dtype=bool)
        equal[1:] = (keys[1:] == keys[:-1]).all(axis=1)
        for k in np.flatnonzero(valued[order] | equal).tolist():
            at = order[k]
            corner = int(corners[at])
            if valued[at]:
                value = Fraction(round(_TWELFTHS * float(turns[at, 0])), _TWELFTHS) % 1
                sine = self.lengths.random_solutions[self._sines[value]]
                if (potentials[at] == sine).all():
                    yield self._with_value(corner, value)
            if equal[k]:
                yield from self._with_equal_sines(int(corners[order[k - 1]]), corner)

    def _with_value(self, corner: int, value: Fraction) -> SineSolution:
        fact = self.angles.value_fact(corner, value)
        return SineSolution(self, fact, (corner,), modulus=1 if value == _RIGHT else 2)

    def _with_equal_sines(self, one: int, other: int) -> Iterator[SineSolution]:
        """Yield that two angles are equal, or opposite, as in all draws.

        Of right angles, the draws do not tell which.
        """
        turns = self._turns(np.array([one, other]))
        signs = []
        for sign in (1, -1):
            off = turns[0] - sign * turns[1]
            if (np.abs(off - np.round(off)) * np.pi < RELATION_TOLERANCE).all():
                signs.append(sign)
        if len(signs) == 1:
            fact, apart = self.angles.fact(one, other, *signs), self._apart(one, other, *signs)
            conditions = () if apart is None else (apart,)
            modulus = 2 if apart is None else 1
            yield SineSolution(self, fact, (one, other), conditions=conditions, modulus=modulus)

    def _apart(self, one: int, other: int, sign: int) -> Fact | None:
        """Return the condition that excludes that two angles are opposite; or equal, for -1.

        There is one if two lines would then be parallel, or one line; otherwise None.
        """
        (v, p, q), (w, r, s) = self.angles.corners[[one, other]].tolist()
        lines: Counter[tuple[int, ...]] = Counter()
        for line, count in (((v, p), -1), ((v, q), 1), ((w, r), -sign), ((w, s), sign)):
            lines[tuple(sorted(line))] += count
        rest = sorted(line for line, count in lines.items() if count)
        if sorted(lines[line] for line in rest) != [-1, 1]:
            return None
        points = tuple(dict.fromkeys([*rest[0], *rest[1]]))
        condition = Fact("ncoll" if len(points) == 3 else "npara", points)
        definition = PREDICATES[condition.predicate]
        measured = definition.measure(self.frame.z[:, list(points)])
        return condition if definition.decide(measured).all() else None


_MARKS = 2**16
"""The number of marks by which it is told quickly that a difference is not repeated."""


def equal_differences(values: Ints) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield each two consecutive ones of the pairs of rows with one difference, other than zero.

    Parameters
    ----------
    values : ndarray, shape (m, 2)
        Residues. Differences count as one if they are equal up to sign.

    Yields
    ------
    (int, int), (int, int)
        The rows that are subtracted from each other; in the order of the differences.
    """
    i, j = np.nonzero(np.tri(len(values), k=-1, dtype=bool).T)
    one, other = (values[i] - values[j]).T
    one += PRIME * (one < 0)
    other += PRIME * (other < 0)
    turned = one > PRIME // 2
    # Both residues as one number, which is sorted three times as fast.
    keys = np.where(turned, PRIME - one, one) * PRIME
    keys += np.where(turned & (other > 0), PRIME - other, other)
    ordered = np.sort(keys)
    repeated = ordered[1:][(ordered[1:] == ordered[:-1]) & (ordered[1:] > 0)]
    if not len(repeated):
        return
    # Few keys have the last bits of a repeated one; only these are looked up.
    marks = np.zeros(_MARKS, dtype=bool)
    marks[repeated % _MARKS] = True
    places = np.flatnonzero(marks[keys % _MARKS])
    at = np.minimum(np.searchsorted(repeated, keys[places]), len(repeated) - 1)
    places = places[repeated[at] == keys[places]]
    places = places[np.argsort(keys[places], kind="stable")]
    i, j = np.where(turned, j, i)[places].tolist(), np.where(turned, i, j)[places].tolist()
    keys = keys[places].tolist()
    for k in range(1, len(keys)):
        if keys[k] == keys[k - 1]:
            yield (i[k - 1], j[k - 1]), (i[k], j[k])


def _implied(frame: Frame, tables: Tables, lengths: LinearTable, fact: Fact, table: Table) -> bool:
    """Return whether an equation between lengths follows from the cycles, added to `lengths`."""
    points = np.array(fact.points)[:, None]
    (block,) = form_blocks(frame, fact.predicate, points, fact.value, (table,))
    form = FactForm(block.plan, block.variables[0].tolist())
    variables, coefficients = tables.equation(form)
    last = len(lengths.random_solutions)
    lengths.define({k: tables.constants.unit_row(k) for k in variables if k >= last})
    return lengths.implies(variables, coefficients)


@dataclass(frozen=True, slots=True)
class SineSolution:
    """A fact that follows by the law of sines in several triangles.

    Attributes
    ----------
    graph : SineGraph
        The law of sines in all triangles, as of the round before.
    fact : Fact
    corners : tuple of int
        The angles by which it follows: one with a value; two with one sine; or the parts of two
        angles, which have sines in one ratio.
    antecedents : tuple of Fact
        What is needed beyond equations between lengths and sines.
    conditions : tuple of Fact
        Conditions that exclude the supplement of an angle.
    modulus : int
        2 if the figure decides between two angles, otherwise 1.
    """

    graph: SineGraph
    fact: Fact
    corners: tuple[int, ...] = ()
    antecedents: tuple[Fact, ...] = ()
    conditions: tuple[Fact, ...] = ()
    modulus: int = 1
