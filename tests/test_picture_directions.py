"""Pictures in which the edges do not tell which lines are parallel or at right angles."""

import importlib

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tasks_of import build, contexts_of

from geoengine.draw import Sketch
from geoengine.families.reasoning.finishing import finish
from geoengine.families.reasoning.picture import ask_for_directions, tilt
from geoengine.items import UsedProblem

SEED = 2
PLACES = st.tuples(st.integers(-40, 40), st.integers(-40, 40))


def distances_from_edges(sketch):
    """The angles between the lines of a sketch and the edge of its picture that is nearer."""
    lines = [(*sketch.points[a], *sketch.points[b]) for a, b in (*sketch.segments, *sketch.dashed)]
    x, y, u, v = np.array(lines).T
    slopes = np.degrees(np.arctan2(v - y, u - x)) % 90
    return np.minimum(slopes, 90 - slopes)


@given(st.lists(PLACES, min_size=2, max_size=6, unique=True), st.integers(0, 9))
def test_no_line_of_a_tilted_sketch_is_along_an_edge(places, seed):
    points = {f"P{k}": place for k, place in enumerate(places)}
    names = list(points)
    sketch = Sketch(points, [(names[0], name) for name in names[1:]], dashed=[tuple(names[:2])])
    distances = distances_from_edges(sketch.rotated(tilt(sketch, seed)))
    # The widest of so many gaps between directions, and a third of it.
    assert distances.min() > 90 / (len(names) - 1) / 3 - 1e-6


def test_items_about_directions_have_tilted_pictures(monkeypatch):
    drawn = []
    module = importlib.import_module("geoengine.families.reasoning.finishing")
    monkeypatch.setattr(module, "render", lambda sketch, style: drawn.append(sketch) or b"")
    tilted = 0
    for index, context in contexts_of(SEED, range(8)):
        rng = np.random.default_rng(index)
        for item in build("structural_perception", context, rng, most=2):
            drawn.clear()
            # The name that items have for their problem as long as they are in no split.
            finish(UsedProblem("{problem}", index, (item,), images=True))
            least = min(distances_from_edges(sketch).min() for sketch in drawn)
            if ask_for_directions([item]):
                tilted += 1
                assert least > 0.5
            else:
                assert least < 1e-6
    assert tilted >= 2
