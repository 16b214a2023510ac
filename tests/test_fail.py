"""Bad inputs and the exact message that each must give.

A case is a file in ``fail/<kind>/`` with its golden message beside it, of the same name and the
suffix ``.expected``. ``UPDATE_GOLDENS=1 pytest tests/test_fail.py`` writes the goldens anew.
"""

import os
import shlex
from pathlib import Path

import pytest

from geoengine.catalogue import (
    Construction,
    EngineStep,
    Rule,
    Scene,
    Task,
    check_mirrors,
    check_rule_ids,
    load_rules,
)
from geoengine.catalogue.loader import load_files, load_mapping
from geoengine.draw import Style
from geoengine.errors import InputError

FAIL = Path(__file__).parent / "fail"
UPDATE = bool(os.environ.get("UPDATE_GOLDENS"))


def complaint_of(read, *args):
    with pytest.raises(InputError) as caught:
        read(*args)
    return f"{caught.value}\n"


def read_entries(model):
    return lambda path: complaint_of(load_files, [path], model)


def read_rules(path):
    def check():
        found = load_files([path], Rule)
        check_rule_ids(found.values())
        check_mirrors(load_rules() | found, found.values())

    return complaint_of(check)


def read_config(path):
    from geoengine.split import RunConfig

    return complaint_of(load_mapping, path, RunConfig)


def read_problems(path):
    from geoengine.scene import load_problems

    return complaint_of(load_problems, path)


def check_seeds(path):
    from geoengine.solid import Seed, check_seed

    def check():
        for seed in load_files([path], Seed).values():
            if (error := check_seed(seed, instances=20).error) is not None:
                raise error

    return complaint_of(check)


def run_command(path):
    from typer.testing import CliRunner

    from geoengine.cli.app import app

    words = shlex.split(path.read_text(encoding="utf-8"))
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 2, result.output
    assert isinstance(result.exception, SystemExit)
    assert not result.stdout
    return result.stderr


def prove_batch(path):
    from typer.testing import CliRunner

    from geoengine.cli.app import app

    result = CliRunner().invoke(app, ["prove", "--all", str(path)])
    assert result.exit_code == 2, result.output
    assert "could not be read" in result.stdout.splitlines()[-1]
    return result.stderr


def judge_batch(path):
    from typer.testing import CliRunner

    from geoengine.cli.app import app

    result = CliRunner().invoke(app, ["verify", "--no-prove", "--workers", "1", str(path)])
    assert result.exit_code == 2, result.output
    judged, unread = result.stdout.splitlines()[-1].split("; ")
    assert judged in {"1 judged: 1 wrong", "2 judged: 2 wrong"}
    assert unread == f"{result.stderr.count(': error: ')} could not be read"
    return result.stderr


READERS = {
    "batches": prove_batch,
    "cli": run_command,
    "configs": read_config,
    "constructions": read_entries(Construction),
    "engine_steps": read_entries(EngineStep),
    "judged": judge_batch,
    "problems": read_problems,
    "rules": read_rules,
    "scenes": read_entries(Scene),
    "seeds": check_seeds,
    "styles": read_entries(Style),
    "tasks": read_entries(Task),
}

FILES = sorted(path.relative_to(FAIL) for path in FAIL.glob("*/*") if path.is_file())
CASES = [path for path in FILES if path.suffix != ".expected"]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_message_is_the_golden_one(case, monkeypatch):
    monkeypatch.chdir(FAIL)
    message = READERS[case.parts[0]](case)
    golden = case.with_suffix(".expected")
    if UPDATE:
        golden.write_text(message, encoding="utf-8")
    assert golden.exists(), f"no golden for {case}; it says:\n{message}"
    assert message == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_each_case_has_a_golden_of_its_own(case):
    assert sum(other.with_suffix("") == case.with_suffix("") for other in CASES) == 1


def test_no_golden_is_left_over():
    expected = {case.with_suffix(".expected") for case in CASES}
    assert {path for path in FILES if path.suffix == ".expected"} <= expected


def test_every_folder_has_a_reader():
    assert {path.parts[0] for path in FILES} <= set(READERS)


def test_there_are_many():
    assert len(CASES) >= 205
