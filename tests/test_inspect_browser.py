"""Pages in a real browser: clicking, typing, dragging, and timing."""

from __future__ import annotations

import time

import pytest
from browser import needs_assets, needs_browser, opened
from pages import ALTITUDES, show, text_of

from geoengine.formats import Source
from geoengine.inspect import (
    item_record,
    standalone_page,
)
from geoengine.items import Choice

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
