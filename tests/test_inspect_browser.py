"""Pages in a real browser: clicking, typing, dragging, and timing."""

from __future__ import annotations

import json
import time
from functools import cache
from itertools import islice

import numpy as np
import pytest
from browser import needs_assets, needs_browser, opened
from split_digests import vouch_for
from tasks_of import TASKS

import geoengine as ge
from geoengine.catalogue import load_scenes
from geoengine.formats import Source
from geoengine.inspect import (
    graph_record,
    item_record,
    problem_record,
    standalone_page,
    write_gallery,
)
from geoengine.inspect.figure_data import figure_record
from geoengine.items import Choice
from geoengine.language import PREDICATES, Kind, parse_statement
from geoengine.scene import load_problem, place, sample_series

pytestmark = [needs_assets, needs_browser]

ALTITUDES = (
    "A B C = triangle A B C; D = foot D A B C; E = foot E B C A; M = midpoint M A B ? cong M D M E"
)
EVIL = "<img src=x onerror=alert(1)></script><script>alert(2)</script>"
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


@pytest.fixture(scope="module")
def browser():
    with opened() as make:
        yield make


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("pages")


@pytest.fixture(scope="module")
def split(one_of_each):
    return one_of_each.path


@cache
def text_of(problem, name="problem"):
    return standalone_page(problem_record(load_problem(problem, name=name)))


def show(browser, folder, text, **options):
    path = folder / "page.html"
    path.write_text(text, encoding="utf-8")
    watched = browser(**options)
    return watched, watched.open(path)


def chosen(tab):
    return tab.evaluate("[geoengine.selection.state, geoengine.selection.step]")


def test_it_opens_in_silence(browser, folder):
    watched, tab = show(browser, folder, text_of(ALTITUDES))
    for key in ("2", "3", "1", "n", "Escape"):
        tab.keyboard.press(key)
    assert watched.complaints == []


def test_names_stay_text(browser, folder, split):
    watched, tab = show(browser, folder, text_of(ALTITUDES, EVIL))
    assert tab.inner_text("h1") == EVIL
    item = Source(split).items[0]
    bad = item.model_copy(
        update={
            "question": EVIL,
            "scene": EVIL,
            "answer": Choice(options=tuple(f"{k}{EVIL}" for k in range(4)), key=1),
        }
    )
    _, tab = show(browser, folder, standalone_page(item_record(bad, problem={})))
    assert tab.inner_text(".question") == EVIL
    assert EVIL in tab.inner_text(".option >> nth=0")
    assert tab.locator("img[src=x]").count() == 0
    assert watched.complaints == []


def test_the_proof_is_walked_with_keys(browser, folder):
    _, tab = show(browser, folder, text_of(ALTITUDES))
    record = tab.evaluate("geoengine.data")
    steps = record["proofs"][0]["steps"]
    assert len(steps) >= 6
    for number, step in enumerate(steps, start=1):
        tab.keyboard.press("n")
        assert chosen(tab) == [record["steps"][step][1], step]
        assert tab.inner_text(".walk .position") == f"Step {number} of {len(steps)}"
        assert tab.locator(".glow > *").count() > 0
    tab.keyboard.press("n")
    tab.keyboard.press("p")
    assert chosen(tab)[1] == steps[-2]
    assert tab.inner_text(".details h2") == record["rules"][record["steps"][steps[-2]][0]]["name"]


def test_a_state_tells_all_its_derivations(browser, folder):
    graph = ge.deduce(load_problem(ALTITUDES))
    _, tab = show(browser, folder, standalone_page(graph_record(graph)))
    tab.click(".statement .goal a")
    record = tab.evaluate("geoengine.data")
    goal = record["proofs"][0]["goal"]
    assert chosen(tab) == [goal, None]
    told = {number for number, step in enumerate(record["steps"]) if step[1] == goal}
    assert tab.inner_text(".details h3 >> nth=0") == f"Derivations ({len(told)})"
    assert len(told) >= len(graph.all_derivations(graph.problem.goal))
    assert tab.text_content(".details .katex-mathml annotation") == "DM = EM"
    tab.click(".details li a.step >> nth=1")
    state, step = chosen(tab)
    assert (state, step in told) == (goal, True)


def test_filters_and_search(browser, folder):
    _, tab = show(browser, folder, text_of(ALTITUDES))
    record = tab.evaluate("geoengine.data")
    tab.keyboard.press("3")
    tab.select_option("select[aria-label=Predicate]", "cyclic")
    cyclic = [said for said in record["states"] if said[0].startswith("cyclic ")]
    assert 0 < len(cyclic) < len(record["states"])
    assert tab.locator("ol.states li").count() == len(cyclic)
    tab.select_option("select[aria-label=Predicate]", "")
    tab.fill("input[type=search]", "dm=em")
    assert tab.locator("ol.states li a").all_inner_texts() == ["DM = EM"]
    tab.fill("input[type=search]", "")
    rule = next(k for k, rule in enumerate(record["rules"]) if rule["id"] == "midpoint_definition")
    tab.select_option("select[aria-label=Rule]", str(rule))
    wanted = {step[1] for step in record["steps"] if step[0] == rule}
    assert tab.locator("ol.states li").count() == len(wanted)


def test_the_graph_shows_the_way_and_the_rest(browser, folder):
    _, tab = show(browser, folder, text_of("A B C = triangle; M = midpoint B C ? midp M B C"))
    tab.keyboard.press("2")
    record = tab.evaluate("geoengine.data")
    assert "places" not in record
    assert tab.evaluate("geoengine.graph.cy.nodes().length") == 4
    tab.check("input[value=all]")
    count = tab.evaluate("geoengine.graph.cy.nodes().length")
    assert count == len(record["states"]) + len(record["steps"])
    assert tab.evaluate("geoengine.graph.cy.nodes('.goal')[0].data('label')") == (
        "M is the midpoint of BC"
    )
    # Clicking a node selects it.
    at = tab.evaluate("geoengine.graph.cy.nodes('.goal')[0].renderedPosition()")
    box = tab.locator(".stage").bounding_box()
    tab.mouse.click(box["x"] + at["x"], box["y"] + at["y"])
    assert chosen(tab)[0] == record["proofs"][0]["goal"]
    # Layers: antecedents are above their step, and it is above its conclusion.
    heights = tab.evaluate(
        "geoengine.graph.cy.edges().map(e => e.target().position('y') - e.source().position('y'))"
    )
    assert heights
    assert min(heights) > 0


def test_a_large_graph_is_picked_from(browser, folder):
    watched, tab = show(browser, folder, text_of(ALTITUDES))
    tab.keyboard.press("2")
    tab.check("input[value=all]")
    tab.wait_for_function("geoengine.graph.overview.view")
    goal = tab.evaluate("geoengine.data.proofs[0].goal")
    x, y = tab.evaluate(f"geoengine.graph.overview.at({goal})")
    box = tab.locator(".overview canvas").bounding_box()
    tab.mouse.click(box["x"] + x, box["y"] + y)
    assert chosen(tab)[0] == goal
    before = tab.evaluate("geoengine.graph.overview.view.scale")
    # The explanation of the selection has taken some of the room.
    tab.hover(".overview canvas")
    tab.mouse.wheel(0, -200)
    tab.wait_for_function(f"geoengine.graph.overview.view.scale > {before}")
    assert watched.complaints == []


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
      const diagram = new geoengine.Diagram(figure, "sampled");
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


def test_names_keep_off_lines_and_each_other_also_after_a_drag(browser, folder):
    counts = []
    for problem in DRAGGED.values():
        watched, tab = show(browser, folder, text_of(problem))
        handles = tab.evaluate("[...geoengine.diagram.handles]")
        counts.append(tab.evaluate(CROSSED))
        for k in handles:
            counts += tab.evaluate(DRAGS, [[k, -0.15, 0.25], [k, 0.9, -0.8]])
        assert watched.complaints == []
    assert len(counts) >= 40
    crossed, overlapping, out = np.array(counts).T
    assert out.sum() == 0
    # If a drag crowds points together, there may be no free position for a label.
    assert (crossed == 0).mean() >= 0.95
    assert (overlapping == 0).mean() >= 0.95


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


def test_an_item_keeps_its_answer_until_asked(browser, folder, split):
    item = next(item for item in Source(split).items if item.task == "premise_filtering")
    watched, tab = show(browser, folder, standalone_page(item_record(item, problem={})))
    assert "The answer is" not in tab.inner_text("body")
    tab.check(f"input[name=option][value='{item.choice.key}']")
    tab.click("text=Show the answer")
    assert f"The answer is ({item.choice.key}). You chose it." in tab.inner_text("body")
    assert tab.locator("svg.figure").count() == 1
    tab.click("text=Draw the figure without it >> nth=0")
    assert tab.locator("svg.figure").count() == 2
    assert tab.locator(".second .wrong").count() > 0
    assert watched.complaints == []


def test_every_task_has_a_page(browser, folder, split):
    items = Source(split).items
    assert {item.task for item in items} == set(TASKS)
    for item in items:
        watched, tab = show(browser, folder, standalone_page(item_record(item, problem={})))
        tab.click("text=Show the answer")
        assert tab.locator(".option.right").count() == 1
        assert tab.locator(".certificate > li").count() == 4
        assert watched.complaints == []


def test_it_is_worked_with_the_keyboard_alone(browser, folder):
    _, tab = show(browser, folder, text_of(ALTITUDES))
    focus = "[...document.activeElement.classList]"
    seen = set()
    for _ in range(60):
        tab.keyboard.press("Tab")
        seen.update(tab.evaluate(focus))
    assert {"free", "state", "given", "step"} <= seen
    tab.focus("#tab-Proof")
    tab.keyboard.press("ArrowRight")
    assert tab.evaluate("document.activeElement.id") == "tab-Graph"
    assert tab.get_attribute("#tab-Graph", "aria-selected") == "true"
    tab.keyboard.press("?")
    assert tab.locator("dialog[open]").count() == 1


def test_it_fits_a_phone_and_knows_the_dark(browser, folder):
    _, tab = show(browser, folder, text_of(ALTITUDES), viewport={"width": 360, "height": 740})
    for key in ("1", "2", "3"):
        tab.keyboard.press(key)
        assert tab.evaluate("document.documentElement.scrollWidth") <= 360
    _, tab = show(browser, folder, text_of(ALTITUDES), color_scheme="dark")
    paper = "getComputedStyle(document.body).backgroundColor"
    dark = tab.evaluate(paper)
    tab.click("text=Colours: auto")
    assert tab.evaluate(paper) != dark


@pytest.mark.parametrize("count", [241, pytest.param(1021, marks=pytest.mark.slow(seconds=30))])
def test_a_gallery_of_many_items_is_quick(browser, tmp_path, split, count):
    source = Source(split)
    many = tmp_path / "many"
    (many / "images").mkdir(parents=True)
    for name in source.pictures:
        (many / name).write_bytes(source.picture(name))
    (many / "manifest.json").write_bytes((split / "manifest.json").read_bytes())
    (many / "problems.jsonl").write_bytes((split / "problems.jsonl").read_bytes())
    items = [json.loads(line) for line in (split / "items.jsonl").read_text().splitlines()]
    with (many / "items.jsonl").open("w") as file:
        for k in range(count):
            item = {**items[k % len(items)], "id": f"made-up-{k:04d}"}
            file.write(json.dumps(item) + "\n")
    vouch_for(many, "items.jsonl")
    write_gallery(Source(many), tmp_path / "gallery")
    watched = browser()
    began = time.monotonic()
    tab = watched.open(tmp_path / "gallery" / "index.html")
    tab.select_option("select[aria-label=task]", items[1]["task"])
    shown = tab.locator(".cards > li:not([hidden])").count()
    took = time.monotonic() - began
    assert shown == len(range(1, count, len(items)))
    assert took < 10
    loaded = tab.evaluate(
        "[...document.images].filter(image => image.complete && image.naturalWidth).length"
    )
    assert loaded < 100
    tab.fill("input[type=search]", "made-up-0001")
    tab.click(".cards > li:not([hidden]) a")
    tab.wait_for_selector("html[data-ready] .question")
    tab.click("text=← All items")
    tab.wait_for_selector(".cards")
    assert watched.complaints == []


HEXAGON = (
    "O A = segment O A; B = eq_triangle B O A; C = eq_triangle C O B; D = eq_triangle D O C;"
    " E = eq_triangle E O D; F = eq_triangle F O E; M = midpoint M A B; N = midpoint N B C"
    " ? cong M N M O"
)


@pytest.mark.slow(seconds=20)
def test_a_page_of_five_thousand_states_is_quick(browser, folder):
    text = text_of(HEXAGON)
    assert len(text.encode()) < 6_000_000
    path = folder / "hexagon.html"
    path.write_text(text, encoding="utf-8")
    watched = browser()
    began = time.monotonic()
    tab = watched.open(path)
    tab.keyboard.press("2")
    tab.check("input[value=all]")
    tab.wait_for_function("geoengine.graph.overview.view")
    tab.select_option("select[aria-label=Predicate]", "cyclic")
    tab.evaluate("() => new Promise(requestAnimationFrame)")
    took = time.monotonic() - began
    assert tab.evaluate("geoengine.data.states.length") >= 5000
    assert took < 15
    assert watched.complaints == []
