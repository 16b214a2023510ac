"""The figure of a page in a real browser: dragging it, its marks and its labels."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
from browser import needs_assets, needs_browser
from pages import ALTITUDES, show, text_of

import geoengine as ge
from geoengine.catalogue import load_scenes
from geoengine.inspect.figure_data import figure_record
from geoengine.language import PREDICATES, Kind, parse_statement
from geoengine.scene import load_problem, place, sample_series

pytestmark = [needs_assets, needs_browser]

DRAGGED = {
    "altitudes": ALTITUDES,
    "incircle": "A B C = triangle A B C; X Y Z I = incenter2 X Y Z I A B C",
    "circle": (
        "A B C = triangle A B C; O = circumcenter O A B C; D = on_circle D O A;"
        " P = intersection_ll P A D B C; Q = on_tline Q D O D, on_line Q A B"
    ),
    "isosceles": "A B C = iso_triangle A B C; D = angle_bisector D B A C, on_line D B C",
    "square": "A B C D = isquare A B C D; M = midpoint M A B; P = reflect P D C M",
    "lengths": "A B C = r_triangle_of A B C 3 4; D = foot D A B C",
}


def holding(record, xy):
    """Return the largest residual of the premises."""
    worst = 0.0
    for name, points, value in record["figure"]["relations"]:
        definition = PREDICATES[name]
        groups = [points]
        if definition.tail is not None:
            # A statement about any number of points: its first points with each of the others.
            fixed = definition.arity - 1
            groups = [[*points[:fixed], other] for other in points[fixed:]]
        for group in groups:
            worst = max(worst, float(definition.measured(xy[group], value)))
    return worst


@pytest.mark.parametrize("name", DRAGGED)
def test_premises_stay_true_while_points_are_moved(browser, folder, name):
    _, tab = show(browser, folder, text_of(DRAGGED[name]))
    record = tab.evaluate("geoengine.data")
    rng = np.random.default_rng(len(name))
    size = tab.evaluate("geoengine.diagram.size")
    home = np.array(record["figure"]["xy"])
    handles = [*record["figure"]["free"], *record["figure"]["gliders"]]
    assert handles
    moved = 0
    for _ in range(12):
        handle = int(rng.choice(handles))
        target = home[handle] + rng.uniform(-0.4, 0.4, 2) * size
        before = np.array(tab.evaluate("geoengine.diagram.positions()"))
        tab.evaluate("([k, to]) => geoengine.diagram.move(k, to)", [handle, target.tolist()])
        after = np.array(tab.evaluate("geoengine.diagram.positions()"))
        assert holding(record, after) < 1e-7
        moved += np.abs(after[handle] - before[handle]).max() > 0.01 * size
        if name != "lengths" and handle in record["figure"]["free"]:
            others = [k for k in record["figure"]["free"] if k != handle]
            assert np.allclose(after[others], before[others], atol=1e-9 * size) or moved
    assert moved >= 8


def test_the_figures_of_sampled_scenes_can_be_dragged(browser, folder):
    """For every scene the figure satisfies the premises, and most drags reach their target."""
    _, tab = show(browser, folder, text_of(ALTITUDES))
    drag = """([figure, moves]) => {
      const diagram = new geoengine.Diagram(figure, "sampled", geoengine.selection);
      return moves.map(([k, x, y]) => {
        diagram.reset();
        const to = [diagram.x[2 * k] + x * diagram.size, diagram.x[2 * k + 1] + y * diagram.size];
        diagram.move(k, to);
        return [to, diagram.positions()];
      });
    }"""
    rng = np.random.default_rng(5)
    arrived = tried = 0
    for sampled in islice(sample_series(list(load_scenes().values()), seed=8), 12):
        problem = sampled.problem
        figure = figure_record(place(problem), problem.premises, problem)
        handles = figure["free"] + figure["gliders"]
        if not handles:
            continue
        moves = [[int(k), *rng.uniform(-0.25, 0.25, 2).tolist()] for k in handles]
        size = np.ptp(np.array(figure["xy"]), axis=0).max()
        found = tab.evaluate(drag, [figure, moves])
        for (k, *_), (target, xy) in zip(moves, found, strict=True):
            assert holding({"figure": figure}, np.array(xy)) < 1e-7, str(problem)
            if k in figure["free"]:
                tried += 1
                arrived += np.abs(np.array(xy[k]) - target).max() < 0.01 * size
    assert tried >= 12
    assert arrived >= 0.9 * tried


def test_a_point_is_dragged_with_the_mouse_and_with_keys(browser, folder):
    watched, tab = show(browser, folder, text_of(ALTITUDES))
    record = tab.evaluate("geoengine.data")
    box = tab.locator("svg.figure .dots .free >> nth=0").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    tab.mouse.move(x, y)
    tab.mouse.down()
    for k in range(1, 9):
        tab.mouse.move(x + 6 * k, y + 4 * k)
        tab.evaluate("() => new Promise(requestAnimationFrame)")
        at = np.array(tab.evaluate("geoengine.diagram.positions()"))
        assert holding(record, at) < 1e-7
    tab.mouse.up()
    now = tab.locator("svg.figure .dots .free >> nth=0").bounding_box()
    assert now["x"] - box["x"] == pytest.approx(48, abs=2)
    assert now["y"] - box["y"] == pytest.approx(32, abs=2)
    assert "All premises hold" in tab.inner_text(".diagram")
    tab.keyboard.press("ArrowRight")
    assert tab.locator("svg.figure .dots .free >> nth=0").bounding_box()["x"] > now["x"]
    tab.click("text=Reset")
    assert tab.locator("svg.figure .dots .free >> nth=0").bounding_box() == box
    assert watched.complaints == []


MARKED = (
    "A B C = triangle A B C; D = parallelogram D A B C; E = midpoint E C D; F = foot F A B C;"
    " G = angle_bisector G B A C, on_line G B C"
)
DRAG = """([k, x, y]) => {
  const { diagram } = geoengine;
  diagram.reset();
  diagram.move(k, [diagram.x[2 * k] + x * diagram.size, diagram.x[2 * k + 1] + y * diagram.size]);
  diagram.refit();
}"""
CROSSED = """() => {
  const { diagram } = geoengine;
  const box = (text) => { const b = text.getBBox(); return [b.x + 1, b.y + 4, b.x + b.width - 1, b.y + b.height - 4]; };
  const boxes = [...diagram.names, ...diagram.lengths].map(box);
  const ends = [...diagram.figure.segments, ...diagram.figure.dashed].map(([a, b]) => [diagram.at(a), diagram.at(b)]);
  const isCrossed = ([x1, y1, x2, y2]) => ends.some(([p, q]) => {
    let [from, to] = [0, 1];
    for (const [start, run, low, high] of [[p[0], q[0] - p[0], x1, x2], [p[1], q[1] - p[1], y1, y2]]) {
      if (Math.abs(run) < 1e-9) { if (start < low || start > high) return false; continue; }
      const at = [(low - start) / run, (high - start) / run].sort((a, b) => a - b);
      [from, to] = [Math.max(from, at[0]), Math.min(to, at[1])];
    }
    return from < to;
  });
  const overlap = boxes.filter((a, k) => boxes.slice(0, k).some((b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]));
  const { width, height } = diagram.view;
  const out = diagram.figure.points.filter((_, k) => { const [x, y] = diagram.at(k); return x < 0 || y < 0 || x > width || y > height; });
  return [boxes.filter(isCrossed).length, overlap.length, out.length];
}"""  # noqa: E501


DRAGS = f"moves => moves.map((move) => {{ ({DRAG})(move); return ({CROSSED})(); }})"

ZOOMS = f"""points => {{
  geoengine.diagram.reset();
  return points.map((k) => {{
    geoengine.diagram.view.zoom(1.4, geoengine.diagram.at(k));
    geoengine.diagram.moved();
    return ({CROSSED})();
  }});
}}"""


def test_names_keep_off_lines_and_each_other_also_after_a_drag(browser, folder):
    counts = []
    for problem in DRAGGED.values():
        watched, tab = show(browser, folder, text_of(problem))
        handles = tab.evaluate("[...geoengine.diagram.handles]")
        counts.append(tab.evaluate(CROSSED))
        for k in handles:
            counts += tab.evaluate(DRAGS, [[k, -0.15, 0.25], [k, 0.9, -0.8]])
        # What is not in view has no label.
        zoomed = tab.evaluate(ZOOMS, handles)
        counts += [[*pair, 0] for *pair, _ in zoomed]
        assert watched.complaints == []
    assert len(counts) >= 40
    crossed, overlapping, out = np.array(counts).T
    assert out.sum() == 0
    # If a drag crowds points together, there may be no free position for a label.
    assert (crossed == 0).mean() >= 0.95
    assert (overlapping == 0).mean() >= 0.95


LIT = """() => {
  const { selection, data } = geoengine;
  const covered = () => {
    const lines = [...document.querySelectorAll(".glow > *")];
    const points = lines.flatMap((line) => Array.from({ length: Math.ceil(line.getTotalLength()) }, (_, far) => line.getPointAtLength(far)));
    // What is written takes less than the box of a text, which is as high as its line.
    return [...document.querySelectorAll(".figure .names text")].filter((text) => text.style.display !== "none" && points.some(({ x, y }) => {
      const box = text.getBBox();
      return Math.abs(x - box.x - box.width / 2) < box.width / 2 - 1 && Math.abs(y - box.y - 0.54 * box.height) < 0.26 * box.height;
    })).length;
  };
  return ["state", "step"].flatMap((kind) => data[kind + "s"].slice(0, 60).map((_, id) => {
    selection.select({ kind, id });
    return covered();
  }));
}"""  # noqa: E501


def test_names_leave_the_lines_of_what_is_selected(browser, folder):
    watched, tab = show(browser, folder, text_of(DRAGGED["altitudes"]))
    covered = tab.evaluate(LIT)
    assert len(covered) > 40
    assert sum(covered) <= 0.03 * len(covered)
    # The names stay where they are for what the pointer is on.
    places = "[...document.querySelectorAll('.figure .names text')].map((text) => [text.getAttribute('x'), text.getAttribute('y')])"  # noqa: E501
    tab.evaluate("geoengine.selection.select(null)")
    before = tab.evaluate(places)
    tab.evaluate("geoengine.selection.hover({ kind: 'step', id: 0 })")
    assert tab.locator(".glow > *").count() > 0
    assert tab.evaluate(places) == before
    assert watched.complaints == []


def test_what_is_given_is_marked_and_stays_so(browser, folder):
    watched, tab = show(browser, folder, text_of(MARKED))
    marks = tab.evaluate("geoengine.data.figure.marks")
    names = tab.evaluate("geoengine.data.figure.points")
    spelt = {
        kind: [["".join(names[k] for k in one) for one in group] for group in groups]
        for kind, groups in marks.items()
    }
    assert spelt["right_angles"] == [["AF", "BC"]]
    assert spelt["ticks"] == [["AB", "CD"], ["AD", "BC"], ["CE", "DE"]]
    assert spelt["arcs"] == [["GAB", "CAG"]] or spelt["arcs"] == [["BAG", "GAC"]]
    assert len(spelt["arrows"]) == 2
    # A square, one to three ticks on two segments, the brackets of BC and CD, which have points in
    # between, an arc in each of two angles, and one and two arrowheads on two lines.
    drawn = "[...document.querySelectorAll('svg.figure .marks path')].length"
    assert tab.evaluate(drawn) == (marked := 1 + 2 * (1 + 2 + 3) + 2 + 2 + 2 + 4)
    foot = names.index("F")
    for x, y in ((0.1, 0.1), (-0.3, 0.2), (0.6, 0.05)):
        tab.evaluate(DRAG, [0, x, y])
        assert tab.evaluate(drawn) == marked
        square = tab.evaluate(
            "document.querySelector('svg.figure .marks path').getAttribute('d')"
        ).split()
        corners = np.array([word for word in square if word not in "ML"], dtype=float).reshape(3, 2)
        at = np.array(tab.evaluate("k => geoengine.diagram.at(k)", foot))
        one, far, other = corners - at
        assert one @ other == pytest.approx(0, abs=1e-6)
        assert one + other == pytest.approx(far, abs=1e-6)
    assert watched.complaints == []


def test_a_mark_that_does_not_hold_is_not_drawn(browser, folder):
    _, tab = show(browser, folder, text_of(MARKED))
    arcs = "[...document.querySelectorAll('svg.figure .marks path[d*=A]')].length"
    assert tab.evaluate(arcs) == 2
    # The bisector is moved directly, without the solver.
    tab.evaluate("() => { const d = geoengine.diagram; d.x[2 * 6] += 0.2 * d.size; d.draw(); }")
    assert tab.evaluate(arcs) == 0


def test_the_browser_measures_as_the_language_does(browser, folder):
    """For every relation, true and false, Python and JavaScript must agree."""
    _, tab = show(browser, folder, text_of(ALTITUDES))
    known = [name for name, said in PREDICATES.items() if said.kind is Kind.RELATION]
    assert tab.evaluate("names => names.filter(name => !geoengine.Solver.knows(name))", known) == []
    rng = np.random.default_rng(7)
    graph = ge.deduce(load_problem(
        "A B C = r_triangle_of A B C 3 4; D = foot D A B C; M = midpoint M B C; N = midpoint N A B;"
        " O = circumcenter O B M A; P = mirror P A M; Q = reflect Q D A B; R = eq_triangle R A B"
    ))  # fmt: skip
    true = [s for s in (*graph.states, *graph.premises) if not s.is_condition]
    turns = [parse_statement(f"aconst A B A R {degrees}o") for degrees in (60, 120)]
    true += [turn for turn in turns if graph.holds(turn)]
    true.append(parse_statement("rconst A B A C 3/4"))
    spoken = {s.predicate for s in true}
    assert spoken >= set(known) - {"eqprod", "circle", "contri"}
    index = graph.diagram.index
    xy = graph.diagram.xy[0]
    cases = []
    for statement in true:
        points = [index[name] for name in statement.points]
        value = None if statement.value is None else float(statement.value)
        cases.append([statement.predicate, points, value])
    assert len(cases) >= 1024
    worst = (
        "([cases, xy]) => cases.map(c => geoengine.Solver.worst([c], Float64Array.from(xy.flat())))"
    )
    assert max(tab.evaluate(worst, [cases, xy.tolist()])) < 1e-7
    # In a figure of random points nothing holds except by chance.
    chance = rng.uniform(-1, 1, xy.shape)
    found = tab.evaluate(worst, [cases, chance.tolist()])
    told = [
        float(np.max(s.definition.measured(chance[c[1]][: s.definition.arity], c[2])))
        for s, c in zip(true, cases, strict=True)
    ]
    for statement, here, there in zip(true, found, told, strict=True):
        assert (here > 1e-4) >= (there > 1e-2), statement
