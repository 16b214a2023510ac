"""Pages in a real browser: clicking, typing, dragging, and timing."""

from __future__ import annotations

import pytest
from browser import needs_assets, needs_browser
from pages import ALTITUDES, show, text_of

from geoengine.formats import Source
from geoengine.inspect import (
    item_record,
    standalone_page,
)
from geoengine.items import Choice, Item

pytestmark = [needs_assets, needs_browser]

EVIL = "<img src=x onerror=alert(1)></script><script>alert(2)</script>"


@pytest.fixture(scope="module")
def split(one_of_each):
    return one_of_each.path


def test_names_stay_text(browser, folder, split):
    watched, tab = show(browser, folder, text_of(ALTITUDES, EVIL))
    assert tab.inner_text("h1") == EVIL
    item = Source(split).items[0]
    bad = Item.make(
        id=item.id,
        family=item.family,
        task=item.task,
        level=item.level,
        scene=EVIL,
        problem=item.problem,
        question=EVIL,
        answer=Choice(options=tuple(f"{k}{EVIL}" for k in range(4)), key=1),
        certificate=item.certificate,
        meta=item.meta,
    )
    _, tab = show(browser, folder, standalone_page(item_record(bad, problem={})))
    assert tab.inner_text(".question") == EVIL
    assert EVIL in tab.inner_text(".option >> nth=0")
    assert tab.locator("img[src=x]").count() == 0
    assert watched.complaints == []
