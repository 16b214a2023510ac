"""A family of somebody else's, installed as a package of its own, goes through every command."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from browser import needs_assets, needs_browser
from in_process import judge_in_process
from typer.testing import CliRunner

from geoengine.cli.app import app
from geoengine.formats import FORMATS
from geoengine.items import load_family
from geoengine.plugins import find_plugins
from geoengine.verify.items.judge_registry import load_judges

TOY = Path(__file__).parent / "toy_family"


def run(*words, cwd, env, exit_code=0):
    """Run a command in a process that has the toy family on its path."""
    found = subprocess.run(
        [sys.executable, *words], cwd=cwd, env=env, capture_output=True, text=True, check=False
    )
    assert found.returncode == exit_code, found.stderr or found.stdout
    return found.stdout


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    return tmp_path_factory.mktemp("toy")


@pytest.fixture(scope="module")
def installed(place):
    """The folder in which the toy family is installed."""
    pip = ["-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    target = place / "installed"
    run(*pip, "--no-index", "--target", str(target), str(TOY), cwd=place, env=os.environ)
    return target


@pytest.fixture(scope="module")
def geoengine(place, installed):
    """Run a command; all but the first in this process, since each start takes seconds."""

    def command(*words, exit_code=0):
        done = CliRunner().invoke(app, words)
        assert done.exit_code == exit_code, done.output
        return done.stdout

    paths = os.pathsep.join([str(Path(__file__).parents[1]), str(installed)])
    options = ("--family", "sticks", "--count", "12", "--seed", "3", "--workers", "1")
    environment = {**os.environ, "PYTHONPATH": paths}
    run("-m", "geoengine", "generate", "split", *options, cwd=place, env=environment)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(installed)
        patch.setenv("PYTHONPATH", paths)
        patch.chdir(place)
        judge_in_process(patch)
        forget()
        yield command
    forget()


def forget():
    """Forget which families and judges are installed."""
    find_plugins.cache_clear()
    load_family.cache_clear()
    load_judges.cache_clear()


def items(place):
    lines = (place / "split" / "items.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_the_split_has_both_kinds_of_answer(geoengine, place):
    found = items(place)
    assert len(found) == 12
    assert {(item["task"], item["answer"]["kind"]) for item in found} == {
        ("longest", "choice"),
        ("total", "value"),
    }
    manifest = json.loads((place / "split" / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["family"] == "sticks"
    assert manifest["distribution"]["longest"]["keys"].keys() == {"1", "2", "3"}
    assert sum(manifest["distribution"]["total"]["answers"].values()) == 6
    for item in found:
        picture = next(medium["path"] for medium in item["media"] if medium["kind"] == "picture")
        assert (place / "split" / picture).read_bytes().startswith(b"\x89PNG")


def test_bytes_do_not_depend_on_the_workers(geoengine, place):
    options = ("--family", "sticks", "--count", "12", "--seed", "3", "--workers")
    for workers in ("1", "2"):
        geoengine("generate", f"by{workers}", *options, workers)
    for name in ("items.jsonl", "manifest.json"):
        assert (place / "by1" / name).read_bytes() == (place / "by2" / name).read_bytes()


def test_a_mix_of_its_own(geoengine, place):
    options = ("--count", "8", "--mix", "published", "--no-images")
    geoengine("generate", "mixed", "--family", "sticks", *options)
    manifest = json.loads((place / "mixed" / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["quotas"] == {"longest": 2, "total": 6}


def test_it_is_written_in_chinese(geoengine, place):
    options = ("--count", "4", "--language", "zh", "--no-images")
    geoengine("generate", "chinese", "--family", "sticks", *options)
    told = geoengine("verify", "chinese")
    assert "longest: 2 items, 2 good" in told
    assert "total: 2 items, 2 good" in told


def test_its_judge_confirms_it_and_finds_what_is_wrong(geoengine, place):
    assert "total: 6 items, 6 good" in geoengine("verify", "split")
    bad = next(item for item in items(place) if item["task"] == "total")
    bad["answer"]["exact"] = "7"
    (place / "bad.json").write_text(json.dumps(bad), encoding="utf-8")
    assert "not 7" in geoengine("verify", "bad.json", exit_code=1)


def test_every_format_takes_it_or_says_what_it_leaves_out(geoengine, place):
    geoengine("export", "split", "formats")
    written = {path.name for path in (place / "formats").iterdir()}
    # It has no records of problems, which are all that some formats carry.
    assert written == {
        name
        for name, known in FORMATS.items()
        if known.kinds & {"choice", "value"} and not known.of_problems
    }
    assert {"huggingface", "inspect"} <= written
    lines = (place / "formats/inspect/total.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 6
    for line in lines:
        sample = json.loads(line)
        assert "choices" not in sample
        assert sample["target"].isdigit()
        assert "```asymptote" in sample["input"][0]["content"][-1]["text"]
    task = (place / "formats/lm-eval/geoengine_sticks_longest.yaml").read_text(encoding="utf-8")
    assert '"\\\\([1-3]\\\\)"' in task


def test_its_responses_are_scored(geoengine, place):
    geoengine("respond", "split", "oracle", "-o", "right.jsonl")
    geoengine("respond", "split", "oracle", "--noise", "1", "-o", "wrong.jsonl")
    table = geoengine("evaluate", "split", "right.jsonl", "-o", "scores")
    assert "| oracle | 100.00% | +66.67% | 100.00% |" in table
    table = geoengine("evaluate", "split", "wrong.jsonl", "-o", "noise")
    assert "| oracle | 0.00% | -33.33% | 0.00% |" in table


def test_it_is_reported_and_its_prompts_are_written(geoengine, place):
    geoengine("report", "split", "-o", "report.html")
    assert "longest" in (place / "report.html").read_text(encoding="utf-8")
    geoengine("prompts", "split", "-o", "prompts.jsonl")
    lines = (place / "prompts.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 12


@needs_assets
def test_it_has_pages(geoengine, place):
    geoengine("inspect", "split", "-o", "pages")
    pages = sorted((place / "pages" / "items").iterdir())
    assert len(pages) == 12
    assert "Sticks lie end to end" in pages[0].read_text(encoding="utf-8")


@needs_assets
@needs_browser
def test_its_pages_show_question_code_and_answer(browser, geoengine, place):
    geoengine("inspect", "split", "-o", "pages")
    pages = sorted((place / "pages" / "items").iterdir())
    watched = browser()
    for number in (0, len(pages) - 1):
        tab = watched.open(pages[number])
        assert "Sticks lie end to end" in tab.inner_text(".question")
        tab.click("text=Show the answer")
        assert "The answer is" in tab.inner_text(".answer")
        tab.click("text=Show the certificate")
        # The family has no words of its own for the entries of its certificates.
        assert re.search(r"^(Sum|Length): \d+$", tab.inner_text(".certificate"), re.MULTILINE)
        assert tab.locator("text=Show the solution:visible").count() == 0
    assert "draw(" in tab.inner_text("pre.code")
    assert watched.complaints == []


def test_streams_of_other_tasks_do_not_change(geoengine, place):
    """A task that is added later changes no item of the others: streams go by name."""
    geoengine("generate", "alone", "--family", "sticks", "--count", "6", "--seed", "3",
              "--tasks", "total")  # fmt: skip
    lines = (place / "alone" / "items.jsonl").read_text(encoding="utf-8").splitlines()
    among = [item for item in items(place) if item["task"] == "total"]
    assert len(among) == 6
    assert [json.loads(line) for line in lines] == among


def test_an_unknown_family_is_refused(geoengine):
    geoengine("generate", "x", "--family", "stick", "--count", "1", exit_code=2)
