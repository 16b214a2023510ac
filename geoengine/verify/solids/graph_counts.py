"""Counts of walks along edges, and of colourings of polyhedra."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from typing import Any

import numpy as np

from geoengine.verify.solids.flats import dist
from geoengine.verify.solids.shapes import Polyhedron, UndefinedError, Vec

__all__ = ["FUNCTIONS"]

_MOST_STEPS = 2_000_000
"""How many steps a search may take."""


def _neighbours(body: Polyhedron) -> list[list[int]]:
    found: list[list[int]] = [[] for _ in body.vertices]
    for a, b in body.edges:
        found[a].append(b)
        found[b].append(a)
    return found


def _index(body: Polyhedron, P: Vec) -> int:
    near = [i for i, Q in enumerate(body.vertices) if dist(P, Q) < 1e-7]
    if len(near) != 1:
        raise UndefinedError("a point is no vertex of the body")
    return near[0]


def _walks(body: Polyhedron, P: Vec, Q: Vec, length: int) -> int:
    ways = [0] * len(body.vertices)
    ways[_index(body, P)] = 1
    around = _neighbours(body)
    for _ in range(min(int(length), 200)):
        ways = [sum(ways[b] for b in around[a]) for a in range(len(ways))]
    return ways[_index(body, Q)]


def _shortest(body: Polyhedron, P: Vec, Q: Vec) -> int:
    for length in range(len(body.vertices)):
        if found := _walks(body, P, Q, length):
            return found
    raise UndefinedError("no way leads there")


def _paths(body: Polyhedron, start: int) -> Iterator[list[int]]:
    """Yield all paths that begin at a vertex and visit none twice."""
    around = _neighbours(body)
    waiting, steps = [[start]], 0
    while waiting:
        steps += 1
        if steps > _MOST_STEPS:
            raise NotImplementedError("so many paths")
        path = waiting.pop()
        yield path
        waiting += [[*path, after] for after in around[path[-1]] if after not in path]


def _simple(body: Polyhedron, P: Vec, Q: Vec, length: int | None = None) -> int:
    goal = _index(body, Q)
    return sum(
        path[-1] == goal and (length is None or len(path) == length + 1)
        for path in _paths(body, _index(body, P))
    )


def _hamiltonian(body: Polyhedron, P: Vec, Q: Vec | None = None) -> int:
    goal = None if Q is None else _index(body, Q)
    return sum(
        len(path) == len(body.vertices) and goal in (None, path[-1])
        for path in _paths(body, _index(body, P))
    )


def _round_trips(body: Polyhedron) -> int:
    around = _neighbours(body)
    closed = [
        path for path in _paths(body, 0) if len(path) == len(around) and path[-1] in around[0]
    ]
    return len(closed) // 2


def _matchings(body: Polyhedron) -> int:
    def count(left: frozenset[int]) -> int:
        if not left:
            return 1
        first = min(left)
        return sum(count(left - {first, b}) for b in around[first] if b in left)

    around = _neighbours(body)
    return count(frozenset(range(len(around))))


def _apart(body: Polyhedron, k: int) -> int:
    edges = set(body.edges)
    some = combinations(range(len(body.vertices)), int(k))
    return sum(not any(pair in edges for pair in combinations(one, 2)) for one in some)


def _symmetries(body: Polyhedron, *, reflections: bool) -> list[list[int]]:
    """Return the permutations of the vertices by congruences of the body with itself.

    They are found from the images of three vertices that span space with the middle.
    """
    places = np.array(body.vertices) - body.middle
    basis = next(
        list(three)
        for three in combinations(range(len(places)), 3)
        if abs(float(np.linalg.det(places[list(three)]))) > 1e-6
    )
    inverse = np.linalg.inv(places[basis])
    found = []
    for images in permutations(range(len(places)), 3):
        turn = inverse @ places[list(images)]
        if float(np.abs(turn @ turn.T - np.eye(3)).max()) > 1e-7:
            continue
        if not reflections and float(np.linalg.det(turn)) < 0:
            continue
        gaps = np.linalg.norm((places @ turn)[:, None] - places[None], axis=2)
        nearest = gaps.argmin(axis=1)
        if float(gaps.min(axis=1).max()) < 1e-7:
            found.append([int(i) for i in nearest])
    return found


def _parts(body: Polyhedron, kind: str) -> tuple[list[frozenset[int]], set[tuple[int, int]]]:
    """Return the vertices, edges or faces as sets of vertices, and which are neighbours."""
    pieces: Sequence[Sequence[int]]
    if kind == "vertices":
        pieces = [(i,) for i in range(len(body.vertices))]
        return [frozenset(piece) for piece in pieces], set(body.edges)
    pieces = body.edges if kind == "edges" else body.faces
    shared = 1 if kind == "edges" else 2
    sets = [frozenset(piece) for piece in pieces]
    pairs = combinations(range(len(sets)), 2)
    return sets, {(a, b) for a, b in pairs if len(sets[a] & sets[b]) == shared}


def _colorings(kind: str) -> Callable[..., int]:
    def count(
        body: Polyhedron,
        k: int,
        proper: bool = True,
        up_to_rotation: bool = False,
        all_used: bool = False,
        uses: Sequence[int] | None = None,
    ) -> int:
        sets, near = _parts(body, kind)
        number = {one: i for i, one in enumerate(sets)}
        turns = [list(range(len(body.vertices)))]
        if up_to_rotation:
            turns = _symmetries(body, reflections=False)
        total = 0
        for turn in turns:
            images = [number[frozenset(turn[v] for v in one)] for one in sets]
            circles = _circles(images)
            total += _fixed(circles, near if proper else set(), int(k), all_used, uses)
        return total // len(turns)

    return count


def _circles(images: Sequence[int]) -> list[list[int]]:
    found, left = [], set(range(len(images)))
    while left:
        start = min(left)
        circle, at = [start], images[start]
        while at != start:
            circle.append(at)
            at = images[at]
        left -= set(circle)
        found.append(circle)
    return found


def _fixed(
    circles: Sequence[Sequence[int]],
    near: set[tuple[int, int]],
    k: int,
    all_used: bool,
    uses: Sequence[int] | None,
) -> int:
    """Count colourings that give each circle one colour, by the first use of each colour."""
    place = {part: i for i, circle in enumerate(circles) for part in circle}
    if any(place[a] == place[b] for a, b in near):
        return 0
    before: list[set[int]] = [set() for _ in circles]
    for a, b in near:
        low, high = sorted((place[a], place[b]))
        before[high].add(low)
    if uses is not None:
        return _with_uses(circles, before, tuple(int(n) for n in uses))
    # States: the colours of the circles so far, renamed by their first use.
    states: Counter[tuple[int, ...]] = Counter({(): 1})
    last = [max([j for j in range(len(circles)) if i in before[j]], default=i)
            for i in range(len(circles))]  # fmt: skip
    for i in range(len(circles)):
        following: Counter[tuple[int, ...]] = Counter()
        for state, ways in states.items():
            *colors, used = state or (0,)
            barred = {colors[j] for j in before[i]}
            for color in range(min(used + 1, k)):
                if color in barred:
                    continue
                factor = 1 if color < used else k - used
                after = [*colors, color]
                # Colours of circles without later neighbours do not matter any more.
                kept = [c if last[j] > i else -1 for j, c in enumerate(after)]
                following[*kept, max(used, color + 1)] += ways * factor
        states = following
        if len(states) > 200_000:
            raise NotImplementedError("so many colourings")
    return sum(ways for state, ways in states.items() if not all_used or state[-1] == k)


def _with_uses(
    circles: Sequence[Sequence[int]], before: Sequence[set[int]], uses: tuple[int, ...]
) -> int:
    states: Counter[tuple[tuple[int, ...], tuple[int, ...]]] = Counter({((), uses): 1})
    for i, circle in enumerate(circles):
        following: Counter[tuple[tuple[int, ...], tuple[int, ...]]] = Counter()
        for (colors, left), ways in states.items():
            for color, room in enumerate(left):
                if room >= len(circle) and all(colors[j] != color for j in before[i]):
                    rest = (*left[:color], room - len(circle), *left[color + 1 :])
                    following[(*colors, color), rest] += ways
        states = following
        if len(states) > 200_000:
            raise NotImplementedError("so many colourings")
    return sum(ways for (_, left), ways in states.items() if not any(left))


def _spanning_trees(body: Polyhedron) -> int:
    """Count the spanning trees of the edges, by Kirchhoff's theorem."""
    n = len(body.vertices)
    matrix = np.zeros((n, n))
    for a, b in body.edges:
        matrix[[a, b], [a, b]] += 1
        matrix[[a, b], [b, a]] -= 1
    return round(float(np.linalg.det(matrix[1:, 1:])))


def _is_tree(edges: Sequence[tuple[int, int]], n: int) -> bool:
    root = list(range(n))
    for a, b in edges:
        one, other = root[a], root[b]
        if one == other:
            return False
        root = [one if r == other else r for r in root]
    return len(edges) == n - 1


def _nets(body: Polyhedron) -> int:
    """Count the spanning trees along which the surface is cut, up to congruence."""
    n, edges = len(body.vertices), body.edges
    if len(edges) > 16:
        raise NotImplementedError("nets of a body with so many edges")
    trees = {frozenset(some) for some in combinations(edges, n - 1) if _is_tree(some, n)}
    turns = _symmetries(body, reflections=True)
    images: Mapping[frozenset[tuple[int, int]], int] = {
        tree: sum(_image(tree, turn) == tree for turn in turns) for tree in trees
    }
    return sum(images.values()) // len(turns)


def _image(tree: frozenset[tuple[int, int]], turn: Sequence[int]) -> frozenset[tuple[int, int]]:
    return frozenset((min(turn[a], turn[b]), max(turn[a], turn[b])) for a, b in tree)


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "edge_paths": _walks,
    "shortest_edge_paths": _shortest,
    "simple_edge_paths": _simple,
    "hamiltonian_paths": _hamiltonian,
    "hamiltonian_cycles": _round_trips,
    "perfect_matchings": _matchings,
    "apart_vertices": _apart,
    "vertex_colorings": _colorings("vertices"),
    "edge_colorings": _colorings("edges"),
    "face_colorings": _colorings("faces"),
    "cuttings": _spanning_trees,
    "nets": _nets,
}
"""The functions that a record may use, by name."""
