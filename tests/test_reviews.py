"""Reviews of a split: read, merged, counted."""

import json
import random

import pytest
from typer.testing import CliRunner

from geoengine.cli.app import app
from geoengine.formats import Source
from geoengine.report import VERDICTS, read_reviews


def run(*words):
    return CliRunner().invoke(app, ["review", *map(str, words)])


@pytest.fixture
def items(one_of_each):
    return [item.id for item in Source(one_of_each.path).items]


def review(split, item, verdict, reviewer, time="2026-03-01T09:30:00.000Z", note=""):
    return {
        "split": split.path.name, "id": item, "verdict": verdict, "note": note,
        "reviewer": reviewer, "time": time,
    }  # fmt: skip


def write(path, reviews):
    text = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in reviews)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def files(one_of_each, items, tmp_path):
    """Two reviewers, who disagree about the second item."""
    ada = [
        review(one_of_each, items[0], "good", "Ada"),
        review(one_of_each, items[1], "arguable", "Ada", note="two lines\nof 中文\u2028 text"),
        review(one_of_each, items[2], None, "Ada", note="not sure"),
    ]
    bo = [
        review(one_of_each, items[3], "wrong", "Bo", note="AB = 5"),
        review(one_of_each, items[1], "good", "Bo"),
    ]
    return [write(tmp_path / "ada.jsonl", ada), write(tmp_path / "bo.jsonl", bo)]


def test_it_counts_and_lists_what_reviewers_found(one_of_each, items, files):
    done = run(one_of_each.path, *files)
    assert done.exit_code == 0, done.output
    lines = done.stdout.splitlines()
    assert lines[0] == (
        f"{one_of_each.path.name}: 4 of {len(items)} items reviewed; reviews by Ada 3, Bo 2"
    )
    header = next(line for line in lines if line.startswith("task"))
    assert header.split() == [
        "task", "good", "arguable", "wrong", "disputed", "note", "only", "not", "reviewed"
    ]  # fmt: skip
    total = next(line for line in lines if line.startswith("all "))
    assert total.split() == ["all", "1", "0", "1", "1", "1", str(len(items) - 4)]
    tasks = [line for line in lines if line.split()[:1] and line.split()[0] in "".join(items)]
    assert sum(sum(map(int, line.split()[1:])) for line in tasks if line[0] != " ") == len(items)
    assert "Disputed (1):" in lines
    at = lines.index(f"  {items[1]}")
    assert lines[at + 1 : at + 3] == ["    Ada, arguable: two lines of 中文 text", "    Bo, good"]
    assert "    Bo, wrong: AB = 5" in lines
    assert lines[-1] == f"Not reviewed ({len(items) - 4}): {', '.join(items[4:])}"


def test_it_merges_them_in_the_order_of_the_split(one_of_each, items, files, tmp_path):
    out = tmp_path / "merged" / "all.jsonl"
    done = run(one_of_each.path, *reversed(files), "--output", out)
    assert done.exit_code == 0, done.output
    assert done.stdout.splitlines()[-1] == f"Written to {out}: 5 reviews"
    merged = [json.loads(line) for line in out.read_text(encoding="utf-8").split("\n") if line]
    found = [(one["id"], one["reviewer"]) for one in merged]
    assert found == [
        (items[0], "Ada"), (items[1], "Ada"), (items[1], "Bo"), (items[2], "Ada"), (items[3], "Bo"),
    ]  # fmt: skip
    # What was merged can be merged again, and nothing changes.
    again = tmp_path / "again.jsonl"
    assert run(one_of_each.path, out, *files, "-o", again).exit_code == 0
    assert again.read_bytes() == out.read_bytes()


def test_the_latest_review_of_a_reviewer_counts(one_of_each, items, tmp_path):
    rng = random.Random(4)
    times = [f"2026-03-0{day}T09:30:00.000Z" for day in range(1, 7)]
    # The same moment in another time zone is not later.
    times.append("2026-03-06T10:29:00+01:00")
    for _ in range(5):
        reviews = [
            review(one_of_each, item, rng.choice(VERDICTS), "Ada", time)
            for item in items[:3]
            for time in times
        ]
        last = {one["id"]: one["verdict"] for one in reviews if one["time"] == times[5]}
        rng.shuffle(reviews)
        halves = [reviews[::2], reviews[1::2]]
        files = [write(tmp_path / f"{k}.jsonl", half) for k, half in enumerate(halves)]
        found = read_reviews(one_of_each.path, files)
        assert {one.id: one.verdict for one in found.reviews} == last


def test_reviewers_who_agree_are_one_verdict(one_of_each, items, tmp_path):
    reviews = [review(one_of_each, items[0], "good", name) for name in ("Ada", "Bo", "Cy")]
    reviews.append(review(one_of_each, items[0], None, "Di", note="nice"))
    found = read_reviews(one_of_each.path, [write(tmp_path / "all.jsonl", reviews)])
    assert found.outcome(items[0]) == "good"
    assert found.items_with("disputed") == []
    assert sum(sum(of.values()) for of in found.counts().values()) == len(items)


@pytest.mark.parametrize(("count", "said"), [(0, "0 reviews"), (1, "1 review"), (2, "2 reviews")])
def test_it_says_how_many_it_wrote(one_of_each, items, tmp_path, count, said):
    reviews = [review(one_of_each, item, "good", "Ada") for item in items[:count]]
    out = tmp_path / "all.jsonl"
    done = run(one_of_each.path, write(tmp_path / "some.jsonl", reviews), "-o", out)
    assert done.stdout.splitlines()[-1] == f"Written to {out}: {said}"


def test_no_reviews_are_none(one_of_each, items, tmp_path):
    done = run(one_of_each.path, write(tmp_path / "none.jsonl", []))
    assert done.exit_code == 0
    assert done.stdout.startswith(f"{one_of_each.path.name}: 0 of {len(items)} items reviewed\n")


def test_a_terminal_gets_no_control_characters(one_of_each, items, tmp_path):
    evil = review(one_of_each, items[0], "wrong", "Ada\x1b[31m", note="\x1b]0;title\x07 red")
    done = run(one_of_each.path, write(tmp_path / "evil.jsonl", [evil]))
    assert done.exit_code == 0
    assert "\x1b" not in done.stdout
    assert "\x07" not in done.stdout
