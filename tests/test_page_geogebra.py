"""Exported constructions, opened by GeoGebra itself: make oracle."""

from __future__ import annotations

import base64
import re
from xml.etree import ElementTree

import numpy as np
import pytest
from browser import launched, needs_assets, needs_browser
from geogebra_engine import needs_geogebra, open_geogebra
from pages import ALTITUDES, text_of
from random_scenes import random_problem
from saved_figures import save
from typer.testing import CliRunner

from geoengine.catalogue import load_constructions
from geoengine.cli.app import app
from geoengine.inspect.figure_data import figure_record
from geoengine.scene import example_problem, geogebra_xml, place

pytestmark = [
    needs_assets,
    needs_browser,
    needs_geogebra,
]

CONSTRUCTIONS = load_constructions()
COORDINATES = """points => points.map((name) => ggbApplet.isDefined(name)
    ? [ggbApplet.getXcoord(name), ggbApplet.getYcoord(name)] : [NaN, NaN])"""
MOVE = """places => [...places, ...places].forEach(([name, x, y]) =>
    ggbApplet.setCoords(name, x, y))"""


class GeoGebra:
    """GeoGebra in a browser, and a page of ours that exports figures."""

    def __init__(self, browser, page):
        self.ours = browser.new_page()
        self.ours.goto(page.as_uri())
        self.ours.wait_for_selector("html[data-ready]")
        self.tab = open_geogebra(browser)

    def from_page(self, figure):
        """Export a figure as a page does."""
        return self.ours.evaluate(
            "figure => geoengine.geogebraXml({ figure, positions: () => figure.xy,"
            " visibility: { showsPoint: () => true, shows: () => true } })",
            figure,
        )

    def open(self, problem, diagram, by_page):
        """Export a figure and open it; return its points by their labels, and those that move."""
        figure = figure_record(diagram, problem.premises, problem)
        xml = self.from_page(figure) if by_page else geogebra_xml(problem, diagram)
        self.tab.evaluate("xml => ggbApplet.setXML(xml)", xml)
        labels = [label_of(name) for name in figure["points"]]
        # None of the points that have a command is given by its coordinates instead.
        outputs = set(re.findall(r'"([^"]+)"', " ".join(re.findall(r"<output[^>]*>", xml))))
        moving = []
        for makes, command, takes in figure["geogebra"]:
            named = [labels[k] for k in makes if isinstance(k, int)]
            if command == "Point":
                moving += named
            if command != "Point" or takes:
                assert outputs.issuperset(named), f"{named} in {problem}"
        return labels, moving

    def opened(self, file):
        """Open a file; return the names of its points that are seen."""
        self.tab.evaluate(
            "file => new Promise((done) => ggbApplet.setBase64(file, done))",
            base64.b64encode(file.read_bytes()).decode(),
        )
        return self.tab.evaluate(
            "ggbApplet.getAllObjectNames('point').filter((name) => ggbApplet.getVisible(name))"
        )

    def coordinates(self, labels):
        """Return where points are, shape (points, 2)."""
        return np.array(self.tab.evaluate(COORDINATES, labels), dtype=float)

    def move(self, places):
        """Move points, twice, since one may hold another back until that is moved."""
        self.tab.evaluate(MOVE, places)


def label_of(name):
    """Return the label of a point whose name is capitals and perhaps a number."""
    head, number = re.fullmatch(r"([A-Z]+'*)_?(\d*)", name).groups()
    return f"{head}_{{{number}}}" if number else head


@pytest.fixture(scope="module")
def geogebra(driver, tmp_path_factory):
    page = tmp_path_factory.mktemp("ours") / "page.html"
    page.write_text(text_of(ALTITUDES), encoding="utf-8")
    with launched(driver, "--allow-file-access-from-files") as browser:
        yield GeoGebra(browser, page)


def check(geogebra, problem, seed, *, by_page=True):
    """Compare a construction in GeoGebra with the figure, and with others of the same problem."""
    diagram = place(problem, seed=seed)
    labels, moving = geogebra.open(problem, diagram, by_page)
    for number, xy in enumerate(diagram.xy):
        size = np.ptp(xy, axis=0).max() or 1.0
        if number:
            geogebra.move([[p, *xy[labels.index(p)].tolist()] for p in moving])
        off = np.abs(geogebra.coordinates(labels) - xy).max(axis=1)
        wrong = [p for p, far in zip(labels, off, strict=True) if not far < 1e-6 * size]
        assert not wrong, f"{wrong} in draw {number} of {problem}"
        assert number or off.max() < 1e-8 * size


def check_constructions(geogebra, names, seed, *, by_page=True):
    for name in names:
        check(geogebra, example_problem(CONSTRUCTIONS[name]), seed, by_page=by_page)


@pytest.mark.slow(seconds=30)
@pytest.mark.parametrize("by_page", [True, False], ids=["page", "command"])
def test_every_construction_is_carried_out_and_moves_with_its_points(geogebra, by_page):
    check_constructions(geogebra, CONSTRUCTIONS, seed=1, by_page=by_page)


def test_constructions_are_carried_out_and_move_with_their_points(geogebra):
    check_constructions(geogebra, list(CONSTRUCTIONS)[::8], seed=2)


def test_random_problems_are_carried_out_and_move_with_their_points(geogebra):
    found = [problem for seed in range(12) if (problem := random_problem(seed))]
    assert len(found) >= 8
    for problem in found:
        check(geogebra, problem, seed=2, by_page=False)


def test_pages_and_the_command_write_the_same_file(geogebra):
    problems = [example_problem(one) for one in [*CONSTRUCTIONS.values()][4::8]]
    problems += [problem for seed in range(12) if (problem := random_problem(seed))]
    for problem in problems:
        diagram = place(problem, seed=3)
        by_page = geogebra.from_page(figure_record(diagram, problem.premises, problem))
        assert content(geogebra_xml(problem, diagram)) == content(by_page), str(problem)


def content(xml):
    """Return the elements of a file, with coordinates rounded."""

    def rounded(value):
        return f"{float(value):.7g}" if re.fullmatch(r"-?\d+\.\d+(e-?\d+)?", value) else value

    return [
        (one.tag, sorted((key, rounded(value)) for key, value in one.items()))
        for one in ElementTree.fromstring(xml).iter()
    ]


def test_the_command_writes_a_file_that_opens(geogebra, tmp_path):
    text = "a b c = triangle; d_1 = foot a b c; i = incenter a b c; e = intersection_lc d_1 i a"
    file = tmp_path / "figure.ggb"
    answer = CliRunner().invoke(app, ["draw", text, "-o", str(file), "--rotate", "30"])
    assert answer.exit_code == 0, answer.output
    assert sorted(geogebra.opened(file)) == ["A", "B", "C", "D_{1}", "E", "I"]


def test_a_file_saved_after_a_point_was_dragged_opens_as_it_was(geogebra, tmp_path):
    ours = geogebra.ours
    ours.evaluate("geoengine.diagram.nudge(0, 0.05, 0.11)")
    (file,) = save(ours, tmp_path, "ggb")
    names = ours.evaluate("geoengine.data.figure.points")
    positions = np.array(ours.evaluate("geoengine.diagram.positions()"))
    geogebra.opened(file)
    assert np.allclose(geogebra.coordinates(names), positions, atol=1e-8)
    start = np.array(ours.evaluate("geoengine.data.figure.xy"))
    assert np.abs(positions - start).max() > 0.04
    commands = [
        geogebra.tab.evaluate("name => ggbApplet.getCommandString(name)", name) for name in names
    ]
    assert commands[:3] == ["", "", ""]
    assert [command.partition("(")[0] for command in commands[3:]] == [
        "Intersect",
        "Intersect",
        "Midpoint",
    ]
