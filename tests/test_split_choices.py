"""Choosing the contents of a split: by tier, by topic, by a configuration file."""

import json

from typer.testing import CliRunner

from geoengine.catalogue import load_scenes
from geoengine.cli.app import app
from geoengine.split import generate, make_plan


def test_a_configuration_and_the_command_line_make_one_plan(tmp_path):
    config = tmp_path / "run.yaml"
    config.write_text(
        "count: 40\nseed: 6\ntasks: [subgoal_decomposition]\ntopics: [circles]\nimages: false\n"
    )
    out, own = tmp_path / "split", ["--count", "2", "--tiers", "3,4"]
    run = CliRunner().invoke(app, ["generate", str(out), "--config", str(config), *own])
    assert run.exit_code == 0, run.output
    manifest = json.loads((out / "manifest.json").read_text())
    assert (manifest["count"], manifest["topics"], manifest["tiers"]) == (2, ["circles"], [3, 4])
    scenes = load_scenes()
    lines = (out / "items.jsonl").read_text().splitlines()
    assert len(lines) == 2
    for line in lines:
        item = json.loads(line)
        assert item["meta"]["tier"] in (3, 4)
        assert scenes[item["scene"]].topic == "circles"
    again = CliRunner().invoke(app, ["generate", str(out), "--resume"])
    assert again.exit_code == 0
    assert "There already, unchanged" in again.output


def test_goals_are_as_hard_as_is_asked_for(tmp_path):
    plan = make_plan(2, seed=2, tasks=["theorem_selection"], images=False, tiers=[4])
    split = generate(plan, tmp_path / "hard")
    assert {item["meta"]["tier"] for item in split.items()} == {4}
