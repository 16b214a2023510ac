"""Canonical forms: equal for problems that differ only in names, scale or mirroring."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import pairwise

from geoengine.language import PREDICATES, Statement, Surd, format_value

__all__ = ["Canonical", "canonical_form", "orbit"]

Key = tuple[str, tuple[int, ...]]
Colours = list[int]


@dataclass(frozen=True, slots=True)
class Canonical:
    """A set of statements up to names, scale and mirroring.

    Attributes
    ----------
    form : str
        Equal for two sets exactly when renaming points, scaling all lengths by one factor and
        mirroring can turn one into the other.
    order : tuple of str
        The points in the order in which the form numbers them.
    symmetries : tuple of dict of str to str
        Renamings that map the set to itself and generate all such renamings; each leaves out
        the points that keep their names. Renamings that also mirror the figure are not counted.
    """

    form: str
    order: tuple[str, ...]
    symmetries: tuple[Mapping[str, str], ...]


def canonical_form(points: Sequence[str], statements: Iterable[Statement]) -> Canonical:
    """Compute the canonical form of a set of statements.

    Points are colored by the statements in which they occur, repeatedly, until the coloring is
    stable. Where several points still share a color, the search branches: each of them is singled
    out in a branch of its own, and the least result of all branches is kept (McKay and Piperno,
    Practical graph isomorphism II, 2014: individualization and refinement, pruned by the
    automorphisms found).

    Parameters
    ----------
    points : sequence of str
        All points, including those without statements.
    statements : iterable of Statement
        The statements, in any order. Given lengths (``lconst``) enter as ratios to the longest of
        them.

    Returns
    -------
    Canonical

    Examples
    --------
    >>> from geoengine.scene import load_problem
    >>> def form(text):
    ...     problem = load_problem(text)
    ...     return canonical_form(problem.points, problem.premises).form
    >>> small = form("A B C = triangle_sss A B C 4 5 6; D = midpoint D A B")
    >>> large = form("X Y Z = triangle_sss X Y Z 12 8 10; D = midpoint D Y Z")
    >>> other = form("A B C = triangle_sss A B C 4 5 6; D = midpoint D B C")
    >>> small == large, small == other
    (True, False)
    """
    given = sorted(set(statements))
    longest = max(
        (s.value for s in given if isinstance(s.value, Surd) and s.predicate == "lconst"),
        default=None,
    )
    number = {point: row for row, point in enumerate(points)}
    best: _Search | None = None
    # Only angles with a value change under mirroring.
    for mirrored in (False, True) if any(s.predicate == "aconst" for s in given) else (False,):
        edges = [_edge(statement, number, longest, mirrored) for statement in given]
        search = _Search(len(points), edges)
        if best is None or search.best < best.best:
            best = search
    assert best is not None
    text = "; ".join(f"{label} {' '.join(map(str, rows))}" for label, rows in best.best[-1])
    return Canonical(
        f"{len(points)}: {text}",
        tuple(points[row] for row in best.order),
        tuple(
            {points[k]: points[image] for k, image in enumerate(symmetry) if k != image}
            for symmetry in best.symmetries
        ),
    )


def orbit(
    statement: Statement, symmetries: Sequence[Mapping[str, str]], most: int = 5000
) -> set[Statement]:
    """List the images of a statement under symmetries, the statement included.

    Parameters
    ----------
    statement : Statement
    symmetries : sequence of mapping of str to str
        Renamings.
    most : int
        The search stops once there are at least this many images.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> found = orbit(parse_statement("cong A B A C"), [{"A": "B", "B": "A"}])
    >>> sorted(map(str, found))
    ['cong A B A C', 'cong A B B C']
    """
    found = {statement}
    frontier = [statement]
    while frontier and len(found) < most:
        image = frontier.pop()
        for symmetry in symmetries:
            renamed = image.renamed(symmetry)
            if renamed not in found:
                found.add(renamed)
                frontier.append(renamed)
    return found


@dataclass(frozen=True, slots=True)
class _Edge:
    """A statement about numbered points.

    Attributes
    ----------
    images : tuple of (str, tuple of int)
        The equivalent ways to write it: a label (predicate and constant) and the points in order.
    width : int
        2 if the points are the ends of segments, which may also be exchanged; otherwise 1.
    tail : int or None
        If a number, the points from this position on are an unordered set.
    roles : tuple of (int, int, tuple of int)
        For each argument: its point, the kind of its position (equal for positions that symmetries
        exchange), and the other points of its segment or triangle.
    """

    images: tuple[Key, ...]
    width: int
    tail: int | None
    roles: tuple[tuple[int, int, tuple[int, ...]], ...]

    def key(self, colour: Sequence[int]) -> Key:
        """Return the smallest of the ways to write it, with points replaced by colors."""
        if self.tail is not None:
            label, rows = self.images[0]
            colours = [colour[row] for row in rows]
            return label, (*colours[: self.tail], *sorted(colours[self.tail :]))
        found = []
        for label, rows in self.images:
            colours = [colour[row] for row in rows]
            if self.width == 2:
                for k in range(0, len(colours), 2):
                    if colours[k] > colours[k + 1]:
                        colours[k], colours[k + 1] = colours[k + 1], colours[k]
            found.append((label, tuple(colours)))
        return found[0] if len(found) == 1 else min(found)


@cache
def _places(predicate: str) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return, for each position of a predicate, its kind and the other positions of its group."""
    definition = PREDICATES[predicate]
    kinds = [
        min(image.order[place] for image in definition.symmetries)
        for place in range(definition.arity)
    ]
    ends = [sum(definition.groups[: k + 1]) for k in range(len(definition.groups))]
    mates = {
        place: tuple(other for other in range(start, end) if other != place)
        for start, end in pairwise([0, *ends])
        for place in range(start, end)
    }
    return tuple((kinds[place], mates[place]) for place in range(definition.arity))


def _edge(
    statement: Statement, number: Mapping[str, int], longest: Surd | None, mirrored: bool
) -> _Edge:
    definition = statement.definition
    rows = tuple(number[point] for point in statement.points)
    value = statement.value
    if statement.predicate == "lconst" and isinstance(value, Surd) and longest:
        value = value / longest
    if mirrored and isinstance(value, Fraction):
        value = -value % 1
    if definition.tail is not None:
        kind = [0 if place < definition.tail else 1 for place in range(len(rows))]
        alone: tuple[int, ...] = ()
        roles = tuple((row, kind[place], alone) for place, row in enumerate(rows))
        return _Edge(((statement.predicate, rows),), 1, definition.tail, roles)
    sides = set(definition.groups) == {2}
    images = dict.fromkeys(
        (
            _label(statement.predicate, value, inverted=image.inverts),
            _ordered(tuple(rows[place] for place in image.order), sides),
        )
        for image in definition.symmetries
    )
    roles = tuple(
        (row, kind, tuple(rows[mate] for mate in mates))
        for row, (kind, mates) in zip(rows, _places(statement.predicate), strict=True)
    )
    return _Edge(tuple(images), 2 if sides else 1, None, roles)


def _ordered(rows: tuple[int, ...], sides: bool) -> tuple[int, ...]:
    if not sides:
        return rows
    return tuple(row for k in range(0, len(rows), 2) for row in sorted(rows[k : k + 2]))


def _label(predicate: str, value: Fraction | Surd | None, *, inverted: bool) -> str:
    if value is None:
        return predicate
    if inverted:
        value = -value % 1 if isinstance(value, Fraction) else Surd(1 / value.square)
    return f"{predicate}[{format_value(value)}]"


Form = tuple[Key, ...]
"""All statements, with points replaced by colors, in sorted order."""


@dataclass
class _Search:
    """The search for the numbering of points that makes the statements smallest.

    Attributes
    ----------
    best : tuple
        The form at each node of the best path of the search. At its end each point has a color
        of its own, which is its number.
    order : list of int
        The point for each number.
    symmetries : list of tuple of int
        The symmetries found, each as the image of every point.
    """

    size: int
    edges: list[_Edge]
    best: tuple[Form, ...] = ()
    order: list[int] = field(default_factory=list)
    symmetries: list[tuple[int, ...]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._names = frozenset(self._form(range(self.size)))
        self._explore([0] * self.size, (), ())

    def _form(self, colour: Sequence[int]) -> Form:
        return tuple(sorted(edge.key(colour) for edge in self.edges))

    def _explore(self, colour: Colours, fixed: tuple[int, ...], path: tuple[Form, ...]) -> None:
        colour = self._refined(colour)
        cells: dict[int, list[int]] = {}
        for point, shade in enumerate(colour):
            cells.setdefault(shade, []).append(point)
        form = self._form(colour)
        path = (*path, form)
        if self.best and path > self.best[: len(path)]:
            return
        target = min((cell for cell in cells.values() if len(cell) > 1), key=len, default=None)
        if target is None:
            self._compare(colour, path)
            return
        tried: list[int] = []
        for point in target:
            if not self._is_equivalent(point, tried, fixed):
                tried.append(point)
                self._explore(_individualised(colour, point), (*fixed, point), path)

    def _refined(self, colour: Colours) -> Colours:
        """Refine a coloring by the statements in which points occur, until it is stable."""
        count = len(set(colour))
        while count < self.size:
            seen: list[list[object]] = [[] for _ in range(self.size)]
            keys = [edge.key(colour) for edge in self.edges]
            rank = {key: k for k, key in enumerate(sorted(set(keys)))}
            for edge, key in zip(self.edges, keys, strict=True):
                mark = rank[key]
                for point, kind, mates in edge.roles:
                    seen[point].append((mark, kind, *sorted(colour[mate] for mate in mates)))
            marks = [(colour[point], sorted(seen[point])) for point in range(self.size)]  # type: ignore[type-var]
            ranked = sorted(range(self.size), key=marks.__getitem__)
            found = [0] * self.size
            for before, point in pairwise(ranked):
                found[point] = found[before] + (marks[point] != marks[before])
            if found[ranked[-1]] + 1 == count:
                return found
            colour, count = found, found[ranked[-1]] + 1
        return colour

    def _compare(self, colour: Colours, path: tuple[Form, ...]) -> None:
        """Compare a complete numbering with the best one; record it, or a symmetry if equal."""
        order = sorted(range(self.size), key=colour.__getitem__)
        if not self.best or path < self.best:
            self.best, self.order = path, order
            return
        # Two numberings with the same form differ by a symmetry.
        symmetry = [0] * self.size
        for known, point in zip(self.order, order, strict=True):
            symmetry[known] = point
        self.symmetries.append(tuple(symmetry))

    def _is_equivalent(self, point: int, tried: list[int], fixed: tuple[int, ...]) -> bool:
        """Whether a known symmetry that fixes `fixed`, or a swap, maps a point to a tried one.

        A swap that is a symmetry is recorded.
        """
        if not tried:
            return False
        kept = [s for s in self.symmetries if all(s[k] == k for k in fixed)]
        reached, frontier = {point}, [point]
        while frontier:
            at = frontier.pop()
            for image in (s[at] for s in kept):
                if image not in reached:
                    reached.add(image)
                    frontier.append(image)
        if not reached.isdisjoint(tried):
            return True
        for other in tried:
            swapped = list(range(self.size))
            swapped[point], swapped[other] = other, point
            if frozenset(edge.key(swapped) for edge in self.edges) == self._names:
                self.symmetries.append(tuple(swapped))
                return True
        return False


def _individualised(colour: Colours, point: int) -> Colours:
    """Give a point a color of its own, just before the others of its old color."""
    shade = colour[point]
    return [c + (c > shade or (c == shade and k != point)) for k, c in enumerate(colour)]
