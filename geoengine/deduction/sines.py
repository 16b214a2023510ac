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
from functools import partial

import numpy as np
from numpy.typing import NDArray

from geoengine.deduction.angle_classes import Angles
from geoengine.deduction.corners import TWELFTHS
from geoengine.deduction.distinct import first_places
from geoengine.deduction.exact_values import Values, class_labels
from geoengine.deduction.fact import Fact
from geoengine.deduction.frame import Frame, Ints
from geoengine.deduction.kept_property import kept_property
from geoengine.deduction.linear_forms import FactForm, form_blocks
from geoengine.deduction.linear_table import LinearTable
from geoengine.deduction.random_source import RandomSource
from geoengine.deduction.residues import PRIME
from geoengine.deduction.spanning_forest import SpanningForest, useful_edges
from geoengine.deduction.tables import Tables
from geoengine.deduction.triangles import SINE_SQUARES
from geoengine.kernel import compiled
from geoengine.language import PREDICATES, RELATION_TOLERANCE, Surd, Table

__all__ = ["SineGraph", "SineSolution", "equal_differences"]

_AT_ONCE = 16
"""The number of equations between lengths that are added before the others are tested again."""

_RIGHT = Fraction(1, 2)
_SINES = {turn: Surd(square) for turn, square in SINE_SQUARES.items()}


class SineGraph:
    """The law of sines in all triangles of a frame, with what the tables know.

    Parameters
    ----------
    frame : Frame
    tables : Tables
    angles : Angles
        Those of the frame, by what is known of directions.

    Attributes
    ----------
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

    def __init__(self, frame: Frame, tables: Tables, angles: Angles) -> None:
        self.frame, self._tables, self.angles = frame, tables, angles
        self._corners, classes = frame.corners, angles.classes
        self._side = self._corners.sides
        self._triangles = len(classes) // 3
        # Nodes are triangles, then classes of angles.
        self.ends = np.stack([np.arange(len(classes)) // 3, self._triangles + classes], axis=1)
        self._nodes = self._triangles + int(classes.max(initial=-1)) + 1
        # The variables of the logarithms of sines.
        self._sines = {
            turn: tables.constants.variable("length", sine) for turn, sine in _SINES.items()
        }
        tables.define()
        self.known = {
            self._triangles + label: self._sines[value]
            for label, value in self.angles.values.items()
        }
        self.edges = self._useful_edges()
        self.lengths = tables["length"].copied(RandomSource.seeded(17))
        self._values = Values(frame, tables, partial(_implied, frame, tables, self.lengths))
        self._forest = SpanningForest(self.ends, self.edges, list(self.known), self._nodes)
        self.component = self._forest.component
        self._found: tuple[int, Ints] | None = None
        if len(self.edges):
            self._add_cycles()

    # -- the graph ---------------------------------------------------------------------------

    def _useful_edges(self) -> Ints:
        """Return the angles in whose triangles something may follow.

        A triangle needs two angles whose sines are in other triangles, too, or are known, or may
        turn out to be those of other angles.
        """
        wanted = self._is_known.copy()
        wanted[self._triangles + self.angles.classes[self._open_angles]] = True
        return useful_edges(self.ends, wanted)

    @kept_property
    def _open_angles(self) -> Ints:
        """One angle of each class that, in the draws, has the sine of another class or value."""
        firsts = first_places(self.angles.classes)
        labels = self.frame.corner_sines[firsts]
        shared = np.bincount(labels)[labels] > 1
        unknown = ~self._is_known[self._triangles + self.angles.classes[firsts]]
        return firsts[shared | (unknown & self._corners.special[firsts])]

    @kept_property
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

    @kept_property
    def _is_known(self) -> NDArray[np.bool_]:
        """Which nodes are in `known`."""
        found = np.zeros(self._nodes, dtype=bool)
        found[list(self.known)] = True
        return found

    def potentials(self) -> Ints:
        """Return the logarithm of each node, on two random solutions; shape (nodes, 2).

        It is relative to the root of the component, with the opposite sign for triangles.
        """
        version = self.lengths.version
        if self._found is None or self._found[0] != version:
            self._found = version, self._potentials()
        return self._found[1]

    def _potentials(self) -> Ints:
        solutions, forest = self.lengths.random_solutions, self._forest
        kernel = compiled("forest")
        if kernel is not None:
            found: Ints = kernel.potentials(
                solutions, self._side, self.ends, forest.nodes, forest.edges,
                np.array(list(self.known), dtype=np.int64),
                np.array(list(self.known.values()), dtype=np.int64), self._nodes,
            )  # fmt: skip
            return found
        found = np.zeros((self._nodes, 2), dtype=np.int64)
        for node, variable in self.known.items():
            found[node] = solutions[variable]
        before = self.ends[forest.edges].sum(axis=1) - forest.nodes
        for k, (node, edge) in enumerate(zip(forest.nodes, forest.edges, strict=True)):
            found[node] = (solutions[self._side[edge]] - found[before[k]]) % PRIME
        return found

    def _path(self, node: int, sign: int, into: dict[int, int]) -> None:
        """Add the lengths on the way from a node to its root, with alternating signs."""
        while (edge := int(self._forest.parent[node])) >= 0:
            side = int(self._side[edge])
            into[side] = into.get(side, 0) + sign
            node, sign = int(self.ends[edge].sum()) - node, -sign
        if node in self.known:
            variable = self.known[node]
            into[variable] = into.get(variable, 0) + sign

    def _add_cycles(self) -> None:
        """Add the equations around all cycles to the lengths."""
        while len(chosen := self._open_cycles()):
            equations = []
            for edge in chosen.tolist():
                terms = {int(self._side[edge]): 1}
                for node in self.ends[edge].tolist():
                    self._path(node, -1, terms)
                equations.append({variable: c for variable, c in terms.items() if variable and c})
            shape = len(equations), max(map(len, equations))
            variables, coefficients = np.zeros((2, *shape), dtype=np.int64)
            for k, terms in enumerate(equations):
                variables[k, : len(terms)], coefficients[k, : len(terms)] = (
                    list(terms), list(terms.values()),
                )  # fmt: skip
            self.lengths.add_all(variables, coefficients)
            self.lengths.update_solutions()

    def _open_cycles(self) -> Ints:
        """Return a few edges whose cycles give different equations that do not hold yet."""
        solutions, potentials = self.lengths.random_solutions, self.potentials()
        kernel = compiled("forest")
        if kernel is not None:
            found: Ints = kernel.open_cycles(
                solutions, self._side, self.ends, self.edges, potentials, _AT_ONCE
            )
            return found
        rest = solutions[self._side[self.edges]]
        rest = (rest - potentials[self.ends[self.edges]].sum(axis=1)) % PRIME
        # Sums of three residues: equal values mean equivalent equations.
        _, firsts = np.unique(rest[:, 0] * PRIME + rest[:, 1], return_index=True)
        return np.asarray(self.edges[firsts[rest[firsts].any(axis=1)][:_AT_ONCE]])

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
        # Of a length with a parameter of its own, ratios are equal only if those to two equal
        # lengths are, which are listed already.
        pairs = pairs[self.lengths.entangled(pairs)]
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
        potentials = self.potentials()[nodes]
        components, special = self.component[nodes], self._corners.special[corners]
        order = np.lexsort((potentials[:, 1], potentials[:, 0], components))
        valued = special & (components < 0) & ~self._is_known[nodes]
        keys = np.concatenate([components[:, None], potentials], axis=1)[order]
        equal = np.zeros(len(order), dtype=bool)
        equal[1:] = (keys[1:] == keys[:-1]).all(axis=1)
        for k in np.flatnonzero(valued[order] | equal).tolist():
            at = order[k]
            corner = int(corners[at])
            if valued[at]:
                value = Fraction(int(self._corners.multiples[corner]), TWELFTHS)
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
        turns = self._corners.turns[[one, other]]
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
    kernel = compiled("repeats")
    keys, pairs = _differences(values) if kernel is None else kernel.differences(values)
    order = np.argsort(keys, kind="stable")
    keys, pairs = keys[order], pairs.T[order]
    repeated = np.flatnonzero(keys[1:] == keys[:-1])
    for one, other in zip(pairs[repeated].tolist(), pairs[repeated + 1].tolist(), strict=True):
        yield tuple(one), tuple(other)


def _differences(values: Ints) -> tuple[Ints, Ints]:
    """Return the differences of all rows, as one number each, and the rows; shapes (k,), (2, k)."""
    i, j = np.nonzero(np.tri(len(values), k=-1, dtype=bool).T)
    one, other = (values[i] - values[j]).T % PRIME
    turned = one > PRIME // 2
    keys = np.where(turned, PRIME - one, one) * PRIME
    keys += np.where(turned & (other > 0), PRIME - other, other)
    pairs = np.stack([np.where(turned, j, i), np.where(turned, i, j)])
    return keys[keys > 0], pairs[:, keys > 0]


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
