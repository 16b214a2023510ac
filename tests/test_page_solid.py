"""The solid on the page of an item, in a browser: turned, cut, moved, and like its picture."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache

import numpy as np
import pytest
from browser import needs_assets, needs_browser, until
from pages import needs_axe, serious_violations

from geoengine.draw.solids import Exhibit, Polyhedron, View, trace_outline
from geoengine.families.solids import model_of, view_of
from geoengine.families.solids.building import Scene, instance_of, item_about
from geoengine.families.solids.views import read_view
from geoengine.inspect import built_file, item_record, standalone_page
from geoengine.inspect.solid_data import solid_record
from geoengine.items import load_family, stream
from geoengine.solid import load_seeds

pytestmark = [needs_assets, needs_browser]

SECTION = "moving_cuboid_section_through_diagonal"
ROUND = ["area_round_frustum_parallel_section", "area_least_section_of_circumsphere",
         "counting_ball_at_apex_of_pyramid"]  # fmt: skip
SHEETS = ["folding_sheet_crease_diagonal", "area_round_cone_elliptic_section"]
FOLDED = "folding_right_triangle_least_distance"
TWO_SLIDERS = "moving_tetrahedron_points_on_opposite_edges"
PILE = "counting_pile_two_views"
STROKES = """() => solid.view.strokes.map(({ points, isHidden }) =>
  [isHidden, points.map(({ x, y }) => [x, y])])"""
TURNED = "([around, above]) => { solid.view.turn(around, above); solid.view.draw(); }"
NAMES = """() => Object.fromEntries([...document.querySelectorAll('svg.solid text')]
  .map(node => [node.dataset.name, ['x', 'y'].map(name => Number(node.getAttribute(name)))]))"""
DOTS = """() => [...document.querySelectorAll('.solid-dots circle')]
  .map(node => [Number(node.getAttribute('cx')), Number(node.getAttribute('cy'))])"""
DRAWN = """() => {
  const stage = document.querySelector('.solid-stage');
  const box = document.querySelector('svg.solid').getAttribute('viewBox');
  return box === `0 0 ${stage.clientWidth} ${stage.clientHeight}`;
}"""
"""Whether the solid is drawn at the size of its place, which is measured after a first frame."""


@cache
def made(seed, language="en"):
    """Return an instance of a seed, and the item about it."""
    instance = instance_of(seed, 1, 0)
    scene = Scene(1, 0, (), language, Counter())
    task = f"{instance.seed.type}_{instance.seed.level}"
    return instance, item_about(task, instance, scene, stream(1))


def page_of(folder, name, item):
    path = folder / f"{name}.html"
    path.write_text(standalone_page(item_record(item, problem={})), encoding="utf-8")
    return path


def show(browser, folder, seed, *, language="en", **options):
    watched = browser(reduced_motion="reduce", **options)
    tab = watched.open(page_of(folder, seed, made(seed, language)[1]))
    until(tab, DRAWN)
    return watched, tab


def view_of_picture(item):
    return read_view(item.certificate["view"])


def measured(strokes):
    """Return the lengths of the visible and the hidden lines, and the ends of straight ones."""
    lengths, ends = {True: 0.0, False: 0.0}, []
    for hidden, line in strokes:
        points = np.array(line)
        lengths[hidden] += np.hypot(*np.diff(points, axis=0).T).sum()
        if len(points) == 2 and np.hypot(*(points[1] - points[0])) > 1e-3:
            ends.append((hidden, *sorted(map(tuple, points.round(3).tolist()))))
    return lengths, sorted(ends)


def drawn_by_python(model, view):
    outline = trace_outline(model, view)
    parts = [(True, line) for line in outline.hidden] + [(False, line) for line in outline.visible]
    return measured((hidden, line / model.size) for hidden, line in parts)


def assert_same_lines(tab, model, view):
    lengths, ends = measured(tab.evaluate(STROKES))
    expected, expected_ends = drawn_by_python(model, view)
    # Arcs are drawn with other steps.
    assert lengths == pytest.approx(expected, abs=0.01)
    if not model.circles:
        assert [one[0] for one in ends] == [one[0] for one in expected_ends]
        for one, other in zip(ends, expected_ends, strict=True):
            assert np.array(one[1:]) == pytest.approx(np.array(other[1:]), abs=3e-3)


def test_what_is_dashed_is_what_the_picture_dashes_also_when_turned(browser, folder):
    watched = browser(reduced_motion="reduce")
    for seed in (SECTION, *ROUND, *SHEETS, FOLDED):
        instance, item = made(seed)
        tab = watched.open(page_of(folder, seed, item))
        until(tab, DRAWN)
        model, view = model_of(instance), view_of_picture(item)
        assert_same_lines(tab, model, view)
        for around, above in ((47, 12), (110, -51)):
            tab.evaluate(TURNED, [around, above])
            view = View((view.azimuth + around) % 360, view.elevation + above)
            assert_same_lines(tab, model, view)
        tab.check(".perspective input")
        tab.evaluate(TURNED, [0, 0])
        assert_same_lines(tab, model, View(view.azimuth, view.elevation, 4))
    assert watched.complaints == []


def test_dragging_and_keys_turn_it_and_reset_goes_back(browser, folder):
    watched, tab = show(browser, folder, SECTION)
    view = view_of_picture(made(SECTION)[1])
    seen = "[solid.view.azimuth, solid.view.elevation]"
    before = tab.evaluate(NAMES)
    box = tab.locator("svg.solid").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    tab.mouse.move(x, y)
    tab.mouse.down()
    tab.mouse.move(x + 100, y + 20, steps=4)
    tab.mouse.up()
    azimuth, elevation = tab.evaluate(seen)
    # The front follows the pointer: dragged to the right, the eye goes to the left.
    assert azimuth == pytest.approx((view.azimuth - 45) % 360)
    assert elevation == pytest.approx(view.elevation + 9)
    until(tab, f"before => JSON.stringify(({NAMES})()) !== before", json.dumps(before))
    tab.mouse.move(x + 300, y)
    assert tab.evaluate(seen) == [azimuth, elevation]
    tab.focus("svg.solid")
    tab.keyboard.press("ArrowRight")
    tab.keyboard.press("ArrowUp")
    assert tab.evaluate(seen) == pytest.approx([(azimuth - 5) % 360, elevation - 5])
    tab.keyboard.press("+")
    assert tab.evaluate("solid.view.zoom") == pytest.approx(1.2)
    tab.click("button:text-is('Reset')")
    assert [*tab.evaluate(seen), tab.evaluate("solid.view.zoom")] == [
        view.azimuth, view.elevation, 1,
    ]  # fmt: skip
    assert watched.complaints == []


def test_it_turns_by_itself_until_it_is_paused(browser, folder):
    watched, tab = show(browser, folder, SECTION)
    at = tab.evaluate("solid.view.azimuth")
    tab.click("button:text-is('Turn')")
    assert tab.get_attribute(".play", "aria-pressed") == "true"
    # Where motion is reduced, it goes in steps.
    until(tab, "at => Math.abs(solid.view.azimuth - (at + 30) % 360) < 1e-6", at)
    tab.click("button:text-is('Pause')")
    stopped = tab.evaluate("solid.view.azimuth")
    tab.wait_for_timeout(700)
    assert tab.evaluate("solid.view.azimuth") == stopped
    assert watched.complaints == []


def crossed_edges(body, normal, offset):
    sides = body.vertices @ normal - offset
    return int(np.count_nonzero(sides[body.edges[:, 0]] * sides[body.edges[:, 1]] < 0))


def test_the_slider_moves_a_plane_whose_section_has_a_corner_on_every_edge_it_cuts(browser, folder):
    watched, tab = show(browser, folder, SECTION)
    instance, item = made(SECTION)
    model = model_of(instance)
    (body,) = model.bodies
    assert isinstance(body, Polyhedron)
    camera = view_of_picture(item).camera(model)
    seen = set()
    names = {3: "triangle", 4: "quadrilateral", 5: "pentagon", 6: "hexagon"}
    for choice, normal in (("level", np.array([0, 0, 1.0])), ("facing", camera.eye[:3])):
        tab.select_option("[aria-label='Cutting plane']", choice)
        steps = body.vertices @ normal
        for place in (13, 57, 100, 147, 190):
            tab.fill("[aria-label='Where the plane is']", str(place))
            tab.evaluate("solid.view.draw()")
            offset = steps.min() + (steps.max() - steps.min()) * place / 200
            count = crossed_edges(body, normal, offset)
            seen.add(count)
            corners = tab.evaluate("solid.view.sections.map(({ corners }) => corners.length)")
            assert corners == [count]
            assert tab.locator("svg.solid .cut-corner").count() == count
            assert tab.inner_text(".said-section") == f"Section: {names[count]}"
    assert seen == {3, 4, 5}
    tab.select_option("[aria-label='Cutting plane']", "none")
    until(tab, "!document.querySelector('svg.solid .cut')")
    assert watched.complaints == []


def test_a_plane_goes_through_chosen_points_and_round_bodies_are_cut(browser, folder):
    watched, tab = show(browser, folder, SECTION)
    letters = made(SECTION)[0].letters
    tab.select_option("[aria-label='Cutting plane']", "points")
    for number, name in enumerate(("A", "B1", "D1"), start=1):
        tab.select_option(f"[aria-label='Point {number} of the plane']", letters[name])
    until(tab, "document.querySelector('.said-section').innerText === 'Section: triangle'")
    tab.select_option("[aria-label='Point 3 of the plane']", letters["B1"])
    until(tab, "document.querySelector('.said-section').innerText.startsWith('These points')")
    _, tab = show(browser, folder, "volume_cone_axial_angle")
    tab.select_option("[aria-label='Cutting plane']", "level")
    until(tab, "document.querySelector('.said-section').innerText === 'Section: circle'")
    assert tab.evaluate("solid.view.sections[0].corners.length") > 100
    assert watched.complaints == []


def test_sliders_move_what_they_say(browser, folder):
    watched, tab = show(browser, folder, TWO_SLIDERS)
    letters = made(TWO_SLIDERS)[0].letters
    moved = {name: letters[name] for name in "MN"}
    before = tab.evaluate(DOTS)
    order = list(made(TWO_SLIDERS)[0].points)
    sliders = tab.locator(".motion input")
    assert sliders.count() == 2
    labels = [sliders.nth(k).get_attribute("aria-label") for k in range(2)]
    assert sorted(labels) == sorted(f"Move {name}" for name in moved.values())
    sliders.nth(0).fill("11")
    tab.evaluate("solid.view.draw()")
    after = tab.evaluate(DOTS)
    changed = [name for name, a, b in zip(order, before, after, strict=True) if a != b]
    assert changed == [labels[0].removeprefix("Move ")]
    tab.click("button:text-is('Reset')")
    tab.evaluate("solid.view.draw()")
    assert tab.evaluate(DOTS) == before
    assert watched.complaints == []


def test_what_moves_stays_dashed_as_it_must_be(browser, folder):
    instance, item = made(FOLDED)
    _, tab = show(browser, folder, FOLDED)
    exhibit = load_family("solids").exhibit(item)
    for place in (3, 37):
        tab.fill(".motion input", str(place))
        tab.evaluate("solid.view.draw()")
        position, drawn = exhibit.positions[place], model_of(instance)
        found, _ = measured(tab.evaluate(STROKES))
        outline = trace_outline(position, view_of_picture(item))
        for hidden, lines in ((True, outline.hidden), (False, outline.visible)):
            length = sum(np.hypot(*np.diff(line, axis=0).T).sum() for line in lines) / drawn.size
            assert found[hidden] == pytest.approx(length, abs=0.01)


def test_a_pile_is_opaque_and_names_are_apart(browser, folder):
    _, tab = show(browser, folder, PILE)
    assert tab.locator("svg.solid .opaque").count() > 10
    assert tab.locator("svg.solid .line.hidden").count() == 0
    assert not tab.locator(".cutting").is_visible()
    _, tab = show(browser, folder, SECTION)
    for _ in range(4):
        tab.evaluate(TURNED, [31, 4])
        middles = list(tab.evaluate(NAMES).values())
        gaps = [np.hypot(*np.subtract(p, q)) for k, p in enumerate(middles) for q in middles[:k]]
        assert min(gaps) > 9


def test_an_item_whose_seed_has_changed_says_that_it_cannot_be_turned(browser, folder):
    item = made(SECTION)[1].model_copy(update={"problem": "A = (0, 0, 0)\nask dist(A, A)"})
    path = page_of(folder, "changed", item)
    watched = browser()
    tab = watched.open(path)
    said = f"This solid cannot be turned: the seed {SECTION} has changed since the item was made."
    assert said in tab.inner_text(".panel-solid")
    # The program that turns solids is not in the page.
    assert built_file("solid.js")[:200] not in path.read_text(encoding="utf-8")
    assert watched.complaints == []


def test_it_is_shown_in_chinese_with_its_reasoning(browser, folder):
    item = made(SECTION, "zh")[1]
    watched, tab = show(browser, folder, SECTION, language="zh")
    for name in ("answer", "certificate"):
        tab.click(f"button:text-is('Show the {name}')")
    steps = tab.locator(".certificate .remarks li").all_inner_texts()
    assert [re.sub(r"\s", "", step) for step in steps] == [
        re.sub(r"\s", "", step) for step in item.certificate["chains"]["zh"]
    ]
    assert tab.locator(".certificate .remarks[lang=zh]").count() == 1
    assert watched.complaints == []


@needs_axe
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_screen_readers_find_their_way(browser, folder, scheme):
    _, tab = show(browser, folder, SECTION, bypass_csp=True, color_scheme=scheme)
    tab.select_option("[aria-label='Cutting plane']", "points")
    assert serious_violations(tab, within=".panel-solid") == []


def test_it_fits_a_phone_and_a_finger_turns_it(browser, folder):
    watched, tab = show(
        browser, folder, SECTION, viewport={"width": 360, "height": 740}, has_touch=True
    )
    tab.select_option("[aria-label='Cutting plane']", "points")
    assert tab.evaluate("document.documentElement.scrollWidth") <= 360
    box = tab.locator("svg.solid").bounding_box()
    assert box["height"] >= 260
    at = tab.evaluate("solid.view.azimuth")
    finger = {"pointerId": 7, "pointerType": "touch", "isPrimary": True, "bubbles": True}
    send = """([type, x, finger]) => document.querySelector('svg.solid')
      .dispatchEvent(new PointerEvent(type, { ...finger, clientX: x, clientY: 400 }))"""
    tab.evaluate("Element.prototype.setPointerCapture = () => {}")
    for type_, x in (("pointerdown", 100), ("pointermove", 140), ("pointerup", 140)):
        tab.evaluate(send, [type_, x, finger])
    assert tab.evaluate("solid.view.azimuth") == pytest.approx((at - 18) % 360)
    assert watched.complaints == []


DRAWN_FROM = """([data, turns]) => {
  const { view } = solidPanel(data);
  const times = [];
  const strokes = turns.map(([azimuth, elevation, isPerspective]) => {
    Object.assign(view, { azimuth, elevation, isPerspective });
    const start = performance.now();
    view.draw();
    times.push(performance.now() - start);
    return view.strokes.map(({ points, isHidden }) => [isHidden, points.map(({ x, y }) => [x, y])]);
  });
  return [strokes, times];
}"""


@pytest.mark.slow
def test_every_seed_is_drawn_as_in_pictures(browser, folder):
    _, tab = show(browser, folder, SECTION)
    times, drawn, unlike = [], 0, []
    for seed in load_seeds():
        instance = instance_of(seed, 1, 0)
        model = model_of(instance)
        first = view_of(instance, model, stream(1, seed))
        views = [first, View((first.azimuth + 73) % 360, first.elevation + 20),
                 View((first.azimuth + 181) % 360, -first.elevation, 4)]  # fmt: skip
        turns = [[view.azimuth, view.elevation, view.distance is not None] for view in views]
        found, took = tab.evaluate(DRAWN_FROM, [solid_record(Exhibit(model, first)), turns])
        times += took
        for view, strokes in zip(views, found, strict=True):
            lengths, expected = measured(strokes)[0], drawn_by_python(model, view)[0]
            if not model.hidden_lines:
                lengths[True] = expected[True]
            if lengths != pytest.approx(expected, abs=0.01):
                unlike.append((seed, view, lengths, expected))
        drawn += 1
    assert drawn > 500
    assert unlike == []
    print(f"{drawn} seeds; {np.median(times):.1f} ms a frame (median), at most {max(times):.0f} ms")
