"""Figures saved as files: pictures that show what the page shows, and names that stay text."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import numpy as np
import pytest
from browser import needs_assets, needs_browser
from pages import serious_violations, show
from PIL import Image
from saved_figures import (
    FORMATS,
    alike,
    compiled,
    construction_of,
    framed,
    picture_of_pdf,
    picture_of_svg,
    save,
    words_of,
)

from geoengine.inspect import problem_record, standalone_page
from geoengine.inspect.built_files import BUILT
from geoengine.scene import load_problem

pytestmark = [needs_assets, needs_browser]

PROBLEM = (
    "A B C = triangle_sas A B C 4√2 5 60o; B_1 = foot B_1 B C A; O = circumcenter O A B C;"
    " D = arc_midpoint D A B C; T = on_circle T O A"
)
EVIL = [
    "<img src=x onerror=alert(1)>", "</text><script>alert(2)</script>", r"\input{/etc/hostname}$_^",
    r"}\end{tikzpicture}%", "\"&apos;]]>&#65;", "~{$}",
]  # fmt: skip
SVG = "{http://www.w3.org/2000/svg}"


def page_of(names=None, title="problem"):
    record = problem_record(load_problem(PROBLEM, name=title))
    if names is not None:
        record["figure"]["points"] = [*names, *record["figure"]["points"][len(names) :]]
    return standalone_page(record)


@pytest.fixture(scope="module")
def saved(browser, folder):
    watched, tab = show(browser, folder, page_of(), color_scheme="dark")
    save(tab, folder, *FORMATS)
    assert watched.complaints == []
    shapes = tab.evaluate("geoengine.diagram.drawing().shapes")
    return folder, shapes


def test_the_menu_is_used_by_the_keyboard(browser, folder):
    watched, tab = show(browser, folder, page_of(title="Sides: 4 & 5"))
    button = tab.get_by_role("button", name="Save the figure as")
    focused = "document.activeElement.textContent"
    button.focus()
    assert button.get_attribute("aria-expanded") == "false"
    tab.keyboard.press("Enter")
    assert button.get_attribute("aria-expanded") == "true"
    assert tab.get_by_role("menuitem").all_text_contents() == list(FORMATS.values())
    seen = [tab.evaluate(focused)]
    for key in ("ArrowDown", "End", "ArrowDown", "ArrowUp", "Home"):
        tab.keyboard.press(key)
        seen.append(tab.evaluate(focused))
    first, second, *_, last = FORMATS.values()
    assert seen == [first, second, last, first, last, first]
    tab.keyboard.press("n")
    tab.keyboard.press("Escape")
    assert not tab.get_by_role("menu").is_visible()
    assert tab.evaluate("document.activeElement.getAttribute('aria-label')") == "Save the figure as"
    tab.keyboard.press("ArrowUp")
    assert tab.evaluate(focused) == last
    tab.keyboard.press("Tab")
    assert not tab.get_by_role("menu").is_visible()
    button.focus()
    tab.keyboard.press("ArrowDown")
    with tab.expect_download() as download:
        tab.keyboard.press("Enter")
    assert download.value.suggested_filename == "Sides_4_5.svg"
    assert "Saved as Sides_4_5.svg" in tab.locator(".diagram > .hint").text_content()
    # The menu is closed, so the keys are the page's again.
    tab.keyboard.press("?")
    assert tab.locator("dialog[open]").count() == 1
    assert watched.complaints == []


def test_the_open_menu_is_accessible_and_within_a_phone(browser, folder):
    _, tab = show(browser, folder, page_of(), viewport={"width": 400, "height": 850})
    tab.get_by_role("button", name="Save the figure as").click()
    box = tab.get_by_role("menu").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 400
    assert serious_violations(tab, within=".save") == []


def test_an_svg_file_has_the_shapes_of_the_page_in_light_colours(saved):
    folder, shapes = saved
    root = ElementTree.parse(folder / "figure.svg").getroot()
    nodes = list(root)[1:]
    assert len(nodes) == len(shapes) > 25
    dots = [
        (node, shape)
        for node, shape in zip(nodes, shapes, strict=True)
        if shape.get("point") is not None
    ]
    first, shape = next((n, s) for n, s in dots if s["kind"] == "circle")
    shift = [
        shape["center"][0] - float(first.get("cx")),
        shape["center"][1] - float(first.get("cy")),
    ]
    for node, shape in zip(nodes, shapes, strict=True):
        assert node.get("class") is None
        here = {
            "line": ("x1", "y1", "from"),
            "circle": ("cx", "cy", "center"),
            "text": ("x", "y", "at"),
        }
        if shape["kind"] in here:
            x, y, key = here[shape["kind"]]
            place = float(node.get(x)) + shift[0], float(node.get(y)) + shift[1]
            assert np.allclose(place, shape[key])
    assert {"4√2", "5", "60°", "B1"} <= {
        "".join(node.itertext()) for node in root.iter(f"{SVG}text")
    }
    light = re.search(
        r":root\{color-scheme:light;(.*?)\}", (BUILT / "style.css").read_text("utf-8")
    )
    page = dict(re.findall(r"--(\w+):\s*(#\w+)", light[1]))
    used = {node.get(key) for node in root.iter() for key in ("fill", "stroke")} - {None, "none"}
    assert {page["ink"], page["mark"], page["quiet"]} <= {colour.lower() for colour in used}
    assert all(colour.lower() in {*page.values(), "#ffffff"} for colour in used)


def test_png_files_show_the_svg_file_two_and_four_times_as_large(browser, saved):
    folder, _ = saved
    shown = picture_of_svg(browser, folder / "figure.svg")
    for ending, scale in (("png", 2), ("large.png", 4)):
        image = Image.open(folder / f"figure.{ending}").convert("L")
        assert abs(image.width - scale * shown.shape[1]) <= scale
        small = image.resize(shown.shape[::-1], Image.Resampling.BOX)
        assert alike(1 - np.asarray(small, dtype=float) / 255, shown) > 0.97


@pytest.mark.program("pdftoppm")
def test_a_pdf_file_shows_the_svg_file_and_its_text_is_text(browser, saved):
    folder, _ = saved
    shown = picture_of_svg(browser, folder / "figure.svg")
    drawn = picture_of_pdf(folder / "figure.pdf")
    assert np.allclose(drawn.shape, shown.shape, atol=1)
    # The fonts differ; lines drawn a pixel off would give less than 0.9.
    rows, columns = np.minimum(drawn.shape, shown.shape)
    assert alike(drawn[:rows, :columns], shown[:rows, :columns]) > 0.95
    assert {"A", "B1", "O", "T", "5", "60°"} <= set(words_of(folder / "figure.pdf").split())


def test_a_tikz_file_names_its_points(saved):
    folder, shapes = saved
    text = (folder / "figure.tex").read_text(encoding="utf-8")
    found = re.findall(r"\\coordinate \((\w+)\) at \(([-\d.]+), ([-\d.]+)\);", text)
    places = {name: complex(float(x), float(y)) for name, x, y in found}
    assert list(places) == ["A", "B", "C", "B1", "O", "D", "T"]
    dots = [
        complex(s["center"][0], -s["center"][1])
        for s in shapes
        if s["kind"] == "circle" and s["point"] is not None
    ]
    for name, dot in zip(places, dots, strict=True):
        assert abs((dot - dots[0]) / 50 - (places[name] - places["A"])) < 0.002
    assert r"(B) -- (B1);" in text
    assert "at (B1) {$B_{1}$};" in text
    assert r"{$4\sqrt{2}$};" in text
    assert r"{$60^{\circ}$};" in text


@pytest.mark.program("pdflatex")
@pytest.mark.program("pdftoppm")
def test_a_tikz_file_compiles_to_the_picture(browser, saved):
    folder, _ = saved
    drawn = picture_of_pdf(compiled(folder / "figure.tex"))
    assert alike(framed(drawn), framed(picture_of_svg(browser, folder / "figure.svg"))) > 0.88


def test_a_geogebra_file_holds_the_construction(saved):
    construction = construction_of(saved[0] / "figure.ggb")
    made = {
        output.get(f"a{k}"): command
        for command in construction.iter("command")
        for output in command.iter("output")
        for k in range(len(output.keys()))
    }
    names = {label: made[label].get("name") for label in ("O", "D", "B_{1}", "T")}
    assert names == {"O": "Center", "D": "Mirror", "B_{1}": "Intersect", "T": "Point"}
    shown = {
        element.get("label"): element.find("show").get("object") == "true"
        for element in construction.iter("element")
    }
    assert all(shown[label] for label in "ABCODT")
    helpers = [label for label in shown if re.match("[fH]_", label)]
    assert helpers
    assert not any(shown[label] for label in helpers)


def test_names_stay_text_in_every_file(browser, tmp_path):
    watched, tab = show(browser, tmp_path, page_of(EVIL, title="<b>../evil"))
    svg, tex, pdf, ggb = save(tab, tmp_path, "svg", "tex", "pdf", "ggb")
    assert watched.complaints == []
    root = ElementTree.parse(svg).getroot()
    assert {node.tag for node in root.iter()} <= {
        SVG + tag for tag in ("svg", "rect", "line", "circle", "path", "text", "tspan")
    }
    texts = ["".join(node.itertext()) for node in root.iter(f"{SVG}text")]
    assert set(EVIL) <= set(texts)
    text = tex.read_text(encoding="utf-8")
    assert text.count(r"\end{tikzpicture}") == 1
    assert r"\input" not in text
    assert b"/OpenAction" not in pdf.read_bytes()
    points = [
        element
        for element in construction_of(ggb).iter("element")
        if element.get("type") == "point"
    ]
    captions = [element.find("caption") for element in points]
    assert set(EVIL) <= {caption.get("val") for caption in captions if caption is not None}
    assert all(re.fullmatch(r"[A-Z](_\{\d+\})?", element.get("label")) for element in points)


@pytest.mark.program("pdflatex")
@pytest.mark.program("pdftotext")
def test_names_stay_text_in_tex(browser, tmp_path):
    _, tab = show(browser, tmp_path, page_of(EVIL))
    tex, pdf = save(tab, tmp_path, "tex", "pdf")
    for words in (words_of(compiled(tex)), words_of(pdf)):
        squeezed = re.sub(r"\s", "", words)
        for name in (
            r"\input{/etc/hostname}$",
            r"}\end{tikzpicture}%",
            "<imgsrc=xonerror=alert(1)>",
        ):
            assert name in squeezed
