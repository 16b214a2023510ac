"""The search for auxiliary points: candidates, choices, proofs."""

from __future__ import annotations

import numpy as np
import pytest

from geoengine.auxiliary.coincidences import coincidences
from geoengine.auxiliary.loci_arrays import CURVES, POINTS
from geoengine.auxiliary.placements import curve_constructions, point_constructions
from geoengine.auxiliary.pool import find_points
from geoengine.catalogue.vocabulary import VOCABULARY
from geoengine.language import as_complex, as_real
from geoengine.scene import add_points, load_problem, load_steps, place
from geoengine.scene.computed_points import COMPUTED_POINTS
from geoengine.scene.loci import LOCI

# IMO 2018, problem 1, and 2012, problem 5: the first needs two points, the second one.
IMO_2018_P1 = "a b c = triangle; o = circumcenter a b c; d = on_line d a b, on_circle d o a; "
CEVIANS = "a b c = triangle; e = on_line a c; f = on_line a b"
ISOSCELES = "a b c = iso_triangle; d = on_line b c; e = foot d a b; f = foot d a c; g = foot b a c"


@pytest.mark.parametrize("word", sorted(CURVES))
def test_curves_are_those_of_single_points(word):
    rng = np.random.default_rng(3)
    z = rng.normal(size=(VOCABULARY[word].points, 20, 2)) @ np.array([1, 1j])
    found = CURVES[word](*z)
    for k in range(20):
        curve = LOCI[word](*z[:, k].tolist())
        on = found.at[k] if found.straight else found.at[k] + found.along[k]
        assert curve.distance(complex(on)) < 1e-9 * abs(found.along[k]) + 1e-9
        further = found.at[k] + (0.7 if found.straight else np.exp(2j)) * found.along[k]
        assert curve.distance(complex(further)) < 1e-9 * abs(found.along[k]) + 1e-9


@pytest.mark.parametrize("word", sorted(POINTS))
def test_points_are_those_of_single_points(word):
    rng = np.random.default_rng(4)
    z = rng.normal(size=(VOCABULARY[word].points, 20, 2)) @ np.array([1, 1j])
    if word == "harmonic":
        z[2] = z[0] + 0.3 * (z[1] - z[0])
    found = POINTS[word](*z)
    for k in range(20):
        (expected,) = COMPUTED_POINTS[word](*z[:, k].tolist())
        assert abs(found[k] - expected) < 1e-9 * (1 + abs(expected))


def test_the_constructions_considered():
    names = {one.name for one in (*curve_constructions(), *point_constructions())}
    assert {"midpoint", "foot", "reflect", "mirror", "parallelogram", "circumcenter"} <= names
    assert {"orthocenter", "incenter", "excenter", "arc_midpoint", "bisector_foot"} <= names
    assert {"on_line", "on_circle", "on_circum", "on_tline", "on_pline", "on_bline"} <= names


@pytest.mark.parametrize("text", ["a b c = triangle; d = foot a b c", ISOSCELES])
def test_pools_agree_with_their_constructions(text):
    """Each point is where all its clauses place it, in every draw, and differs from all others."""
    problem = load_problem(text)
    xy = place(problem).xy
    z = as_complex(xy)
    pool = find_points(problem.points, z, range(z.shape[1]))
    rng = np.random.default_rng(0)
    for number in rng.choice(len(pool), size=min(len(pool), 60), replace=False).tolist():
        steps = [pool.step(number, "x", way) for way in range(pool.ways(number))]
        assert len({*map(str, steps)}) == len(steps)
        for step in steps[:8]:
            _, diagram = add_points(problem, xy, load_steps(str(step), problem))
            placed = as_complex(diagram.xy)[:, -1]
            assert np.abs(placed - pool.z[:, number]).max() < 1e-7, step
    gaps = np.abs(pool.z[:, :, None] - pool.z[:, None, :]).max(axis=0)
    np.fill_diagonal(gaps, 1)
    assert gaps.min() > 1e-7


def test_coincidences_prefer_what_meets_the_figure():
    problem = load_problem("a b c = triangle; o = circumcenter a b c; h = orthocenter a b c")
    z = as_complex(place(problem).xy)
    pool = find_points(problem.points, z, range(5))
    scores = coincidences(pool, z, np.ones(5))
    # The reflection of the orthocenter in a side is on the circumcircle.
    _, diagram = add_points(problem, as_real(z), load_steps("x = reflect h b c", problem))
    (place_of,) = np.flatnonzero(
        np.abs(pool.z - as_complex(diagram.xy)[:, [-1]]).max(axis=0) < 1e-7
    )
    assert (scores > scores[place_of]).mean() < 0.1


def test_an_intersection_is_the_new_one_in_every_draw():
    """The number of the known one among the two may differ from draw to draw."""
    problem = load_problem("a b c = triangle; d = foot a b c")
    xy = place(problem, draws=8).xy
    for clause in ("x = arc_midpoint_far d a c", "x = on_line a d, on_circum a b c"):
        _, diagram = add_points(problem, xy, load_steps(clause, problem))
        z = as_complex(diagram.xy)
        assert np.abs(z[:, -1:] - z[:, :-1]).min() > 0.01
