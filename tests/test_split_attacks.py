"""The adversary as a gate: its results are in the manifest, and a split that it beats is told."""

import json
import sys
from importlib.metadata import EntryPoint

import leaky_family
import pytest
from threadpoolctl import threadpool_limits
from typer.testing import CliRunner

from geoengine.cli.app import app
from geoengine.items import Item, Value, load_family
from geoengine.plugins import find_plugins
from geoengine.split import generate, make_plan
from geoengine.split.attacks import OPEN, attack_items

COUNT = 26 * 20
FEW = "too few items: guessers need 40 from 5 kinds of scenes"


@pytest.fixture(scope="module")
def leaky():
    """Install the family that leaks."""
    entry = EntryPoint("leaky", "leaky_family:FAMILY", "geoengine.families")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "geoengine.items.registry.find_plugins",
            lambda group: {**find_plugins(group), "leaky": entry},
        )
        load_family.cache_clear()
        yield
    load_family.cache_clear()


def run(*words):
    return CliRunner().invoke(app, [*map(str, words)])


@pytest.fixture(scope="module")
def refused(leaky, tmp_path_factory):
    """The run of a split with leaks, and its manifest."""
    out = tmp_path_factory.mktemp("leaky") / "split"
    words = ("--family", "leaky", "--mix", "planted", "--count", COUNT, "--workers", 1)
    done = run("generate", out, *words, "--adversary")
    return done, json.loads((out / "manifest.json").read_text(encoding="utf-8")), out


def test_a_split_that_can_be_guessed_ends_with_one(refused):
    done, manifest, out = refused
    assert done.exit_code == 1, done.output
    assert (out / "items.jsonl").is_file()
    head, *lines = done.stderr.split("guesses of the adversary that beat chance:")[1].splitlines()
    assert not head
    told = "\n".join(lines)
    assert {line.split(":")[0].strip() for line in lines} == {"shorter", "newest", "vertices"}
    # Task, guess, and what gives the key away.
    assert "shorter: numbers, linear gets" in told
    assert "newest: best number gets 100 % of 60, chance 25 %" in told
    assert "highest newest 100 %" in told
    assert "vertices: matches vertices of the goal gets 98 %" in told
    assert "right 60 of 63 times" in told
    # None of the strategies of the baselines sees anything of this.
    assert "outside the bounds" not in done.stderr
    assert manifest["adversary"] is True


def test_the_manifest_says_how_well_each_guesser_did(refused):
    _, manifest, _ = refused
    tasks = manifest["attacks"]["tasks"]
    assert tasks.keys() == leaky_family.TASKS.keys()
    for task in ("shorter", "newest", "vertices", "fair"):
        found = tasks[task]
        assert found["items"] == manifest["quotas"][task]
        assert len(found["guessers"]) >= 5
        for record in found["guessers"].values():
            low, high = map(float, record["interval"])
            assert low <= float(record["accuracy"]) <= high
            assert record["questions"] <= found["items"]
            assert record["succeeds"] == (float(record["p"]) < 0.01)
            assert bool(record["telling"]) <= record["succeeds"]
    assert not any(record["succeeds"] for record in tasks["fair"]["guessers"].values())
    assert tasks["few"] == {"items": 20, "scenes": 12, "note": FEW}


def test_asking_again_for_a_split_that_can_be_guessed_ends_with_one(refused, leaky):
    _, _, out = refused
    words = ("--family", "leaky", "--mix", "planted", "--count", COUNT, "--adversary")
    again = run("generate", out, *words)
    assert again.exit_code == 1
    assert "There already, unchanged" in again.stdout
    assert "newest: best number gets 100 %" in again.stderr


TASK = "fair"
ENOUGH = 60
PLAN = {"family": "leaky", "tasks": [TASK]}


@pytest.fixture(scope="module")
def attacked(leaky, tmp_path_factory):
    """A split without leaks, whose items were attacked."""
    out = tmp_path_factory.mktemp("attacked") / "split"
    return generate(make_plan(ENOUGH, adversary=True, **PLAN), out)


def manifest_of(split):
    return (split.path / "manifest.json").read_bytes()


def test_a_split_without_leaks_passes(attacked):
    found = attacked.manifest["attacks"]["tasks"][TASK]
    assert found["items"] == ENOUGH
    assert len(found["guessers"]) >= 5
    assert attacked.guessable == []


@pytest.mark.parametrize("workers", [1, 2])
def test_attacks_do_not_depend_on_workers_and_threads(refused, workers):
    _, manifest, out = refused
    lines = (out / "items.jsonl").read_text(encoding="utf-8").splitlines()
    items = [Item.model_validate_json(line) for line in lines]
    with threadpool_limits(2):
        assert attack_items(items, workers=workers) == manifest["attacks"]


def test_a_run_that_was_interrupted_during_attacks_is_resumed(attacked, tmp_path):
    plan = make_plan(ENOUGH, adversary=True, **PLAN)

    def interrupt(what, done, total, note):
        if what == "attacks":
            assert (done, total) == (0, 1)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        generate(plan, tmp_path / "split", listen=interrupt)
    assert not (tmp_path / "split").exists()
    # With its own options, the adversary among them.
    done = run("generate", tmp_path / "split", "--resume", "--workers", 1)
    assert done.exit_code == 0, done.output
    assert f"{TASK}; p = " in done.stdout
    assert (tmp_path / "split" / "manifest.json").read_bytes() == manifest_of(attacked)


def test_the_manifest_says_that_no_adversary_was_run(attacked, tmp_path):
    plain = generate(make_plan(1, **PLAN), tmp_path / "plain")
    assert (plain.manifest["adversary"], plain.manifest["attacks"]) == (False, None)
    assert plain.guessable == []
    words = ("--family", "leaky", "--count", 1, "--tasks", TASK, "--adversary")
    asked = run("generate", tmp_path / "plain", *words)
    assert asked.exit_code == 2
    assert "its adversary is False, not True" in asked.stderr


def test_scikit_learn_is_asked_for_before_any_work(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "sklearn.ensemble", None)
    done = run("generate", tmp_path / "split", "--count", 1, "--adversary")
    assert done.exit_code == 2
    assert "pip install 'geoengine[adversary]'" in done.stderr
    assert not list(tmp_path.iterdir())


def test_open_answers_are_not_attacked(attacked):
    item = Item.model_validate(next(attacked.items()))
    open_ = item.model_copy(update={"answer": Value(exact="3", quantity="length"), "task": "sum"})
    found = attack_items([open_])["tasks"]
    assert found == {"sum": {"items": 1, "scenes": 1, "note": OPEN}}
