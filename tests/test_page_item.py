"""The page of an item in a browser: what it shows first, what it opens, and reviews."""

from __future__ import annotations

import json
import re

import pytest
from browser import needs_assets, needs_browser, until
from pages import needs_axe, serious_violations
from tasks_of import TASKS
from test_explanations import items_of_each_form, names_in

from geoengine.formats import Source
from geoengine.inspect import item_record, standalone_page, write_gallery
from geoengine.items import Draft, DraftStep, Item, Medium, Named, Value
from geoengine.items.media import code_block

pytestmark = [needs_assets, needs_browser]

BODY = "document.body.innerText"
SMALLEST = """Math.min(...[...document.querySelectorAll('.item *')]
  .filter(node => node.checkVisibility() && node.innerText)
  .map(node => parseFloat(getComputedStyle(node).fontSize)))"""
IS_SHOWN = "id => document.title.startsWith(id) && document.documentElement.dataset.ready"


@pytest.fixture(scope="module")
def gallery(one_of_each, tmp_path_factory):
    """The pages of a split."""
    out = tmp_path_factory.mktemp("gallery")
    assert write_gallery(Source(one_of_each.path), out) == []
    return out


@pytest.fixture(scope="module")
def pages(gallery):
    return sorted((gallery / "items").iterdir())


def page_of(folder, item, **options):
    path = folder / f"{item.id}.html"
    path.write_text(standalone_page(item_record(item, problem={}, **options)), encoding="utf-8")
    return path


def item_where(task, form="plain", language="en"):
    return next(
        item
        for item in items_of_each_form()
        if (item.task, item.meta["form"], item.language) == (task, form, language)
    )


def press(tab, *names):
    for name in names:
        tab.click(f"button:text-is('Show the {name}')")


ONE_OF_EACH_FORM = {
    (item.task, item.meta["form"]): item for item in items_of_each_form() if item.language == "en"
} | {("", "zh"): item_where("faulty_branch", "branch", "zh")}


def test_the_page_shows_first_just_what_the_solver_gets(browser, folder):
    watched = browser()
    assert {item.task for item in ONE_OF_EACH_FORM.values()} == set(TASKS)
    for item in ONE_OF_EACH_FORM.values():
        tab = watched.open(page_of(folder, item))
        shown = tab.evaluate(BODY)
        # Nothing of the figure's statement, of the proof, or of the certificate is there.
        panels = "[...document.querySelectorAll('.panel')].filter(p => p.checkVisibility()).length"
        assert tab.evaluate(panels) == 1
        # The name of a scene may be a word of the problem, such as "isosceles".
        named = item.scene.replace("_", " ")
        assert shown.count(named) == item.question.count(named)
        assert not re.search(r"✓|✗|Raw record|The answer is|premises? used", shown)
        assert tab.locator("svg.figure:visible").count() == 0
        for variant, prompt in item.prompts.model_dump().items():
            tab.check(f"input[value='{variant.replace('_', ' ').capitalize()}']")
            printed = tab.evaluate("document.querySelector('.prompt').innerText")
            assert re.sub(r"\s+", "", printed) == re.sub(r"\s+", "", prompt)
    assert watched.complaints == []


def test_all_is_told_in_words_and_nothing_raw(browser, folder):
    watched = browser()
    for item in ONE_OF_EACH_FORM.values():
        tab = watched.open(page_of(folder, item))
        press(tab, "answer", "certificate", "solution")
        assert tab.locator(".option.right").count() == 1
        assert tab.locator(".options-certified > li").count() == len(item.choice.options)
        languages = {
            one.get_attribute("lang") for one in tab.locator(".certificate .remarks").all()
        }
        assert languages == {item.language}
        said = tab.evaluate(BODY)
        assert f"The answer is ({item.choice.key})" in re.sub(r"\s+", " ", said)
        for name in {*names_in(item.certificate)} - {"goal", "proof", "options", "true", "false"}:
            if "_" in name:
                assert name not in said
            label = name.replace("_", " ").capitalize()
            assert f"\n{label}: " not in said
        assert "{" not in said
        drawn = sum(bool(entry.get("counterexample")) for entry in item.certificate["options"])
        drawn += "second_figure" in item.certificate.get("evidence", {})
        assert tab.locator("figure.other svg.figure").count() == drawn
        tab.click("text=Raw record")
        assert '"certificate"' in tab.evaluate(BODY)
    assert watched.complaints == []


def test_it_opens_in_order_and_with_keys(browser, folder):
    watched = browser()
    tab = watched.open(page_of(folder, item_where("premise_filtering")))
    shown = (
        "[...document.querySelectorAll('.disclose')].filter(b => !b.hidden).map(b => b.innerText)"
    )
    assert tab.evaluate(shown) == ["Show the answer"]
    tab.focus("text=Show the answer")
    tab.keyboard.press("Enter")
    assert tab.evaluate(shown) == ["Hide the answer", "Show the certificate"]
    tab.keyboard.press("a")
    assert tab.locator("svg.figure:visible").count() > 1
    assert tab.evaluate(shown)[-1] == "Show the solution"
    tab.keyboard.press("a")
    assert tab.locator(".panel-work:visible").count() == 1
    assert tab.get_attribute("[aria-controls=opened-solution]", "aria-expanded") == "true"
    tab.keyboard.press("a")
    assert tab.evaluate(shown) == ["Show the answer"]
    assert tab.locator("svg.figure:visible").count() == 0
    # Keys of the proof do nothing while it is closed.
    tab.keyboard.press("n")
    assert tab.evaluate("location.hash") == ""
    assert watched.complaints == []


def test_a_key_stays_with_the_dialog_and_an_option_explains_itself(browser, folder):
    path = folder / "whole.html"
    path.write_text(standalone_page(item_record(item_where("premise_filtering"))), encoding="utf-8")
    tab = browser().open(path)
    for opener in ("Help", "Panels"):
        tab.click(f"button:text-is('{opener}')")
        tab.keyboard.press("a")
        assert tab.evaluate("geoengine.item.stage") == 0
        tab.keyboard.press("Escape")
    for _ in range(3):
        tab.keyboard.press("a")
    assert tab.evaluate("geoengine.item.stage") == 3
    selected = tab.locator(".panel-details")
    tab.keyboard.press("n")
    assert selected.is_visible()
    tab.check("input[name=option][value='2']")
    assert tab.evaluate("location.hash") == "#option-2"
    assert not selected.is_visible()


def test_the_answer_tells_what_the_reader_chose(browser, folder):
    item = item_where("premise_filtering")
    tab = browser().open(page_of(folder, item))
    tab.check(f"input[name=option][value='{item.choice.key}']")
    assert tab.evaluate("location.hash") == f"#option-{item.choice.key}"
    press(tab, "answer")
    assert "You chose it." in tab.inner_text(".answer")
    press(tab, "certificate")
    other = item.choice.key % 4 + 1
    tab.click(f".options-certified a[href='#option-{other}']")
    assert "chosen" in tab.get_attribute(f".option[data-thing=option-{other}]", "class").split()
    assert tab.locator(".panel-figure .wrong").count() > 0
    verdicts = ["the answer" if k + 1 == item.choice.key else "not the answer" for k in range(4)]
    assert [text[2:] for text in tab.locator(".option > .verdict").all_inner_texts()] == verdicts
    # The certificate shows the entry of an option as it is selected, and as it opens.
    tab.set_viewport_size({"width": 1400, "height": 400})
    entry = f".options-certified > [data-thing=option-{item.choice.key}]"
    seen = """entry => {
      const { top } = document.querySelector(entry).getBoundingClientRect();
      return top >= 0 && top < innerHeight;
    }"""
    tab.click(f".option a[href='#option-{item.choice.key}']")
    until(tab, seen, entry)
    tab.click("button:text-is('Hide the certificate')")
    tab.evaluate("document.querySelector('.item').parentElement.scrollTop = 0")
    press(tab, "certificate")
    until(tab, seen, entry)


def test_steps_in_running_text_are_links(browser, folder):
    item = item_where("faulty_branch", "directional")
    path = folder / "steps.html"
    path.write_text(standalone_page(item_record(item)), encoding="utf-8")
    watched = browser()
    tab = watched.open(path)
    reference = tab.locator(".question .step-ref").last
    reference.hover()
    assert tab.locator(".step-line.pointed").count() == 1
    reference.click()
    assert tab.evaluate("location.hash") == ""
    press(tab, "answer", "certificate", "solution")
    link = tab.locator(".question a.step-ref[data-thing^=step-]").first
    address = link.get_attribute("href")
    link.click()
    assert tab.evaluate("location.hash") == address
    assert tab.locator(f".step-line.chosen[data-thing='{address[1:]}']").count() == 1
    assert f"#step-{tab.evaluate('geoengine.selection.step') + 1}" == address
    used = tab.locator(".certificate a.step-ref").first
    used.click()
    assert tab.evaluate("location.hash") == used.get_attribute("href")
    assert watched.complaints == []


def test_items_are_walked_in_the_order_of_the_gallery(browser, pages, one_of_each):
    watched = browser()
    tab = watched.open(pages[0])
    ids = [item.id for item in Source(one_of_each.path).items]
    shown = (3, 0, 2)
    places = [
        {"id": ids[k], "page": f"items/{pages[k].name}", "at": at + 5} for at, k in enumerate(shown)
    ]
    keep = "([name, order]) => localStorage.setItem(name, JSON.stringify(order))"
    kept = {"total": 20, "places": places}
    tab.evaluate(keep, [f"geoengine-order:{one_of_each.path.name}", kept])
    tab.reload()
    tab.wait_for_selector("html[data-ready]")
    for key, expected in (("j", 2), ("k", 0), ("ArrowLeft", 3), ("ArrowLeft", 3), ("j", 0)):
        before = tab.inner_text("h1")
        tab.keyboard.press(key)
        if ids[expected] != before:
            until(tab, IS_SHOWN, ids[expected])
        assert tab.inner_text("h1") == ids[expected]
        assert tab.inner_text(".item-walk .position") == f"{shown.index(expected) + 5} of 20"
    assert tab.get_attribute("a[rel=next]", "href").endswith(pages[2].name)
    # A verdict that is clicked stays; one that is reached with the keyboard moves with the arrows.
    tab.click("label:has-text('arguable')")
    tab.keyboard.press("ArrowRight")
    until(tab, IS_SHOWN, ids[2])
    tab.keyboard.press("k")
    until(tab, IS_SHOWN, ids[0])
    chosen = "input[name=verdict]:checked"
    assert tab.input_value(chosen) == "arguable"
    tab.focus(chosen)
    tab.keyboard.press("ArrowRight")
    assert tab.input_value(chosen) == "wrong"
    assert tab.inner_text("h1") == ids[0]
    # In a field the keys write.
    tab.focus("textarea.note")
    tab.keyboard.type("jk")
    assert tab.input_value("textarea.note") == "jk"
    assert tab.inner_text("h1") == ids[0]
    assert watched.complaints == []


def test_a_review_is_kept_and_saved(browser, pages, one_of_each):
    watched = browser()
    items = Source(one_of_each.path).items
    tab = watched.open(pages[1])
    tab.check("input[name=verdict][value=arguable]")
    note = '<img src=x onerror=alert(1)> "both" hold\n第二行'
    tab.fill("textarea.note", note)
    tab = watched.open(pages[2])
    tab.check("input[name=verdict][value=good]")
    tab = watched.open(pages[1])
    assert tab.is_checked("input[name=verdict][value=arguable]")
    assert tab.input_value("textarea.note") == note
    assert "2 items" in tab.inner_text(".review")
    tab.fill(".reviewer", "Ada")
    with tab.expect_download() as waiting:
        tab.click("text=Save the reviews")
    assert tab.inner_text(".review-saver .hint") == f"Saved as {waiting.value.suggested_filename}."
    lines = waiting.value.path().read_text(encoding="utf-8").splitlines()
    saved = [json.loads(line) for line in lines]
    assert {line["id"]: (line["verdict"], line["note"]) for line in saved} == {
        items[1].id: ("arguable", note),
        items[2].id: ("good", ""),
    }
    assert {(line["split"], line["reviewer"]) for line in saved} == {(one_of_each.path.name, "Ada")}
    tab.click(".review >> text=Clear")
    tab.reload()
    tab.wait_for_selector("html[data-ready]")
    assert tab.locator("input[name=verdict]:checked").count() == 0
    assert watched.complaints == []


def test_a_review_that_the_browser_cannot_keep_is_not_lost_silently(browser, pages):
    tab = browser().open(pages[1])
    tab.check("input[name=verdict][value=good]")
    tab.evaluate("""() => {
      Storage.prototype.setItem = () => { throw new DOMException("", "QuotaExceededError"); };
    }""")
    tab.check("input[name=verdict][value=wrong]")
    assert "cannot keep this review" in tab.inner_text(".review")
    tab.fill(".reviewer", "Ada")
    with tab.expect_download() as waiting:
        tab.get_by_role("button", name="Save the reviews").click()
    # The file has what was chosen last, not what the storage still has.
    assert json.loads(waiting.value.path().read_text(encoding="utf-8"))["verdict"] == "wrong"


ANSWERS = {
    "The answer is 5√2/2. The question asks for a length. A response may name the unit cm.": Value(
        exact="5√2/2", quantity="length", unit="cm"
    ),
    "The answer is line BM. It may also be written as A M.": Named(
        object="line", points=("B", "M"), aliases=(("A", "M"),)
    ),
    "A construction; drag the points that are given: ‹ › Step 1 of 1 Reset A B M"
    " The goal holds in the figure of the item. M == Midpoint(A, B) holds"
    " Bisect AB. M = Midpoint(A, B)"
    " The construction must make these true: M == Midpoint(A, B)."
    " Tools: all commands.": Draft(
        givens=("A = (0, 0)", "B = (4, 0)"),
        goals=("M == Midpoint(A, B)",),
        steps=(DraftStep(method="Bisect AB.", commands=("M = Midpoint(A, B)",)),),
    ),
}


def test_every_kind_of_answer_and_medium_is_shown(browser, folder):
    code = Medium(kind="code", language="asymptote", text="draw((0,0)--(4,0)); // <b>")
    media = (
        Medium(kind="picture", path="images/one.png"),
        Medium(kind="video", path="videos/two.mp4"),
        Medium(kind="picture", path="images/hidden.png", shown=False),
        code,
    )
    files = {medium.path: "data:," for medium in media if medium.path}
    watched = browser()
    for number, (said, answer) in enumerate(ANSWERS.items()):
        item = Item.make(
            id=f"kind-{number}", family="reasoning", task="made_up", level=1, scene="made up",
            problem="A B = segment A B; M = midpoint M A B", question="What is it?",
            answer=answer, media=media, certificate={"lower_bound": 3},
        )  # fmt: skip
        tab = watched.open(page_of(folder, item, files=files))
        assert tab.locator(".media img").count() == tab.locator(".media video").count() == 1
        assert tab.inner_text(".prompt pre.code") == code_block(code)
        assert tab.locator(".option").count() == 0
        assert answer.expected not in tab.evaluate(BODY)
        press(tab, "answer")
        assert " ".join(tab.inner_text("#opened-answer").split()) == said
        press(tab, "certificate")
        assert tab.inner_text(".certificate").strip() == "Lower bound: 3"
    assert not [one for one in watched.complaints if "data:," not in one]


@needs_axe
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_screen_readers_find_their_way(browser, folder, scheme):
    for task, form in (("premise_filtering", "plain"), ("faulty_branch", "branch")):
        # An enforced policy would keep the checker out of the page.
        tab = browser(bypass_csp=True, color_scheme=scheme).open(
            page_of(folder, item_where(task, form), split="made up")
        )
        for names in ((), ("answer", "certificate")):
            press(tab, *names)
            assert serious_violations(tab, within=".item") == []


def test_it_fits_a_phone(browser, folder):
    for task, form in (("premise_filtering", "plain"), ("faulty_branch", "unfinished")):
        tab = browser(viewport={"width": 360, "height": 740}, has_touch=True).open(
            page_of(folder, item_where(task, form), split="made up")
        )
        press(tab, "answer", "certificate", "solution")
        assert tab.evaluate("document.documentElement.scrollWidth") <= 360
        assert tab.evaluate(SMALLEST) >= 11
