"""The frame of a page: its panels, the one selection, the proofs, and the texts with links."""

from __future__ import annotations

import pytest
from browser import needs_assets, needs_browser, until
from pages import ALTITUDES, needs_axe, serious_violations, show, text_of

import geoengine as ge
from geoengine.inspect import graph_record, problem_record, standalone_page
from geoengine.scene import load_problem

pytestmark = [needs_assets, needs_browser]

PARALLELOGRAM = (
    "A B C = triangle; D = parallelogram A B C; E = on_line A C, on_line B D ? cong A E E C"
)
EVIL = "<img src=x onerror=alert(1)></script><script>alert(2)</script>"
PHONE = {"viewport": {"width": 400, "height": 850}, "has_touch": True}


def chosen(tab):
    return tab.evaluate("[geoengine.selection.state, geoengine.selection.step]")


def box(tab, name):
    return tab.locator(f".panel-{name}").bounding_box()


def test_it_opens_in_silence_and_fills_the_window(browser, folder):
    watched, tab = show(
        browser, folder, text_of(ALTITUDES), viewport={"width": 1400, "height": 1000}
    )
    assert tab.title().startswith("Show that segment DM is as long as segment EM")
    for key in ("2", "3", "1", "n"):
        tab.keyboard.press(key)
    assert tab.evaluate("document.documentElement.scrollHeight") <= 1000
    figure, statement, work, details = (
        box(tab, name) for name in ("figure", "statement", "work", "details")
    )
    assert figure["width"] > 0.43 * 1400
    assert figure["height"] > 500
    assert statement["y"] + statement["height"] > 980
    assert details["y"] + details["height"] > 980
    assert work["width"] == details["width"]
    tab.keyboard.press("Escape")
    assert not tab.locator(".panel-details").is_visible()
    assert box(tab, "work")["height"] > 900
    assert watched.complaints == []


def test_names_stay_text(browser, folder):
    watched, tab = show(browser, folder, text_of(ALTITUDES, EVIL))
    assert tab.inner_text("h1") == EVIL
    assert tab.locator("img[src=x]").count() == 0
    assert watched.complaints == []


def test_panels_are_resized_and_remembered(browser, folder):
    _, tab = show(browser, folder, text_of(ALTITUDES))
    line = tab.locator(".splitter.width")
    before = box(tab, "figure")["width"]
    share = int(line.get_attribute("aria-valuenow"))
    line.focus()
    for _ in range(4):
        tab.keyboard.press("ArrowRight")
    assert box(tab, "figure")["width"] == pytest.approx(before + 96, abs=3)
    assert int(line.get_attribute("aria-valuenow")) > share
    at = line.bounding_box()
    tab.mouse.move(at["x"] + 4, at["y"] + 300)
    tab.mouse.down()
    tab.mouse.move(at["x"] - 196, at["y"] + 300, steps=4)
    tab.mouse.up()
    assert box(tab, "figure")["width"] == pytest.approx(before - 104, abs=3)
    # A splitter stops before the panel beside it is gone.
    tab.keyboard.press("Home")
    assert box(tab, "figure")["width"] >= 195
    kept = box(tab, "figure")["width"]
    tab.click("[aria-label='Close: Problem']")
    tab.reload()
    tab.wait_for_selector("html[data-ready]")
    assert box(tab, "figure")["width"] == pytest.approx(kept, abs=2)
    assert not tab.locator(".panel-statement").is_visible()
    tab.click("text=Panels")
    tab.check("label:has-text('Problem') input")
    assert tab.locator(".panel-statement").is_visible()
    tab.keyboard.press("Escape")
    tab.dblclick(".splitter.width")
    assert box(tab, "figure")["width"] == pytest.approx(before, abs=2)


def test_a_panel_is_enlarged_and_goes_back(browser, folder):
    _, tab = show(browser, folder, text_of(ALTITUDES))
    tab.click("[aria-label='Enlarge: Figure']")
    assert box(tab, "figure") == {"x": 0, "y": 0, "width": 1400, "height": 900}
    tab.keyboard.press("Escape")
    assert box(tab, "figure")["width"] < 700
    tab.keyboard.press("n")
    tab.click("[aria-label='Enlarge: Proof and graph']")
    # The explanation of the selection stays.
    assert tab.locator(".panel-details").is_visible()
    tab.click("[aria-label='Back: Proof and graph']")
    assert box(tab, "work")["width"] < 900
    assert chosen(tab)[1] is not None


def test_the_link_to_what_is_selected_is_copied(browser, folder):
    _, tab = show(browser, folder, text_of(ALTITUDES))
    tab.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    assert tab.get_by_role("button", name="Copy link").count() == 0
    tab.evaluate("geoengine.selection.select({ kind: 'step', id: 1 })")
    tab.get_by_role("button", name="Copy link").click()
    tab.locator(".details").get_by_text("Copied.").wait_for()
    assert tab.evaluate("window.copied") == tab.url
    assert tab.url.endswith("#step-2")


def test_the_selection_is_in_the_address(browser, folder):
    _, tab = show(browser, folder, text_of(ALTITUDES))
    for key in ("n", "n", "n"):
        tab.keyboard.press(key)
    tab.wait_for_url(lambda url: url.endswith("#step-3"))
    tab.go_back()
    assert (tab.url[-7:], chosen(tab)[1]) == ("#step-2", 1)
    tab.go_forward()
    assert (tab.url[-7:], chosen(tab)[1]) == ("#step-3", 2)
    tab.keyboard.press("Escape")
    assert chosen(tab) == [None, None]
    tab.goto(tab.url.split("#")[0] + "#step-5")
    tab.reload()
    tab.wait_for_selector("html[data-ready]")
    assert chosen(tab)[1] == 4
    assert tab.locator(".proof li[aria-current=step]").count() == 1
    assert tab.locator(".panel-details").is_visible()


def test_one_thing_lights_up_everywhere(browser, folder):
    _, tab = show(browser, folder, text_of(ALTITUDES, proofs=1))
    record = tab.evaluate("geoengine.data")
    premise = next(k for k, state in enumerate(record["states"]) if state[0] == "cong A M B M")
    tab.click(f".statement .chips a[data-thing=state-{premise + 1}]")
    lit = tab.locator(f".proof a[data-thing=state-{premise + 1}].chosen")
    # Where the premises are listed, and in the two steps that use it.
    assert lit.count() == 3
    assert tab.locator(".sentence.chosen").all_inner_texts() == ["Let M be the midpoint of AB."]
    assert tab.locator(".glow > *").count() > 0
    tab.hover(".proof li:nth-child(3) a.reference >> nth=0")
    assert tab.locator(".proof li.hovered").count() == 1
    # Points of the text are links too; a sentence has its article left alone.
    tab.click(".sentence >> nth=2 >> a.point >> nth=0")
    assert tab.inner_text(".details h2") == "Point M"
    tab.click(".proof li:nth-child(3) a.reference >> nth=1")
    assert chosen(tab)[1] == record["proofs"][0]["steps"][1]


def test_a_sentence_lights_up_what_it_says(browser, folder):
    watched, tab = show(browser, folder, text_of(ALTITUDES))
    steps = tab.evaluate("geoengine.data.steps")
    row = tab.locator(".proof ol li").nth(2)
    row.hover(position={"x": 2, "y": 2})
    step = tab.evaluate("geoengine.selection.hovered")
    assert step["kind"] == "step"
    assert tab.locator(".glow .hint").count() > 0
    # Several strokes for each statement that the step starts from.
    assert tab.locator(".glow .basis").count() >= len(steps[step["id"]][2]) > 0
    assert tab.locator(".glow .ground").count() == 0
    last = tab.locator(".sentence").last
    box = last.bounding_box()
    # At its end there is no link.
    tab.mouse.move(box["x"] + box["width"] - 2, box["y"] + box["height"] / 2)
    assert tab.evaluate("geoengine.selection.hovered.kind") == "sentence"
    assert last.evaluate("node => node.classList.contains('hovered')")
    assert tab.locator(".sentence.hovered").count() == 1
    assert tab.locator(".glow .hint").count() > 0
    assert tab.locator(".glow .basis").count() == 0
    # It is nothing to be selected.
    tab.evaluate("location.hash = '#sentence-1'")
    until(tab, "geoengine.selection.selected === null")
    tab.mouse.click(box["x"] + box["width"] - 2, box["y"] + box["height"] / 2)
    assert tab.evaluate("geoengine.selection.selected") is None
    assert watched.complaints == []


def test_running_text_is_linked(browser, folder):
    _, tab = show(browser, folder, text_of(ALTITUDES))
    linked = """text => geoengine.reader.linked(text).map(
      part => typeof part === "string" ? part : [part.textContent, part.getAttribute("href")])"""
    record = tab.evaluate("geoengine.data")
    goal = record["proofs"][0]["goal"] + 1
    assert tab.evaluate(linked, "A point D on AB. By step 2 and [6], DM = EM; step 99, ADX.") == [
        "A", " point ", ["D", "#point-4"], " on ", ["A", "#point-1"], ["B", "#point-2"], ". By ",
        ["step 2", "#step-2"], " and ", ["[6]", "#step-6"], ", ", ["DM = EM", f"#state-{goal}"],
        "; ", "step 99", ", ADX.",
    ]  # fmt: skip
    assert tab.evaluate(linked, EVIL) == [EVIL]
    # Small letters may be words.
    _, tab = show(browser, folder, text_of("a s t = triangle; b i e l = isquare; o = midpoint a s"))
    parts = tab.evaluate(linked, "a point o is as far from a as tb is; let bile be it.")
    assert [part[0] for part in parts if not isinstance(part, str)] == ["o", "t", "b"]


def test_the_proof_is_walked_with_keys_and_played(browser, folder):
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
    tab.keyboard.press("n")
    tab.select_option("select[aria-label=Speed]", "fast")
    tab.click("text=▶ Play")
    # From the end it begins again.
    assert chosen(tab)[1] == steps[0]
    tab.wait_for_selector(f".walk .position:text('Step 2 of {len(steps)}')")
    tab.click("text=⏸ Pause")
    assert tab.locator("text=▶ Play").count() == 1


def test_a_statement_is_seen_where_the_proof_concludes_it(browser, folder):
    _, tab = show(
        browser, folder, text_of(ALTITUDES, proofs=1), viewport={"width": 1400, "height": 420}
    )
    first, *_, last = tab.locator(".proof li[data-thing]").all()
    for row in (last, first):
        address = row.locator(".conclusion a").get_attribute("href")
        tab.evaluate("address => { location.hash = address; }", address)
        until(
            tab,
            """row => {
              const { top } = row.getBoundingClientRect();
              const box = document.querySelector('.panel-work .panel-body').getBoundingClientRect();
              return top >= box.top - 1 && top < box.bottom - 20;
            }""",
            row.element_handle(),
        )
        assert row.get_attribute("aria-current") is None
        assert tab.locator(".proof .conclusion a.chosen").get_attribute("href") == address


def test_a_sum_is_a_chain_of_lit_directions(browser, folder):
    _, tab = show(browser, folder, text_of(ALTITUDES))
    tab.keyboard.press("n")
    rows = [row.replace("\t", " ").strip() for row in tab.locator(".chain tr").all_inner_texts()]
    assert rows == [
        "[BD] − [BC] = 0° B, C, D are collinear",
        "[BC] − [AD] = 90° AD ⟂ BC",
        "[BD] − [AD] = 90°",
    ]
    lit = "[...document.querySelectorAll('.glow > *')].map(node => node.outerHTML)"
    before = tab.evaluate(lit)
    tab.hover(".chain .quantity >> nth=1")
    assert len(tab.evaluate(lit)) == len(before) + 1
    tab.hover("h1")
    assert tab.evaluate(lit) == before
    tab.evaluate(
        "geoengine.selection.select({kind: 'step', id: geoengine.data.proofs[0].steps[5]})"
    )
    assert "DM : EM = 1" in tab.locator(".chain tr").all_inner_texts()[-1].replace("\t", " ")


def test_proofs_are_compared(browser, folder):
    _, tab = show(browser, folder, text_of(PARALLELOGRAM))
    first, second, third = (proof["steps"] for proof in tab.evaluate("geoengine.data.proofs"))
    assert tab.locator(".proof:not([hidden])").count() == 2
    tab.uncheck(".choices input >> nth=1")
    tab.check(".choices input >> nth=2")
    shared = set(first) & set(third)
    assert 0 < len(shared) < len(first)
    sizes = tab.locator(".proof:not([hidden]) h3 small").all_inner_texts()
    assert [size.strip() for size in sizes] == [
        f"{len(shared)} of {len(steps)} steps shared" for steps in (first, third)
    ]
    assert tab.locator(".proof:not([hidden]) li.shared").count() == 2 * len(shared)
    tab.evaluate("id => geoengine.selection.select({kind: 'step', id})", min(shared))
    assert tab.locator(".proof:not([hidden]) li.chosen").count() == 2
    assert second


def test_only_what_differs_is_shown(browser, folder):
    watched, tab = show(browser, folder, text_of(PARALLELOGRAM))
    proofs = tab.evaluate("geoengine.data.proofs")
    tab.uncheck(".choices input >> nth=1")
    toggle = tab.get_by_role("checkbox", name="Only what differs")
    assert toggle.is_disabled()
    tab.check(".choices input >> nth=2")
    toggle.check()
    columns = {0: proofs[0]["steps"], 2: proofs[2]["steps"]}
    shared = set(columns[0]) & set(columns[2])
    left_out = 0
    for at, steps in columns.items():
        column = tab.locator(f".proof >> nth={at}")
        assert column.evaluate("""box => [...box.querySelectorAll("li[data-thing]")]
          .filter(row => !row.hidden).map(row => row.value)""") == [
            k + 1 for k, step in enumerate(steps) if step not in shared
        ]
        left_out += column.locator(".left-out").count()
        assert "in common" in column.locator("summary").inner_text()
        assert column.locator("details li:not([hidden])").count() == len(
            set(proofs[at]["premises"]) - set(proofs[2 - at]["premises"])
        )
    assert left_out > 0
    # What is selected is shown, and left out again afterwards.
    step = min(shared)
    tab.evaluate("id => geoengine.selection.select({kind: 'step', id})", step)
    rows = tab.locator(f".proof:not([hidden]) li[data-thing=step-{step + 1}]")
    assert [row.is_visible() for row in rows.all()] == [True, True]
    tab.keyboard.press("Escape")
    assert [row.is_visible() for row in rows.all()] == [False, False]
    toggle.uncheck()
    assert [row.is_visible() for row in rows.all()] == [True, True]
    assert tab.locator(".left-out").count() == 0
    assert watched.complaints == []


def test_only_proofs_that_are_shown_are_walked(browser, folder):
    _, tab = show(browser, folder, text_of(PARALLELOGRAM))
    first, second, third = (proof["steps"] for proof in tab.evaluate("geoengine.data.proofs"))
    boxes = tab.locator(".choices input")
    boxes.nth(1).uncheck()
    # One is always shown.
    assert boxes.nth(0).is_disabled()
    boxes.nth(2).check()
    shared = next(step for step in first if step in third)
    for column in (0, 2):
        row = tab.locator(f".proof >> nth={column} >> li[data-thing=step-{shared + 1}]")
        row.click(position={"x": 3, "y": 3})
        assert row.get_attribute("aria-current") == "step"
        assert tab.locator(".proof li[aria-current=step]").count() == 1
    tab.keyboard.press("Escape")
    boxes.nth(1).check()
    boxes.nth(0).uncheck()
    assert tab.inner_text(".walk .position") == f"{len(second)} steps"
    tab.keyboard.press("n")
    assert chosen(tab)[1] == second[0]
    # Keys stop the playing as the buttons do.
    tab.click("text=▶ Play")
    tab.keyboard.press("p")
    assert tab.locator("text=▶ Play").count() == 1
    assert chosen(tab)[1] == second[0]


def test_a_state_tells_all_its_derivations(browser, folder):
    graph = ge.deduce(load_problem(ALTITUDES))
    _, tab = show(browser, folder, standalone_page(graph_record(graph, count=1)))
    tab.click(".statement .goal a")
    record = tab.evaluate("geoengine.data")
    goal = record["proofs"][0]["goal"]
    assert chosen(tab) == [goal, None]
    told = {number for number, step in enumerate(record["steps"]) if step[1] == goal}
    assert tab.inner_text(".details h3 >> nth=0") == f"Derivations ({len(told)})"
    assert len(told) >= len(graph.all_derivations(graph.problem.goal))
    assert tab.text_content(".details .katex-mathml annotation") == "DM = EM"
    # The derivation of the proof comes first, and says so.
    length = len(record["proofs"][0]["steps"])
    assert tab.inner_text(".details li >> nth=0 >> small") == f" (step {length} of the proof)"
    assert tab.locator(".details h3:has-text('Derivations') + * small").count() == 1
    tab.click(".details li a.step >> nth=1")
    state, step = chosen(tab)
    assert (state, step in told) == (goal, True)
    premises = {number for number, one in enumerate(record["states"]) if one[5]}
    assert set(record["proofs"][0]["premises"]) <= premises
    tab.evaluate(
        "geoengine.selection.select({kind: 'step', id: geoengine.data.proofs[0].steps.at(-1)})"
    )
    basis = tab.locator(".grounds dt:text('Ultimately from') + dd a").all_inner_texts()
    assert basis == [record["states"][k][1] for k in sorted(record["proofs"][0]["premises"])]
    others = tab.locator(".details > h3:has-text('Other derivations') + * li").all_inner_texts()
    assert others
    assert len(set(others)) == len(others)


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


def test_it_is_worked_with_the_keyboard_alone(browser, folder):
    _, tab = show(browser, folder, text_of(ALTITUDES))
    focus = "[...document.activeElement.classList]"
    seen = set()
    for _ in range(80):
        tab.keyboard.press("Tab")
        seen.update(tab.evaluate(focus))
    assert {"free", "state", "given", "step", "splitter", "point"} <= seen
    tab.focus("#tab-Proof")
    tab.keyboard.press("ArrowRight")
    assert tab.evaluate("document.activeElement.id") == "tab-Graph"
    assert tab.get_attribute("#tab-Graph", "aria-selected") == "true"
    tab.keyboard.press("?")
    assert tab.locator("dialog[open]").count() == 1


def test_the_sheet_of_a_phone_closes_by_touch(browser, folder):
    watched, tab = show(browser, folder, text_of(ALTITUDES), **PHONE)
    for key in ("1", "2", "3", "1"):
        tab.keyboard.press(key)
        assert tab.evaluate("document.documentElement.scrollWidth") <= 400
    sheet = tab.locator(".panel-details")
    row = tab.locator(".proof li .by >> nth=1")

    def bring_up():
        row.tap(position={"x": 3, "y": 3})
        sheet.wait_for(state="visible")

    bring_up()
    at = sheet.bounding_box()
    assert at["y"] + at["height"] == pytest.approx(850, abs=1)
    assert at["height"] < 0.4 * 850
    tab.tap("[aria-label='Close: Selected']")
    sheet.wait_for(state="hidden")
    tab.tap(".proof li .by a.step >> nth=2")
    sheet.wait_for(state="visible")
    tab.tap(".panel-statement .panel-title")
    sheet.wait_for(state="hidden")
    tab.tap(".proof li .by a.step >> nth=3")
    sheet.wait_for(state="visible")
    at = tab.locator(".panel-details .panel-head").bounding_box()
    finger = tab.context.new_cdp_session(tab)
    x, y = at["x"] + 150, at["y"] + 15

    def touch(kind, *points):
        finger.send("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [{"x": x, "y": to} for to in points],
        })  # fmt: skip

    touch("touchStart", y)
    for by in (20, 50, 90, 120):
        touch("touchMove", y + by)
    touch("touchEnd")
    sheet.wait_for(state="hidden")
    # The panel is not closed for good.
    assert tab.evaluate("geoengine.panels.isOpen('details')")
    assert watched.complaints == []


def test_the_sheet_comes_up_again_for_what_is_selected(browser, folder):
    _, tab = show(browser, folder, text_of(ALTITUDES), **PHONE)
    sheet = tab.locator(".panel-details")
    row = tab.locator(".proof li .by >> nth=0")
    for _ in range(2):
        row.tap(position={"x": 3, "y": 3})
        sheet.wait_for(state="visible")
        tab.tap("[aria-label='Enlarge: Selected']")
        tab.tap("[aria-label='Close: Selected']")
        sheet.wait_for(state="hidden")
        # The page is not locked behind what has been put away.
        assert tab.locator("[inert]").count() == 0
    for _ in range(2):
        tab.locator(".figure [data-thing=point-1] .dot").tap()
        sheet.wait_for(state="visible")
        until(tab, "geoengine.selection.selected.kind === 'point'")
        tab.tap(".panel-statement .panel-title")
        sheet.wait_for(state="hidden")


def test_it_fits_a_notebook_and_knows_the_dark(browser, folder):
    _, tab = show(browser, folder, text_of(ALTITUDES), viewport={"width": 900, "height": 720})
    tab.keyboard.press("n")
    figure = tab.locator(".figure-stage").bounding_box()
    assert figure["width"] > 350
    assert figure["height"] > 300
    assert box(tab, "details")["height"] > 150
    _, tab = show(browser, folder, text_of(ALTITUDES), color_scheme="dark")
    paper = "getComputedStyle(document.body).backgroundColor"
    dark = tab.evaluate(paper)
    tab.click("text=Colours: auto")
    assert tab.evaluate(paper) != dark


@needs_axe
@pytest.mark.parametrize("options", [{}, {"color_scheme": "dark"}, PHONE])
def test_axe_has_nothing_serious_to_say(browser, folder, options):
    _, tab = show(browser, folder, text_of(PARALLELOGRAM), **options)
    tab.keyboard.press("n")
    assert serious_violations(tab, without=".diagram") == []


def test_a_step_says_what_the_figure_decides(browser, folder):
    record = problem_record(load_problem(ALTITUDES), count=1)
    first = record["proofs"][0]["steps"][0]
    assert record["steps"][first][5] is None
    record["steps"][first][5] = said = (
        "Equal, not differing by a multiple of 90°, as in the figure."
    )
    _, tab = show(browser, folder, standalone_page(record))
    assert {*tab.locator(".proof .note").all_inner_texts()} == {said}
    tab.evaluate(f"geoengine.selection.select({{ kind: 'step', id: {first} }})")
    assert said in tab.inner_text(".details")
