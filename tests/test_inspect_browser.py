"""Pages in a real browser: clicking, typing, dragging, and timing."""

from __future__ import annotations

import time

import pytest
from browser import needs_assets, needs_browser, opened
from pages import ALTITUDES, show, text_of

import geoengine as ge
from geoengine.formats import Source
from geoengine.inspect import (
    graph_record,
    item_record,
    standalone_page,
)
from geoengine.items import Choice
from geoengine.scene import load_problem

pytestmark = [needs_assets, needs_browser]

EVIL = "<img src=x onerror=alert(1)></script><script>alert(2)</script>"


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
