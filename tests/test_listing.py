"""Listings: the code of an item, and step by step what it draws, also on the item's page."""

from collections import Counter

import pytest
from browser import needs_assets, needs_browser, until
from pages import needs_axe, serious_violations

from geoengine.errors import InputError
from geoengine.families.programs.building import Scene, build
from geoengine.families.programs.family import FAMILY
from geoengine.inspect import item_record, standalone_page
from geoengine.inspect.listing_data import listing_of
from geoengine.items import Medium, stream

DRAWING = {
    "asymptote": ("draw", "fill", "dot", "label", "mark"),
    "python": (
        "draw",
        "plot",
        "fill",
        "add_patch",
        "scatter",
        "text",
        "annotate",
        "mark",
        "add_collection",
    ),
}


def items():
    for index in range(4):
        for language in ("asymptote", "matplotlib"):
            for level, task in enumerate(FAMILY.names, start=1):
                scene = Scene(1, index, (), "en", ((language, 1),), Counter())
                yield from build(level, task, scene, stream(1), 1)


@pytest.fixture(scope="module")
def listed():
    found = [(item, FAMILY.listing(item)) for item in items()]
    assert len(found) >= 18
    assert {listing.language for _, listing in found} == {"asymptote", "python"}
    return found


def test_each_step_stands_on_lines_that_draw(listed):
    for item, listing in listed:
        assert listing.code == item.media[0].text.rstrip()
        lines = listing.code.splitlines()
        assert listing.steps
        for step in listing.steps:
            first, last = step.lines
            assert 1 <= first <= last <= len(lines)
            for begin, end in step.calls:
                assert 1 <= begin <= end <= len(lines)
            written = "\n".join(lines[first - 1 : last])
            # A function of the program may draw too.
            if not step.calls:
                assert any(word in written for word in DRAWING[listing.language]), written


def test_what_is_drawn_lies_on_the_sheet(listed):
    for _, listing in listed:
        assert max(listing.width, listing.height) == pytest.approx(400, abs=0.2)
        for step in listing.steps:
            for shape in step.shapes:
                assert bool(shape.d) != bool(shape.text)
                assert "$" not in shape.text
                if shape.text:
                    assert -10 <= shape.at[0] <= listing.width + 10
                    assert -10 <= shape.at[1] <= listing.height + 10
        labels = [s.text for step in listing.steps for s in step.shapes if s.text]
        assert all(label.strip() for label in labels)


def test_steps_follow_the_program_and_a_loop_draws_more_than_once(listed):
    loops = [listing for _, listing in listed if "for (" in listing.code or "for(" in listing.code]
    assert loops
    repeated = [max(Counter(step.lines for step in one.steps).values()) for one in loops]
    assert max(repeated) >= 3


def test_changed_code_is_not_followed(listed):
    item, listing = listed[0]
    code = Medium(kind="code", language="asymptote", text=listing.code + "\ndot((0,0));")
    other = item.model_copy(update={"media": (code,)})
    with pytest.raises(InputError, match="expected the code"):
        FAMILY.listing(other)
    assert "expected the code" in listing_of(other, FAMILY)["excuse"]
    bare = item.model_copy(update={"meta": {}})
    with pytest.raises(InputError, match="seed of the item"):
        FAMILY.listing(bare)


NOW = """() => [...document.querySelectorAll('.code-line')]
  .flatMap((line, k) => line.classList.contains('now') ? [k + 1] : [])"""
SHOWN = "document.querySelectorAll('.listing-sheet g:not(.later)').length"


@needs_assets
@needs_browser
@needs_axe
def test_a_page_steps_through_the_code(browser, folder, listed, monkeypatch):
    monkeypatch.setattr("geoengine.inspect.item_data.load_family", lambda name: FAMILY)
    item, listing = next(pair for pair in listed if len(pair[1].steps) >= 4)
    path = folder / "listing.html"
    path.write_text(standalone_page(item_record(item, problem={})), encoding="utf-8")
    tab = browser().open(path)
    until(tab, "document.querySelectorAll('.code-line').length > 0")
    # The solver sees no picture; nor does the reader, until it is asked for.
    assert tab.evaluate(SHOWN) == 0
    for number, step in enumerate(listing.steps[:3], start=1):
        tab.click("button[title='One step on']")
        assert tab.evaluate(SHOWN) == number
        assert tab.evaluate(NOW) == list(range(step.lines[0], step.lines[1] + 1))
    assert serious_violations(tab) == []
    tab.click("button[title='One step back']")
    assert tab.evaluate(SHOWN) == 2
    last = max(k for k, one in enumerate(listing.steps) if one.lines == listing.steps[3].lines)
    tab.click(f".code-line:nth-child({listing.steps[3].lines[0]})")
    assert tab.evaluate(SHOWN) == last + 1
    tab.click("button[title='Draw nothing']")
    tab.click("text=Show the answer")
    assert tab.evaluate(SHOWN) == len(listing.steps)
