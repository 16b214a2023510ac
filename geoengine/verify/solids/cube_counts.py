"""Counts about unit cubes, by looking at every cube."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import product
from typing import Any

from geoengine.verify.solids.shapes import Pile, UndefinedError

__all__ = ["FUNCTIONS"]

Cell = tuple[int, int, int]
_SIDES: dict[str, Cell] = {
    "front": (0, -1, 0),
    "back": (0, 1, 0),
    "left": (-1, 0, 0),
    "right": (1, 0, 0),
    "top": (0, 0, 1),
    "bottom": (0, 0, -1),
}
_MOST = 60
"""The greatest size of a block that is counted."""


def _range(n: float) -> range:
    if n != round(n) or not 0 <= n <= _MOST:
        raise UndefinedError(f"{n} is no size of a block")
    return range(int(n))


def _block(nx: int, ny: int, nz: int) -> Pile:
    return Pile(frozenset(product(_range(nx), _range(ny), _range(nz))))


def _pile(rows: Sequence[Sequence[int]]) -> Pile:
    cells = [
        (x, y, z)
        for y, row in enumerate(reversed(rows))
        for x, height in enumerate(row)
        for z in _range(height)
    ]
    return Pile(frozenset(cells))


def _filled(size: int, width: int, keep: Callable[[int, int, int], bool]) -> Pile:
    cells = product(_range(size), _range(width), _range(size))
    return Pile(frozenset(cell for cell in cells if keep(*cell)))


def _without(p: Pile, cells: Iterable[Sequence[int]]) -> Pile:
    gone = {(int(x), int(y), int(z)) for x, y, z in cells}
    if not gone <= p.cells:
        raise UndefinedError("a cube that is taken away is not there")
    return Pile(p.cells - gone)


def _across(cell: Cell, side: str) -> tuple[int, ...]:
    step = _SIDES[side]
    return tuple(n for n, s in zip(cell, step, strict=True) if s == 0)


def _bored(p: Pile, side: str, holes: Iterable[Sequence[int]]) -> Pile:
    gone = {tuple(hole) for hole in holes}
    return Pile(frozenset(cell for cell in p.cells if _across(cell, side) not in gone))


def _tunnel(p: Pile, side: str, low: Sequence[int], high: Sequence[int]) -> Pile:
    spans = [range(min(a, b), max(a, b) + 1) for a, b in zip(low, high, strict=True)]
    return _bored(p, side, product(*spans))


def _bare(p: Pile, below: bool) -> Counter[Cell]:
    """Return how many squares of each cube are on the surface."""
    found: Counter[Cell] = Counter(dict.fromkeys(p.cells, 0))
    for x, y, z in p.cells:
        for side, (i, j, k) in _SIDES.items():
            if (below or side != "bottom") and (x + i, y + j, z + k) not in p.cells:
                found[x, y, z] += 1
    return found


def _painted(p: Pile, k: int, below: bool = True) -> int:
    return list(_bare(p, below).values()).count(k)


def _boxes(nx: int, ny: int, nz: int, *, cubes: bool) -> int:
    total = 0
    for a, b, c in product(*(range(1, len(_range(n)) + 1) for n in (nx, ny, nz))):
        if not cubes or a == b == c:
            total += (nx - a + 1) * (ny - b + 1) * (nz - c + 1)
    return total


def _pierced(nx: int, ny: int, nz: int) -> int:
    """Count the cubes whose inside the diagonal passes through, by its parameter in each cube."""
    total = 0
    for i, j, k in _block(nx, ny, nz).cells:
        enter = max(i * ny * nz, j * nx * nz, k * nx * ny)
        leave = min((i + 1) * ny * nz, (j + 1) * nx * nz, (k + 1) * nx * ny)
        total += enter < leave
    return total


def _cut(nx: int, ny: int, nz: int, plane: Sequence[float]) -> int:
    a, b, c, d = plane
    total = 0
    for x, y, z in _block(nx, ny, nz).cells:
        values = [
            a * (x + i) + b * (y + j) + c * (z + k) - d for i, j, k in product((0, 1), repeat=3)
        ]
        total += min(values) < 0 < max(values)
    return total


def _lattice_paths(nx: int, ny: int, nz: int, blocked: Iterable[Sequence[int]] = ()) -> int:
    closed = {tuple(place) for place in blocked}
    for n in (nx, ny, nz):
        _range(n)

    @cache
    def ways(x: int, y: int, z: int) -> int:
        if min(x, y, z) < 0 or (x, y, z) in closed:
            return 0
        if x == y == z == 0:
            return 1
        return ways(x - 1, y, z) + ways(x, y - 1, z) + ways(x, y, z - 1)

    return ways(nx, ny, nz)


def _extremes(
    front: Sequence[int],
    top: Sequence[Sequence[int]] | None,
    which: str,
    left: Sequence[int] | None = None,
) -> int:
    """Try both sensible heights of every stack: the least, and the greatest that is permitted."""
    rows = len(top) if top is not None else len(left or ())
    limits: list[tuple[int, int, int, int]] = []
    for r, c in product(range(rows), range(len(front))):
        if top is not None and not top[r][c]:
            continue
        most = min(front[c], left[r] if left is not None else front[c])
        limits.append((r, c, 0 if top is None else 1, most))
    if any(low > high for _, _, low, high in limits):
        raise UndefinedError("no pile has these views")
    if len(limits) > 16:
        raise NotImplementedError("views of so many stacks")
    totals = []
    for heights in product(*(sorted({low, high}) for _, _, low, high in limits)):
        columns, lines = [0] * len(front), [0] * rows
        for (r, c, _, _), height in zip(limits, heights, strict=True):
            columns[c], lines[r] = max(columns[c], height), max(lines[r], height)
        if columns == list(front) and (left is None or lines == list(left)):
            totals.append(sum(heights))
    if not totals:
        raise UndefinedError("no pile has these views")
    return max(totals) if which == "most" else min(totals)


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "pile": _pile,
    "block": _block,
    "corner_pile": lambda n: _filled(n, n, lambda x, y, z: x + z + (n - 1 - y) <= n - 1),
    "stairs": lambda n, width: _filled(max(n, width), width, lambda x, y, z: x + z < n),
    "without": _without,
    "bored": _bored,
    "tunnel": _tunnel,
    "cubes": lambda p: len(p.cells),
    "seen": lambda p, side: len({_across(cell, side) for cell in p.cells}),
    "surface_squares": lambda p, below=True: sum(_bare(p, below).values()),
    "painted": _painted,
    "painted_cubes": lambda nx, ny, nz, k: _painted(_block(nx, ny, nz), k),
    "pile_extremes": _extremes,
    "boxes": lambda nx, ny, nz: _boxes(nx, ny, nz, cubes=False),
    "grid_cubes": lambda nx, ny, nz: _boxes(nx, ny, nz, cubes=True),
    "pierced_cubes": _pierced,
    "cut_cubes": _cut,
    "lattice_paths": _lattice_paths,
}
"""The functions that a record may use, by name."""
