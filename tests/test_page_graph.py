"""The graph of a page in a real browser: that it can be read, walked, folded, and is quick."""

from __future__ import annotations

import random
import re
import time
from functools import cache
from pathlib import Path

import pages
import pytest
from browser import needs_assets, needs_browser, until
from pages import needs_axe, serious_violations

import geoengine as ge
from geoengine.inspect import graph_record, problem_record, standalone_page
from geoengine.scene import load_problem, load_problems

pytestmark = [needs_assets, needs_browser]

THEOREMS = Path(__file__).parent / "data" / "theorems.jgex"
SMALL = "A B C = triangle; M = midpoint B C ? midp M B C"
HEXAGON = (
    "O A = segment O A; B = eq_triangle B O A; C = eq_triangle C O B; D = eq_triangle D O C;"
    " E = eq_triangle E O D; F = eq_triangle F O E; M = midpoint M A B; N = midpoint N B C"
    " ? cong M N M O"
)

SEEN = """() => {
  const stage = document.querySelector('.stage').getBoundingClientRect();
  const cards = [...document.querySelectorAll('.node')];
  const boxes = cards.map((card) => card.getBoundingClientRect());
  const overlap = boxes.flatMap((a, k) => boxes.slice(0, k).filter((b) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom));
  const texts = [...document.querySelectorAll('.stage *')].filter((node) =>
    [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim()));
  const clipped = cards.filter((card) => card.scrollWidth > card.clientWidth + 1);
  const scroller = document.querySelector('.scroller');
  return {
    smallest: Math.min(...texts.map((node) => parseFloat(getComputedStyle(node).fontSize))),
    labels: cards.map((card) => card.querySelector('.label').textContent),
    overlapping: overlap.length, clipped: clipped.length,
    wide: scroller.scrollWidth - scroller.clientWidth, high: scroller.scrollHeight - scroller.clientHeight,
    outside: boxes.filter((b) => b.left < stage.left || b.right > stage.right).length,
  };
}"""  # noqa: E501
CIRCLES = (
    "A B C = triangle; O = circumcenter A B C;"
    " D = between_bound B C; E = between_bound C A; F = between_bound A B;"
    " P = circumcenter A E F; Q = circumcenter B F D; R = circumcenter C D E;"
    " X = intersection_cc P O A; Y = intersection_cc Q O B; Z = intersection_cc R O C;"
    " K = midpoint B C; L = midpoint C A; M = midpoint A B;"
    " U = mirror D K; V = mirror E L; W = mirror F M ? simtri X Y Z U V W"
)
"""The last problem about geometry of the shortlist for the IMO of 2006."""
ROUTES = """() => {
  const { laid } = geoengine.graph.cards.sheet;
  return laid.routes.map(({ from, to, points }) => [from, to, points[0], points.at(-1)]);
}"""


@cache
def theorems():
    return {problem.name: problem for problem in load_problems(THEOREMS)}


@cache
def text_of(name, count=1):
    problem = theorems().get(name) or load_problem(name)
    return standalone_page(problem_record(problem, count=count))


def made_up(steps, seed, reach=8):
    """Return the record of a page whose only proof has many steps, each from a few before it."""
    rng = random.Random(seed)
    premises = 12
    count = premises + steps
    letters = [rng.sample("ABCDEFGHIJKLMN", 6) for _ in range(count)]
    states = [
        [
            f"cong {k}",
            f"∠{''.join(a[:3])} = ∠{''.join(a[3:])}",
            "x",
            "it",
            ["cong", []],
            int(k < 12),
        ]
        for k, a in enumerate(letters)
    ]
    made, used = [], set()
    for conclusion in range(premises, count):
        near = [rng.randrange(max(0, conclusion - reach), conclusion) for _ in range(2)]
        made.append(sorted({*near, rng.randrange(conclusion)}))
        used.update(made[-1])
    made[-1] = sorted({*made[-1], *(set(range(count - 1)) - used)})
    depths = [0] * count
    for k, antecedents in enumerate(made):
        depths[premises + k] = 1 + max(depths[a] for a in antecedents)
    rows = [[0, premises + k, antecedents, [], {}, 1] for k, antecedents in enumerate(made)]
    proof = {
        "title": "Proof", "goal": count - 1, "premises": list(range(premises)),
        "steps": list(range(steps)), "texts": {}, "legend": "",
    }  # fmt: skip
    return {
        "kind": "problem", "title": "made up", "engine": "0", "text": None, "jgex": None,
        "figure": None, "answers": [], "proofs": [proof], "unproved": [], "stopped": None,
        "states": states, "steps": rows, "depths": depths,
        "rules": [{"id": "rule", "name": "Angle chasing", "statement": "It follows."}],
    }  # fmt: skip


def show(browser, folder, text, **options):
    """Open a page at its graph."""
    options.setdefault("viewport", {"width": 1400, "height": 1000})
    watched, tab = pages.show(browser, folder, text, **options)
    tab.click("#tab-Graph")
    tab.wait_for_selector(".stage .node")
    return watched, tab


def state_of(tab):
    return tab.evaluate("geoengine.selection.state")


@pytest.mark.parametrize(
    ("name", "proof", "steps"),
    [("radical_axis", 0, 6), ("de_longchamps_point", 0, 28)],
)
def test_a_proof_is_read_at_once(browser, folder, name, proof, steps):
    watched, tab = show(browser, folder, text_of(name, 2))
    tab.select_option("select[aria-label='Which proof']", index=proof)
    record = tab.evaluate("geoengine.data")
    told = record["proofs"][proof]
    assert len(told["steps"]) == steps
    seen = tab.evaluate(SEEN)
    assert seen["smallest"] >= 11
    assert (seen["overlapping"], seen["clipped"], seen["outside"]) == (0, 0, 0)
    assert seen["wide"] == 0
    assert len(seen["labels"]) == steps
    conclusions = [record["steps"][step][1] for step in told["steps"]]
    said = {told["texts"].get(str(s), record["states"][s][1:])[0] for s in conclusions}
    assert set(seen["labels"]) == said
    assert watched.complaints == []


@pytest.mark.parametrize("is_made_up", [True, False])
def test_a_long_proof_is_read_fold_by_fold(browser, folder, is_made_up):
    text = standalone_page(made_up(100, seed=3)) if is_made_up else text_of(CIRCLES)
    watched, tab = show(browser, folder, text)
    steps = tab.evaluate("geoengine.data.proofs[0].steps.length")
    assert steps >= 100
    folded = tab.evaluate(SEEN)
    assert folded["smallest"] >= 11
    assert (folded["overlapping"], folded["clipped"], folded["wide"]) == (0, 0, 0)
    hidden = tab.evaluate(
        "[...document.querySelectorAll('.fold')].reduce((sum, fold) => sum + Number(fold.textContent), 0)"  # noqa: E501
    )
    assert hidden > 0.2 * steps
    if not is_made_up:
        # What can be folded is spread over the graph, rather than all in what it leads to.
        assert len(folded["labels"]) == 30
        assert tab.locator(".scroller").evaluate("box => box.scrollHeight <= box.clientHeight")
        folds = map(int, tab.locator(".fold").all_text_contents())
        assert max(folds) < 20
    assert len(folded["labels"]) + hidden == steps
    fold = tab.locator(".fold[aria-expanded=false]").first
    count = int(fold.text_content())
    fold.focus()
    tab.keyboard.press("Enter")
    opened = tab.evaluate(SEEN)
    assert len(opened["labels"]) == len(folded["labels"]) + count
    assert opened["overlapping"] == 0
    tab.locator(".fold[aria-expanded=true]").first.click()
    assert len(tab.evaluate(SEEN)["labels"]) == len(folded["labels"])
    tab.get_by_label("Fold chains").uncheck()
    whole = tab.evaluate(SEEN)
    assert len(whole["labels"]) == steps
    assert whole["smallest"] >= 11
    assert (whole["overlapping"], whole["wide"]) == (0, 0)
    assert watched.complaints == []


def test_what_is_selected_elsewhere_is_unfolded(browser, folder):
    _, tab = show(browser, folder, standalone_page(made_up(100, seed=5)))
    shown = set(tab.evaluate("geoengine.graph.cards.sheet.cards.map(({ node }) => node.step)"))
    hidden = next(step for step in range(100) if step not in shown)
    tab.evaluate(f"location.hash = 'step-{hidden + 1}'")
    card = tab.locator(".node.is-chosen")
    card.wait_for()
    assert card.locator("[data-thing]").first.get_attribute("data-thing") == f"state-{hidden + 13}"
    inside = tab.evaluate(
        """() => {
          const a = document.querySelector('.node.is-chosen').getBoundingClientRect();
          const b = document.querySelector('.scroller').getBoundingClientRect();
          return a.top >= b.top && a.bottom <= b.bottom;
        }"""
    )
    assert inside


@pytest.mark.parametrize("seed", range(6))
def test_edges_lead_down_from_card_to_card(browser, folder, seed):
    _, tab = show(browser, folder, standalone_page(made_up(24, seed, reach=4 + 3 * seed)))
    for viewport in ({"width": 1400, "height": 1000}, {"width": 500, "height": 800}):
        tab.set_viewport_size(viewport)
        until(
            tab,
            "Math.abs(geoengine.graph.cards.room - document.querySelector('.scroller').clientWidth) < 9",  # noqa: E501
        )
        seen = tab.evaluate(SEEN)
        assert (seen["overlapping"], seen["wide"]) == (0, 0)
        places = tab.evaluate(
            "geoengine.graph.cards.sheet.laid.places.map(([x, y], k) => {"
            " const { box } = geoengine.graph.cards.sheet.cards[k];"
            " return [x, y, x + box.offsetWidth, y + box.offsetHeight]; })"
        )
        routes = tab.evaluate(ROUTES)
        wanted = tab.evaluate("geoengine.graph.cards.shown.edges")
        assert sorted(route[:2] for route in routes) == sorted(wanted)
        for source, target, start, end in routes:
            left, _, right, bottom = places[source]
            assert left <= start[0] <= right
            assert start[1] == pytest.approx(bottom, abs=2)
            left, top, right, _ = places[target]
            assert left <= end[0] <= right
            assert end[1] == pytest.approx(top, abs=2)
            assert start[1] < end[1]


def test_it_is_walked_along_edges_with_keys(browser, folder):
    _, tab = show(browser, folder, text_of("radical_axis", 2))
    record = tab.evaluate("geoengine.data")
    step_of = {record["steps"][k][1]: record["steps"][k][2] for k in record["proofs"][0]["steps"]}
    here = "Number(document.activeElement.dataset.thing.slice(6)) - 1"
    # One stop on the way of the Tab key: the goal.
    tab.focus(".node .said[tabindex='0']")
    goal = tab.evaluate(here)
    assert goal == record["proofs"][0]["goal"]
    before = goal
    for _ in range(3):
        tab.keyboard.press("ArrowUp")
        state = tab.evaluate(here)
        assert state == before or state in step_of[before]
        before = state
    assert before != goal
    tab.keyboard.press("Enter")
    assert state_of(tab) == before
    assert tab.evaluate("location.hash") == f"#state-{before + 1}"
    tab.keyboard.press("ArrowDown")
    assert before in step_of[tab.evaluate(here)]
    tab.keyboard.press("Home")
    first = tab.evaluate(here)
    tab.keyboard.press("End")
    assert tab.evaluate(here) == goal != first


def test_hovering_goes_both_ways(browser, folder):
    _, tab = show(browser, folder, text_of("radical_axis", 2))
    tab.hover(".node.goal .said")
    goal = tab.evaluate("geoengine.data.proofs[0].goal")
    assert tab.evaluate("geoengine.selection.hovered") == {"kind": "state", "id": goal}
    link = tab.locator(f".panel-statement a[data-thing=state-{goal + 1}]").first
    assert "hovered" in link.get_attribute("class")
    tab.evaluate("geoengine.selection.hover(null)")
    assert tab.locator(".node.is-near").count() == 0
    link.hover()
    assert tab.locator(".node.goal.is-near").count() == 1
    tab.evaluate("geoengine.selection.hover({ kind: 'step', id: 0 })")
    assert tab.locator(".node.is-near .step-number").text_content() == "1"


@pytest.mark.parametrize(("button", "has_chips"), [("Fit", True), ("−", False)])
def test_a_sentence_lights_up_where_its_premises_are(browser, folder, button, has_chips):
    """On cards of their own, or on those that tell the premises, be it by chips or not at all."""
    _, tab = show(browser, folder, text_of("radical_axis", 2))
    tab.click(f".zooms button:text-is('{button}')")
    sentences = tab.evaluate("geoengine.data.sentences.map(([, premises]) => premises)")
    for number, premises in enumerate(sentences):
        tab.locator(".sentence").nth(number).dispatch_event("pointerover")
        lit = tab.evaluate("""() => geoengine.graph.cards.shown.nodes.filter((_, k) =>
            geoengine.graph.cards.sheet.cards[k].box.classList.contains("is-near"))""")
        nodes = tab.evaluate("geoengine.graph.cards.shown.nodes")
        assert lit == [node for node in nodes if {node["state"], *node["premises"]} & set(premises)]
        is_used = any(set(node["premises"]) & set(premises) for node in nodes)
        assert (tab.locator(".premise-chip.is-near").count() > 0) == (has_chips and is_used)


def test_a_selected_premise_leads_to_the_steps_that_use_it(browser, folder):
    _, tab = show(browser, folder, text_of("radical_axis", 2))
    premise = tab.evaluate("geoengine.data.proofs[0].premises[0]")
    tab.evaluate("id => geoengine.selection.select({ kind: 'state', id })", premise)
    users = tab.locator(".node.is-user").evaluate_all(
        "boxes => boxes.map((box) => box.querySelector('.step-number').textContent)"
    )
    steps = tab.evaluate("geoengine.data.proofs[0].steps.map((k) => geoengine.data.steps[k][2])")
    assert users == [str(k + 1) for k, starts in enumerate(steps) if premise in starts]
    assert tab.locator(".legend").text_content().count("what uses the selected premise") == 1


def test_what_a_step_rests_on_in_the_end(browser, folder):
    record = made_up(60, seed=9)
    _, tab = show(browser, folder, standalone_page(record))
    for step in (3, 31, 59):
        tab.evaluate(f"geoengine.selection.select({{ kind: 'step', id: {step} }})")
        queue, reached = [step + 12], set()
        while queue:
            state = queue.pop()
            if state not in reached:
                reached.add(state)
                queue += record["steps"][state - 12][2] if state >= 12 else []
        premises = sorted(state for state in reached if state < 12)
        told = tab.locator(".rests-on a").evaluate_all("links => links.map(a => a.dataset.thing)")
        assert told == [f"state-{state + 1}" for state in premises]
        assert f"through {len(reached) - len(premises)} step" in tab.inner_text(".rests-on")


def test_other_derivations_are_not_what_a_statement_rests_on(browser, folder):
    """Each state has two derivations, and two premises are derived as well."""
    record = made_up(20, seed=4)
    others = [[0, 12 + k, [11 - k % 3, 12 + k - 1], [], {}, 1] for k in range(1, 20)]
    record["steps"] += [*others, [0, 3, [5, 7], [], {}, 1], [0, 5, [1, 2], [], {}, 1]]
    _, tab = show(browser, folder, standalone_page(record))
    tab.check("input[value=all]")
    assert tab.locator(".node").count() > 50
    chosen = tab.evaluate("geoengine.data.states.map((_, k) => geoengine.reader.derivation(k))")
    for state in (14, 22, 31):
        tab.evaluate(f"geoengine.selection.select({{ kind: 'state', id: {state} }})")
        queue, premises, steps = [state], set(), set()
        while queue:
            one = queue.pop()
            if one < 12:
                premises.add(one)
            elif chosen[one] not in steps:
                steps.add(chosen[one])
                queue += record["steps"][chosen[one]][2]
        told = tab.locator(".rests-on a").evaluate_all("links => links.map(a => a.dataset.thing)")
        assert told == [f"state-{premise + 1}" for premise in sorted(premises)]
        said = tab.inner_text(".rests-on")
        many = "s" if len(steps) > 1 else ""
        assert f"through {len(steps)} step{many}:" in said
        # The cards of these derivations are lit, and no others.
        lit = tab.locator(".node.is-support .said").evaluate_all(
            "all => all.map(a => a.dataset.thing)"
        )
        found = {int(thing.split("-")[1]) - 1 for thing in lit if thing.startswith("step")}
        assert found <= steps


def test_a_large_support_says_what_is_left_out(browser, folder):
    record = made_up(400, seed=5)
    _, tab = show(browser, folder, standalone_page(record))
    tab.evaluate("geoengine.selection.select({ kind: 'state', id: 411 })")
    premises, steps = tab.evaluate(
        "(() => { const { premises, steps } = geoengine.reader.support(411);"
        " return [premises.length, steps.size]; })()"
    )
    tab.check("input[value=selection]")
    shown = re.search(r"the first (\d+) of 412 statements", tab.inner_text(".legend"))
    assert shown
    assert 160 <= int(shown[1]) < 412
    assert (premises, steps) == (12, 400)
    assert "Ultimately rests on 12 premises, through 400 steps:" in tab.inner_text(".rests-on")


def test_the_legend_tells_what_is_drawn(browser, folder):
    _, tab = show(browser, folder, text_of("radical_axis", 2))
    keys = "[...document.querySelectorAll('.legend .key')].map((key) => key.className.slice(4))"
    assert tab.evaluate(keys) == ["premise-chip", "derived", "goal", "edge"]
    tab.click(".node.goal .said")
    assert {"selected", "edge support"} <= set(tab.evaluate(keys))
    tab.fill("input[type=search]", "AB")
    assert "match" in tab.evaluate(keys)
    assert tab.locator(".node.is-match").count() > 0
    tab.fill("input[type=search]", "")
    tab.keyboard.press("Escape")
    tab.get_by_label("Show less").click()
    assert tab.locator(".node .premise-chip").count() == 0
    assert "premise-chip" not in tab.evaluate(keys)
    tab.check("input[value=all]")
    until(tab, "geoengine.graph.overview?.painted")
    assert "all" in tab.inner_text(".legend")
    assert "edges are drawn" in tab.inner_text(".legend")


def test_zooming_never_makes_text_small(browser, folder):
    _, tab = show(browser, folder, text_of("radical_axis", 2))
    size = "parseFloat(getComputedStyle(document.querySelector('.node .label')).fontSize)"
    sizes = []
    for _ in range(6):
        tab.get_by_label("Show less").click()
    for _ in range(6):
        seen = tab.evaluate(SEEN)
        assert seen["smallest"] >= 11
        assert seen["overlapping"] == 0
        sizes.append(tab.evaluate(size))
        tab.get_by_label("Show more").click()
    assert sizes == sorted(sizes)
    assert sizes[-1] > 1.5 * sizes[0]
    tab.focus(".node .said[tabindex='0']")
    tab.keyboard.press("-")
    assert tab.evaluate(size) < sizes[-1]


def test_a_small_graph_is_shown_whole(browser, folder):
    _, tab = show(browser, folder, text_of(SMALL))
    record = tab.evaluate("geoengine.data")
    assert "places" not in record
    assert tab.locator(".node").count() == 1
    tab.check("input[value=all]")
    derived = [0] * len(record["states"])
    for step in record["steps"]:
        derived[step[1]] += 1
    assert tab.locator(".node").count() == len(derived) + sum(n for n in derived if n > 1)
    assert tab.locator(".node.goal .label").text_content() == "M is the midpoint of BC"
    tab.click(".node.goal")
    assert state_of(tab) == record["proofs"][0]["goal"]


def test_a_large_graph_is_picked_from_and_walked(browser, folder):
    watched, tab = show(browser, folder, text_of("radical_axis", 2))
    tab.check("input[value=all]")
    until(tab, "geoengine.graph.overview?.painted")
    record = tab.evaluate("geoengine.data")
    goal = record["proofs"][0]["goal"]
    x, y = tab.evaluate(f"geoengine.graph.overview.at({goal})")
    box = tab.locator(".overview canvas").bounding_box()
    tab.mouse.move(box["x"] + x, box["y"] + y)
    assert tab.evaluate("geoengine.selection.hovered") == {"kind": "state", "id": goal}
    tab.mouse.click(box["x"] + x, box["y"] + y)
    assert state_of(tab) == goal
    before = tab.evaluate("geoengine.graph.overview.view.scale")
    tab.locator(".overview canvas").hover()
    tab.mouse.wheel(0, -200)
    until(tab, f"geoengine.graph.overview.view.scale > {before}")
    tab.focus(".overview canvas")
    tab.keyboard.press("ArrowUp")
    tab.keyboard.press("ArrowUp")
    tab.keyboard.press("Enter")
    uses = {a for step in record["steps"] if step[1] == goal for a in step[2]}
    assert state_of(tab) in uses
    text = record["states"][state_of(tab)][1]
    assert text in tab.text_content(".overview [aria-live]")
    assert watched.complaints == []


@needs_axe
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(browser, folder, scheme):
    _, tab = show(browser, folder, text_of("midpoints_in_a_rectangle", 2), color_scheme=scheme)
    assert serious_violations(tab, within=".graph") == []
    tab.click(".node.goal .said")
    assert serious_violations(tab, within=".graph") == []
    tab.check("input[value=all]")
    assert serious_violations(tab, within=".graph") == []


@pytest.mark.slow(seconds=20)
def test_a_page_of_five_thousand_states_is_quick(browser, folder):
    text = standalone_page(graph_record(ge.deduce(load_problem(HEXAGON))))
    assert len(text.encode()) < 6_000_000
    path = folder / "hexagon.html"
    path.write_text(text, encoding="utf-8")
    watched = browser()
    began = time.monotonic()
    tab = watched.open(path)
    tab.click("#tab-Graph")
    tab.check("input[value=all]")
    until(tab, "geoengine.graph.overview?.painted")
    ready = time.monotonic() - began
    tab.select_option("select[aria-label=Predicate]", "cyclic")
    tab.evaluate("() => new Promise(requestAnimationFrame)")
    took = time.monotonic() - began
    print(f"ready after {ready:.2f} s, filtered after {took:.2f} s")
    assert tab.evaluate("geoengine.data.states.length") >= 5000
    assert took < 15
    assert watched.complaints == []
