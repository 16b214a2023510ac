"""Other figures of an item, such as counterexamples: what is drawn in them holds in them."""

from __future__ import annotations

import json
from itertools import pairwise

import numpy as np
import pytest
from browser import needs_assets, needs_browser
from pages import show
from test_explanations import items_of_each_form

from geoengine.formats import Source
from geoengine.inspect import item_record, standalone_page

pytestmark = [needs_assets, needs_browser]


@pytest.fixture(scope="module")
def records(one_of_each):
    """The pages' data of the items that have other figures."""
    items = [*items_of_each_form(), *Source(one_of_each.path).items]
    records = [item_record(item, problem={}) for item in items]
    return [record for record in records if others_of(record)]


@pytest.fixture(scope="module")
def page(records, browser, folder):
    return show(browser, folder, standalone_page(records[0]))[1]


def others_of(record):
    certificate = record["item"]["certificate"]
    told = [*certificate["remarks"], *(one for option in certificate["options"] for one in option)]
    return [remark["figure"] for remark in told if remark["figure"]]


def drawn_in(page, base, other):
    return page.evaluate(
        "([base, other]) => geoengine.figureOf(base, other).figure",
        json.loads(json.dumps([base, other])),
    )


class Measured:
    """What is measured in the coordinates of a drawn figure."""

    def __init__(self, figure):
        self.xy = np.array(figure["xy"])

    def length(self, pair):
        return np.hypot(*(self.xy[pair[1]] - self.xy[pair[0]]))

    def sine(self, one, two):
        u, v = (self.xy[b] - self.xy[a] for a, b in (one, two))
        return (u[0] * v[1] - u[1] * v[0]) / np.hypot(*u) / np.hypot(*v)

    def angle(self, wedge):
        a, vertex, b = wedge
        u, v = self.xy[a] - self.xy[vertex], self.xy[b] - self.xy[vertex]
        return np.degrees(np.arctan2(abs(u[0] * v[1] - u[1] * v[0]), u @ v))

    def check(self, marks):
        for group in marks["ticks"]:
            assert np.ptp([self.length(pair) for pair in group]) < 1e-3
        for one, two in marks["right_angles"]:
            assert abs(self.sine(one, two)) == pytest.approx(1)
        for group in marks["arrows"]:
            assert all(abs(self.sine(*pairs)) < 1e-4 for pairs in pairwise(group))
        for group in marks["arcs"]:
            assert np.ptp([self.angle(wedge) for wedge in group]) < 1e-2
        assert all(len(g) > 1 for kind in ("ticks", "arrows", "arcs") for g in marks[kind])


def count(marks):
    groups = sum(len(group) for kind in ("ticks", "arrows", "arcs") for group in marks[kind])
    return groups + len(marks["right_angles"]) + len(marks["angles"])


def test_marks_in_other_figures_hold_there(page, records):
    drawn = dropped = 0
    for record in records:
        base = record["figure"]
        for other in others_of(record):
            figure = drawn_in(page, base, other)
            measured = Measured(figure)
            measured.check(figure["marks"])
            printed = {(a, b): text for a, b, text in base["lengths"]}
            for a, b, text in figure["lengths"]:
                pair = (figure["numbers"][a], figure["numbers"][b])
                assert printed[pair] == text
                length = Measured(base).length(pair)
                assert measured.length((a, b)) == pytest.approx(length, rel=1e-4)
            drawn += count(figure["marks"])
            dropped += count(base["marks"]) - count(figure["marks"])
    assert drawn > 10
    assert dropped > 10


def test_points_keep_their_numbers_where_some_are_absent(page, records):
    lacking = [(r, o) for r in records for o in others_of(r) if o["absent"]]
    assert lacking
    for record, other in lacking:
        names = record["figure"]["points"]
        figure = drawn_in(page, record["figure"], other)
        assert [names[k] for k in figure["numbers"]] == figure["points"]
        assert not {*figure["numbers"]} & {*other["absent"]}
        things = page.evaluate(
            """(figure) => {
              geoengine.selection.select(null);
              const { points, picture } = new geoengine.Diagram(figure, "", geoengine.selection);
              const found = [...picture.layers.dots.children].map((node) => node.dataset.thing);
              const names = picture.names.map((node) => node.dataset.thing);
              points.at(-1).node.querySelector(".dot").dispatchEvent(
                new KeyboardEvent("keydown", { key: "Enter" }));
              return { found, names, selected: geoengine.selection.selected };
            }""",
            figure,
        )
        addresses = [f"point-{k + 1}" for k in figure["numbers"]]
        assert things["found"] == things["names"] == addresses
        assert things["selected"] == {"kind": "point", "id": figure["numbers"][-1]}
