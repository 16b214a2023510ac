"""Reports on splits: every number is recounted from the files alone."""

import csv
import io
import json
import math
import shutil
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from browser import needs_browser
from hypothesis import given
from hypothesis import strategies as st
from public import data_path
from split_digests import vouch_for
from tags import Tags
from typer.testing import CliRunner

from geoengine.catalogue import load_rules, load_scenes
from geoengine.cli.app import app
from geoengine.errors import InputError
from geoengine.evaluate import to_markdown
from geoengine.evaluate.table import to_html
from geoengine.report import all_tables, read_collections, to_report
from geoengine.report.collection import count_tokens
from geoengine.report.difference import compare, histogram
from geoengine.split import generate, make_plan

NAUGHTY = '<img src=x onerror=alert(1)> & "$x$" |'


@pytest.fixture(scope="module")
def splits(tmp_path_factory, one_of_each, shared_split):
    """A split with all tasks, and one of two tasks whose name and reasons need escaping."""
    folder = tmp_path_factory.mktemp("splits")
    tasks = ["numerical_perception", "structural_perception"]
    made = one_of_each, shared_split(make_plan(4, seed=3, tasks=tasks), "mine")
    one, other = folder / "one", folder / "other"
    for path, split in zip((one, other), made, strict=True):
        shutil.copytree(split.path, path)
    naughty = folder / NAUGHTY
    shutil.copytree(other, naughty)
    manifest = json.loads((naughty / "manifest.json").read_text(encoding="utf-8"))
    manifest["rejected"][f"structural_perception: {NAUGHTY}"] = 7
    (naughty / "manifest.json").write_text(json.dumps(manifest))
    return one, other, naughty


def lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def numbers(paths):
    """All numbers of a report, by table, row and column."""
    text = to_report(read_collections(paths), "csv")
    rows = list(csv.DictReader(io.StringIO(text)))
    found = {(row["table"], row["row"], row["column"]): row["value"] for row in rows}
    assert len(found) == len(rows)
    return found


@pytest.fixture(scope="module")
def told(splits):
    return numbers(splits[:1])


@pytest.fixture(scope="module")
def both(splits):
    return numbers(splits[:2])


@pytest.fixture(scope="module")
def items(splits):
    return lines(splits[0] / "items.jsonl")


@pytest.fixture(scope="module")
def problems(splits):
    return lines(splits[0] / "problems.jsonl")


def points_of(text):
    """Return the points before the = of each clause."""
    return sum(len(clause.partition("=")[0].split()) for clause in text.split(";"))


def tokens_of(text):
    """Count character by character: a word or a number lasts as long as its kind of character."""

    def kind(sign):
        return "digit" if sign.isdecimal() else "letter" if sign.isalnum() else "other"

    starts = [not sign.isspace() for sign in text[:1]]
    for before, sign in pairwise(text):
        same = kind(sign) == kind(before) != "other"
        starts.append(not sign.isspace() and not same)
    return sum(starts)


def test_counts_are_those_of_the_files(told, items, problems):
    assert told["overview", "items", "value"] == str(len(items)) == "7"
    assert told["overview", "solutions", "value"] == str(len(problems))
    solved = sum(record["answer"] is not None for record in problems)
    assert told["overview", "of these, problems to solve", "value"] == str(solved)
    scenes = load_scenes()
    for table, values in {
        "task": [item["task"] for item in items],
        "form": [f"{item['task']} / {item['meta']['form']}" for item in items],
        "tier": [str(item["meta"]["tier"]) for item in items],
        "scene": [item["scene"] for item in items],
        "topic": [scenes[item["scene"]].topic for item in items],
        "goal": [record["formal_goal"].split()[0] for record in problems],
        "values": [record["answer"] for record in problems if record["answer"] is not None],
    }.items():
        counts = Counter(values)
        # Few items may have no problem that asks for a value.
        assert counts or table == "values", table
        rows = {row: cell for (name, row, column), cell in told.items()
                if (name, column) == (table, "count")}  # fmt: skip
        # Tiers without items are listed between the others.
        there = [row for row, cell in rows.items() if cell != "0"]
        assert len(there) == (len(counts) if table != "values" else min(15, len(counts)))
        for row, cell in rows.items():
            assert int(cell) == counts[row], (table, row)
            assert float(told[table, row, "share"]) == pytest.approx(counts[row] / len(values))


def test_sizes_are_measured_again(told, items, problems):
    sizes = {
        "Tiers": [item["meta"]["tier"] for item in items],
        "Points": [points_of(item["problem"]) for item in items],
        "Premises, of the items": [item["meta"]["premises"] for item in items],
        "Premises given, of the solutions": [len(r["formal_premises"]) for r in problems],
        "Premises used": [record["premises_used"] for record in problems],
        "Proof steps": [len(record["formal_solution"]["steps"]) for record in problems],
        "Length of solutions in tokens": [
            sum(map(tokens_of, record["solution"])) for record in problems
        ],
        "Length of questions in tokens": [tokens_of(item["question"]) for item in items],
        "Length of options in characters": [
            len(o) for item in items for o in item["answer"]["options"]
        ],
    }
    names = {row.partition(" / ")[0] for table, row, _ in told if table == "sizes"}
    assert names == sizes.keys()
    for name, values in sizes.items():
        row = {column: float(cell) for (table, row, column), cell in told.items()
               if table == "sizes" and row.startswith(f"{name} / ")}  # fmt: skip
        assert row["n"] == len(values)
        assert row["mean"] == pytest.approx(sum(values) / len(values)), name
        assert row["sd"] == pytest.approx(np.std(values))
        assert [row["least"], row["most"]] == [min(values), max(values)]
        assert row["median"] == pytest.approx(np.median(values))


def test_keys_and_options_are_counted_again(told, items):
    for task in {item["task"] for item in items}:
        own = [item for item in items if item["task"] == task]
        right = [len(item["answer"]["options"][item["answer"]["key"] - 1]) for item in own]
        assert float(told["options", task, "right"]) == pytest.approx(np.mean(right))
        every = sum(len(option) for item in own for option in item["answer"]["options"])
        wrong = (every - sum(right)) / (3 * len(own))
        assert float(told["options", task, "wrong"]) == pytest.approx(wrong)
    for task in [*{item["task"] for item in items}, "all"]:
        own = [item["answer"]["key"] for item in items if task in (item["task"], "all")]
        n = len(own)
        tail = [math.comb(n, k) * 3 ** (n - k) / 4**n for k in range(n + 1)]
        least = next(k for k in range(n + 1) if sum(tail[: k + 1]) >= 0.025)
        most = next(k for k in range(n + 1) if sum(tail[: k + 1]) >= 0.975)
        for place in range(1, 5):
            row = (f"{task} / ({place})",)
            assert int(told["keys", *row, "count"]) == own.count(place)
            assert told["keys", *row, "bounds"] == f"{least}–{most}"
            within = least <= own.count(place) <= most
            assert told["keys", *row, "within"] == ("yes" if within else "NO")


def test_a_key_that_is_always_first_is_out_of_its_bounds(splits, tmp_path):
    shutil.copytree(splits[0], tmp_path / "leaky")
    path = tmp_path / "leaky/items.jsonl"
    records = [{**record, "answer": {**record["answer"], "key": 1}} for record in lines(path)]
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    with pytest.raises(InputError, match=r"items\.jsonl: the file was changed after the split"):
        read_collections([tmp_path / "leaky"])
    vouch_for(tmp_path / "leaky", "items.jsonl")
    found = numbers([tmp_path / "leaky"])
    assert found["keys", "all / (1)", "within"] == "NO"
    assert found["keys", "all / (1)", "share"] == "1.0"


def test_what_the_manifest_tells_is_told(told, splits):
    manifest = json.loads((splits[0] / "manifest.json").read_text(encoding="utf-8"))
    assert sum(map(len, manifest["baselines"].values())) >= 140
    assert len(manifest["rejected"]) >= 6
    for task, guesses in manifest["baselines"].items():
        assert told["guesses", task, "guesses"] == str(len(guesses))
        for name, guess in guesses.items():
            row = f"{task} / {name.replace('_', ' ')}"
            assert float(told["guessing", row, "accuracy"]) == float(guess["accuracy"])
            assert told["guessing", row, "verdict"] == ("pass" if guess["passes"] else "FAIL")
    for name, count in manifest["rejected"].items():
        assert told["rejected", name.replace(": ", " / ", 1), "count"] == str(count)
    rows = [row for table, row, column in told if (table, column) == ("rejected", "count")]
    assert len(rows) == len(manifest["rejected"])


def test_theorems_are_counted_by_steps_and_by_solutions(told, problems):
    steps = [[step["rule"] for step in record["formal_solution"]["steps"]] for record in problems]
    counts = Counter(rule for own in steps for rule in own)
    assert len(counts) >= 8
    rows = {row.rpartition(" / ")[2]: row for table, row, _ in told if table == "rules"}
    assert len(rows) == min(30, len(counts))
    assert min(counts[rule] for rule in rows) >= max(
        (count for rule, count in counts.items() if rule not in rows), default=0
    )
    for rule, row in rows.items():
        assert told["rules", row, "steps"] == str(counts[rule])
        using = sum(rule in own for own in steps) / len(problems)
        assert float(told["rules", row, "of solutions"]) == pytest.approx(using)
    never = {row.rpartition(" / ")[2] for table, row, _ in told if table == "never"}
    assert never == load_rules().keys() - counts.keys()
    assert told["overview", "rules of the catalogue never used", "value"] == str(len(never))


def test_a_split_that_has_no_solutions_has_a_report(tmp_path):
    plan = make_plan(1, tasks=["structural_perception"], images=False)
    bare = generate(plan, tmp_path / "bare").path
    (bare / "problems.jsonl").write_text("")
    vouch_for(bare, "problems.jsonl")
    found = numbers([bare])
    assert found["overview", "items", "value"] == "1"
    assert not {"goal", "rules", "answer"} & {table for table, _, _ in found}
    assert "<svg" in to_report(read_collections([bare, bare]))


def test_two_splits_have_a_column_each(both, splits):
    compared = 0
    for path in splits[:2]:
        alone = numbers([path])
        for (table, row, column), cell in alone.items():
            if table in {"topic", "form", "keys", "options", "guessing", "rejected", "goal"}:
                # The rows are those of both; one that only the other has counts as 0.
                assert both[table, row, f"{path.name}: {column}"] == cell
                compared += 1
    assert compared >= 900
    assert both["overview", "items", "one"] == "7"
    assert both["overview", "items", "other"] == "4"
    shares = [
        float(cell)
        for (table, row, column), cell in both.items()
        if table == "form" and row.startswith("faulty_branch / ") and column == "other: share"
    ]
    assert shares
    assert not any(shares)


def test_distances_are_computed_again(both, splits):
    tasks = [Counter(i["task"] for i in lines(path / "items.jsonl")) for path in splits[:2]]
    p, q = ([own[task] / own.total() for task in sorted(tasks[0])] for own in tasks)
    variation = sum(abs(a - b) for a, b in zip(p, q, strict=True)) / 2
    divergence = sum(
        x * math.log2(x / ((a + b) / 2)) / 2 for a, b in zip(p, q, strict=True) for x in (a, b) if x
    )
    row = "Tasks / one / other"
    assert float(both["differences", row, "total variation"]) == pytest.approx(variation)
    found = float(both["differences", row, "Jensen–Shannon"])
    assert found == pytest.approx(math.sqrt(divergence))
    assert 0 < float(both["differences", row, "by chance"]) < 1


def test_a_split_does_not_differ_from_itself(splits):
    found = numbers([splits[0], splits[0]])
    assert found["overview", "items", "one (2)"] == "7"
    distances = {"total variation", "Jensen–Shannon"}
    off = [float(cell) for (table, _, column), cell in found.items()
           if table == "differences" and column in distances]  # fmt: skip
    assert len(off) >= 32
    assert max(off) == pytest.approx(0, abs=1e-7)


counted = st.lists(st.integers(0, 400), max_size=60)
some_counted = st.lists(st.integers(0, 400), min_size=1, max_size=60)


def test_from_nothing_there_is_no_distance():
    for one, other in (([], []), ([3, 4], []), ([], [3, 4])):
        assert compare(*histogram([one, other], measured=True).counts) is None


@given(counted, counted)
def test_histograms_lose_nothing(one, other):
    found = histogram([one, other], measured=True)
    assert found.counts.sum(axis=1).tolist() == [len(one), len(other)]
    assert len(found.labels) <= 30
    for label, count in zip(found.labels, found.counts[0], strict=True):
        low, _, high = label.partition("–")
        assert sum(int(low) <= value <= int(high or low) for value in one) == count
    named = histogram([one, other], measured=False)
    assert named.counts.sum(axis=1).tolist() == [len(one), len(other)]


@given(some_counted, some_counted)
def test_distances_are_distances(one, other):
    found = histogram([one, other], measured=True)
    there, back = compare(*found.counts), compare(*found.counts[::-1])
    assert there.variation == pytest.approx(back.variation)
    assert there.jensen_shannon == pytest.approx(back.jensen_shannon)
    assert 0 <= there.variation <= 1 + 1e-12
    assert there.variation <= there.jensen_shannon * math.sqrt(2) + 1e-9


def test_chance_is_seldom_exceeded_by_chance():
    rng = np.random.default_rng(1)
    shares = [0.4, 0.3, 0.2, 0.1]
    pairs = [(rng.multinomial(150, shares), rng.multinomial(90, shares)) for _ in range(300)]
    found = [compare(one, other) for one, other in pairs]
    # 15 of 300 are expected, within bounds.
    assert 3 <= sum(one.variation > one.chance for one in found) <= 30


@given(st.text(st.characters(max_codepoint=127) | st.sampled_from("∠⟂△√"), min_size=1))
def test_tokens_are_counted_alike(text):
    assert count_tokens(text) == tokens_of(text)


def test_published_files_stand_beside_a_split(splits):
    folder = data_path("geobench")
    found = numbers([splits[0], folder])
    files = list(folder.glob("*.dev20.json"))
    assert len(files) == 6
    entries = {
        path.name.partition(".")[0]: json.loads(path.read_text(encoding="utf-8")) for path in files
    }
    total = sum(map(len, entries.values()))
    assert found["overview", "items", "geobench"] == str(total) == "120"
    assert found["overview", "solutions", "geobench"] == ""
    for task, own in entries.items():
        keys = Counter(entry["messages"][1]["content"].strip() for entry in own)
        for place in range(1, 5):
            row = f"{task} / ({place})"
            assert int(found["keys", row, "geobench: count"]) == keys[f"({place})"]
    assert not [column for table, _, column in found if table == "topic" and "geobench" in column]
    (alone,) = read_collections([folder / "faulty_branch.dev20.json"])
    assert len(alone.questions) == 20
    # Its options consist of "Step" and a number.
    assert {option[:4] for q in alone.questions for option in q.options} == {"Step"}
    assert "<svg" in to_report([alone])


def test_the_page_stands_alone_and_escapes_all(splits):
    collections = read_collections([splits[0], splits[2]])
    text = to_report(collections)
    page = Tags(text)
    page.assert_stands_alone()
    assert page.tags["svg"] >= 16
    assert page.text.count(NAUGHTY) >= 60
    assert "prefers-color-scheme: dark" in text
    assert text == to_report(read_collections([splits[0], splits[2]]))
    markdown = to_report(collections, "md")
    assert "<img" not in markdown.replace("\\<", "")
    tables = all_tables(collections)
    assert len(tables) >= 18
    for table in tables:
        assert to_html(table) in text
        assert to_markdown(table) in markdown


def test_the_command_writes_what_the_suffix_says(splits, tmp_path):
    for name, start in {"r.html": "<!DOCTYPE", "r.md": "# What", "r.csv": "table,"}.items():
        answer = CliRunner().invoke(app, ["report", str(splits[0]), "-o", str(tmp_path / name)])
        assert answer.exit_code == 0, answer.output
        assert (tmp_path / name).read_text(encoding="utf-8").startswith(start)
    answer = CliRunner().invoke(
        app, ["report", str(splits[0]), "--format", "md", "-o", str(tmp_path / "r.txt")]
    )
    assert answer.output == f"Written to {tmp_path / 'r.txt'}\n"
    assert (tmp_path / "r.txt").read_bytes() == (tmp_path / "r.md").read_bytes()


@needs_browser
def test_the_page_is_read_on_any_screen(browser, splits, tmp_path):
    place = tmp_path / "r.html"
    place.write_text(to_report(read_collections(list(splits))), encoding="utf-8")
    for width, scheme in ((360, "light"), (1300, "dark")):
        look(browser, place, width, scheme)


def look(browser, place, width, scheme):
    """Open a page of a report on a screen, and check that all of it can be read there."""
    shown = browser(viewport={"width": width, "height": 800}, color_scheme=scheme)
    shown.page.goto(place.as_uri())
    assert shown.page.evaluate("document.documentElement.scrollWidth") <= width
    plots = shown.page.eval_on_selector_all(
        "svg", "all => all.map(one => one.getBoundingClientRect().width)"
    )
    assert min(plots) > 0.75 * min(width, 480)
    ink = "getComputedStyle(document.querySelector('svg text')).fill"
    red = int(shown.page.evaluate(ink).partition("(")[2].partition(",")[0])
    assert red > 180 if scheme == "dark" else red < 80
    assert shown.complaints == []
