"""What commands say when they are done, and what they accept."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest
from in_process import judge_in_process
from typer.testing import CliRunner

from geoengine.cli.app import app
from geoengine.cli.generate import _best_guess
from geoengine.split import generate, make_plan

RULE = (
    "- id: {name}\n  name: Mine\n  statement: Mine.\n"
    "  given: [coll M A B, cong M A M B]\n  then: [rconst A B M B 2]\n  source: me\n"
)
MIDPOINT = "a b = segment; m = midpoint a b ? {goal}"


@pytest.fixture(autouse=True)
def _no_processes(monkeypatch):
    judge_in_process(monkeypatch)


def run(*words):
    done = CliRunner().invoke(app, [str(word) for word in words])
    assert "Traceback" not in done.output
    return done


@pytest.fixture(scope="module")
def split(tmp_path_factory):
    plan = make_plan(1, seed=4, tasks=["structural_perception"], images=False)
    return generate(plan, tmp_path_factory.mktemp("made") / "split").path


def test_verify_takes_a_problem_as_text():
    done = run("verify", MIDPOINT.format(goal="midp m a b"), "--workers", 1)
    assert done.exit_code == 0, done.output
    assert done.stdout.startswith("problem (problem): good\n")
    done = run("verify", MIDPOINT.format(goal="cong m a a b"), "--no-prove", "--workers", 1)
    assert done.exit_code == 1
    assert done.stdout.startswith("problem (problem): wrong\n")


def test_verify_takes_text_and_files_together(tmp_path):
    file = tmp_path / "one.txt"
    file.write_text(MIDPOINT.format(goal="midp m a b") + "\n")
    words = [MIDPOINT.format(goal="midp m a b"), file]
    reports = json.loads(run("verify", *words, "--json", "--workers", 1).stdout)
    assert [report["path"] for report in reports] == [str(word) for word in words]
    assert [report["verdict"] for report in reports] == ["good", "good"]


def test_a_file_whose_name_looks_like_a_problem_is_read_as_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a=b?.txt").write_text("one\n" + MIDPOINT.format(goal="midp m a b") + "\n")
    assert run("prove", "a=b?.txt").exit_code == 0


def test_what_was_written_is_named(split, tmp_path):
    picture = tmp_path / "figure.svg"
    assert run("draw", "a b c = triangle", "-o", picture).stdout == f"Written to {picture}\n"
    out = tmp_path / "prompts.jsonl"
    count = len(run("prompts", split).stdout.splitlines())
    assert run("prompts", split, "-o", out).stdout == f"Written to {out}: {count} prompts\n"
    out = tmp_path / "answers.jsonl"
    count = len(run("respond", split, "chance").stdout.splitlines())
    done = run("respond", split, "chance", "-o", out)
    assert done.stdout == f"Written to {out}: {count} responses\n"


def test_the_scores_come_with_a_key_to_their_columns(split, tmp_path):
    answers = tmp_path / "answers.jsonl"
    run("respond", split, "oracle", "-o", answers)
    done = run("evaluate", split, answers, "-o", tmp_path / "report")
    assert "| S.P. acc |" in done.stdout
    assert "\nS.P. structural perception. acc is the accuracy, Δ the gain" in done.stdout


def test_standard_output_gets_nothing_but_the_thing_itself(split):
    assert run("draw", "a b c = triangle", "-o", "-", "--format", "svg").stdout.startswith("<?xml")
    lines = run("prompts", split, "-o", "-").stdout.splitlines()
    assert len(lines) == 4
    assert all(json.loads(line)["prompt"] for line in lines)
    assert run("report", split, "-o", "-", "--format", "csv").stdout.startswith("table,")


def test_rules_are_read_from_a_folder(tmp_path):
    for name in ("one", "two"):
        (tmp_path / f"{name}.yaml").write_text(RULE.format(name=f"my_rule_{name}"))
    (tmp_path / "notes.txt").write_text("not a rule")
    done = run("prove", MIDPOINT.format(goal="rconst a b m b 2"), "--rules", tmp_path)
    assert done.exit_code == 0, done.output
    done = run("rules", "check", tmp_path, "--configurations", 2, "--json")
    assert [check["rule"] for check in json.loads(done.stdout)] == ["my_rule_one", "my_rule_two"]


def test_auxiliary_points_that_were_left_out_are_mentioned():
    text = "a b c = triangle; h = on_tline b a c, on_tline c a b | d = foot a b c ? {goal}"
    done = run("prove", text.format(goal="cong a b a c"))
    assert done.exit_code == 1
    assert done.stderr == (
        "The auxiliary points d, placed after '|', were left out; --aux uses them.\n"
    )
    assert run("prove", text.format(goal="cong a b a c"), "--aux").stderr == ""
    assert run("prove", text.format(goal="perp a h b c")).stderr == ""


def guess(items, accuracy):
    bounds = ["0.000", "0.500"]
    return {"items": items, "accuracy": accuracy, "bounds": bounds, "passes": True}


def test_few_items_are_not_compared_with_chance():
    def shown(baselines):
        return _best_guess(
            SimpleNamespace(manifest={"family": "reasoning", "baselines": baselines})
        )

    few = {"faulty_branch": {"highest_after": guess(4, "1.000")}}
    assert shown(few).startswith("Blind guesses: not compared")
    assert shown({**few, "theorem_selection": {"lowest_length": guess(20, "0.300")}}) == (
        "Best blind guess: lowest_length gets 30 % of theorem_selection; chance gets up to 50 %"
    )
