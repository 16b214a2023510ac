"""Piles of cubes and cut blocks, against counts by another method."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoengine.solid.block_counts import (
    boxes,
    cut_cubes,
    grid_cubes,
    lattice_paths,
    painted_cubes,
    pierced_cubes,
)
from geoengine.solid.errors import SolidError
from geoengine.solid.pile_counts import cubes, painted, seen, surface_squares
from geoengine.solid.pile_views import pile_extremes
from geoengine.solid.piles import block, bored, corner_pile, pile, stairs, tunnel, without

SIZES = st.integers(1, 4)
HEIGHTS = st.tuples(st.integers(1, 4), st.integers(1, 4)).flatmap(
    lambda size: st.lists(
        st.lists(st.integers(0, 4), min_size=size[0], max_size=size[0]),
        min_size=size[1],
        max_size=size[1],
    )
)


def grid(p):
    """The pile as an array of booleans, with an empty cell on every side."""
    cells = np.array(sorted(p.cells))
    full = np.zeros(cells.max(axis=0) + 3, dtype=bool)
    full[tuple((cells + 1).T)] = True
    return full


def bare_faces(full, below=True):
    """How many faces of each cell of an array have no cube before them."""
    count = np.zeros(full.shape, dtype=int)
    for axis in range(3):
        for step in (1, -1):
            if below or (axis, step) != (2, 1):
                count += full & ~np.roll(full, step, axis=axis)
    return count[full]


@given(HEIGHTS, st.booleans())
def test_a_pile_is_counted_as_its_array(heights, below):
    if not any(map(any, heights)):
        with pytest.raises(SolidError, match="at least one cube"):
            pile(heights)
        return
    p = pile(heights)
    full = grid(p)
    bare = bare_faces(full, below)
    assert cubes(p) == full.sum() == sum(map(sum, heights))
    assert surface_squares(p, below) == bare.sum()
    assert [painted(p, k, below) for k in range(7)] == [int((bare == k).sum()) for k in range(7)]
    for side, axis in [("left", 0), ("right", 0), ("front", 1), ("back", 1), ("top", 2)]:
        assert seen(p, side) == full.any(axis=axis).sum()


def test_the_rows_of_a_pile_run_from_the_back_to_the_front():
    p = pile([[3, 1], [2, 0]])
    tallest = [cell for cell in p.cells if cell[2] == 2]
    assert tallest == [(0, 1, 2)]  # left, at the back, on top


@given(SIZES, SIZES, SIZES, st.integers(0, 6))
def test_painted_blocks_by_the_formula_and_by_the_pile(nx, ny, nz, k):
    assert painted_cubes(nx, ny, nz, k) == painted(block(nx, ny, nz), k)


@given(SIZES, SIZES, SIZES)
def test_boxes_and_cubes_are_counted_one_by_one(nx, ny, nz):
    ranges = [list(itertools.combinations(range(n + 1), 2)) for n in (nx, ny, nz)]
    all_boxes = list(itertools.product(*ranges))
    assert boxes(nx, ny, nz) == len(all_boxes)
    assert grid_cubes(nx, ny, nz) == sum(len({b - a for a, b in box}) == 1 for box in all_boxes)


@given(SIZES, SIZES, SIZES)
def test_a_diagonal_pierces_the_cubes_that_its_points_lie_in(nx, ny, nz):
    n = nx * ny * nz
    crossed = set()
    # Between two multiples of 1/n the diagonal crosses no plane of the lattice.
    for i in range(n):
        crossed.add(tuple(size * (2 * i + 1) // (2 * n) for size in (nx, ny, nz)))
    assert pierced_cubes(nx, ny, nz) == len(crossed)


@given(SIZES, SIZES, SIZES, st.tuples(*[st.integers(-3, 3)] * 3), st.integers(-9, 9))
def test_a_plane_cuts_the_cubes_with_corners_on_both_sides(nx, ny, nz, normal, d):
    if not any(normal):
        with pytest.raises(SolidError, match="a = b = c = 0"):
            cut_cubes(nx, ny, nz, [*normal, d])
        return
    count = 0
    for corner in itertools.product(range(nx), range(ny), range(nz)):
        ends = itertools.product((0, 1), repeat=3)
        values = [np.dot(normal, np.add(corner, end)) - d for end in ends]
        count += min(values) < 0 < max(values)
    assert cut_cubes(nx, ny, nz, [*normal, d]) == count


@given(*[st.integers(0, 2)] * 3, st.sets(st.tuples(*[st.integers(0, 2)] * 3), max_size=3))
def test_lattice_paths_are_the_orders_of_the_steps(nx, ny, nz, blocked):
    ways = 0
    for order in set(itertools.permutations("x" * nx + "y" * ny + "z" * nz)):
        points = [tuple(order[:i].count(axis) for axis in "xyz") for i in range(len(order) + 1)]
        ways += not blocked & set(points)
    assert lattice_paths(nx, ny, nz, blocked) == ways


def test_piles_of_a_shape_are_those_of_their_heights():
    assert corner_pile(3) == pile([[3, 2, 1], [2, 1, 0], [1, 0, 0]])
    assert stairs(3, 2) == pile([[3, 2, 1], [3, 2, 1]])
    holes = [[x, y] for x in (1, 2) for y in (0, 1, 2)]
    whole_block = block(4, 3, 2)
    assert tunnel(whole_block, "top", [1, 0], [2, 2]) == bored(whole_block, "top", holes)
    with pytest.raises(SolidError, match="in the way of the tunnel"):
        tunnel(whole_block, "top", [4, 0], [5, 2])


def test_tunnels_and_corners_are_taken_away():
    p = bored(bored(bored(block(3, 3, 3), "top", [[1, 1]]), "front", [[1, 1]]), "left", [[1, 1]])
    assert cubes(p) == 20  # the sponge of Menger
    assert surface_squares(p) == 72
    assert surface_squares(without(block(3, 3, 3), [[2, 0, 2]])) == 54
    with pytest.raises(SolidError, match="expected a cube at"):
        without(block(1, 1, 1), [[1, 0, 0]])
    with pytest.raises(SolidError, match="in the way of the tunnel"):
        bored(block(1, 1, 1), "top", [[2, 0]])
    with pytest.raises(SolidError, match="expected one of the sides"):
        seen(block(1, 1, 1), "above")


def every_pile(columns, rows):
    """All heights of a rectangle up to 2, as arrays whose first index is the row."""
    for heights in itertools.product(range(3), repeat=columns * rows):
        yield np.array(heights).reshape(rows, columns)


@pytest.mark.parametrize(("columns", "rows"), [(2, 2), (3, 2), (2, 3)])
def test_extremes_of_views_are_those_of_all_piles(columns, rows):
    by_front_top: dict[tuple, list[int]] = {}
    by_front_left: dict[tuple, list[int]] = {}
    by_all: dict[tuple, list[int]] = {}
    for heights in every_pile(columns, rows):
        if not heights.any():
            continue
        front, left = tuple(heights.max(axis=0).tolist()), tuple(heights.max(axis=1).tolist())
        top = tuple(map(tuple, (heights > 0).astype(int).tolist()))
        for table, key in [
            (by_front_top, (front, top)),
            (by_front_left, (front, left)),
            (by_all, (front, left, top)),
        ]:
            table.setdefault(key, []).append(int(heights.sum()))
    for (front, top), found in by_front_top.items():
        assert pile_extremes(front, top, "most") == max(found)
        assert pile_extremes(front, top, "fewest") == min(found)
    for (front, left), found in by_front_left.items():
        assert pile_extremes(front, None, "most", left) == max(found)
        assert pile_extremes(front, None, "fewest", left) == min(found)
    for (front, left, top), found in by_all.items():
        assert pile_extremes(front, top, "most", left) == max(found)
        assert pile_extremes(front, top, "fewest", left) == min(found)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([2, 1], [[1, 0]], "most"), "column 2 of the front view"),
        (([2, 1], None, "most"), "from the left, from above"),
        (([2, 1], None, "most", [1, 1]), "column 1 of the front view"),
        (([1, 1], None, "most", [1, 2]), "row 2 of the left view"),
        (([2, 0], [[1, 1]], "most"), "wherever the view from above"),
        (([2, 1], [[1, 1]], "least"), "'most' or 'fewest'"),
    ],
)
def test_views_of_no_pile_are_refused(arguments, message):
    with pytest.raises(SolidError, match=message):
        pile_extremes(*arguments)
