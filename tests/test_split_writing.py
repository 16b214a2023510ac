"""Splits are written completely or not at all; what they may replace, and resuming a run."""

import itertools
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from typer.testing import CliRunner

from geoengine.catalogue import load_scenes
from geoengine.cli.app import app
from geoengine.errors import UsageError
from geoengine.scene import sample, scene_at
from geoengine.split import (
    UnfilledError,
    UnfinishedError,
    generate,
    make_plan,
    plan_of,
)
from geoengine.split.finishing import finish
from geoengine.split.ledger import Ledger
from geoengine.split.production import SceneOutcome, SceneRequest, produce

generating = import_module("geoengine.split.generation")
PLAN = make_plan(3, seed=3, tasks=["structural_perception"], images=False)

produce_once = cache(produce)


def finish_once(job):
    """Finish a job, or return what an equal one came to."""
    text = repr(job)
    if text not in FINISHED:
        FINISHED[text] = finish(job)
    return FINISHED[text]


FINISHED = {}


@pytest.fixture(autouse=True)
def _scenes_are_made_once(monkeypatch):
    """Share scenes between tests, most of which need the same few."""
    monkeypatch.setattr(generating, "produce", produce_once)
    monkeypatch.setattr(generating, "finish", finish_once)


def contents(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Return the bytes of the planned split."""
    return contents(generate(PLAN, tmp_path_factory.mktemp("whole") / "split").path)


def test_a_split_that_is_there_is_not_made_again(tmp_path, monkeypatch):
    first = generate(PLAN, tmp_path / "out")
    monkeypatch.setattr(generating, "produce", None)
    second = generate(PLAN, tmp_path / "out")
    assert (first.is_new, second.is_new) == (True, False)
    assert first.manifest == second.manifest
    assert list(tmp_path.iterdir()) == [tmp_path / "out"]


def test_another_split_is_replaced_by_force_alone(tmp_path):
    generate(PLAN, tmp_path / "out")
    other = make_plan(3, seed=4, tasks=["structural_perception"], images=False)
    with pytest.raises(UsageError, match="holds another split: its seed is 3, not 4") as error:
        generate(other, tmp_path / "out")
    assert "--force" in str(error.value)
    generate(other, tmp_path / "out", force=True)
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["seed"] == 4
    assert list(tmp_path.iterdir()) == [tmp_path / "out"]


def test_a_split_that_was_changed_is_not_taken_for_whole(tmp_path, whole):
    generate(PLAN, tmp_path / "out")
    (tmp_path / "out" / "items.jsonl").write_text("", encoding="utf-8")
    with pytest.raises(UsageError, match=r"items\.jsonl was changed or is missing"):
        generate(PLAN, tmp_path / "out")
    generate(PLAN, tmp_path / "out", force=True)
    assert contents(tmp_path / "out") == whole


@pytest.mark.parametrize("name", ["files", "distribution", "faults"])
@pytest.mark.parametrize("value", [None, [3], {}, {"items.jsonl": 3}])
def test_a_manifest_that_was_changed_is_not_trusted(tmp_path, name, value):
    manifest = generate(PLAN, tmp_path / "out").manifest
    changed = {**manifest, name: value} if value is not None else dict(manifest)
    if value is None:
        del changed[name]
    (tmp_path / "out" / "manifest.json").write_text(json.dumps(changed), encoding="utf-8")
    with pytest.raises(UsageError, match=r"manifest\.json was changed") as error:
        generate(PLAN, tmp_path / "out")
    assert "--force" in str(error.value)


def test_a_split_with_pictures_of_parts_of_figures_is_known_as_one(tmp_path):
    plan = make_plan(1, tasks=["faulty_branch"], seed=2)
    generate(plan, tmp_path / "out")
    assert [path.name for path in (tmp_path / "out" / "images").glob("p*-*.png")]
    assert not generate(plan, tmp_path / "out").is_new


@pytest.mark.parametrize("force", [False, True])
def test_what_is_not_a_split_is_never_replaced(tmp_path, force):
    (tmp_path / "thesis.txt").write_text("years of work", encoding="utf-8")
    with pytest.raises(UsageError, match="holds other files"):
        generate(PLAN, tmp_path, force=force)
    (tmp_path / "manifest.json").write_text('{"schema": "other/1"}', encoding="utf-8")
    with pytest.raises(UsageError, match="holds other files"):
        generate(PLAN, tmp_path, force=force)
    with pytest.raises(UsageError, match="is a file"):
        generate(PLAN, tmp_path / "thesis.txt", force=force)
    assert (tmp_path / "thesis.txt").read_text(encoding="utf-8") == "years of work"


def test_an_empty_folder_is_filled_and_missing_ones_are_made(tmp_path, whole):
    (tmp_path / "empty").mkdir()
    generate(PLAN, tmp_path / "empty")
    generate(PLAN, tmp_path / "a" / "b")
    assert contents(tmp_path / "empty") == contents(tmp_path / "a" / "b") == whole


@pytest.mark.parametrize("name", ["thesis.txt", "plan.json"])
def test_a_folder_beside_that_is_not_ours_stays(tmp_path, name):
    (tmp_path / "out.partial").mkdir()
    (tmp_path / "out.partial" / name).write_text('{"years": "of work"}', encoding="utf-8")
    with pytest.raises(UsageError, match="expected an unfinished split"):
        generate(PLAN, tmp_path / "out")
    assert (tmp_path / "out.partial" / name).exists()


def test_where_nothing_can_be_written_it_is_said(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(UsageError, match=r"cannot write .*Not a directory"):
        generate(PLAN, tmp_path / "file" / "out")


@pytest.mark.parametrize("place", ["/", ".", "..", "dangling", "/dev/null", "circle", "circle/x"])
def test_a_place_that_cannot_be_used_is_noticed_before_the_work(tmp_path, monkeypatch, place):
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    Path("dangling").symlink_to("nothing")
    Path("circle").symlink_to("circle")
    before = sorted(tmp_path.rglob("*"))
    monkeypatch.setattr(generating, "produce", None)
    answer = CliRunner().invoke(app, ["generate", place, "--count", "1", "--workers", "1"])
    assert answer.exit_code == 2, answer.output
    assert "hint: " in answer.stderr
    assert sorted(tmp_path.rglob("*")) == before


def test_where_the_folder_above_is_read_only_it_is_said_before_the_work(tmp_path, monkeypatch):
    with pytest.raises(Stop):
        generate(PLAN, tmp_path / "out", listen=stop_after(3, "items"))
    monkeypatch.setattr(generating, "produce", None)
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(UsageError, match=r"cannot write .*Permission denied"):
        generate(PLAN, tmp_path / "out")


def test_a_mount_point_is_refused_before_the_work(tmp_path, monkeypatch):
    monkeypatch.setattr(os.path, "ismount", lambda _: True)
    with pytest.raises(UsageError, match="is a mount point"):
        generate(PLAN, tmp_path / "out")
    assert not list(tmp_path.iterdir())


def test_a_link_to_a_folder_is_followed(tmp_path, whole):
    (tmp_path / "far" / "away").mkdir(parents=True)
    (tmp_path / "out").symlink_to(tmp_path / "far" / "away")
    split = generate(PLAN, tmp_path / "out")
    assert split.path == (tmp_path / "far" / "away").resolve()
    assert (tmp_path / "out").is_symlink()
    assert contents(tmp_path / "out") == whole
    assert not generate(PLAN, tmp_path / "out").is_new


class Stop(BaseException):
    """Something that ends a run at once, as an interrupt does."""


def stop_after(number, what):
    seen = itertools.count(1)

    def listen(name, done, total, note):
        if name == what and next(seen) == number:
            raise Stop

    return listen


@pytest.mark.parametrize(("number", "what"), [(1, "items"), (3, "items"), (1, "problems")])
def test_a_run_that_was_stopped_is_taken_up_again(tmp_path, monkeypatch, whole, number, what):
    with pytest.raises(Stop):
        generate(PLAN, tmp_path / "out", listen=stop_after(number, what))
    assert not (tmp_path / "out").exists()
    assert (tmp_path / "out.partial").is_dir()
    made = []
    monkeypatch.setattr(
        generating, "produce", lambda request: made.append(request) or produce_once(request)
    )
    generate(PLAN, tmp_path / "out")
    assert contents(tmp_path / "out") == whole
    assert list(tmp_path.iterdir()) == [tmp_path / "out"]
    if what == "problems":
        assert not made


def test_what_another_plan_left_is_thrown_away_by_force_alone(tmp_path, whole):
    other = make_plan(3, seed=4, tasks=["structural_perception"], images=False)
    with pytest.raises(Stop):
        generate(other, tmp_path / "out", listen=stop_after(3, "items"))
    left = contents(tmp_path / "out.partial")
    with pytest.raises(
        UsageError, match="unfinished split of another plan: its seed is 4"
    ) as error:
        generate(PLAN, tmp_path / "out")
    command = f"geoengine generate {tmp_path / 'out'} --resume"
    assert f"continue it with: {command}" in str(error.value)
    assert plan_of(tmp_path / "out") == other
    assert "--force" in str(error.value)
    assert contents(tmp_path / "out.partial") == left
    generate(PLAN, tmp_path / "out", force=True)
    assert contents(tmp_path / "out") == whole
    assert list(tmp_path.iterdir()) == [tmp_path / "out"]


def test_what_another_program_left_cannot_be_continued(tmp_path, monkeypatch):
    with pytest.raises(Stop):
        generate(PLAN, tmp_path / "out", listen=stop_after(3, "items"))
    monkeypatch.setattr(import_module("geoengine.split.folder"), "_code_digest", lambda: "0")
    with pytest.raises(UsageError, match="begun with another program") as error:
        generate(PLAN, tmp_path / "out")
    assert "cannot be continued; discard it with --force" in str(error.value)


@pytest.mark.parametrize("name", ["notes.txt", "split/notes.txt", "split/images/mine.png"])
def test_what_others_put_beside_an_unfinished_split_stays(tmp_path, name):
    other = make_plan(3, seed=4, tasks=["structural_perception"])
    with pytest.raises(Stop):
        generate(other, tmp_path / "out", listen=stop_after(1, "problems"))
    mine = tmp_path / "out.partial" / name
    mine.write_text("years of work", encoding="utf-8")
    for plan in (PLAN, other):
        with pytest.raises(UsageError, match=f"it holds .*{mine.name}"):
            generate(plan, tmp_path / "out", force=True)
    assert mine.read_text(encoding="utf-8") == "years of work"


def test_what_others_put_there_during_a_run_stays(tmp_path, whole):
    def listen(*_):
        (tmp_path / "out.partial" / "notes.txt").write_text("years of work", encoding="utf-8")

    generate(PLAN, tmp_path / "out", listen=listen)
    assert contents(tmp_path / "out") == whole
    assert contents(tmp_path / "out.partial") == {"notes.txt": b"years of work"}


def test_what_others_put_into_a_split_is_not_replaced(tmp_path):
    generate(PLAN, tmp_path / "out")
    (tmp_path / "out" / "notes.txt").write_text("years of work", encoding="utf-8")
    with pytest.raises(UsageError, match=r"holds other files: notes\.txt"):
        generate(PLAN, tmp_path / "out", force=True)
    assert (tmp_path / "out" / "notes.txt").exists()


def test_two_runs_do_not_write_at_the_same_place(tmp_path, whole):
    refused = []

    def listen(*_):
        with pytest.raises(UsageError, match="another run is writing") as error:
            generate(PLAN, tmp_path / "out", force=True)
        refused.append(error)

    generate(PLAN, tmp_path / "out", listen=listen)
    assert refused
    assert contents(tmp_path / "out") == whole


def test_a_split_made_with_other_yaml_is_another_split(tmp_path, monkeypatch):
    generate(PLAN, tmp_path / "out")
    monkeypatch.setattr(import_module("geoengine.split.plan"), "_catalogue_digest", lambda: "0")
    with pytest.raises(UsageError, match="made with other rules, constructions, scenes or tasks"):
        generate(PLAN, tmp_path / "out")


def test_a_line_that_was_cut_short_is_made_again(tmp_path, whole):
    with pytest.raises(Stop):
        generate(PLAN, tmp_path / "out", listen=stop_after(3, "items"))
    journal = tmp_path / "out.partial" / "scenes.jsonl"
    journal.write_bytes(journal.read_bytes()[:-10])
    generate(PLAN, tmp_path / "out")
    assert contents(tmp_path / "out") == whole


def test_a_problem_that_cannot_be_finished_names_its_scene(tmp_path, monkeypatch):
    def fail(*_, **__):
        raise MemoryError("no room for a picture")

    monkeypatch.setattr(import_module("geoengine.families.reasoning.finishing"), "picture_of", fail)
    monkeypatch.setattr(generating, "finish", finish)
    plan = make_plan(1, seed=1, tasks=["structural_perception"])
    first = scene_at(list(load_scenes().values()), 1, 0)
    with pytest.raises(UnfinishedError) as error:
        generate(plan, tmp_path / "out")
    assert str(error.value) == (
        f"scene 0 ({first.name}), problem p000000: MemoryError: no room for a picture"
    )


def test_a_scene_that_goes_wrong_is_reported_and_passed_over(tmp_path, monkeypatch):
    def fail_first(scene, *rest, **options):
        if scene == first:
            raise ZeroDivisionError("no such luck")
        return sample(scene, *rest, **options)

    first = scene_at(list(load_scenes().values()), 3, 0)
    preparing = import_module("geoengine.families.reasoning.preparing")
    monkeypatch.setattr(preparing, "sample", fail_first)
    monkeypatch.setattr(generating, "produce", produce)
    split = generate(PLAN, tmp_path / "out")
    assert split.manifest["faults"] == ["scene 0 of seed 3: ZeroDivisionError: no such luck"]
    assert len(list(split.items())) == 3


def test_when_nothing_comes_the_run_ends_and_says_what_it_has(tmp_path, monkeypatch):
    monkeypatch.setattr(
        generating, "produce", lambda request: SceneOutcome(request.index, "x", failure="no")
    )
    with pytest.raises(UnfilledError) as error:
        generate(PLAN, tmp_path / "out")
    assert "there are 0 of 3 structural_perception" in str(error.value)
    assert "scene: no (200x)" in str(error.value)
    assert not (tmp_path / "out").exists()


def test_a_problem_is_used_once_and_a_full_task_counts_nothing():
    requests = [
        SceneRequest("reasoning", 1, index, (("structural_perception", 2),)) for index in range(2)
    ]
    outcomes = [produce_once(request) for request in requests]
    ledger = Ledger(make_plan(1, tasks=["structural_perception"]))
    ledger.enter(outcomes[0])
    before = dict(ledger.rejections)
    ledger.enter(outcomes[1])
    assert (len(ledger.items), ledger.open_tasks, ledger.rejections) == (1, (), before)

    ledger = Ledger(make_plan(4, tasks=["structural_perception"]))
    ledger.enter(outcomes[0])
    ledger.enter(outcomes[0])
    assert len(ledger.items) == 1
    assert ledger.rejections["scene: an equivalent problem occurred before"] == 1


def start(folder, workers):
    """Run the command until the first scene is done."""
    program = [sys.executable, "-m", "geoengine", "generate", "out", "--count", "600"]
    program += ["--tasks", "structural_perception"]
    running = subprocess.Popen(
        [*program, "--workers", str(workers)],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    journal = folder / "out.partial" / "scenes.jsonl"
    for _ in range(600):
        if journal.exists() and journal.stat().st_size:
            break
        time.sleep(0.05)
    return running


@pytest.mark.parametrize("workers", [pytest.param(1, marks=pytest.mark.slow(seconds=2)), 2])
def test_an_interrupt_ends_the_command_without_a_trace(tmp_path, workers):
    running = start(tmp_path, workers)
    # A terminal sends it to the command and its workers.
    os.killpg(running.pid, signal.SIGINT)
    output, errors = running.communicate(timeout=20)
    assert (running.returncode, output) == (130, "")
    assert "interrupted: the finished part is kept" in errors
    assert "Traceback" not in errors
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, 143), (signal.SIGKILL, -signal.SIGKILL)]
)
def test_workers_end_with_the_command(tmp_path, number, code):
    running = start(tmp_path, workers=2)
    left = (tmp_path / "out.partial" / "scenes.jsonl").read_bytes()
    os.kill(running.pid, number)
    # A surviving process would keep standard output open, and this call would not return.
    _, errors = running.communicate(timeout=10)
    assert running.returncode == code
    assert "Traceback" not in errors
    if number == signal.SIGTERM:
        assert "terminated: the finished part is kept" in errors
    assert (tmp_path / "out.partial" / "scenes.jsonl").read_bytes().startswith(left)
    # The lock ended with the process.
    plan = make_plan(600, tasks=["structural_perception"])
    with pytest.raises(Stop):
        generate(plan, tmp_path / "out", listen=stop_after(1, "items"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--count", "0"], "expected a count of 1 or more, found 0"),
        (["--count", "1000000000000"], "expected a count of at most 1,000,000"),
        (["--count", "2", "--workers", "0"], "--workers"),
        (["--count", "2", "--tasks", "premise_filter"], "did you mean premise_filtering?"),
        (["--count", "2", "--seed", "-3"], "expected a seed of 0 or more, found -3"),
        (["--count", "two"], "Invalid value for '--count'"),
        ([], "expected how many items, found nothing"),
    ],
)
def test_mistakes_on_the_command_line_exit_2(tmp_path, arguments, message):
    answer = CliRunner().invoke(app, ["generate", str(tmp_path / "out"), *arguments])
    assert answer.exit_code == 2
    assert message in " ".join(answer.stderr.split())
    assert not list(tmp_path.iterdir())


def test_the_command_shows_what_it_made(tmp_path):
    arguments = ["generate", str(tmp_path / "out"), "--count", "2", "--seed", "1"]
    arguments += ["--workers", "1", "--tasks", "structural_perception, numerical_perception"]
    first = CliRunner().invoke(app, arguments)
    assert first.exit_code == 0, first.stderr
    for words in ("For example, ", "Key: (", "Picture: ", "Written to", "items.jsonl", "(4) "):
        assert words in first.stdout
    second = CliRunner().invoke(app, arguments)
    assert second.exit_code == 0
    assert "There already, unchanged: " in second.stdout


def test_problems_that_differ_by_names_scale_and_mirroring_are_used_once():
    request = SceneRequest("reasoning", 1, 0, (("structural_perception", 2),))
    outcome = produce_once(request)
    ledger = Ledger(make_plan(6, tasks=["structural_perception"]))
    ledger.enter(outcome)
    twin = replace(outcome, index=1, problem="the same under other names")
    ledger.enter(twin)
    assert ledger.rejections["scene: an equivalent problem occurred before"] == 1
    ledger.enter(replace(outcome, index=2, problem="another", form="another"))
    assert ledger.rejections["scene: an equivalent problem occurred before"] == 1
