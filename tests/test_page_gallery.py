"""The gallery of a split in a real browser, with up to 10,000 items that are made up."""

from __future__ import annotations

import json
import random
import shutil
from collections import Counter
from pathlib import Path

import pytest
from browser import needs_assets, needs_browser, until
from pages import serious_violations
from split_digests import vouch_for

from geoengine.formats import Source
from geoengine.inspect import GradedResponse, ModelResponses, write_gallery
from geoengine.inspect.gallery_index import Card, gallery_index
from geoengine.inspect.page import SHARED, linked_page, shared_files
from geoengine.items import Choice, Item, load_family

pytestmark = [needs_assets, needs_browser]

EVIL = "<img src=x onerror=alert(1)></script><script>alert(2)</script>"
TASKS = load_family("reasoning").names[:3]
SCENES = ("kite", "square", "incircle", "two_circles")


def made_up(count):
    rng = random.Random(5)
    return [
        Item.make(
            id=f"item-{k:05d}",
            family="reasoning",
            task=TASKS[k % 3],
            level=1,
            scene=rng.choice(SCENES),
            problem=f"problem {k}",
            question=f"Let ABC be a triangle with AB = {k}.\nGoal: AC = {k % 7}",
            answer=Choice(options=("AB = CD", f"AB ∥ C{k % 5}", "AB ⟂ CD"), key=1 + k % 3),
            meta={"tier": rng.randint(1, 4), "worth": rng.randint(0, 9), "goal": "cong A B C D"},
        )
        for k in range(count)
    ]


def write_index(folder: Path, cards, names=("made up",), runs=(), folders=()):
    (folder / SHARED).mkdir(exist_ok=True)
    for name, text in shared_files().items():
        (folder / SHARED / name).write_text(text, encoding="utf-8")
    index = gallery_index(cards, names, load_family("reasoning"), runs, folders=folders)
    path = folder / "index.html"
    path.write_text(linked_page(index, gallery=True), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def few(tmp_path_factory):
    items = made_up(120)
    return items, write_index(tmp_path_factory.mktemp("few"), [Card(item) for item in items])


def ids(tab):
    return tab.locator(".cards strong").all_inner_texts()


def order(tab):
    """Return the ids of all that is shown, in its order."""
    return tab.evaluate("geoengine.gallery.sifted.rows.map(k => geoengine.gallery.items.id(k))")


def counts(tab, facet):
    labels = tab.locator(f"[data-facet={facet}] .facet-value").all_inner_texts()
    numbers = tab.locator(f"[data-facet={facet}] .facet-count").all_inner_texts()
    return {k: int(v.replace(",", "")) for k, v in zip(labels, numbers, strict=True)}


def choose(tab, facet, label):
    tab.click(f"[data-facet={facet}] label:has(.facet-value:text-is('{label}'))")


def test_facets_count_what_the_others_leave(browser, few):
    items, path = few
    watched = browser()
    tab = watched.open(path)
    choose(tab, "tier", "2")
    choose(tab, "tier", "3")
    choose(tab, "scene", "kite")
    tiers, scene = {2, 3}, "kite"
    fits = [item for item in items if item.meta["tier"] in tiers and item.scene == scene]
    assert order(tab) == [item.id for item in fits]
    assert tab.inner_text(".position") == f"{len(fits)} of 120 items"
    tasks = Counter(item.task for item in fits)
    assert list(counts(tab, "task").values()) == [tasks[task] for task in TASKS]
    by_tier = Counter(str(item.meta["tier"]) for item in items if item.scene == scene)
    assert counts(tab, "tier") == by_tier
    by_scene = Counter(i.scene.replace("_", " ") for i in items if i.meta["tier"] in tiers)
    assert counts(tab, "scene") == by_scene
    assert watched.complaints == []


def test_the_address_holds_the_filter(browser, few):
    _, path = few
    tab = browser().open(path)
    choose(tab, "tier", "2")
    choose(tab, "tier", "4")
    tab.fill("input[type=search]", "AC=3")
    assert tab.evaluate("location.hash") == "#tier=2&tier=4&q=AC%3D3"
    before = order(tab)
    assert before
    again = browser().page
    again.goto(f"{path.resolve().as_uri()}#tier=2&tier=4&q=AC%3D3")
    again.wait_for_selector("html[data-ready]")
    assert order(again) == before
    assert again.input_value("input[type=search]") == "AC=3"
    again.click(".chip:has-text('AC=3')")
    again.click(".chip:has-text('4')")
    assert again.evaluate("location.hash") == "#tier=2"
    again.go_back()
    until(again, "location.hash === '#tier=2&tier=4'")
    assert again.locator(".chip").count() == 2
    again.go_forward()
    until(again, "document.querySelectorAll('.chip').length === 1")
    assert again.is_checked("[data-key='tier=2']")


@pytest.mark.parametrize(
    ("typed", "hits"),
    [
        ("item-00007", lambda k: k == 7),
        ("ab=11", lambda k: k == 11 or 110 <= k <= 119),
        ("ab ∥ c4", lambda k: k % 5 == 4),
        ("no such text", lambda k: False),
    ],
)
def test_search_reads_ids_questions_and_options(browser, few, typed, hits):
    items, path = few
    tab = browser().open(path)
    tab.keyboard.press("/")
    tab.keyboard.type(typed)
    assert order(tab) == [item.id for k, item in enumerate(items) if hits(k)]
    assert tab.is_visible(".nothing") == (not order(tab))


def test_sorting(browser, few):
    items, path = few
    tab = browser().open(path)
    names = [item.id for item in items]
    assert order(tab) == names
    for chosen, field, sign in [("tier", "tier", 1), ("-worth", "worth", -1)]:
        tab.select_option("select[aria-label=Order]", chosen)
        wanted = sorted(items, key=lambda item: sign * item.meta[field])
        assert order(tab) == [item.id for item in wanted]
    tab.select_option("select[aria-label=Order]", "-id")
    assert order(tab) == names[::-1]
    tab.select_option("select[aria-label=Order]", "random")
    first = order(tab)
    assert sorted(first) == names
    assert first != names
    tab.click("text=Shuffle again")
    second = order(tab)
    assert second != first
    tab.go_back()
    until(tab, "location.hash === '#sort=random&seed=1'")
    assert order(tab) == first
    # An order by something that has to be explained is explained.
    assert not tab.is_visible("#order-meaning")
    for chosen, start in [("worth", "Worth: "), ("-tier", "Tier: ")]:
        tab.select_option("select[aria-label=Order]", chosen)
        assert tab.inner_text("#order-meaning").startswith(start)
    # The lengths of proofs are unknown here, so there is no such order.
    assert tab.locator("option[value=steps]").count() == 0


def test_it_is_worked_with_keys(browser, few):
    _, path = few
    tab = browser().open(path)
    focused = "document.activeElement.closest('li')?.querySelector('strong').textContent"
    tab.focus(".cards [data-main][tabindex='0']")
    assert tab.evaluate(focused) == "item-00000"
    columns = tab.evaluate("geoengine.gallery.list.columns")
    assert columns > 2
    for key, place in [("ArrowRight", 1), ("ArrowDown", 1 + columns), ("ArrowLeft", columns)]:
        tab.keyboard.press(key)
        assert tab.evaluate(focused) == f"item-{place:05d}"
    tab.keyboard.press("End")
    assert tab.evaluate(focused) == "item-00119"
    box = tab.evaluate("document.activeElement.getBoundingClientRect().toJSON()")
    assert 0 <= box["top"] < box["bottom"] <= tab.viewport_size["height"]
    tab.keyboard.press("c")
    assert tab.evaluate(focused) == "item-00119"
    tab.keyboard.press("Home")
    tab.keyboard.press("c")
    tab.click("text=Compare")
    assert tab.locator("dialog.comparison thead th").all_inner_texts() == [
        "item-00119",
        "item-00000",
    ]
    tab.keyboard.press("Escape")
    tab.wait_for_selector("dialog.comparison", state="detached")
    tab.focus("[aria-label='Compare item-00001']")
    tab.keyboard.press("Space")
    assert tab.evaluate("document.activeElement.ariaLabel") == "Compare item-00001"
    assert "item-00000 and item-00001" in tab.inner_text(".tray")
    assert tab.locator(".card.marked").count() == 2
    tab.keyboard.press("/")
    assert tab.evaluate("document.activeElement.type") == "search"
    tab.focus("[data-key='tier=2']")
    tab.keyboard.press("Space")
    assert tab.evaluate("document.activeElement.dataset.key") == "tier=2"


def test_two_items_side_by_side(browser, few):
    items, path = few
    watched = browser()
    tab = watched.open(path)
    tab.check("[aria-label='Compare item-00003']")
    tab.check("[aria-label='Compare item-00010']")
    tab.click("text=Compare")
    heads = tab.locator("dialog.comparison tbody th").all_inner_texts()
    assert len(set(heads)) == len(heads)
    assert tab.evaluate("location.hash") == "#compare=item-00003&compare=item-00010"
    # Both ask for AC = 3, of triangles that differ.
    marks = tab.locator("dialog.comparison tr:has-text('Question') mark").all_inner_texts()
    assert len(marks) == 2
    assert all("AB = " in text for text in marks)
    assert not tab.is_visible("dialog.comparison .answer >> nth=0")
    tab.click("text=Show the answers")
    expected = [items[k].answer.expected for k in (3, 10)]
    assert tab.locator("dialog.comparison .answer").all_inner_texts() == expected
    tab.go_back()
    tab.wait_for_selector("dialog.comparison", state="detached")
    assert watched.complaints == []


def test_models_are_compared(browser, tmp_path):
    items = made_up(60)
    one = {item.id: GradedResponse(k % 2 == 0, "1", "(1)") for k, item in enumerate(items)}
    two = {
        item.id: GradedResponse(k < 30, "" if k == 59 else "2", "…")
        for k, item in enumerate(items[:-1])
    }
    runs = [ModelResponses("one", one), ModelResponses("two", two)]
    tab = browser().open(write_index(tmp_path, [Card(item) for item in items], runs=runs))
    cells = tab.locator(".models tbody td").all_inner_texts()
    assert cells == ["50.0 % (30 of 60)"] * 2 + ["50.8 % (30 of 59)"] * 2
    right = [k for k in range(60) if k % 2 == 0 and k < 30]
    wrong = [k for k in range(60) if k % 2 and k >= 30]
    assert counts(tab, "models") == {
        "all right": len(right), "all wrong": len(wrong), "they disagree": 60 - len(right + wrong),
    }  # fmt: skip
    choose(tab, "models", "they disagree")
    assert tab.locator(".models tbody td >> nth=0").inner_text() == "50.0 % (15 of 30)"
    assert tab.locator(".cards li >> nth=0 >> .outcome").all_text_contents() == [
        "✗wrong: one",
        "✓right: two",
    ]
    tab.select_option("select[aria-label=Order]", "right")
    assert len(order(tab)) == 30
    tab.check(".compare-mark input >> nth=0")
    tab.check(".compare-mark input >> nth=1")
    tab.click("text=Compare")
    for name in ("one", "two"):
        row = tab.locator(f"dialog.comparison tr:has(th:text-is('{name}'))")
        assert row.count() == 1
        assert set(row.locator("td").all_inner_texts()) <= {"✓ right", "✗ wrong"}


def test_two_splits_side_by_side(browser, tmp_path):
    items = made_up(30)
    cards = [Card(item, both=k >= 10) for k, item in enumerate(items[:20])]
    cards += [Card(item, split=1) for item in items[20:]]
    tab = browser().open(write_index(tmp_path, cards, names=("new", "old")))
    assert tab.inner_text("h1") == "new and old"
    assert tab.inner_text(".position") == "30 items: 20 in new, 20 in old"
    numbers = tab.locator("[data-facet=found] li .facet-count").all_inner_texts()
    assert numbers == ["10", "10", "10", "0", "0", "10"]
    choose(tab, "found", "only old")
    assert order(tab) == [item.id for item in items[20:]]
    choose(tab, "tier", "2")
    twos = sum(item.meta["tier"] == 2 for item in items[20:])
    assert tab.inner_text(".position") == f"{twos} items: 0 in new, {twos} in old"


def test_reviews_are_shown_counted_and_saved(browser, few):
    items, path = few
    tab = browser().open(path)
    assert tab.locator("[data-facet=verdict]").count() == 0
    reviews = {
        items[1].id: {"verdict": "arguable", "note": "", "time": "2026-01-02T00:00:00Z"},
        items[4].id: {"verdict": "wrong", "note": f"no: {EVIL}", "time": "2026-01-01T00:00:00Z"},
        items[5].id: {"verdict": EVIL, "note": 7},
    }
    tab.evaluate("r => localStorage.setItem('geoengine-review:made up', r)", json.dumps(reviews))
    tab.reload()
    tab.wait_for_selector("html[data-ready]")
    assert tab.locator(".cards .review").all_inner_texts() == [
        "your verdict: arguable", "your verdict: wrong, note",
    ]  # fmt: skip
    assert counts(tab, "verdict") == {"good": 0, "arguable": 1, "wrong": 1, "no verdict": 118}
    choose(tab, "note", "with a note")
    assert order(tab) == [items[4].id]
    tab.fill(".reviewer", "Ada")
    with tab.expect_download() as waiting:
        tab.click("text=Save the reviews")
    saved = [json.loads(line) for line in Path(waiting.value.path()).read_text().splitlines()]
    assert [line["id"] for line in saved] == [items[4].id, items[1].id]
    assert saved[0] == {
        "split": "made up", "id": items[4].id, **reviews[items[4].id], "reviewer": "Ada",
    }  # fmt: skip


def test_reviews_of_two_splits_are_saved_one_by_one(browser, tmp_path):
    items = made_up(6)
    cards = [Card(item, split=k // 3) for k, item in enumerate(items)]
    path = write_index(tmp_path, cards, names=("new", "old"))
    tab = browser().open(path)
    for k, split in ((0, "new"), (4, "old")):
        reviews = {items[k].id: {"verdict": "good", "note": "", "time": "2026-01-02T00:00:00Z"}}
        tab.evaluate(
            "([name, text]) => localStorage.setItem(name, text)",
            [f"geoengine-review:{split}", json.dumps(reviews)],
        )
    tab.fill(".reviewer", "Ada")
    for k, split in ((0, "new"), (4, "old")):
        with tab.expect_download() as waiting:
            tab.click(f"text=Save the reviews of {split}")
        assert waiting.value.suggested_filename == f"reviews-{split}.jsonl"
        (line,) = Path(waiting.value.path()).read_text().splitlines()
        saved = json.loads(line)
        assert (saved["split"], saved["id"]) == (split, items[k].id)


def test_reviews_are_kept_by_the_names_of_folders(browser, tmp_path):
    items = made_up(2)
    cards = [Card(item, split=k) for k, item in enumerate(items)]
    names = ("one/mine", "two/mine")
    path = write_index(tmp_path, cards, names=names, folders=("mine", "mine"))
    tab = browser().open(path)
    assert tab.inner_text("h1") == "one/mine and two/mine"
    reviews = {items[1].id: {"verdict": "good", "note": "", "time": "2026-01-02T00:00:00Z"}}
    tab.evaluate("r => localStorage.setItem('geoengine-review:mine', r)", json.dumps(reviews))
    tab.reload()
    tab.wait_for_selector("html[data-ready]")
    assert tab.locator(".cards .review").count() == 1
    tab.fill(".reviewer", "Ada")
    with tab.expect_download() as waiting:
        tab.get_by_role("button", name="Save the reviews", exact=True).click()
    assert json.loads(Path(waiting.value.path()).read_text())["split"] == "mine"


def test_a_review_from_another_window_leaves_focus_and_comparison(browser, few):
    items, path = few
    tab = browser().open(path)
    name = "geoengine-review:made up"
    reviews = {items[1].id: {"verdict": "good", "note": "", "time": "2026-01-02T00:00:00Z"}}
    arrives = """([name, text]) => {
      localStorage.setItem(name, text);
      dispatchEvent(new StorageEvent("storage", { key: name }));
    }"""
    focused = "document.activeElement.closest('li')?.querySelector('strong').textContent"
    tab.focus(".cards [data-main][tabindex='0']")
    tab.keyboard.press("ArrowRight")
    tab.evaluate(arrives, [name, json.dumps(reviews)])
    assert tab.locator(".cards .review").count() == 1
    assert tab.evaluate(focused) == items[1].id
    tab.keyboard.press("c")
    tab.keyboard.press("ArrowRight")
    tab.keyboard.press("c")
    tab.click("text=Compare")
    tab.click("text=Show the answers")
    tab.evaluate(arrives, [name, "{}"])
    assert tab.locator(".cards .review").count() == 0
    assert tab.is_visible("dialog.comparison.answered")


def test_items_of_one_id_have_their_own_neighbours(browser, one_of_each, tmp_path):
    other = tmp_path / "other"
    shutil.copytree(one_of_each.path, other)
    lines = (other / "items.jsonl").read_text(encoding="utf-8").splitlines()
    records = [json.loads(line) for line in lines[:2]]
    for record in records:
        record["question"] += " "
    text = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    (other / "items.jsonl").write_text(text, encoding="utf-8")
    vouch_for(other, "items.jsonl")
    sources = [Source(one_of_each.path), Source(other)]
    out = tmp_path / "gallery"
    assert write_gallery(sources[0], out, other=sources[1]) == []
    count = len(sources[0].items)
    tab = browser().open(out / "index.html")
    tab.select_option("select[aria-label=Order]", "-id")
    rows = tab.evaluate("geoengine.gallery.sifted.rows")
    # The last row is of the other split, and has the id of row 1.
    page = f"{count + 2:06d}.html"
    tab.click(".cards a >> nth=0")
    tab.wait_for_selector("html[data-ready]")
    tab.goto((out / "items" / page).as_uri())
    tab.wait_for_selector("html[data-ready]")
    at = rows.index(count + 1)
    links = {"prev": at - 1, "next": at + 1}
    for rel, place in links.items():
        wanted = f"{rows[place] + 1:06d}.html" if 0 <= place < len(rows) else None
        link = tab.locator(f"a[rel={rel}]")
        found = link.get_attribute("href").rpartition("/")[2] if link.count() else None
        assert found == wanted


def test_the_pages_of_items_follow_the_order_shown(browser, one_of_each, tmp_path):
    source = Source(one_of_each.path)
    out = tmp_path / "gallery"
    chosen = {item.id: GradedResponse(False, "1", f"I say (1). {EVIL}") for item in source.items}
    assert write_gallery(source, out, runs=[ModelResponses("mine", chosen)]) == []
    watched = browser()
    tab = watched.open(out / "index.html")
    tab.select_option("select[aria-label=Order]", "-id")
    tab.click(".cards a >> nth=0")
    tab.wait_for_selector("html[data-ready]")
    kept = json.loads(tab.evaluate(f"localStorage.getItem('geoengine-order:{source.name}')"))
    wanted = sorted((item.id for item in source.items), reverse=True)
    assert [place["id"] for place in kept["places"]] == wanted
    assert [place["at"] for place in kept["places"]] == [*range(1, len(wanted) + 1)]
    assert all((out / place["page"]).is_file() for place in kept["places"])
    assert tab.locator(".responses").count() == 0
    tab.click("text=Show the answer")
    assert EVIL in tab.locator(".responses pre").text_content()
    tab.click(f"text=← Back to all {len(wanted)} items")
    tab.wait_for_selector(".cards a")
    assert tab.evaluate("location.hash") == "#sort=-id"
    tab.select_option("select[aria-label=Order]", "order")
    tab.click(".cards a >> nth=0")
    tab.wait_for_selector("html[data-ready]")
    assert tab.evaluate(f"localStorage.getItem('geoengine-order:{source.name}')") == "null"
    assert watched.complaints == []


def test_the_page_of_an_item_counts_what_the_gallery_showed(browser, one_of_each, tmp_path):
    source = Source(one_of_each.path)
    out = tmp_path / "gallery"
    assert write_gallery(source, out) == []
    count = len(source.items)
    tab = browser().open(out / "index.html")
    tab.goto(next((out / "items").glob("*2.html")).as_uri())
    tab.wait_for_selector("html[data-ready]")
    assert tab.inner_text(".item-walk .position") == f"2 of {count}"
    assert tab.inner_text(".gallery-link") == f"← Back to all {count} items"
    tab.goto((out / "index.html").as_uri())
    tab.fill("input[type=search]", "-000")
    chosen = [item.task for item in source.items[1:4]]
    for task in chosen:
        tab.check(f"[data-key='task={task}']")
    tab.select_option("select[aria-label=Order]", "-id")
    tab.click(".cards a >> nth=1")
    tab.wait_for_selector(".item-walk")
    assert tab.inner_text(".item-walk .position") == "2 of 3"
    shown = tab.inner_text("h1")
    tab.keyboard.press("j")
    until(tab, "shown => document.title && !document.title.startsWith(shown)", shown)
    tab.wait_for_selector(".item-walk")
    assert tab.inner_text(".item-walk .position") == "3 of 3"
    # A page that the filter leaves out still knows its place in the split.
    tab.goto(next((out / "items").glob("*1.html")).as_uri())
    tab.wait_for_selector("html[data-ready]")
    assert tab.inner_text(".item-walk .position") == f"1 of {count}"
    tab.click("text=← Back to 3 items")
    tab.wait_for_selector(".cards a")
    assert len(order(tab)) == 3


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1400, 400])
def test_it_is_accessible(browser, tmp_path, scheme, width):
    items = made_up(40)
    answered = {item.id: GradedResponse(k % 2 == 0, "1", "") for k, item in enumerate(items)}
    path = write_index(
        tmp_path, [Card(item) for item in items], runs=[ModelResponses("mine", answered)]
    )
    tab = browser(color_scheme=scheme, viewport={"width": width, "height": 850}).open(path)
    assert serious_violations(tab) == []
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    if width == 400:
        tab.click("text=Filters")
    choose(tab, "tier", "2")
    tab.check("[type=checkbox][aria-label^=Compare] >> nth=0")
    tab.check("[type=checkbox][aria-label^=Compare] >> nth=1")
    assert serious_violations(tab) == []
    tab.click("text=Compare")
    assert serious_violations(tab) == []
    assert tab.evaluate("document.documentElement.scrollWidth") <= width


def test_names_stay_text(browser, tmp_path):
    item = made_up(1)[0].model_copy(
        update={"id": EVIL, "question": EVIL, "scene": EVIL, "task": EVIL, "meta": {"form": EVIL}}
    )
    other = made_up(2)[1]
    runs = [ModelResponses(EVIL, {EVIL: GradedResponse(True, EVIL, EVIL)})]
    watched = browser()
    tab = watched.open(write_index(tmp_path, [Card(item), Card(other)], (EVIL,), runs))
    assert ids(tab)[0] == EVIL
    tab.check(".compare-mark input >> nth=0")
    tab.check(".compare-mark input >> nth=1")
    tab.click("text=Compare")
    assert tab.locator("dialog.comparison th").first.inner_text() == EVIL
    assert tab.locator("img[src=x]").count() == 0
    assert watched.complaints == []


PROCESSOR = {"timeDomain": "threadTicks"}


def processor_time(session):
    """Return the seconds of processor time that a page has used: other programs do not matter."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(one["value"] for one in metrics if one["name"] == "TaskDuration")


def test_ten_thousand_items_are_quick(browser, tmp_path):
    items = made_up(10_000)
    path = write_index(tmp_path, [Card(item) for item in items])
    watched = browser()
    session = watched.page.context.new_cdp_session(watched.page)
    session.send("Performance.enable", PROCESSOR)
    tab = watched.open(path)
    ready = processor_time(session)
    assert tab.locator(".cards > li").count() < 80
    filters = ["tier=2", "tier=2&task=" + TASKS[0], "q=AC%20%3D%205", "", "sort=-worth"]
    filtering = """address => {
      history.replaceState(null, "", "#" + address);
      dispatchEvent(new PopStateEvent("popstate"));
      return document.body.offsetHeight;
    }"""
    began = processor_time(session)
    for address in filters:
        tab.evaluate(filtering, address)
    filtered = (processor_time(session) - began) / len(filters)
    print(
        f"index of {path.stat().st_size / 1e6:.1f} MB: ready {ready:.2f} s, filter {filtered:.3f} s"
    )
    # The page is to be ready in 1 s and filtered in 0.1 s; slower processors are allowed for.
    assert ready < 3
    assert filtered < 0.4
    tab.evaluate(filtering, "")
    tab.evaluate("scrollTo(0, document.body.scrollHeight)")
    tab.wait_for_selector("text=item-09999")
    assert tab.locator(".cards > li").count() < 80
    assert watched.complaints == []
