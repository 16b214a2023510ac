"""The test suite itself: the parts of the slow tests, the list of skips, what .ci/run does."""

from __future__ import annotations

import hashlib
import importlib.util
import io
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from parts import divide, read_part
from skips import LIST

ROOT = Path(__file__).parent.parent
RUN = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
SLOW_PARTS = int(re.search(r"^slow_parts=(\d+)$", RUN, re.MULTILINE)[1])
LIMIT = 600
"""Seconds of processor time that a part may take: about five minutes on two cores."""

TOY = """
import pytest

@pytest.mark.slow(seconds=60)
@pytest.mark.parametrize("k", range(3))
def test_long(k): pass

@pytest.mark.slow(seconds=20, each=True)
@pytest.mark.parametrize("k", range(2))
def test_each(k): pass

@pytest.mark.slow
def test_untold(): pass

@pytest.mark.slow(seconds=35)
def test_longer(): pass

@pytest.mark.slow(seconds=5)
class TestClass:
    def test_one(self): pass
    def test_other(self): pass

def test_short(): pass
"""


def run_pytest(*arguments, cwd=ROOT, **environment):
    """Run pytest by itself, as a shell would."""
    known = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments]
    done = subprocess.run(
        command, cwd=cwd, env=known | environment, capture_output=True, text=True, check=False
    )
    assert done.returncode in {0, 1}, done.stdout + done.stderr
    return done.stdout


# Parts


@given(
    st.dictionaries(st.text(max_size=4), st.floats(0, 1000), max_size=40),
    st.integers(1, 9),
)
def test_every_test_is_in_exactly_one_part(seconds, count):
    parts = divide(seconds, count)
    assert len(parts) == count
    assert sorted(name for part in parts for name in part) == sorted(seconds)
    lengths = [sum(map(seconds.get, part)) for part in parts]
    assert max(lengths) - min(lengths) <= max(seconds.values(), default=0) + 1e-6


@pytest.mark.parametrize("text", ["", "2", "0/4", "5/4", "1/0", "1/4/2", "-1/4", "a/b"])
def test_a_part_that_is_none_is_refused(text):
    with pytest.raises(pytest.UsageError, match="expected --part as in 2/4"):
        read_part(text)


@pytest.fixture
def toy(tmp_path):
    """A small suite that is divided and counted like the real one."""
    for name in ("conftest.py", "parts.py", "skips.py"):
        shutil.copy(ROOT / "tests" / name, tmp_path)
    (tmp_path / "test_toy.py").write_text(TOY)
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n  slow\n  program\n")
    return tmp_path


def names(output):
    """The tests that a listing of pytest names."""
    return set(re.findall(r"^test_\w+\.py::(\S+)$", output, re.MULTILINE))


def test_the_parts_of_a_suite(toy):
    found = [
        names(run_pytest("--co", "-q", "-m", "slow", f"--part={k}/2", cwd=toy)) for k in (1, 2)
    ]
    in_class = {"TestClass::test_one", "TestClass::test_other"}
    assert found == [
        {"test_long[0]", "test_long[1]", "test_long[2]", "test_each[0]", *in_class},
        {"test_longer", "test_untold", "test_each[1]"},
    ]


@pytest.mark.slow(seconds=8)
def test_no_part_of_the_slow_suite_takes_too_long():
    # Collecting the other tests and the docstrings as well would take most of the time.
    files = [path for path in (ROOT / "tests").glob("test_*.py") if "mark.slow" in read(path)]
    assert len(files) >= 25
    quickly = ("-o", "addopts=--import-mode=importlib --assert=plain")
    shown = run_pytest(*quickly, "--co", "-m", "slow", f"--part=1/{SLOW_PARTS}", *map(str, files))
    parts = re.findall(r"^part (\d+) of the slow tests: (\d+) tests, about (\d+) s", shown, re.M)
    assert [int(number) for number, *_ in parts] == [*range(1, SLOW_PARTS + 1)]
    assert sum(int(count) for _, count, _ in parts) >= 33
    assert all(0 < int(seconds) <= LIMIT for *_, seconds in parts), shown


# Skips


def test_skips_are_counted_by_reason_and_kept_over_several_runs(toy):
    (toy / "test_toy.py").write_text(
        "import os, pytest\n"
        "@pytest.mark.program('no_such_program', 'nor_this')\n"
        "def test_program(): assert False\n"
        "@pytest.mark.skipif('A' not in os.environ, reason='A is not set')\n"
        "@pytest.mark.parametrize('k', [1, 2])\n"
        "def test_later(k): pass\n"
    )
    kept = toy / "skips.txt"
    shown = run_pytest(cwd=toy, **{LIST: str(kept)})
    assert "    2  A is not set\n    1  no_such_program is not installed\n" in shown
    assert sorted(kept.read_text().splitlines()) == [
        "A is not set\ttest_toy.py::test_later[1]",
        "A is not set\ttest_toy.py::test_later[2]",
        "no_such_program is not installed\ttest_toy.py::test_program",
    ]
    run_pytest("-k", "later and 2", cwd=toy, A="1", **{LIST: str(kept)})
    assert sorted(line.partition("::")[2] for line in kept.read_text().splitlines()) == [
        "test_later[1]",
        "test_program",
    ]


# .ci


def test_a_run_in_the_background_can_still_interrupt_programs(toy):
    (toy / "test_toy.py").write_text(
        "import signal\n"
        "def test_it(): assert signal.getsignal(signal.SIGINT) is not signal.SIG_IGN\n"
    )
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        assert "1 passed" in run_pytest(cwd=toy)
    finally:
        signal.signal(signal.SIGINT, before)


def test_the_automatic_check_begins_with_the_two_commands_of_the_readme():
    commands = re.findall(r"^make .*$", RUN, re.MULTILINE)
    assert commands[:3] == ["make demo", "make test", "make check"]
    before = RUN.partition("make demo\n")[0]
    assert not re.findall(r"\b(?:pip|npm|apt-get|install)\b", before)
    setting_up = (ROOT / "README.md").read_text(encoding="utf-8").partition("## Set up")[2]
    shown = re.findall(r"^\$ (make \w+)", setting_up.partition("\n## ")[0], re.MULTILINE)
    assert shown == ["make demo", "make test"]


def test_only_the_automatic_check_knows_the_folder_beside_the_checkout():
    beside = "../" + "shared"
    kept = ("geoengine", "tests", "docs", "rules", "constructions", "scenes", "tasks", ".ci")
    files = [
        path
        for folder in kept
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    ]
    files += [path for path in ROOT.iterdir() if path.is_file()]
    assert len(files) >= 900
    naming = {path.relative_to(ROOT).as_posix() for path in files if beside in read(path)}
    assert naming == {".ci/run"}


def read(path):
    """The text of a file, or of a binary file what can be read of it."""
    return path.read_text(encoding="utf-8", errors="replace")


# Public problem files


@pytest.fixture
def problems():
    spec = importlib.util.spec_from_file_location("problems", ROOT / ".ci" / "problems.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_problem_files_with_another_digest_are_refused(problems, tmp_path):
    archive, content = tmp_path / "some-1.tar.gz", b"name\na b = segment\n"
    with tarfile.open(archive, "w:gz") as tar:
        member = tarfile.TarInfo("some-1/sets/one.txt")
        member.size = len(content)
        tar.addfile(member, io.BytesIO(content))
    digest = hashlib.sha256(content).hexdigest()
    assert problems.read_files(archive, "sets", {"one.txt": digest}) == {"one.txt": content}
    with pytest.raises(problems.FetchError, match=r"expected one\.txt with digest 00"):
        problems.read_files(archive, "sets", {"one.txt": "00"})


def test_all_problem_files_are_pinned(problems):
    pinned = tomllib.loads(problems.PINNED.read_text(encoding="utf-8"))
    assert {name.removesuffix(".txt") for name in pinned["files"]} == {
        "jgex_ag_231", "imo", "examples", "large_examples", "testing_minimal_rules", "imo_sl",
        "imo_102_requires_aux",
    }  # fmt: skip
    digests = {pinned["sha256"], *pinned["files"].values()}
    assert len(digests) == 8
    assert all(re.fullmatch("[0-9a-f]{64}", digest) for digest in digests)
