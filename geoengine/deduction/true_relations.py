"""Lists of the relations that are true in a diagram, by predicate."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import combinations, permutations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from geoengine.deduction.equality_join import equal_pairs, pairs_within
from geoengine.deduction.fact import Meanings
from geoengine.deduction.frame import Frame, Ints
from geoengine.deduction.join_plan import Pattern
from geoengine.deduction.joint_lists import (
    BISECTORS,
    OF_LINES_AND_CIRCLES,
    OF_SHAPES,
    corners,
    of_lines_and_circles,
    of_shapes,
)
from geoengine.deduction.kept_property import kept_property
from geoengine.deduction.linear_forms import FormBlock, form_blocks
from geoengine.deduction.orbits import Orders, first_of_many
from geoengine.deduction.signatures import Measure, Signatures
from geoengine.deduction.similar_triangles import matches, shapes
from geoengine.kernel import compiled
from geoengine.language import PREDICATES

__all__ = ["BISECTOR", "LISTED", "Ordered", "Relations", "symmetric_orders"]


@cache
def symmetric_orders(predicate: str, count: int) -> tuple[tuple[int, ...], ...]:
    """Return the orders of `count` arguments that keep a predicate's meaning and constant."""
    definition = PREDICATES[predicate]
    if definition.tail is None:
        return tuple(image.order for image in definition.symmetries if not image.inverts)
    head = tuple(range(definition.tail))
    return tuple((*head, *tail) for tail in permutations(range(definition.tail, count)))


@cache
def _spellings(predicate: str, shape: tuple[int, ...]) -> tuple[Ints, Ints, Ints]:
    """Prepare the matching of a relation's spellings with a shape.

    Returns
    -------
    orders : ndarray, shape (orders, arguments)
        The orders of the arguments that keep the meaning.
    firsts : ndarray, shape (letters,)
        The position at which each letter first appears.
    repeats : ndarray, shape (k, 2)
        The positions that repeat a letter, each with the first position of that letter.
    """
    orders = np.array(symmetric_orders(predicate, len(shape)), dtype=np.int64)
    firsts = [shape.index(letter) for letter in range(max(shape) + 1)]
    repeats = [(k, firsts[letter]) for k, letter in enumerate(shape) if firsts[letter] != k]
    return orders, np.array(firsts), np.array(repeats, dtype=np.int64).reshape(-1, 2)


def _different(rows: Ints, n: int) -> Ints:
    """Return the distinct rows of numbers below `n`, in ascending order."""
    codes = np.sort(rows @ (n ** np.arange(rows.shape[1] - 1, -1, -1)))
    codes = codes[np.concatenate([[True], codes[1:] != codes[:-1]])[: len(codes)]]
    columns = []
    for _ in range(rows.shape[1]):
        codes, last = np.divmod(codes, n)
        columns.append(last)
    return np.stack(columns[::-1], axis=1)


class Ordered(NamedTuple):
    """Rows sorted by a code.

    Attributes
    ----------
    codes : ndarray, shape (k,)
        The distinct codes, ascending.
    starts, counts : ndarray, shape (k,)
        The first row of each code, and the number of its rows.
    rows : ndarray, shape (m, letters)
    """

    codes: Ints
    starts: Ints
    counts: Ints
    rows: Ints

    @classmethod
    def of(cls, codes: Ints, rows: Ints) -> Ordered:
        """Group rows with ascending codes."""
        edges = np.concatenate([[0], np.flatnonzero(codes[1:] != codes[:-1]) + 1, [len(codes)]])
        starts = edges[:-1] if len(codes) else edges[:0]
        return cls(codes[starts], starts, np.diff(edges)[: len(starts)], rows)


class Relations:
    """The true relations of a frame, listed on demand.

    Parameters
    ----------
    frame : Frame
    limit : int
        The largest length of a list; a longer one is cut, and its predicate added to `truncated`.
    earlier : Relations, optional
        The relations of the same figure without its last points. The longest lists are continued.

    Attributes
    ----------
    truncated : set of str
        The predicates with a list that was cut.
    meanings : Meanings
        The linear forms of facts about the frame.
    """

    def __init__(
        self, frame: Frame, limit: int = 400_000, earlier: Relations | None = None
    ) -> None:
        self.frame = frame
        self._earlier = earlier
        self._since = 0 if earlier is None else earlier.frame.n
        self.meanings = Meanings(frame)
        self.limit = limit
        self.truncated: set[str] = set()
        self._lists: dict[tuple[str, int], Ints] = {}
        self._patterns: dict[tuple[str, tuple[int, ...]], Ints] = {}
        self._sizes: dict[Pattern, int] = {}
        self._new_points: dict[int, frozenset[int]] = {}
        self._orders: dict[tuple[Pattern, tuple[int, ...], Orders | None], Ordered] = {}

    def listed(self, predicate: str, count: int) -> Ints:
        """List every true relation once, up to symmetry; shape (m, count)."""
        key = (predicate, count)
        found = self._lists.get(key)
        if found is None:
            rows = self._at_once(key)
            if rows is None:
                rows = LISTED[predicate](self, count)
                if self._earlier is not None and predicate in _CONTINUED:
                    rows = np.concatenate([self._earlier.listed(*key), self._new(rows)])
            found = self._lists[key] = self._within_limit(predicate, rows)
        return found

    def _at_once(self, key: tuple[str, int]) -> Ints | None:
        """Return a list that the kernel makes together with others; None for other lists."""
        if self._earlier is not None:
            return None
        if key in OF_LINES_AND_CIRCLES:
            return self._of_lines_and_circles.get(key)
        return self._of_shapes.get(key) if key in OF_SHAPES else None

    @kept_property
    def _of_lines_and_circles(self) -> dict[tuple[str, int], Ints]:
        return of_lines_and_circles(self.frame)

    @kept_property
    def _of_shapes(self) -> dict[tuple[str, int], Ints]:
        return of_shapes(self.frame)

    def _new(self, rows: Ints) -> Ints:
        """Return the rows with a new point."""
        return np.asarray(rows[(rows >= self._since).any(axis=1)])

    def new_points(self, number: int, pattern: Pattern, label: int) -> frozenset[int]:
        """Return the new points that stand for a letter in some row of `matching`.

        `number` is one for the pattern and the letter, see `Node.places_of`.
        """
        found = self._new_points.get(number)
        if found is None:
            column = self.matching(*pattern)[:, label]
            found = frozenset(column[column >= self._since].tolist())
            self._new_points[number] = found
        return found

    @kept_property
    def lists(self) -> Any:
        """The relations for the kernel."""
        join = compiled("join")
        assert join is not None
        return join.Lists(self)

    @kept_property
    def collinear_sides(self) -> tuple[Ints, Ints]:
        """The triples of collinear points, and pairs of their sides, shape (3 triples, 2).

        First come the first two sides of all triples, then the first and the third, then the last
        two.
        """
        collinear, pair = self.listed("coll", 3), self.frame.pair
        a, b, c = (pair[collinear[:, i], collinear[:, j]] for i, j in ((0, 1), (0, 2), (1, 2)))
        return collinear, np.stack([np.concatenate([a, a, b]), np.concatenate([b, c, c])], axis=1)

    @kept_property
    def right_angles(self) -> tuple[Ints, list[FormBlock]]:
        """The pairs of perpendicular lines, by four points, and their linear forms."""
        right_angles = self.listed("perp", 4)
        return right_angles, form_blocks(self.frame, "perp", right_angles.T, None)

    def any_cut(self, patterns: Iterable[Pattern]) -> bool:
        """Return whether a list of some patterns was cut."""
        return bool(self.truncated) and any(name in self.truncated for name, _ in patterns)

    def _within_limit(self, predicate: str, rows: Ints) -> Ints:
        if len(rows) > self.limit:
            self.truncated.add(predicate)
        return rows[: self.limit]

    def matching(self, predicate: str, shape: tuple[int, ...]) -> Ints:
        """List all spellings of true relations that match a pattern of repeated letters.

        Parameters
        ----------
        shape : tuple of int
            The letter number of each argument, by first appearance: ``cong O A O B`` has shape
            (0, 1, 0, 2).

        Returns
        -------
        ndarray, shape (m, number of different letters)
            In each row the point that each letter stands for. Relations whose arguments can be
            reordered appear in every order that fits.
        """
        key = (predicate, shape)
        if key == BISECTOR and key not in self._patterns:
            found = self._at_once(BISECTORS)
            rows = self._bisectors() if found is None else found
            if self._earlier is not None:
                rows = np.concatenate([self._earlier.matching(*BISECTOR), self._new(rows)])
            self._patterns[key] = self._within_limit(predicate, rows)
        if key not in self._patterns:
            rows = self.listed(predicate, len(shape))
            orders, firsts, repeats = _spellings(predicate, shape)
            kernel = compiled("rows")
            if kernel is not None:
                self._patterns[key] = kernel.spell(
                    np.ascontiguousarray(rows), orders, firsts, repeats, self.frame.n
                )
                return self._patterns[key]
            spelt = rows[:, orders]
            fits = np.ones(spelt.shape[:2], dtype=bool)
            for k, first in repeats.tolist():
                fits &= spelt[:, :, k] == spelt[:, :, first]
            found = spelt.swapaxes(0, 1)[fits.T][:, firsts]
            if len(repeats):
                found = _different(found, self.frame.n)
            self._patterns[key] = found
        return self._patterns[key]

    def size(self, pattern: Pattern) -> int:
        """Return the number of rows of `matching`."""
        found = self._sizes.get(pattern)
        if found is None:
            predicate, shape = pattern
            some = pattern == BISECTOR or len(self.listed(predicate, len(shape)))
            found = self._sizes[pattern] = len(self.matching(*pattern)) if some else 0
        return found

    def joined(self, pattern: Pattern, exchanges: Orders | None) -> Ints:
        """Return the rows of `matching` with which joins go on, see `JoinStep.exchanges`."""
        return first_of_many(self.matching(*pattern), exchanges, self.frame.n)

    def ordered(
        self, pattern: Pattern, columns: tuple[int, ...], exchanges: Orders | None
    ) -> Ordered:
        """Return the rows of `joined`, grouped by the points in some columns."""
        key = (pattern, columns, exchanges)
        if key not in self._orders:
            rows = self.joined(pattern, exchanges)
            if columns:
                codes = rows[:, columns] @ (self.frame.n ** np.arange(len(columns)))
                order = np.argsort(codes, kind="stable")
                self._orders[key] = Ordered.of(codes[order], rows[order])
            else:
                self._orders[key] = Ordered.of(np.zeros(len(rows), dtype=np.int64), rows)
        return self._orders[key]

    def _coll(self, count: int) -> Ints:
        return self._collinear

    @kept_property
    def _collinear(self) -> Ints:
        """All triples of collinear points; `listed` may cut them."""
        kernel = compiled("relations")
        if kernel is not None:
            found: Ints = kernel.marked(self.frame.collinear.view(np.uint8))
            return found
        i, j, k = np.nonzero(self.frame.collinear)
        kept = (i < j) & (j < k)
        return np.stack([i[kept], j[kept], k[kept]], axis=1)

    def _alike(self, labels: Ints) -> tuple[Ints, Ints]:
        """List every two pairs with the same label; in a loose frame each pair with itself, too."""
        left, right = pairs_within(labels)
        if self.frame.loose:
            every = np.arange(1, self.frame.pairs + 1)
            left, right = np.concatenate([left, every]), np.concatenate([right, every])
        return left, right

    def _pairs_of_pairs(self, left: Ints, right: Ints) -> Ints:
        frame = self.frame
        return np.stack(
            [frame.first[left], frame.second[left], frame.first[right], frame.second[right]], axis=1
        )

    def _para(self, count: int) -> Ints:
        frame, kernel = self.frame, compiled("relations")
        if kernel is not None:
            found: Ints = kernel.alike(
                frame.direction, frame.line, frame.first, frame.second, frame.loose
            )
            return found
        left, right = self._alike(self.frame.direction)
        parallel = self.frame.parallel(left, right)
        return self._pairs_of_pairs(left[parallel], right[parallel])

    def _perp(self, count: int) -> Ints:
        frame = self.frame
        kernel = compiled("relations")
        if kernel is not None:
            found: Ints = kernel.perpendicular(
                frame.direction, frame.right_angle_to, frame.first, frame.second
            )
            return found
        left, right = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
        for c, other in enumerate(frame.right_angle_to.tolist()):
            if other > c:
                grid = np.meshgrid(
                    np.flatnonzero(frame.direction == c),
                    np.flatnonzero(frame.direction == other),
                    indexing="ij",
                )
                left.append(grid[0].ravel())
                right.append(grid[1].ravel())
        return self._pairs_of_pairs(np.concatenate(left), np.concatenate(right))

    def _cong(self, count: int) -> Ints:
        frame, kernel = self.frame, compiled("relations")
        if kernel is not None:
            found: Ints = kernel.alike(frame.length, None, frame.first, frame.second, frame.loose)
            return found
        return self._pairs_of_pairs(*self._alike(self.frame.length))

    def _midp(self, count: int) -> Ints:
        rows, kernel = self._collinear, compiled("relations")
        if kernel is not None:
            found: Ints = kernel.midpoints(rows, self.frame.length, self.frame.pair)
            return found
        rows = np.concatenate([rows[:, [0, 1, 2]], rows[:, [1, 0, 2]], rows[:, [2, 0, 1]]])
        length = self.frame.length[self.frame.pair]
        equal = length[rows[:, 0], rows[:, 1]] == length[rows[:, 0], rows[:, 2]]
        return np.asarray(rows[equal])

    def _cyclic(self, count: int) -> Ints:
        """List concyclic points: two that see two others at the same directed angle."""
        frame = self.frame
        triples = self._triangles()
        signatures = Signatures.of(frame, (triples, ((Measure.TURN, 2, 0, 2, 1),)))
        if self._since:
            near = signatures.near(triples[:, 2] >= self._since)
            triples, signatures = triples[near], signatures.kept(near)
        i, j, k = triples.T
        left, right = pairs_within(signatures.classes(frame.pair[i, j]))
        return np.stack([i[left], j[left], k[left], k[right]], axis=1)

    def _triangles(self) -> Ints:
        """List the triples that are not collinear."""
        kernel = compiled("relations")
        if kernel is not None:
            found: Ints = kernel.marked(self.frame.triangle.view(np.uint8))
            return found
        triples = np.stack(np.nonzero(self.frame.triangle), axis=1)
        i, j, k = triples.T
        return np.asarray(triples[(i < j) & (j < k)])

    def _circle(self, count: int) -> Ints:
        frame = self.frame
        kernel = compiled("relations")
        if kernel is not None:
            found: Ints = kernel.equidistant(frame.length, frame.pair, count - 1)
            return found
        rows: list[tuple[int, ...]] = []
        length = frame.length[frame.pair]
        lengths = int(length.max(initial=0)) + 1
        sizes = np.bincount((length + lengths * np.arange(frame.n)[:, None])[length >= 0])
        for place in np.flatnonzero(sizes >= count - 1).tolist():
            center, value = divmod(place, lengths)
            around = np.flatnonzero(length[center] == value).tolist()
            rows.extend((center, *points) for points in combinations(around, count - 1))
        return np.array(rows, dtype=np.int64).reshape(-1, count)

    def _bisectors(self) -> Ints:
        """List angles with a bisector: vertex, points on a leg, the bisector, the other leg."""
        frame = self.frame
        rows, sides = corners(frame.n)
        turns = Measure.TURN, Measure.TURN_BACK
        signatures = Signatures.of(frame, *[(rows, ((turn, 0, 1, 0, 2),)) for turn in turns])
        if self._since:
            new = (rows >= self._since).any(axis=1)
            near = signatures.near(np.tile(new, 2)).reshape(2, -1).any(axis=0)
            both = np.tile(near, 2)
            rows, sides, signatures = rows[near], sides[both], signatures.kept(both)
        corner, middle, leg = rows.T
        labels = signatures.classes(sides)
        left, right, _ = equal_pairs(labels[: len(leg)], labels[len(leg) :])
        return np.stack([corner[left], leg[left], middle[left], leg[right]], axis=1)

    @kept_property
    def _shapes(self) -> tuple[Ints, NDArray[np.bool_], Ints]:
        """The triangles as of `shapes`, with labels that are equal for similar ones.

        Those without a new point are left out if none with one is similar.
        """
        rows, is_first = shapes(self.frame)
        terms = (Measure.RATIO, 0, 2, 0, 1), (Measure.ARROWS, 0, 3, 0, 4)
        signatures = Signatures.of(self.frame, (rows, terms))
        if self._since:
            near = signatures.near(np.asarray((rows >= self._since).any(axis=1)))
            rows, is_first, signatures = rows[near], is_first[near], signatures.kept(near)
        return rows, is_first, signatures.classes()

    def _simtri(self, count: int) -> Ints:
        """List pairs of similar triangles, a < b < c in the first, with corresponding points."""
        return matches(*self._shapes, self.frame.n, mirrored=False)

    def _simtrir(self, count: int) -> Ints:
        return matches(*self._shapes, self.frame.n, mirrored=True)

    def _congruent(self, similar: str) -> Ints:
        rows = self.listed(similar, 6)
        if not len(rows):
            return rows
        length = self.frame.length[self.frame.pair]
        equal = length[rows[:, 0], rows[:, 1]] == length[rows[:, 3], rows[:, 4]]
        return np.asarray(rows[equal])

    def _contri(self, count: int) -> Ints:
        return self._congruent("simtri")

    def _contrir(self, count: int) -> Ints:
        return self._congruent("simtrir")


BISECTOR: Pattern = ("eqangle", (0, 1, 0, 2, 0, 2, 0, 3))
"""Equal angles at a bisector; other equal angles are too many to list.

The letters are the vertex, a point on one leg, one on the bisector, and one on the other leg.
"""

LISTED: dict[str, Callable[[Relations, int], Ints]] = {
    "coll": Relations._coll,
    "para": Relations._para,
    "perp": Relations._perp,
    "cong": Relations._cong,
    "midp": Relations._midp,
    "cyclic": Relations._cyclic,
    "circle": Relations._circle,
    "simtri": Relations._simtri,
    "simtrir": Relations._simtrir,
    "contri": Relations._contri,
    "contrir": Relations._contrir,
}
"""The predicates whose true instances are few enough to list, with the methods that list them."""

_CONTINUED = frozenset({"cyclic", "simtri", "simtrir"})
"""The predicates whose lists are continued in a larger figure; the others are listed again."""
