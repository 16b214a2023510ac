"""The attempts of a search for auxiliary points: their record, and how a page shows them."""

import copy
import json

import pytest
from browser import needs_assets, needs_browser
from pages import needs_axe, serious_violations, show
from typer.testing import CliRunner

import geoengine as ge
from geoengine.auxiliary import SearchBudget, SearchNode, SearchTree
from geoengine.auxiliary.search_tree import MOST_KEPT, grow_tree
from geoengine.cli.app import app
from geoengine.errors import InputError
from geoengine.graph import diagnose, proof_to_json
from geoengine.inspect import extended_proof_record, problem_record, standalone_page
from geoengine.scene import load_problem, load_steps
from geoengine.verify import Budget, Level, judge_unit, list_units, read_proof

SQUARES = "A B C = triangle; M = midpoint B C; D = psquare A B; E = nsquare A C ? perp A M D E"
# Morley's theorem, for which the search finds no points in a few attempts.
MORLEY = (
    "a b c = triangle; p q = trisect p q b a c; r s = trisect r s a b c; t u = trisect t u a c b;"
    " x = on_line x a p, on_line x b r; y = on_line y b s, on_line y c u;"
    " z = on_line z c t, on_line z a q ? cong x y y z"
)


def attempt(number, parent=None, progress=0, openings=0):
    return SearchNode(number, parent, (), (), False, progress, openings)


@pytest.fixture(scope="module")
def unproved():
    """A search with branches that ends by its attempts."""
    return ge.search(load_problem(MORLEY), SearchBudget(seconds=None, attempts=30, at_once=2))


@pytest.fixture(scope="module")
def proof():
    """A proof with an added point in JSON, as `prove` writes it."""
    result = ge.search(load_problem(SQUARES), SearchBudget(seconds=None, attempts=9, at_once=3))
    assert result.proved
    assert result.progress.attempts > 1
    return {**proof_to_json(result.proofs[0]), "search": result.record()}


@pytest.fixture(scope="module")
def branched(proof):
    """The same proof, as if its point had been kept from the attempt before."""
    data = copy.deepcopy(proof)
    search = data["search"]
    first, last = search["tree"]
    own = next(iter(search["names"]))
    clause = next(one for one in last["added"] if one.startswith(f"{own} ="))
    first |= {"added": [clause], "progress": 3, "openings": 5}
    last |= {"number": 30, "parent": 1, "kept": [clause], "added": [f"K = midpoint {own} B"]}
    between = {"number": 2, "parent": None, "added": ["K = midpoint A B"], "progress": 1}
    search |= {"tree": [first, {**first, **between}, last], "proved": 30, "attempts": 30}
    return data


# -- the record ----------------------------------------------------------------------------------


def test_every_attempt_is_recorded_with_the_one_that_it_goes_on_from(unproved):
    nodes = unproved.tree.nodes
    assert [node.number for node in nodes] == [*range(1, 31)]
    assert unproved.tree.proved is None
    further = [node for node in nodes if node.parent is not None]
    assert further
    for node in nodes:
        assert (node.parent is None) == (node.kept == ())
        assert len(node.kept) + len(node.added) == 2
        if node.parent is not None:
            before = nodes[node.parent - 1]
            assert {*node.kept} <= {*before.kept, *before.added}
    assert any(node.openings for node in nodes)


def test_the_record_does_not_depend_on_the_number_of_workers(unproved):
    budget = SearchBudget(seconds=None, attempts=30, at_once=2, workers=2)
    other = ge.search(load_problem(MORLEY), budget)
    assert json.dumps(other.record()) == json.dumps(unproved.record())


def test_the_points_of_the_proof_are_found_again_in_its_attempt(proof):
    search = proof["search"]
    assert search["attempts"] == search["proved"] == len(search["tree"])
    last = search["tree"][-1]
    assert last["reached"]
    assert not any(one["reached"] for one in search["tree"][:-1])
    (own,) = search["names"]
    (added,) = proof["added"]
    assert search["names"][own] == added.partition(" = ")[0]
    clause = next(one for one in last["added"] if one.startswith(f"{own} ="))
    problem = load_problem(proof["problem"])
    tried, needed = load_steps(clause, problem), load_steps(added, problem)
    assert tried[0].calls[0].construction == needed[0].calls[0].construction
    assert tried[0].calls[0].arguments[1:] == needed[0].calls[0].arguments[1:]


def test_a_goal_that_follows_has_no_attempts():
    result = ge.search(load_problem("a b c = iso_triangle ? eqangle b a b c c b c a"))
    assert result.tree == SearchTree()


def test_of_many_attempts_the_best_are_kept_with_those_before_them():
    nodes = [attempt(k, progress=k % 5) for k in range(1, 200)]
    nodes += [attempt(200, parent=10), attempt(201, parent=200), attempt(202, openings=9)]
    tree = grow_tree(nodes, proved=201, names={"x": "y"})
    numbers = [node.number for node in tree.nodes]
    assert len(numbers) == MOST_KEPT
    assert numbers == sorted(numbers)
    assert {10, 200, 201, 202} <= {*numbers}
    others = {*numbers} - {10, 200, 201, 202}
    assert {nodes[k - 1].progress for k in others} == {3, 4}
    assert {k for k in range(1, 200) if k % 5 == 4} <= others


def test_a_long_line_is_kept_whole_or_not_at_all():
    line = [attempt(1), *(attempt(k, parent=k - 1) for k in range(2, MOST_KEPT + 2))]
    tree = grow_tree([*line, attempt(MOST_KEPT + 2)])
    numbers = {node.number for node in tree.nodes}
    assert len(numbers) == MOST_KEPT
    assert all(node.parent is None or node.parent in numbers for node in tree.nodes)


# -- the judge, and the page ---------------------------------------------------------------------


def test_prove_writes_the_search_and_verify_passes_over_it(tmp_path):
    command = ["prove", SQUARES, "--search", "--workers", "1", "--format", "json"]
    answer = CliRunner().invoke(app, command)
    data = json.loads(answer.stdout)
    assert data["search"]["proved"] == 1
    for search in (data["search"], {"tree": "nonsense"}):
        path = tmp_path / "proof.json"
        path.write_text(json.dumps({**data, "search": search}), encoding="utf-8")
        (unit,) = list_units(path)
        assert judge_unit(unit, Budget()).level is Level.GOOD


def test_a_search_without_success_is_written_and_shown(tmp_path):
    """Of two goals one is derived, and has its proof; the other is false."""
    problem = SQUARES.partition(" ? ")[0] + " ? midp M B C; perp A M B C"
    command = ["prove", problem, "--search", "--workers", "1", "--format", "json"]
    answer = CliRunner().invoke(app, command)
    assert answer.exit_code == 1
    decoder = json.JSONDecoder()
    proved, end = decoder.raw_decode(answer.stdout)
    failed, _ = decoder.raw_decode(answer.stdout[end:].lstrip())
    assert proved["schema"] == "geoengine/1/proof"
    assert failed["schema"] == "geoengine/1/search"
    assert (failed["goal"], failed["reason"]) == ("perp A M B C", "false")
    assert failed["search"]["stop_reason"] == "false_goal"
    path, page = tmp_path / "failed.json", tmp_path / "page.html"
    path.write_text(json.dumps(failed), encoding="utf-8")
    answer = CliRunner().invoke(app, ["inspect", str(path), "-o", str(page)])
    assert answer.exit_code == 0, answer.output
    assert "a goal is false in the figure" in page.read_text(encoding="utf-8")
    with pytest.raises(InputError, match="expected a problem, a proof or an item"):
        list_units(path)


def record_of(data):
    problem = load_problem(data["problem"])
    added = "; ".join(data["added"])
    return extended_proof_record(read_proof(data), problem, added, search=data.get("search"))


def test_attempts_on_pages_come_after_those_that_they_go_on_from(branched):
    rows = record_of(branched)["search"]["rows"]
    assert [(row["number"], row["depth"], row["leads"]) for row in rows] == [
        (1, 0, True),
        (30, 1, True),
        (2, 0, False),
    ]
    (kept, new) = rows[1]["points"]
    (added,) = branched["search"]["names"].values()
    assert kept[1].startswith("Let ")
    assert kept[2:] == [added, True]
    assert new[2:] == [None, False]


def test_a_proof_without_its_search_is_read_as_before(proof):
    record = record_of({key: value for key, value in proof.items() if key != "search"})
    assert record["search"] is None


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"tree": 3}, "search: tree"),
        ({"attempts": "many"}, "search: attempts"),
        ({"tree": [{"number": 1}]}, "search: tree"),
    ],
)
def test_a_search_that_cannot_be_read_is_an_error(proof, change, message):
    with pytest.raises(InputError, match=message):
        record_of({**proof, "search": {**proof["search"], **change}})


def test_an_attempt_before_the_one_that_it_goes_on_from_is_an_error(branched):
    data = copy.deepcopy(branched)
    data["search"]["tree"].reverse()
    with pytest.raises(InputError, match="expected attempts after those that they go on from"):
        record_of(data)


@needs_assets
@needs_browser
@needs_axe
def test_the_page_shows_the_attempts_and_which_of_them_gave_the_proof(branched, browser, folder):
    watched, tab = show(browser, folder, standalone_page(record_of(branched)))
    tab.locator("#tab-Search").click()
    rows = tab.locator(".search tbody tr")
    numbers = [rows.nth(k).get_attribute("data-attempt") for k in range(rows.count())]
    assert numbers == ["1", "30", "2"]
    assert tab.locator(".search tr.leads").count() == 2
    assert "leads to it" in rows.nth(0).text_content()
    found = rows.nth(1)
    assert "goal reached" in found.text_content()
    assert "from 1" in found.text_content()
    text = tab.locator(".search p").all_text_contents()
    assert text[0].startswith("30 attempts, ")
    assert text[1].startswith("Only the 3 attempts that came nearest")
    indents = [row.locator("th > span").first.bounding_box()["x"] for row in rows.all()]
    assert indents[0] == indents[2] < indents[1]
    assert found.locator("li").first.is_visible()
    assert not rows.nth(0).locator("li").first.is_visible()
    rows.nth(0).locator("summary").click()
    assert rows.nth(0).locator("li").first.is_visible()
    bars = [cell.evaluate("cell => cell.style.getPropertyValue('--share')") for cell in
            tab.locator(".search td.share").all()]  # fmt: skip
    assert [float(bar.rstrip("%")) for bar in bars] == pytest.approx([100, 100, 100 / 3, 100])
    # The name in the proof is a link that selects the point in the figure.
    found.locator("li.used a.point").click()
    assert tab.evaluate("location.hash").startswith("#point-")
    assert serious_violations(tab, within=".search") == []
    assert watched.complaints == []


@needs_assets
@needs_browser
@needs_axe
def test_the_page_shows_a_search_without_success(unproved, browser, folder):
    (goal,) = unproved.problem.goals
    data = unproved.record_without_proof(diagnose(unproved.graph, goal))
    problem = load_problem(data["problem"])
    record = problem_record(problem, count=1, search=json.loads(json.dumps(data["search"])))
    watched, tab = show(browser, folder, standalone_page(record))
    tab.locator("#tab-Search").click()
    assert tab.locator(".search p").first.text_content() == (
        f"30 attempts, {unproved.progress.points_tried} points tried."
        " The search ended without a proof: all attempts were made."
    )
    assert tab.locator(".search tbody tr").count() == 30
    assert tab.locator(".search button").count() == 0
    assert serious_violations(tab, within=".search") == []
    assert watched.complaints == []


@needs_assets
@needs_browser
def test_show_it_brings_the_attempt_into_view(branched, browser, folder):
    data = copy.deepcopy(branched)
    first, second, last = data["search"]["tree"]
    many = [{**second, "number": k} for k in range(2, 60)]
    data["search"]["tree"] = [*many, {**first, "number": 60}, {**last, "number": 61, "parent": 60}]
    data["search"] |= {"proved": 61, "attempts": 61}
    watched, tab = show(browser, folder, standalone_page(record_of(data)))
    tab.locator("#tab-Search").click()
    summary = tab.locator(".search tr[data-attempt='61'] summary")
    height = tab.viewport_size["height"]
    assert summary.bounding_box()["y"] > height
    tab.locator(".search button").click()
    assert 0 < summary.bounding_box()["y"] < height
    assert watched.complaints == []


@needs_assets
@needs_browser
def test_the_attempts_fit_a_narrow_window(branched, browser, folder):
    page = standalone_page(record_of(branched))
    watched, tab = show(browser, folder, page, viewport={"width": 400, "height": 850})
    tab.locator("#tab-Search").click()
    table = tab.locator(".search table").bounding_box()
    assert table["x"] >= 0
    assert table["x"] + table["width"] <= 400
    assert len({one.bounding_box()["height"] for one in tab.locator(".tabs button").all()}) == 1
    assert tab.locator(".tabs button").first.bounding_box()["height"] < 45
    assert watched.complaints == []
