"""``geoengine sample``: its output can be parsed, and is reproducible."""

import re

import pytest
from typer.testing import CliRunner

from geoengine.cli.app import app
from geoengine.language import parse_statement
from geoengine.scene import describe, load_problem


def answer(*words):
    result = CliRunner().invoke(app, ["sample", *words])
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture(scope="module")
def shown():
    return answer("--topic", "triangles", "--tier", "2", "--count", "3", "--seed", "2", "--show")


def test_what_is_shown_reads_back(shown):
    formal = re.findall(r"^   Formal: (.*) \? (.*)$", shown, re.M)
    texts = re.findall(r"^\d\. (.*)$", shown, re.M)
    assert len(formal) == len(texts) == 3
    for (problem, goal), text in zip(formal, texts, strict=True):
        assert text.startswith(describe(load_problem(problem)))
        if not goal.startswith(("area", "perimeter")):
            assert load_problem(f"{problem} ? {goal}").goal == parse_statement(goal)
    assert shown.count("(triangles), tier 2") == 3


def test_the_same_is_printed_each_time_and_pictures_are_written(tmp_path):
    words = ["--topic", "tangency", "--count", "2", "-o", str(tmp_path / "new" / "pictures")]
    first = answer(*words, "--format", "svg")
    assert answer(*words, "--format", "svg") == first
    pictures = sorted((tmp_path / "new" / "pictures").iterdir())
    assert [path.name for path in pictures] == ["0001.svg", "0002.svg"]
    assert all(path.read_bytes().lstrip().startswith(b"<?xml") for path in pictures)


def test_in_chinese_it_has_the_same_points_and_numbers():
    english, chinese = (answer("--seed", "4", "--language", code) for code in ("en", "zh"))
    assert re.search(r"[求证]", chinese)
    assert not re.search(r"\b(the|that|point)\b", chinese)
    found = [set(re.findall(r"\d+", text)) for text in (english, chinese)]
    assert found[0] == found[1]


def test_where_nothing_more_is_found_it_says_so(monkeypatch):
    import geoengine.cli.sample as module

    monkeypatch.setattr(module, "_MOST_FAILURES", 2)
    monkeypatch.setattr("geoengine.families.reasoning.goals", lambda *_: iter(()))
    monkeypatch.setattr("geoengine.families.reasoning.measurements", lambda *_: iter(()))
    result = CliRunner().invoke(app, ["sample", "--tier", "4"])
    assert result.exit_code == 1
    assert result.stderr == (
        "expected 1 problems of tier 4, found 0: 2 figures in a row gave none\n"
        "  hint: ask for fewer, for another tier, or for all scenes\n"
    )


def test_goals_of_another_tier_than_the_scene_are_found():
    shown = answer("--scene", "incircle_touch_points", "--tier", "2", "--count", "2", "--show")
    assert shown.count("Scene: incircle_touch_points (tangency), tier 2") == 2


def test_a_long_search_says_without_a_terminal_that_it_goes_on(monkeypatch):
    from geoengine.cli import progress

    monkeypatch.setattr(progress, "LINE_INTERVAL", 0.0)
    assert list(progress.with_spinner([1, None, 2], "Sampling")) == [1, None, 2]
    result = CliRunner().invoke(app, ["sample", "--seed", "6"])
    assert result.exit_code == 0
    assert re.match(r"Sampling: 1 tried in \d+ s\n", result.stderr)


def test_one_scene_may_be_asked_for():
    shown = answer("--scene", "midline_triangle", "--count", "2", "--show", "--seed", "6")
    assert shown.count("Scene: midline_triangle (triangles), tier ") == 2
