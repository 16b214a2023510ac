"""Scores: responders of known accuracy, the accounting of responses, and the command."""

import csv
import json
import math
import os
from dataclasses import replace
from pathlib import Path

import pytest
import recount
from answers import answered
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from typer.testing import CliRunner

from geoengine.cli.app import app
from geoengine.errors import UsageError
from geoengine.evaluate import (
    Evaluation,
    Response,
    all_tables,
    grade_runs,
    prompts_of,
    respond,
    responders,
    write_report,
)
from geoengine.formats import Source
from geoengine.items import UNIT, rank_chances
from geoengine.split import generate, make_plan


def run_command(*words):
    return CliRunner().invoke(app, list(map(str, words)))


@pytest.fixture(scope="module")
def perception(shared_split):
    """A split with two items of each of two tasks."""
    plan = make_plan(4, seed=3, tasks=["numerical_perception", "structural_perception"])
    return Source(shared_split(plan, "mine").path)


# Responders.


def within(right, count, share):
    """Return whether so many right answers are within bounds that chance exceeds once in 10,000."""
    low, high = stats.binom.interval(0.9999, count, share)
    return low <= right <= high


def scored(source, name, **options):
    run = grade_runs(respond(source, name, **options), source)[0]
    return [grade for grade in run.grades.values() if grade.task != "solving"], run


def check_responders(source, seeds):
    grades, run = scored(source, "oracle")
    assert len(grades) == len(source.items)
    assert len(run.grades) > len(grades) > 0
    assert all(grade.right for grade in run.grades.values())
    assert run.account.notes([]) == []
    for seed in seeds:
        grades, _ = scored(source, "chance", seed=seed)
        assert within(sum(g.right for g in grades), len(grades), 0.25)
        for noise in (0.1, 0.5):
            grades, _ = scored(source, "oracle", noise=noise, seed=seed)
            assert within(sum(g.right for g in grades), len(grades), 1 - noise)


def test_responders_are_as_often_right_as_they_should_be(source):
    check_responders(source, range(8))


def check_baselines(source, seeds, share):
    items = {item.id: item for item in source.items}
    names = responders(source)[2:]
    assert len(names) >= 30
    marked = 0
    for name in names:
        feature, _, rank = name.rpartition("-")
        right, expected, variance = 0, 0.0, 0.0
        for seed in seeds:
            for grade in scored(source, name, seed=seed)[0]:
                item = items[grade.id]
                marks = item.meta["features"]["marks"].get(feature)
                chances = marks and rank_chances(marks, item.choice.key)
                p = chances[int(rank) - 1] / UNIT if chances else 1 / 4
                marked += bool(chances)
                right, expected, variance = (
                    right + grade.right,
                    expected + p,
                    variance + p * (1 - p),
                )
        assert abs(right - expected) <= 4.5 * math.sqrt(variance) + 1e-9, name
    # An item is answered at random by what its task has no marks of.
    assert marked >= share * len(names) * len(seeds) * len(items)


def test_baselines_are_as_often_right_as_the_items_tell(source):
    check_baselines(source, range(24), share=0.3)


@pytest.mark.slow(seconds=220)
def test_responders_on_a_split_as_large_as_the_published_one(tmp_path):
    """A full split, from the folder ``GEOENGINE_FULL_SPLIT`` if it is set, else made here."""
    made = os.environ.get("GEOENGINE_FULL_SPLIT")
    if made is None:
        plan = make_plan(1021, seed=1, mix="geobench", images=False)
        made = generate(plan, tmp_path / "split").path
    full = Source(Path(made))
    assert len(full.items) == 1021
    check_responders(full, range(3))
    check_baselines(full, range(3), share=0.2)
    said = answered(full, "oracle", 0.0) + answered(full, "noisy", 0.3, seed=5)
    said += [replace(one, model="chance") for one in respond(full, "chance", seed=5)]
    evaluation = Evaluation(full, tuple(grade_runs(said, full)))
    made = all_tables(evaluation)
    write_report(tmp_path / "report", evaluation, made)
    assert list(recount.mistakes(full.path, tmp_path / "report")) == []


@pytest.mark.parametrize(
    ("name", "noise", "message"),
    [("orakel", 0, "expected a responder"), ("oracle", 2, "a share of noise"),
     ("chance", 0.5, "noise for the oracle alone")],
)  # fmt: skip
def test_responders_that_cannot_be(source, name, noise, message):
    with pytest.raises(UsageError, match=message):
        list(respond(source, name, noise=noise))


# The account, and the command.


def write_answers(path, answers):
    lines = [json.dumps({"id": key, "response": text}) for key, text in answers]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_the_command_scores_a_clean_file(source, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run_command("respond", source.path, "oracle", "-o", "a.jsonl").exit_code == 0
    answer = run_command("evaluate", source.path, "a.jsonl", "x@cot=a.jsonl", "--process")
    assert answer.exit_code == 0, answer.output
    assert "| oracle | 100.00% | +75.00% |" in answer.output
    assert "| x (cot) | 100.00% | +75.00% |" in answer.output
    summary = json.loads((tmp_path / "report/report.json").read_text())
    assert summary["account"] == []
    assert {"tasks", "accuracy", "process"} <= summary["tables"].keys()


@given(st.lists(st.sampled_from(["x-1", "theorem_selection-9999"]), min_size=1, max_size=3))
def test_responses_to_no_question_at_all_are_refused(wide, strange):
    responses = [Response(key, "(1)", f"f:{k}", model="m") for k, key in enumerate(strange)]
    with pytest.raises(UsageError, match="is to a question of"):
        grade_runs(responses, wide)


@given(st.data())
def test_whatever_is_missing_double_or_unknown_no_score_is_silently_wrong(wide, data):
    asked = {item.id: item for item in wide.items[: data.draw(st.integers(1, 30))]}
    texts = st.sampled_from(["(1)", "(2)", "(3)", "I refuse.", "FAULT"])
    given = {key: data.draw(st.lists(texts, max_size=3)) for key in asked}
    # Responses to no question at all are refused.
    one = data.draw(st.sampled_from(sorted(asked)))
    given[one] = data.draw(st.lists(texts, min_size=1, max_size=3))
    strange = data.draw(st.lists(st.sampled_from(["x-1", "theorem_selection-9999"]), max_size=2))
    said = [(key, text) for key, several in given.items() for text in several]
    said = data.draw(st.permutations(said + [(key, "(1)") for key in strange]))
    responses = [
        Response(key, text, f"f:{k}", model="m", failed=text == "FAULT")
        for k, (key, text) in enumerate(said)
    ]
    (run,) = grade_runs(responses, wide)
    tried = {asked[key].task for key, several in given.items() if several}
    wanted = {item.id: None for item in wide.items if item.task in tried}
    failed = {key for key, several in given.items() if set(several) == {"FAULT"}}
    given = {key: [t for t in several if t != "FAULT"] for key, several in given.items()}
    for key, several in given.items():
        if len(set(several)) == 1:
            wanted[key] = several[0] == asked[key].answer.expected
    assert {key: grade.right for key, grade in run.grades.items()} == {
        key: bool(right) for key, right in wanted.items()
    }
    account = run.account
    gone = {key for key in wanted if not given.get(key)} - failed
    assert {one.id for one in account.failed} == failed
    assert {key for keys in account.missing.values() for key in keys} == gone
    assert account.conflicting.keys() == {k for k, v in given.items() if len(set(v)) > 1}
    twice = sum(len(several) - 1 for several in given.values() if len(set(several)) == 1)
    assert len(account.repeated) == twice
    assert sorted(one.id for one in account.unknown) == sorted(strange)
    odd = gone or strange or twice or account.conflicting or failed
    assert bool(account.notes([])) == bool(odd)


def test_missing_double_and_unknown_ids_are_told(perception, tmp_path):
    items = perception.items
    said = [(item.id, f"({item.choice.key})") for item in items]
    path = write_answers(
        tmp_path / "m.jsonl",
        [*said[1:], said[1], (items[2].id, "(9)"), ("structural_perception-9999", "(1)")],
    )
    answer = run_command("evaluate", perception.path, path, "-o", tmp_path / "r")
    assert answer.exit_code == 1
    assert f"{items[0].task}: 1 without response, counted as wrong: {items[0].id}" in answer.output
    assert "1 response given twice, counted once" in answer.output
    assert f"1 with different responses, counted as wrong: {items[2].id}" in answer.output
    assert "1 response to no question of this split" in answer.output
    assert "did you mean structural_perception-000" in answer.output
    rows = list(csv.DictReader((tmp_path / "r/responses.csv").read_text().splitlines()))
    wrong = {row["id"]: row["outcome"] for row in rows if row["right"] == "0"}
    assert wrong == {items[0].id: "missing", items[2].id: "conflicting"}
    assert len(rows) == len(items)


def test_tasks_without_any_response_are_left_out_and_told(source, tmp_path):
    path = write_answers(tmp_path / "m.jsonl", [
        (item.id, "(1)") for item in source.items if item.task == "faulty_branch"
    ])  # fmt: skip
    answer = run_command("evaluate", source.path, path, "-o", tmp_path / "r")
    assert answer.exit_code == 0
    assert "m: no responses for numerical_perception, " in answer.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["none.jsonl"], "expected a response file but none.jsonl is not there"),
        (["m=none.jsonl"], "expected a response file but none.jsonl is not there"),
        (["=x"], "expected NAME=FILE"),
        (["other.jsonl"], "none of the 1 responses of other is to a question of"),
        (["ok.jsonl", "-o", "full"], "full exists already, and is no report"),
    ],
)
def test_mistakes_are_told(source, tmp_path, monkeypatch, words, message):
    monkeypatch.chdir(tmp_path)
    write_answers(tmp_path / "other.jsonl", [("x", "(1)")])
    write_answers(tmp_path / "ok.jsonl", [(source.items[0].id, "(1)")])
    (tmp_path / "full").mkdir()
    (tmp_path / "full/x").touch()
    answer = run_command("evaluate", source.path, *words)
    assert answer.exit_code == 2, answer.output
    assert message in answer.output


def test_prompts_ask_every_question(source, tmp_path):
    answer = run_command("prompts", source.path, "-o", tmp_path / "p.jsonl")
    assert answer.exit_code == 0
    asked = [json.loads(line) for line in (tmp_path / "p.jsonl").read_text().splitlines()]
    assert asked == list(prompts_of(source))
    assert len(asked) == len(source.items) + len(source.asked) > len(source.problems)
    assert all(one["prompt"] for one in asked)
