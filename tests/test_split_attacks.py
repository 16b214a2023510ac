"""The adversary as a gate: its results are in the manifest, and a split that it beats is told."""

import csv
import io
import json
import sys
from collections import Counter
from contextlib import contextmanager
from dataclasses import replace
from importlib.metadata import EntryPoint

import leaky_family
import pytest
from public import data_path
from threadpoolctl import threadpool_limits
from typer.testing import CliRunner

from geoengine.adversary import QuestionText, tell_permuted
from geoengine.cli import report as cli_report
from geoengine.cli.app import app
from geoengine.items import Item, Value, load_family
from geoengine.plugins import find_plugins
from geoengine.split import candidates, generate, make_plan
from geoengine.split.attacks import OPEN, attack_items, attack_records, guessed_items
from geoengine.split.production import SceneOutcome, produce
from geoengine.split.thinning import Thinning
from geoengine.worker_pool import WorkerPool

COUNT = 15 * 20
FEW = "too few items: guessers need 40 from 5 kinds of scenes"


@pytest.fixture(scope="module")
def leaky():
    """Install the families that leak."""
    entries = {
        name: EntryPoint(name, f"leaky_family:{attribute}", "geoengine.families")
        for name, attribute in {"leaky": "FAMILY", "partly": "PARTLY"}.items()
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "geoengine.items.registry.find_plugins",
            lambda group: {**find_plugins(group), **entries},
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
    assert tasks["few"] == {"items": 20, "scenes": 10, "note": FEW}


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


def test_attacks_do_not_depend_on_workers_and_threads(refused):
    _, manifest, out = refused
    lines = (out / "items.jsonl").read_text(encoding="utf-8").splitlines()
    items = [Item.model_validate_json(line) for line in lines]
    with threadpool_limits(2), WorkerPool(2) as pool:
        found = attack_records(items, attack_items(items, pool=pool))
    assert found == manifest["attacks"]


def test_only_tasks_whose_items_changed_are_attacked_again(refused):
    _, _, out = refused
    lines = (out / "items.jsonl").read_text(encoding="utf-8").splitlines()
    items = [item for item in map(Item.model_validate_json, lines) if item.task == TASK]
    others = [item.model_copy(update={"task": "others"}) for item in items]
    known = {}
    attack_items([*items, *others], known=known)
    totals = set()
    fewer = [*items, *others[1:]]
    found = attack_items(fewer, known=known, listen=lambda done, total: totals.add(total))
    assert found == attack_items(fewer)
    assert totals == {1}


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


REMOVED = "some: removed, since learned guesses found the key"


@contextmanager
def without_thinning():
    """Admit all candidates; else too few that give the key away are left to be replaced."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Thinning, "learn", lambda self, texts: False)
        yield


@pytest.fixture(scope="module")
def filtered(leaky, tmp_path_factory):
    """A split of a task whose leak in some questions the adversary finds."""
    out = tmp_path_factory.mktemp("filtered") / "split"
    with without_thinning():
        return generate(make_plan(300, adversary=True, family="partly"), out)


@pytest.mark.slow(seconds=10)
def test_a_few_items_that_can_be_guessed_are_replaced(leaky, filtered, tmp_path):
    plain = generate(make_plan(300, family="partly"), tmp_path / "plain")
    before = [Item.model_validate(item) for item in plain.items()]
    attacks = attack_items(before)
    assert any(one.succeeds for one in attacks)
    given_away = guessed_items(before, attacks)
    assert 0 < len(given_away) <= 75
    assert filtered.guessable == []
    after = {(item["problem"], *item["answer"]["options"]) for item in filtered.items()}
    assert len(after) == 300
    assert not after & {(item.problem, *item.choice.options) for item in given_away}
    assert filtered.manifest["rejected"][REMOVED] >= len(given_away)
    assert REMOVED not in plain.manifest["rejected"]


@pytest.mark.slow(seconds=6)
def test_a_run_that_was_interrupted_after_items_were_replaced_is_resumed(filtered, tmp_path):
    seen = []

    def interrupt(what, done, total, note):
        seen.append((what, done))
        if seen.count(("attacks", 0)) == 2:
            raise KeyboardInterrupt

    plan = make_plan(300, adversary=True, family="partly")
    with without_thinning():
        with pytest.raises(KeyboardInterrupt):
            generate(plan, tmp_path / "split", listen=interrupt)
        resumed = generate(plan, tmp_path / "split")
    assert (resumed.path / "items.jsonl").read_bytes() == (
        filtered.path / "items.jsonl"
    ).read_bytes()
    assert manifest_of(resumed) == manifest_of(filtered)


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
    found = attack_records([open_], attack_items([open_]))["tasks"]
    assert found == {"sum": {"items": 1, "scenes": 1, "note": OPEN}}


def test_a_pool_has_the_shares_of_the_plan_and_is_not_selected(leaky):
    plan = make_plan(15, family="leaky", mix="planted", seed=2)
    pool = list(candidates(plan, 75))
    assert Counter(item.task for item in pool) == {
        task: 5 * share for task, (_, share) in leaky_family.TASKS.items()
    }
    # As many of a scene as a split asks for, whatever the size of the pool.
    of_scene = Counter((item.task, item.problem) for item in pool)
    assert max(of_scene.values()) == 2 * plan.max_per_scene("shorter")
    assert [item.question for item in candidates(plan, 75)] == [item.question for item in pool]


def test_equivalent_problems_are_in_a_pool_once(leaky, monkeypatch):
    plan = make_plan(1, family="leaky", tasks=["fair"])
    form = {index: f"form {index // 2}" for index in range(40)}
    monkeypatch.setattr(
        "geoengine.split.pool.produce",
        lambda request: replace(produce(request), form=form[request.index]),
    )
    found = {item.problem for item in candidates(plan, 20)}
    assert found == {f"problem {index}" for index in range(0, 20, 2)}


def test_a_pool_ends_where_scenes_give_nothing(leaky, monkeypatch):
    monkeypatch.setattr(
        "geoengine.split.pool.produce",
        lambda request: SceneOutcome(request.index, fault="KeyError"),
    )
    assert list(candidates(make_plan(1, family="leaky", tasks=["fair"]), 20)) == []


def report(*words):
    done = run("report", *words, "--format", "csv", "-o", "-")
    assert done.exit_code == 0, done.output
    return {
        (row["table"], row["row"], row["column"]): row["value"]
        for row in csv.DictReader(io.StringIO(done.stdout))
    }


def test_a_report_has_attacks_on_items_and_pool_and_permuted_keys(refused):
    _, manifest, out = refused
    cells = report(out, "--adversary", "--pool", COUNT, "--workers", 1)
    best = "newest / best number"
    assert float(cells["attacks", best, "accuracy"]) == 1
    assert cells["pool", best, "items"] == "60"
    assert "highest newest" in cells["pool", best, "what gives it away"]
    # Where each candidate has a leak, none is refused for it.
    assert cells["admitted", best, "items"] == "60"
    assert int(cells["admitted", "fair / best number", "items"]) > 30
    assert float(cells["permuted", "newest", "AUC"]) > 0.8
    assert abs(float(cells["permuted", "fair", "AUC"]) - 0.5) < 0.15
    assert not any(row.startswith("few") for table, row, _ in cells if table == "permuted")
    # What a report says of the items is what the manifest has.
    found = manifest["attacks"]["tasks"]["fair"]["guessers"]
    for name, record in found.items():
        assert f"{float(cells['attacks', f'fair / {name}', 'accuracy']):.3f}" == record["accuracy"]


def test_a_pool_of_published_files_is_refused():
    done = run("report", data_path("geobench"), "--adversary", "--pool", 10)
    assert done.exit_code == 2
    assert "expected a split for --pool, found published items in" in done.stderr


def test_an_interrupt_ends_a_pool(attacked, monkeypatch, tmp_path):
    def interrupted(request):
        raise KeyboardInterrupt

    monkeypatch.setattr("geoengine.split.pool.produce", interrupted)
    with pytest.raises(KeyboardInterrupt, match="nothing is kept of the candidates"):
        cli_report.report(
            [attacked.path], tmp_path / "report.md", adversary=True, pool=10, workers=1
        )
    assert not (tmp_path / "report.md").exists()


@pytest.mark.slow(seconds=260)
def test_real_keys_cannot_be_told_from_permuted_ones(tmp_path):
    plan = make_plan(300, mix="geobench", seed=11, images=False)
    split = generate(plan, tmp_path / "split", workers=2)
    texts = [QuestionText.of(Item.model_validate(item)) for item in split.items()]
    found = tell_permuted(texts)
    assert len(found) >= 4
    for one in found:
        low, high = one.interval
        # Four standard errors above one half; below it lies what the selection balances.
        assert one.auc < 0.5 + 4 * (high - low) / 3.92, one
