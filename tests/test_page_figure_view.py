"""The view of a page's figure: its size, zoom, what it shows, and what lights up in it."""

from __future__ import annotations

import numpy as np
import pytest
from browser import needs_assets, needs_browser, until
from pages import ALTITUDES, serious_violations, show, text_of

from geoengine.inspect import problem_record, standalone_page
from geoengine.scene import load_problem

pytestmark = [needs_assets, needs_browser]

EVIL = "<img src=x onerror=alert(1)>"
CIRCLES = (
    "A B C = triangle A B C; O = circumcenter O A B C; D = foot D A B C; E = foot E B C A;"
    " M = midpoint M A B ? cyclic A B D E"
)
# The points are in a half of the circle.
ROUND = "A B C = triangle_sas A B C 5 5 140o; O = circumcenter O A B C"
FRAME = (
    "() => { const { left, high, scale } = geoengine.diagram.view; return [left, high, scale]; }"
)
SHOWN = (
    "[...document.querySelectorAll('svg.figure .dots g')].filter(g => g.style.display !== 'none')"
)
SETTLED = """() => {
  const box = geoengine.diagram.root.getBoundingClientRect();
  const { width, height } = geoengine.diagram.view;
  return Math.abs(box.width - width) < 1 && Math.abs(box.height - height) < 1;
}"""


@pytest.fixture
def tab(browser, folder):
    watched, tab = show(browser, folder, text_of(ALTITUDES))
    until(tab, SETTLED)
    yield tab
    assert watched.complaints == []


def centre(tab, selector):
    box = tab.locator(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def dot(k):
    return f"svg.figure [data-thing=point-{k + 1}] .dot"


def test_it_fills_its_panel_and_keeps_the_size_of_labels(tab):
    tab.evaluate("geoengine.diagram.fit()")
    heights = []
    for width, height in ((1400, 900), (900, 700), (1900, 1000)):
        tab.set_viewport_size({"width": width, "height": height})
        until(tab, SETTLED)
        at = np.array(
            tab.evaluate("geoengine.diagram.figure.points.map((_, k) => geoengine.diagram.at(k))")
        )
        view = tab.evaluate("[geoengine.diagram.view.width, geoengine.diagram.view.height]")
        assert (at >= 20).all()
        assert (at <= np.array(view) - 20).all()
        # Either way the figure is as large as the margins let it be.
        assert (np.ptp(at, axis=0) >= np.array(view) - 90).any()
        heights.append(tab.locator("svg.figure .name >> nth=0").bounding_box()["height"])
    assert max(heights) - min(heights) < 1


def test_it_is_zoomed_and_panned(tab):
    home = tab.evaluate(FRAME)
    x, y = centre(tab, dot(1))
    tab.mouse.move(x, y)
    tab.keyboard.down("Control")
    tab.mouse.wheel(0, -100)
    tab.keyboard.up("Control")
    until(tab, "scale => geoengine.diagram.view.scale > 1.2 * scale", home[2])
    assert centre(tab, dot(1)) == pytest.approx((x, y), abs=1)
    tab.click("text=Fit")
    assert tab.evaluate(FRAME) == pytest.approx(home)
    tab.click("[aria-label='Zoom in']")
    tab.click("[aria-label='Zoom out']")
    assert tab.evaluate(FRAME) == pytest.approx(home)
    box = tab.locator("svg.figure").bounding_box()
    corner = box["x"] + 6, box["y"] + 6
    x, y = centre(tab, dot(1))
    tab.mouse.move(*corner)
    tab.mouse.down()
    tab.mouse.move(corner[0] + 50, corner[1] + 30, steps=3)
    tab.mouse.up()
    assert centre(tab, dot(1)) == pytest.approx((x + 50, y + 30), abs=1)
    assert tab.evaluate("geoengine.selection.selected") is None
    tab.focus("svg.figure")
    tab.keyboard.press("ArrowLeft")
    assert centre(tab, dot(1)) == pytest.approx((x + 90, y + 30), abs=1)
    tab.keyboard.press("+")
    assert tab.evaluate("geoengine.diagram.view.scale") == pytest.approx(1.25 * home[2])
    tab.keyboard.press("0")
    assert tab.evaluate(FRAME) == pytest.approx(home)


def test_a_drag_keeps_the_frame_also_to_a_flat_triangle(tab):
    home = tab.evaluate(FRAME)
    # A goes onto the line through B and C, but not onto a point that is there.
    to = tab.evaluate(
        "[0, 1].map(i => 0.7 * geoengine.diagram.x[2 + i] + 0.3 * geoengine.diagram.x[4 + i])"
    )
    start = tab.evaluate("[geoengine.diagram.x[0], geoengine.diagram.x[1]]")
    drag = "([x, y]) => { const d = geoengine.diagram; d.drag(0, d.view.toScreen([x, y])); }"
    for share in np.linspace(0.1, 0.97, 12):
        tab.evaluate(drag, [(1 - share) * a + share * b for a, b in zip(start, to, strict=True)])
        assert tab.evaluate(FRAME) == home
    tab.evaluate("geoengine.diagram.drop()")
    assert all(tab.evaluate("geoengine.diagram.picture.names.map(name => name.checkVisibility())"))
    tab.evaluate("geoengine.diagram.fit()")
    assert tab.evaluate(FRAME) != home


def test_objects_are_hidden_and_shown(tab):
    tab.click("text=Objects")
    points = tab.evaluate("geoengine.diagram.figure.points")
    group = tab.get_by_role("group", name="Objects of the figure")
    group.get_by_label(points[3], exact=True).uncheck()
    assert tab.evaluate(f"{SHOWN}.length") == len(points) - 1
    assert not tab.locator(dot(3)).is_visible()
    assert tab.evaluate("geoengine.diagram.names[3].style.display") == "none"
    lines = tab.locator(".figure .lines > *").count()
    group.get_by_label("Segments", exact=True).uncheck()
    assert tab.locator(".figure .lines > line:not(.aid)").count() == 0 < lines
    marks = tab.locator(".figure .marks > *").count()
    group.get_by_label("Marks", exact=True).uncheck()
    assert tab.locator(".figure .marks > *").count() == 0 < marks
    assert tab.get_by_role("button", name="hidden)").is_visible()
    tab.click("text=Show all")
    assert tab.evaluate(f"{SHOWN}.length") == len(points)
    assert tab.locator(".figure .marks > *").count() == marks
    assert tab.locator(".figure .lines > *").count() == lines
    group.get_by_label("Only what the selection needs").check()
    tab.keyboard.press("Escape")
    assert not group.is_visible()
    assert tab.evaluate("document.activeElement.textContent") == "Objects"
    tab.evaluate("geoengine.selection.select({ kind: 'state', id: 0 })")
    needed = set(tab.evaluate("geoengine.data.states[0][4][1]"))
    assert tab.evaluate(f"{SHOWN}.length") == len(needed) < len(points)
    tab.evaluate("geoengine.selection.select(null)")
    assert tab.evaluate(f"{SHOWN}.length") == len(points)


def test_what_is_hidden_takes_no_room(browser, folder):
    watched, tab = show(browser, folder, text_of(ROUND))
    until(tab, SETTLED)
    home = tab.evaluate(FRAME)
    tab.click("text=Objects")
    group = tab.get_by_role("group", name="Objects of the figure")
    group.get_by_label("Circles", exact=True).uncheck()
    assert tab.evaluate(FRAME)[2] > 1.2 * home[2]
    tab.click("text=Show all")
    assert tab.evaluate(FRAME) == pytest.approx(home)
    assert watched.complaints == []


def test_selecting_and_hovering_go_both_ways(tab):
    tab.mouse.move(*centre(tab, dot(2)))
    assert tab.evaluate("geoengine.selection.hovered") == {"kind": "point", "id": 2}
    assert tab.locator(".figure .dots g.hovered").count() == 1
    tab.mouse.down()
    tab.mouse.up()
    assert tab.evaluate("geoengine.selection.selected") == {"kind": "point", "id": 2}
    assert tab.url.endswith("#point-3")
    assert tab.locator(".figure .dots g.chosen").count() == 1
    x, y = centre(tab, dot(0))
    tab.mouse.move(x, y)
    tab.mouse.down()
    tab.mouse.move(x + 20, y + 10, steps=3)
    tab.mouse.up()
    assert tab.evaluate("geoengine.selection.selected.id") == 2
    tab.focus(dot(1))
    tab.keyboard.press("Enter")
    assert tab.evaluate("geoengine.selection.selected.id") == 1
    tab.evaluate("geoengine.selection.hover({ kind: 'state', id: 0 })")
    assert tab.locator(".glow .hint").count() > 0
    assert tab.locator(".glow .conclusion").count() == 0
    tab.evaluate("geoengine.selection.select({ kind: 'step', id: 1 })")
    assert tab.locator(".glow .conclusion, .shade .conclusion").count() > 0
    assert tab.locator(".glow .ground, .shade .ground").count() > 0
    tab.evaluate("geoengine.selection.hover(null)")
    assert tab.locator(".glow .hint").count() == 0


def test_fingers_zoom_and_a_long_press_selects(browser, folder):
    watched, tab = show(
        browser, folder, text_of(ALTITUDES), viewport={"width": 400, "height": 850}, has_touch=True
    )
    until(tab, SETTLED)
    touch = tab.context.new_cdp_session(tab)

    def send(kind, *at):
        points = [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(at)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    box = tab.locator("svg.figure").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + 8
    home = tab.evaluate("geoengine.diagram.view.scale")
    send("touchStart", (x - 20, y))
    send("touchStart", (x - 20, y), (x + 20, y))
    for k in range(1, 6):
        send("touchMove", (x - 20 - 6 * k, y), (x + 20 + 6 * k, y))
    send("touchEnd")
    until(tab, "home => geoengine.diagram.view.scale > 1.5 * home", home)
    tab.evaluate("geoengine.diagram.fit()")
    send("touchStart", centre(tab, dot(2)))
    until(tab, "() => geoengine.selection.selected?.id === 2")
    send("touchEnd")
    assert tab.evaluate("geoengine.selection.selected") == {"kind": "point", "id": 2}
    assert watched.complaints == []


def test_a_lit_circle_is_seen_whole(browser, folder):
    watched, tab = show(browser, folder, text_of(CIRCLES))
    until(tab, SETTLED)
    states = tab.evaluate("geoengine.data.states.map(s => s[4][0] === 'cyclic')")
    cyclic = [k for k, yes in enumerate(states) if yes]
    assert cyclic
    home = tab.evaluate(FRAME)
    for k in cyclic:
        tab.evaluate("id => geoengine.selection.select({ kind: 'state', id })", k)
        x, y, r = tab.evaluate(
            "['cx', 'cy', 'r'].map(n => +document.querySelector('.glow circle').getAttribute(n))"
        )
        width, height = tab.evaluate(
            "[geoengine.diagram.view.width, geoengine.diagram.view.height]"
        )
        assert r <= min(x, y, width - x, height - y)
    tab.evaluate("geoengine.selection.select(null)")
    assert tab.evaluate(FRAME) == pytest.approx(home)
    assert watched.complaints == []


def test_the_construction_is_played(tab):
    steps = tab.evaluate("geoengine.data.figure.construction")
    assert [step["text"] for step in steps][:2] == [
        "Let ABC be a triangle.",
        "Let D be the foot of the perpendicular from A to line BC.",
    ]
    tab.click("text=Construct")
    assert tab.inner_text(".building .caption") == steps[0]["text"]
    assert tab.evaluate(f"{SHOWN}.length") == 3
    until(tab, "() => document.querySelector('.building .position').textContent.startsWith('2')")
    tab.click("[aria-label='Next step of the construction']")
    at = int(tab.inner_text(".building .position").split()[0])
    assert tab.inner_text(".building .caption") == steps[at - 1]["text"]
    built = {k for step in steps[:at] for k in step["points"]}
    assert tab.evaluate(f"{SHOWN}.length") == len(built)
    assert tab.get_by_role("button", name="Play", exact=True).is_visible()
    tab.click("[aria-label='Previous step of the construction']")
    assert tab.inner_text(".building .caption") == steps[at - 2]["text"]
    tab.click("[aria-label='Show the whole figure']")
    count = len(tab.evaluate("geoengine.diagram.figure.points"))
    assert tab.evaluate(f"{SHOWN}.length") == count
    # Selecting what is not constructed yet ends it.
    tab.click("text=Construct")
    tab.click("[aria-label='Pause']")
    assert tab.evaluate(f"{SHOWN}.length") == 3
    later = tab.evaluate("geoengine.data.states.findIndex(s => s[4][1].some(k => k > 2))")
    tab.evaluate("id => geoengine.selection.select({ kind: 'state', id })", later)
    assert not tab.locator(".building").is_visible()
    assert tab.evaluate(f"{SHOWN}.length") == count


def test_the_drawing_lists_what_is_seen(tab):
    tab.evaluate("geoengine.selection.select({ kind: 'state', id: 0 })")
    drawing = tab.evaluate("geoengine.diagram.drawing()")
    figure = tab.evaluate("geoengine.data.figure")
    shapes = drawing["shapes"]
    of = {
        layer: [s for s in shapes if s["layer"] == layer]
        for layer in ("lines", "marks", "glow", "dots")
    }
    for layer in ("lines", "marks", "glow"):
        assert tab.locator(f"svg.figure .{layer} > *").count() == len(of[layer]) > 0
    assert [s["point"] for s in of["dots"]] == list(range(len(figure["points"])))
    spelt = [
        "".join(run["text"] for run in s["runs"])
        for s in shapes
        if s["kind"] == "text" and s["point"] is not None
    ]
    assert sorted(spelt) == sorted(figure["points"])
    roles = {(s["stroke"] or s["fill"])["role"] for s in shapes}
    assert {"ink", "mark", "one"} <= roles
    names = ["shade", "lines", "marks", "glow", "dots", "names"]
    layers = [names.index(s["layer"]) for s in shapes]
    assert layers == sorted(layers)


def test_names_stay_text_and_the_tools_are_accessible(browser, folder):
    record = problem_record(load_problem(ALTITUDES))
    record["figure"]["points"][0] = EVIL
    record["figure"]["construction"][0]["text"] = EVIL
    watched, tab = show(browser, folder, standalone_page(record))
    until(tab, SETTLED)
    tab.click("text=Construct")
    assert tab.inner_text(".building .caption") == EVIL
    tab.click("[aria-label='Show the whole figure']")
    tab.click("text=Objects")
    assert tab.locator(".object-names >> nth=0").inner_text().startswith(EVIL)
    assert tab.locator(".diagram img").count() == 0
    for theme in ("light", "dark"):
        tab.evaluate("theme => (document.documentElement.dataset.theme = theme)", theme)
        assert serious_violations(tab, within=".diagram") == []
    assert watched.complaints == []


def test_a_line_is_drawn_as_far_as_it_is_constructed(browser, folder):
    problem = (
        "A B C = triangle A B C; E = foot E B C A; F = foot F C A B;"
        " U = on_line U E F, on_line U B C"
    )
    watched, tab = show(browser, folder, text_of(problem))
    until(tab, SETTLED)
    ends = """() => [...document.querySelectorAll('.lines line:not(.aid)')].map(line =>
      ['x1', 'x2'].map(end => +line.getAttribute(end)).sort((a, b) => a - b))"""
    names = tab.evaluate("geoengine.diagram.figure.points")
    at = tab.evaluate("geoengine.diagram.figure.points.map((_, k) => geoengine.diagram.at(k)[0])")
    b, c, u = (at[names.index(name)] for name in "BCU")
    side = pytest.approx([min(b, c), max(b, c)])
    assert not any(pair == side for pair in tab.evaluate(ends))
    tab.click("text=Construct")
    assert any(pair == side for pair in tab.evaluate(ends))
    tab.click("[aria-label='Show the whole figure']")
    whole = pytest.approx([min(b, c, u), max(b, c, u)])
    assert any(pair == whole for pair in tab.evaluate(ends))
    assert watched.complaints == []


def test_a_mark_without_room_is_left_out_and_said(tab):
    marks = tab.locator(".figure .marks > *")
    whole = marks.count()
    assert whole > 0
    assert tab.inner_text(".remark") == ""
    tab.evaluate("() => { geoengine.diagram.view.scale /= 30; geoengine.diagram.moved(); }")
    assert marks.count() < whole
    assert "no room here: zoom in" in tab.inner_text(".remark")
    tab.click("text=Fit")
    assert marks.count() == whole
    assert tab.inner_text(".remark") == ""
