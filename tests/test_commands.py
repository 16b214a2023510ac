"""All commands: help and its examples, completion, colours, and Ctrl-C."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from itertools import chain
from pathlib import Path

import pytest
import typer
from browser import HAS_ASSETS, assert_assets_are_asked_for, needs_assets
from in_process import judge_in_process
from typer.testing import CliRunner

from geoengine.catalogue import data_folder
from geoengine.cli.app import app
from geoengine.cli.examples import EXAMPLES

PROGRAM = str(Path(sys.executable).with_name("geoengine"))
PROBLEMS = """\
thales
O A = segment; B = on_line O A, on_circle O A; C = on_circle O A ? perp A C B C
tangents
O A = segment; P = free; X Y = tangent P O A ? cong P X P Y
"""
MANY = "".join(PROBLEMS.replace("thales", f"t{k}").replace("tangents", f"u{k}") for k in range(600))
BISECTOR = """\
A = (-3, -1)
B = (3, 1)
c = Circle(A, B)
d = Circle(B, A)
P = Intersect(c, d, 1)
Q = Intersect(c, d, 2)
M = Intersect(Line(P, Q), Segment(A, B))
"""
PUBLISHED = {
    "problem": "How long is the segment $EF$?", "answer": "$7$",
    "geo_code": "import matplotlib.pyplot as plt\nE, F = (0, 0), (2.5, 1.25)\n"
    "plt.plot([E[0], F[0]], [E[1], F[1]])\nplt.show()",
}  # fmt: skip
RULES = """\
- id: midline_of_mine
  name: Midline of mine
  statement: The midline of a triangle is parallel to its third side.
  given: [midp M A B, midp N A C]
  where: [ncoll A B C]
  then: [para M N B C]
  source: a test
"""
SHELLS = {
    "bash": "source {script}; COMP_WORDS=({words}); COMP_CWORD={at};"
    ' _geoengine_completion geoengine; printf "%s\\n" "${{COMPREPLY[@]}}"',
    "zsh": 'compdef() {{ }}; source {script}; _arguments() {{ print -rl -- "$@" }};'
    " words=({words}); CURRENT=$(({at} + 1)); _geoengine_completion",
    "fish": 'source {script}; complete -C "{words}"',
}
START = {"bash": ["--norc", "-c"], "zsh": ["-fc"], "fish": ["-N", "-c"]}
COLOUR = re.compile(r"\x1b\[[0-9;]*(?:3[0-9]|4[0-9]|9[0-7])[0-9;]*m")


def commands():
    """Yield each command as it is called, with its Click object."""

    def walk(name, command):
        yield name, command
        for word, inner in getattr(command, "commands", {}).items():
            yield from walk(f"{name} {word}".strip(), inner)

    yield from walk("", typer.main.get_command(app))


NAMES = [name for name, _ in commands()]
LEAVES = {name: command for name, command in commands() if not hasattr(command, "commands")}


def review_of(name, split, reviewer):
    """A review of the first item of a split."""
    first = (split.path / "items.jsonl").read_text(encoding="utf-8").splitlines()[0]
    return json.dumps({
        "split": name, "id": json.loads(first)["id"], "verdict": "good", "note": "",
        "reviewer": reviewer, "time": "2026-03-01T09:30:00.000Z",
    })  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory, one_of_each):
    """A folder with the files that the examples use."""
    place = tmp_path_factory.mktemp("examples")
    (place / "problems.txt").write_text(PROBLEMS)
    (place / "many.txt").write_text(MANY)
    (place / "published.json").write_text(json.dumps([PUBLISHED]), encoding="utf-8")
    (place / "my_rules.yaml").write_text(RULES)
    (place / "bisector.txt").write_text(BISECTOR)
    shutil.copy(data_folder("scenes/solids") / "examples.yaml", place / "my_seeds.yaml")
    for name in ("ada", "bo"):
        (place / f"{name}.jsonl").write_text(review_of("mine", one_of_each, name), "utf-8")
    for name in ("mine", "two"):
        shutil.copytree(one_of_each.path, place / "out" / name)
    with pytest.MonkeyPatch.context() as patch:
        for line in chain(EXAMPLES["prove"], EXAMPLES["respond"]):
            if re.search("proof.json|answers.jsonl|guesses.jsonl", line):
                assert run(line, place, patch).exit_code == 0
    return place


@pytest.fixture(scope="module", autouse=True)
def one_core():
    with pytest.MonkeyPatch.context() as patch:
        judge_in_process(patch)
        patch.setattr("os.cpu_count", lambda: 1)
        patch.setattr("geoengine.draw.solids.video.FRAMES", 24)
        patch.setattr("typer.launch", lambda _: 0)
        yield


def run(line, folder, monkeypatch):
    """Run an example like a shell, except for pipes and redirections, which the test handles."""
    monkeypatch.chdir(folder)
    words = shlex.split(re.split(r" [|>] ", line)[0])
    if words[1] == "generate":
        words = [word if word not in {"60", "6"} else "1" for word in words]
        words += ["--no-images", "--force"]
        words[2] += "_again"
    elif words[1] == "report":
        # A pool of few candidates.
        words = [word if word != "12" else "2" for word in words]
    answer = CliRunner().invoke(app, words[1:])
    if " > " in line:
        (folder / line.rpartition(" > ")[2]).write_text(answer.stdout, encoding="utf-8")
    return answer


def test_each_command_has_examples():
    assert set(EXAMPLES) == set(NAMES)
    assert all(EXAMPLES.values())


@pytest.mark.parametrize("name", EXAMPLES, ids=lambda name: name or "geoengine")
def test_the_examples_in_the_help_run(name, folder, monkeypatch):
    shown = CliRunner().invoke(app, [*name.split(), "--help"], env={"COLUMNS": "80"}).output
    for line in EXAMPLES[name]:
        # A terminal of 80 columns does not break it, so that it can be copied.
        assert f"$ {line}\n" in re.sub(r" +\n", "\n", shown)
        assert line.startswith(f"geoengine {name}".strip())
        answer = run(line, folder, monkeypatch)
        if "geoengine inspect" in line and not HAS_ASSETS:
            assert_assets_are_asked_for(answer)
            continue
        assert answer.exit_code == 0, f"{line}: {answer.output}"


def test_commands_have_many_options():
    assert sum(len(command.params) for command in LEAVES.values()) >= 96


@pytest.mark.parametrize("name", LEAVES)
def test_options_are_told_alike(name):
    command = LEAVES[name]
    assert re.search(r"Exits with 0\b", " ".join(command.help.split()))
    shared = {"--seed", "--name", "--aux", "--rules", "--workers"}
    for option in command.params:
        if "--help" in option.opts:
            continue
        assert option.help, f"{name}: {option.name}"
        assert option.help.endswith("."), f"{name}: {option.help}"
        if not getattr(option, "is_flag", False):
            assert option.metavar, f"{name}: {option.name}"
            is_choice = set(option.metavar) >= {"|"} and option.metavar.islower()
            assert is_choice or option.metavar.isupper() or option.metavar == "N|NxN"
        for other in LEAVES.values():
            for twin in other.params:
                if shared & set(option.opts) and option.opts == twin.opts:
                    assert (option.help, option.metavar) == (twin.help, twin.metavar)
                if {"--output"} & set(twin.opts):
                    assert "-o" in twin.opts


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("geoengine rules show intercept_th", "intercept_theorem"),
        ("geoengine constructions show orthocen", "orthocenter"),
        ("geoengine scenes show incircle_t", "incircle_touch_points"),
        ("geoengine verif", "verify"),
        ("geoengine prove --form", "--format"),
        ("geoengine prove --format mark", "markdown"),
        ("geoengine draw --without tick", "ticks"),
        ("geoengine draw --style geo", "geobench"),
        ("geoengine sample --topic circ", "circles"),
        ("geoengine prove problems.txt --name tang", "tangents"),
    ],
)
def test_words_are_completed(words, wanted, folder, monkeypatch):
    monkeypatch.chdir(folder)
    asked = {"_GEOENGINE_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": words}
    answer = CliRunner().invoke(app, [], env=asked, prog_name="geoengine")
    assert wanted in re.findall(r"[\w-]+", answer.output)
    assert "thales" not in answer.output


def test_a_name_in_no_file_has_no_completion(folder, monkeypatch):
    monkeypatch.chdir(folder)
    (folder / "broken.txt").write_text("one line\n")
    for file in ("absent.txt", "broken.txt"):
        words = f"geoengine prove {file} --name t"
        asked = {"_GEOENGINE_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": words}
        answer = CliRunner().invoke(app, [], env=asked, prog_name="geoengine")
        assert answer.output.strip() == "_files"


@pytest.mark.parametrize(
    "shell", [pytest.param(shell, marks=pytest.mark.program(shell)) for shell in SHELLS]
)
def test_shells_complete(shell, folder):
    environment = {**os.environ, "PATH": f"{Path(PROGRAM).parent}:{os.environ['PATH']}"}
    script = folder / f"complete.{shell}"
    source = {**environment, "_GEOENGINE_COMPLETE": f"source_{shell}"}
    text = subprocess.run([PROGRAM], env=source, capture_output=True, text=True, check=True)
    script.write_text(text.stdout)
    words = "geoengine rules show intercept_th"
    line = SHELLS[shell].format(script=script, words=words, at=len(words.split()) - 1)
    answer = subprocess.run(
        [shell, *START[shell], line], env=environment, capture_output=True, text=True, check=False
    )
    assert "intercept_theorem" in answer.stdout, answer.stderr


def on_a_terminal(arguments, program=PROGRAM, **environment):
    """Return what a command prints on a terminal."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    known = {"TERM": "xterm-256color", "COLUMNS": "80", "PATH": os.environ["PATH"]}
    with subprocess.Popen(
        [program, *arguments], stdin=theirs, stdout=theirs, stderr=theirs, env=known | environment
    ) as running:
        os.close(theirs)
        shown = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:
                break
            if not part:
                break
            shown += part
        os.close(ours)
        running.wait()
    return shown.decode()


def test_colours_are_for_terminals_and_for_who_wants_them():
    assert COLOUR.search(on_a_terminal(["--help"]))
    assert not COLOUR.search(on_a_terminal(["--help"], NO_COLOR="1"))
    piped = subprocess.run(
        [PROGRAM, "--help"],
        capture_output=True,
        text=True,
        check=True,
        env={"TERM": "xterm-256color", "PATH": os.environ["PATH"]},
    )
    assert "\x1b" not in piped.stdout + piped.stderr


def test_a_bar_is_for_terminals_and_the_cursor_comes_back(folder, monkeypatch):
    monkeypatch.chdir(folder)
    command = ["prove", "--all", "problems.txt"]
    shown = on_a_terminal(command, NO_COLOR="1")
    assert "Proving" in shown
    assert shown.rindex("\x1b[?25h") > shown.rindex("\x1b[?25l")
    assert not COLOUR.search(shown)
    piped = subprocess.run([PROGRAM, *command], capture_output=True, text=True, check=True)
    assert "\x1b" not in piped.stdout
    assert piped.stderr == ""


def test_work_is_shown_on_terminals_once_it_takes_a_while():
    code = (
        "import time; from geoengine.cli import progress; progress.SPINNER_DELAY = {}\n"
        "with progress.working('Deriving'): time.sleep(1)\n"
        "print('done')"
    )
    shown = on_a_terminal(["-c", code.format(0)], sys.executable)
    assert "Deriving" in shown
    assert shown.rindex("\x1b[?25h") > shown.rindex("\x1b[?25l")
    assert on_a_terminal(["-c", code.format(600)], sys.executable).split() == ["done"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["prove", "--all", "many.txt", "--json", "kept.jsonl"], "1 of 1200 problems were tried"),
        (["coverage", "many.txt"], "1 of 1200 problems were counted"),
        (["rules", "check", "--configurations", "1"], r"1 of \d+ rules were tested"),
        (["verify", "many.txt"], "1 of 1200 were judged"),
        pytest.param(
            ["inspect", "out/mine", "-o", "pages"], "pages has no index", marks=needs_assets
        ),
        (["evaluate", "out/mine", "kept.jsonl"], "is incomplete"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_ctrl_c_tells_what_is_kept(arguments, told, folder, monkeypatch):
    monkeypatch.chdir(folder)

    def once(items, doing, **_):
        yield next(iter(items))
        raise KeyboardInterrupt

    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("geoengine.cli.progress.with_progress", once)
    monkeypatch.setattr("geoengine.evaluate.grade_runs", interrupt)
    answer = CliRunner().invoke(app, arguments)
    assert answer.exit_code == 130
    assert re.search(f"^interrupted: .*{told}", answer.stderr, re.MULTILINE), answer.stderr
    if arguments[0] == "prove":
        assert (folder / "kept.jsonl").read_text().count("\n") == 1


# The circles of IMO 2011/6 touch; no search has proved it.
TOUCHING = (
    "A B C = triangle; O = circumcenter O A B C; P = on_circle P O A; Q = on_tline Q P O P;"
    " R = reflect R P B C; S = reflect S P C A; T = reflect T P A B;"
    " U = reflect U Q B C; V = reflect V Q C A; W = reflect W Q A B;"
    " X = on_line X S V, on_line X T W; Y = on_line Y R U, on_line Y T W;"
    " Z = on_line Z R U, on_line Z S V; M = circumcenter M X Y Z;"
    " N = on_circle N O A, on_circle N M X ? coll N O M"
)
SEARCH = ["prove", TOUCHING, "--search", "--workers", "2"]


@pytest.mark.parametrize(
    ("arguments", "seconds"),
    [
        (["prove", "--all", "many.txt"], 2.5),
        (["verify", "many.txt"], 2.5),
        # Workers start in between, and get jobs that do not fit into a pipe.
        *((SEARCH, seconds) for seconds in (1.2, 1.6, 2.5)),
    ],
    ids=["prove", "verify", "search-1.2", "search-1.6", "search-2.5"],
)
def test_ctrl_c_ends_a_command_and_its_processes(arguments, seconds, folder):
    running = subprocess.Popen(
        [PROGRAM, *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    # The outcome does not depend on the moment of the signal.
    time.sleep(seconds)
    os.killpg(running.pid, signal.SIGINT)
    # A surviving process would keep standard output open, and this call would not return.
    _, errors = running.communicate(timeout=20)
    assert running.returncode == 130
    assert errors.startswith("interrupted")
    assert "Traceback" not in errors
