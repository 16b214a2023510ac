import logging
import os
import subprocess
import sys

import pytest
import typer
from typer.testing import CliRunner

import geoengine
from geoengine.catalogue import data_folder, load_engine_steps
from geoengine.cli.app import ErrorReporting, app
from geoengine.cli.log import log_to_stderr
from geoengine.errors import CatalogueError, PlacementError

HEAVY = {"jinja2", "matplotlib", "networkx", "numpy", "pydantic", "ruamel", "scipy", "sympy", "z3"}


def run(*arguments, **options):
    return subprocess.run(
        [sys.executable, "-m", "geoengine", *arguments],
        capture_output=True,
        text=True,
        check=False,
        **options,
    )


def test_version():
    answer = run("--version")
    assert answer.returncode == 0
    version, kernel = answer.stdout.splitlines()
    assert version == f"geoengine {geoengine.__version__}"
    assert kernel.startswith("kernel: ")


def loaded_by(*arguments):
    """Return the output of a command, and the packages loaded when it ends."""
    program = (
        "import atexit, sys\n"
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
        f"sys.argv = {['geoengine', *arguments]!r}\n"
        "from geoengine.cli import main\n"
        "main()"
    )
    answer = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return answer.stdout, {name.partition(".")[0] for name in answer.stderr.split()}


def test_validators_are_built_when_entries_are_validated():
    program = (
        "from pydantic import BaseModel\n"
        "from geoengine.catalogue.fingerprint import model_classes\n"
        "models = [model for model in model_classes() if issubclass(model, BaseModel)]\n"
        "print(len(models), [model.__name__ for model in models if model.__pydantic_complete__])"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    count, complete = answer.stdout.split(maxsplit=1)
    assert int(count) > 10
    assert complete == "[]\n"


def test_help_loads_nothing_heavy():
    shown, loaded = loaded_by("--help")
    assert "Usage: geoengine" in shown
    assert "typer" in loaded
    assert not loaded & HEAVY


@pytest.mark.parametrize(
    ("problem", "last_line"),
    [
        ("a b c = iso_triangle; m = midpoint b c ? perp a m b c", "Shown: am ⟂ bc"),
        ("c a b = r_triangle_of c a b 3 4 ? lconst a b 5", "Shown: ab = 5"),
    ],
)
def test_a_proof_loads_only_what_it_needs(problem, last_line, tmp_path, monkeypatch):
    monkeypatch.setenv("GEOENGINE_CACHE", str(tmp_path))
    first, loaded = loaded_by("prove", problem)
    assert "ruamel" in loaded
    shown, loaded = loaded_by("prove", problem)
    assert shown == first
    assert last_line in shown
    assert {"numpy", "pydantic"} <= loaded
    assert not loaded & {*HEAVY, "rich"} - {"numpy", "pydantic"}


@pytest.mark.parametrize(
    "arguments", [["--no-such-option"], ["no-such-command"], ["rules", "show"]]
)
def test_a_usage_error_exits_2(arguments):
    answer = CliRunner().invoke(app, arguments)
    assert answer.exit_code == 2
    assert "Usage:" in answer.stderr


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (
            CatalogueError("unknown key", source="a.yaml", line=3, hint="x"),
            2,
            "a.yaml:3: unknown key\n  hint: x\n",
        ),
        (PlacementError("no figure in 100 attempts"), 1, "no figure in 100 attempts\n"),
        (KeyboardInterrupt(), 130, "interrupted\n"),
    ],
)
def test_what_is_raised_on_purpose_becomes_a_message(error, code, message):
    failing = typer.Typer(cls=ErrorReporting)

    @failing.callback()
    def options():
        pass

    @failing.command()
    def fail():
        raise error

    answer = CliRunner().invoke(failing, ["fail"])
    assert (answer.exit_code, answer.stdout, answer.stderr) == (code, "", message)


def test_a_reader_that_leaves_early_is_no_fault():
    reading, writing = os.pipe()
    os.close(reading)
    try:
        answer = subprocess.run(
            [sys.executable, "-m", "geoengine", "rules", "list"],
            stdout=writing,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    finally:
        os.close(writing)
    assert answer.stderr == ""


@pytest.mark.parametrize("kind", ["rules", "constructions", "scenes"])
def test_what_is_listed_can_be_shown(kind):
    listed = run(kind, "list").stdout.splitlines()
    assert listed
    name = listed[0].split()[0]
    shown = run(kind, "show", name)
    assert shown.returncode == 0
    assert name in shown.stdout


def test_steps_of_the_engine_are_listed_and_shown_as_such():
    listed = run("rules", "list").stdout.splitlines()
    own = [
        line.split()[0] for line in listed if line.endswith("(a step of the engine, not a rule)")
    ]
    assert sorted(own) == sorted(load_engine_steps())
    shown = run("rules", "show", "pythagoras_theorem").stdout.splitlines()
    assert shown[0].startswith("# ")
    assert shown[1] == "# Pythagorean theorem (a step of the engine, not a rule)"
    assert "table: square" in shown


def test_steps_of_the_engine_are_not_tested_as_rules():
    told = "The engine's own, not tested as rules: angle_chasing, "
    own = str(data_folder("rules/engine") / "steps.yaml")
    answer = CliRunner().invoke(app, ["rules", "check", own])
    assert answer.exit_code == 0
    assert answer.stdout.startswith(told)
    other = str(data_folder("rules") / "midpoints.yaml")
    answer = CliRunner().invoke(app, ["rules", "check", own, other, "--configurations", "2"])
    assert answer.exit_code == 0
    assert "midpoint_definition" in answer.stdout
    assert told in answer.stdout
    answer = CliRunner().invoke(app, ["rules", "check", other, "--configurations", "2"])
    assert told not in answer.stdout


def test_a_misspelt_name_is_answered_with_the_right_one():
    name = run("rules", "list").stdout.split()[0]
    answer = run("rules", "show", name + "x")
    assert (answer.returncode, answer.stdout) == (2, "")
    assert f"found '{name}x'" in answer.stderr
    assert "did you mean" in answer.stderr
    assert name in answer.stderr


@pytest.mark.parametrize(("flag", "shown"), [("-v", ["done"]), ("-vv", ["done", "how"])])
def test_verbose_logs_to_standard_error(flag, shown, capsys):
    logger = logging.getLogger("geoengine")
    before = logger.handlers[:], logger.level
    try:
        log_to_stderr(flag.count("v"))
        logger.info("done")
        logger.debug("how")
    finally:
        logger.handlers, logger.level = before
    answer = capsys.readouterr()
    assert answer.out == ""
    assert [word for word in ("done", "how") if word in answer.err] == shown


def test_the_collector_is_tuned_for_a_start_and_then_for_many_problems(tmp_path):
    path = tmp_path / "problems.txt"
    path.write_text("one\na b c = iso_triangle ? cong a b a c\n", encoding="utf-8")
    program = (
        "import atexit, gc, sys\n"
        "tell = lambda: print(gc.get_threshold()[0], gc.get_freeze_count(), file=sys.stderr)\n"
        "atexit.register(tell)\n"
        "sys.argv = ['geoengine', *{}]\n"
        "from geoengine.cli import main\n"
        "main()"
    )
    for arguments, threshold in (
        (["--version"], 200_000),
        (["prove", "--all", str(path)], 500_000),
    ):
        answer = subprocess.run(
            [sys.executable, "-c", program.format(arguments)],
            capture_output=True,
            text=True,
            check=True,
        )
        first, frozen = map(int, answer.stderr.split())
        assert first == threshold
        assert frozen > 10_000
