"""Pages: their data, and the messages of the command."""

from __future__ import annotations

import base64
import hashlib
import importlib.util
import json
import re
from collections import Counter
from html import unescape

import numpy as np
import pytest
from browser import needs_assets
from hypothesis import given, settings
from hypothesis import strategies as st
from public import problem_file
from split_digests import vouch_for
from test_docs import DOCS, run_page
from test_explanations import items_of_each_form
from typer.testing import CliRunner

import geoengine as ge
from geoengine.cli.app import app
from geoengine.formats import Source
from geoengine.inspect import (
    built_files,
    graph_record,
    item_record,
    problem_record,
    proof_record,
    standalone_page,
    write_gallery,
)
from geoengine.inspect.graph_layout import layer_numbers, layout_positions
from geoengine.language import parse_statement
from geoengine.scene import load_problem
from geoengine.verify import read_proof

ALTITUDES = (
    "A B C = triangle A B C; D = foot D A B C; E = foot E B C A; M = midpoint M A B ? cong M D M E"
)
SCRIPT = re.compile(r"<script(?P<head>[^>]*)>(?P<text>.*?)</script>", re.DOTALL)


def run(*words):
    return CliRunner().invoke(app, ["inspect", *map(str, words)])


@pytest.fixture(scope="module")
def split(one_of_each):
    return one_of_each.path


def data_of(text):
    """Read the data of a page, as a browser does."""
    (block,) = [found for found in SCRIPT.finditer(text) if 'id="data"' in found["head"]]
    return json.loads(block["text"])


def test_a_graph_is_told_whole():
    graph = ge.deduce(ge.load_problem(ALTITUDES))
    record = graph_record(graph)
    states = {text for text, *_ in record["states"]}
    assert {str(s) for s in (*graph.states, *graph.premises)} <= states
    proof = record["proofs"][0]
    assert record["states"][proof["goal"]][0] == "cong D M E M"
    assert record["steps"][proof["steps"][-1]][1] == proof["goal"]
    assert len(record["states"]) >= 58
    assert len(record["steps"]) >= 168
    for rule, conclusion, antecedents, *_ in record["steps"]:
        assert max([conclusion, *antecedents]) < len(record["states"])
        assert 0 <= rule < len(record["rules"])
    assert all(said[5] == (parse_statement(said[0]) in graph.premises) for said in record["states"])


def test_proofs_of_one_goal_differ():
    problem = ge.load_problem("a b c = iso_triangle; m = midpoint b c ? perp a m b c")
    record = problem_record(problem, count=2)
    assert [proof["title"] for proof in record["proofs"]] == ["Proof", "Another proof (2)"]
    assert len({frozenset(proof["steps"]) for proof in record["proofs"]}) == 2


def test_proofs_of_several_goals_name_them():
    problem = ge.load_problem(
        "A B C = triangle; D = foot A B C; M = midpoint A B; N = midpoint A C"
        " ? cong M A M D; para M N B C"
    )
    titles = [proof["title"] for proof in problem_record(problem, count=2)["proofs"]]
    assert titles == ["Proof of AM = DM", "Proof of BC ∥ MN", "Another proof of BC ∥ MN (2)"]


def test_the_sentences_of_an_item_name_its_premises():
    item = items_of_each_form()[0]
    record = item_record(item, problem={})
    said = [text for text, _ in record["sentences"]]
    assert " ".join(said) in record["text"]
    stated = {premise for _, premises in record["sentences"] for premise in premises}
    assert stated == {k for k, state in enumerate(record["states"]) if state[5]}


def test_what_is_not_proved_is_said():
    record = problem_record(ge.load_problem("A B C = triangle A B C ? cong A B A C"))
    assert record["proofs"] == []
    assert record["unproved"][0]["why"].startswith("Not proved")


def test_a_proof_alone_gets_a_figure():
    proof = ge.trace(ge.deduce(ge.load_problem(ALTITUDES)))
    from geoengine.graph import proof_to_json

    record = proof_record(read_proof(proof_to_json(proof)))
    xy = np.array(record["figure"]["xy"])
    row = {name: k for k, name in enumerate(record["figure"]["points"])}
    assert len(proof.premises) == 6
    for premise in proof.premises:
        at = xy[[row[name] for name in premise.points]]
        assert premise.definition.holds(at, premise.value), premise


def test_a_conclusion_of_a_step_without_antecedents_is_above_what_it_leads_to():
    assert layer_numbers(3, [((), 0), ((0,), 1), ((0, 1), 2)], ()).tolist() == [1, 2, 3]
    assert layer_numbers(3, [((), 1), ((0, 1), 2)], {0}).tolist() == [0, 1, 2]


def test_layers_put_antecedents_above_conclusions():
    levels = Counter()

    @given(st.data())
    @settings(max_examples=60, deadline=None)
    def layered(data):
        levels[check_layers(data)] += 1

    layered()
    assert levels.total() - levels[0] >= 23, levels
    assert max(levels) >= 4


def check_layers(data):
    """Draw steps; count the layers of what follows from what is given."""
    count = data.draw(st.integers(1, 30))
    state = st.integers(0, count - 1)
    step = st.tuples(st.lists(state, max_size=3), state)
    # A step leads to each state from earlier ones, so that there are many layers.
    onward = [
        (data.draw(st.lists(st.integers(0, k - 1), min_size=1, max_size=2)), k)
        for k in range(1, count)
    ]
    steps = data.draw(st.permutations([*onward, *data.draw(st.lists(step, max_size=10))]))
    given_ones = data.draw(st.sampled_from([set(), {0}])) | data.draw(st.sets(state, max_size=3))
    depth = layer_numbers(count, steps, given_ones)
    assert all(depth[k] == 0 for k in given_ones)
    assert all(depth[k] > 0 for k in range(count) if k not in given_ones)
    # Recomputed round by round: conclusions of steps whose antecedents are all known.
    known = set(given_ones)
    level = 0
    while True:
        level += 1
        new = {c for antecedents, c in steps if set(antecedents) <= known} - known
        if not new:
            break
        assert all(depth[k] == level for k in new)
        known |= new
    xy = layout_positions(depth, [(a, c) for antecedents, c in steps for a in antecedents], set())
    assert len({tuple(place) for place in xy.tolist()}) == count
    for a in range(count):
        for b in range(count):
            assert depth[a] >= depth[b] or xy[a, 1] < xy[b, 1]
    return level - 1


@needs_assets
@given(st.text(max_size=60))
@settings(max_examples=12, deadline=None)
def test_names_cannot_leave_their_place(name):
    problem = load_problem("A B = segment A B; M = midpoint M A B", name=name)
    text = standalone_page(problem_record(problem))
    record = data_of(text)
    assert record["title"] == problem.name
    bodies = SCRIPT.findall(text)
    assert len(bodies) == len(SCRIPT.findall(PLAIN[0]))


PLAIN = []


@pytest.fixture(autouse=True, scope="module")
def plain_page():
    """A page whose title needs no escaping, for comparison."""
    if (built_files.BUILT / "versions.json").is_file():
        problem = load_problem("A B = segment A B; M = midpoint M A B")
        PLAIN.append(standalone_page(problem_record(problem)))


@needs_assets
def test_only_its_own_scripts_may_run():
    text = PLAIN[0]
    policy = unescape(re.search(r'Content-Security-Policy" content="([^"]*)"', text)[1])
    assert policy.startswith("default-src 'none';")
    codes = [found["text"] for found in SCRIPT.finditer(text) if not found["head"]]
    hashes = {base64.b64encode(hashlib.sha256(code.encode()).digest()).decode() for code in codes}
    assert hashes == set(re.findall(r"'sha256-([^']+)'", policy))
    assert "http:" not in re.sub(r"http://www\.w3\.org/[\w/]+", "", text.split("<body>")[0])


@needs_assets
def test_the_licences_are_in_every_page():
    licences = built_files.built_file("licences.txt")
    libraries = json.loads(built_files.built_file("versions.json"))
    assert {"katex"} <= set(libraries)
    for name in libraries:
        assert f"{name}\n\n" in licences
    assert licences.count("Permission is hereby granted") == len(libraries)
    assert licences in PLAIN[0]


def test_without_assets_it_says_how_to_get_them(tmp_path, monkeypatch):
    monkeypatch.setattr(built_files, "BUILT", tmp_path)
    built_files.built_file.cache_clear()
    answer = run(ALTITUDES, "-o", tmp_path / "page.html")
    built_files.built_file.cache_clear()
    assert answer.exit_code == 1
    assert "run: make assets" in answer.output
    assert not (tmp_path / "page.html").exists()


@needs_assets
@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([ALTITUDES], "expected -o FILE, found none"),
        (["nowhere.jgex", "-o", "p.html"], "expected a problem or a file of problems"),
        (["A = B = C", "-o", "p.html"], "expected"),
        ([ALTITUDES, "--item", "x", "-o", "p.html"], "expected --item with the folder of a split"),
        ([ALTITUDES, "-o", "missing/p.html"], "cannot write missing/p.html"),
        (["bad.json", "-o", "p.html"], "cannot read bad.json"),
        (["list.json", "-o", "p.html"], "expected an object in list.json"),
        (
            ["other.json", "-o", "p.html"],
            "expected a proof, a search, a graph or an item in other.json",
        ),
        (["proof.json", "-o", "p.html"], "proof.json: expected a list as statements"),
        (["item.json", "-o", "p.html"], "item.json: task: "),
        (["empty", "-o", "pages"], "expected a split but there is no manifest.json in empty"),
    ],
)
def test_bad_input_is_explained(words, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    for name, text in {
        "bad.json": "{", "list.json": "[]", "other.json": '{"a": 1}',
        "proof.json": '{"schema": "geoengine/1/proof"}',
        "item.json": '{"answer": {}, "family": "x"}',
    }.items():  # fmt: skip
        (tmp_path / name).write_text(text)
    answer = run(*words)
    assert answer.exit_code == 2, answer.output
    assert message in answer.output
    assert not (tmp_path / "p.html").exists()


@needs_assets
def test_every_kind_of_file_becomes_a_page(tmp_path, split):
    from geoengine.graph import graph_to_json, proof_to_json

    graph = ge.deduce(ge.load_problem(ALTITUDES))
    (tmp_path / "proof.json").write_text(json.dumps(proof_to_json(ge.trace(graph))))
    (tmp_path / "graph.json").write_text(graph_to_json(graph))
    item = (split / "items.jsonl").read_text().splitlines()[0]
    (tmp_path / "item.json").write_text(item)
    for name, kind in (("proof", "proof"), ("graph", "problem"), ("item", "problem")):
        answer = run(tmp_path / f"{name}.json", "-o", tmp_path / f"{name}.html")
        assert answer.exit_code == 0, answer.output
        record = data_of((tmp_path / f"{name}.html").read_text())
        assert record["kind"] in {kind, name}
        assert record["figure"]["points"]
    answer = run(split, "--item", "premise_filtering-0001", "-o", tmp_path / "one.html")
    assert answer.exit_code == 0, answer.output
    record = data_of((tmp_path / "one.html").read_text())
    assert record["item"]["media"][0]["url"].startswith("data:image/png;base64,")
    assert record["proofs"]


def test_counterexamples_are_what_they_claim(split):
    shown = 0
    for item in Source(split).items:
        record = item_record(item, problem={})
        row = {name: k for k, name in enumerate(record["figure"]["points"])}
        goal = item.meta.get("goal")
        for remarks, option in zip(
            record["item"]["certificate"]["options"], item.certificate["options"], strict=True
        ):
            figures = [remark["figure"] for remark in remarks if remark["figure"] is not None]
            assert len(figures) == bool(option.get("counterexample"))
            if not figures:
                continue
            shown += 1
            assert figures[0]["absent"] == []
            xy = np.array(figures[0]["xy"])
            for text in item.certificate["premises"]:
                premise = parse_statement(text)
                at = xy[[row[name] for name in premise.points]]
                holds = bool(premise.definition.holds(at, premise.value))
                assert holds == (text != option["statement"]), text
            failed = parse_statement(goal)
            assert not failed.definition.holds(
                xy[[row[name] for name in failed.points]], failed.value
            )
    assert shown >= 3


@needs_assets
def test_a_split_becomes_a_folder(split, tmp_path):
    out = tmp_path / "pages"
    first = run(split, "-o", out)
    assert first.exit_code == 0, first.output
    index = data_of((out / "index.html").read_text())
    items = Source(split).items
    assert index["ids"] == [item.id for item in items]
    for number, item in enumerate(items, start=1):
        record = data_of((out / "items" / f"{number:06d}.html").read_text())
        assert record["item"]["options"] == list(item.choice.options)
        for medium in record["item"]["media"]:
            assert (out / "items" / medium["url"]).resolve().is_file()
    written = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    assert run(split, "-o", out).exit_code == 0
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == written


@needs_assets
def test_a_folder_of_other_files_is_left_alone(split, tmp_path):
    (tmp_path / "kept").write_text("mine")
    answer = run(split, "-o", tmp_path)
    assert answer.exit_code == 2
    assert "holds other files" in answer.output
    assert run(split, "-o", split / "pages").exit_code == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kept"]


@needs_assets
def test_what_is_interrupted_is_made_whole_by_the_next_run(split, tmp_path):
    def interrupted(items):
        yield from items[:2]
        raise KeyboardInterrupt

    source, out = Source(split), tmp_path / "pages"
    assert write_gallery(source, out) == []
    whole = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    with pytest.raises(KeyboardInterrupt):
        write_gallery(source, out, watched=interrupted)
    assert not (out / "index.html").exists()
    assert write_gallery(source, out) == []
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == whole


@needs_assets
def test_an_item_without_a_figure_is_told_of(split, tmp_path):
    broken = tmp_path / "broken"
    broken.mkdir()
    for path in split.rglob("*"):
        if path.is_file():
            target = broken / path.relative_to(split)
            target.parent.mkdir(exist_ok=True)
            target.write_bytes(path.read_bytes())
    lines = (broken / "items.jsonl").read_text().splitlines()
    record = json.loads(lines[0])
    record["problem"] = "A B = nothing A B"
    (broken / "items.jsonl").write_text("\n".join([json.dumps(record), *lines[1:]]) + "\n")
    vouch_for(broken, "items.jsonl")
    answer = run(broken, "-o", tmp_path / "pages")
    assert answer.exit_code == 1
    assert f"  {record['id']}: " in answer.output
    index = data_of((tmp_path / "pages" / "index.html").read_text())
    assert index["unmade"] == [0]
    assert not (tmp_path / "pages" / "items" / "000001.html").exists()


@needs_assets
@pytest.mark.slow(seconds=5)
def test_public_problems_become_pages(tmp_path):
    from geoengine.scene import load_problems

    problems = load_problems(problem_file("imo.txt"))[:12]
    assert len(problems) == 12
    for problem in problems:
        text = standalone_page(problem_record(problem, count=1))
        assert len(text) < 6_000_000
        assert data_of(text)["title"] == problem.name


@needs_assets
def test_what_the_page_about_pages_shows_is_so(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run_page(DOCS / "inspect.md")
    text = (DOCS / "inspect.md").read_text(encoding="utf-8")
    text = re.sub(r"`geoengine generate [^`]+`", "", text)
    options = set(re.findall(r"--[a-z]+", CliRunner().invoke(app, ["inspect", "--help"]).output))
    assert {*options, "--help"} == {*re.findall(r"--[a-z]+\b", text), "--help"} - {"--format"}


def test_the_notebook_runs_and_shows_what_it_has():
    spec = importlib.util.spec_from_file_location("notebook", DOCS / "notebook.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    kept = json.loads((DOCS / "notebook" / "tour.ipynb").read_text(encoding="utf-8"))
    made = module.notebook()
    assert [cell["source"] for cell in kept["cells"]] == module.CELLS
    assert sum(cell["cell_type"] == "code" for cell in kept["cells"]) >= 6
    for cell, now in zip(kept["cells"], made["cells"], strict=True):
        kinds = [
            [(output["output_type"], sorted(output.get("data", ()))) for output in one["outputs"]]
            for one in (cell, now)
            if one["cell_type"] == "code"
        ]
        assert kinds[:1] == kinds[1:]
