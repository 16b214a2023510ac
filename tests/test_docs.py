"""The documentation: its commands and its Python are run, and it is complete."""

from __future__ import annotations

import doctest
import functools
import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import pytest
from browser import HAS_ASSETS, assert_assets_are_asked_for
from in_process import judge_in_process
from tasks_of import TASKS
from typer.testing import CliRunner

from geoengine.catalogue import (
    Construction,
    QuestionWording,
    Rule,
    Scene,
    Task,
    load_file,
    load_rules,
)
from geoengine.catalogue.vocabulary import VOCABULARY
from geoengine.cli.app import app
from geoengine.cli.attempt import PHASES
from geoengine.deduction import StopReason
from geoengine.families.reasoning import make_context, problem_record
from geoengine.formats import FORMATS
from geoengine.items import Item
from geoengine.language import PREDICATES, parse_statement
from geoengine.scene import load_problem
from geoengine.solid import load_solid_constructions

DOCS = Path(__file__).parent.parent / "docs"
PAGES = {
    "index.md": 1,
    "start.md": 7,
    "tutorials/split.md": 16,
    "tutorials/proof.md": 24,
    "tutorials/problem.md": 10,
    "tutorials/rule.md": 7,
    "tutorials/format.md": 12,
    "tutorials/solid.md": 3,
    "tutorials/program.md": 8,
    "problems.md": 15,
    "proving.md": 44,
    "auxiliary.md": 5,
    "rules.md": 8,
    "rules_check.md": 4,
    "verify.md": 6,
    "splits.md": 6,
    "scenes.md": 8,
    "solids.md": 9,
    "programs.md": 2,
    "diagrams.md": 10,
    "drafting.md": 2,
    "evaluate.md": 7,
    "commands.md": 1,
    "errors.md": 12,
}
"""How many commands and lines of Python are run from each page, at least."""

IN_A_CHECKOUT = {"tutorials/construction.md": 3, "tutorials/scene.md": 2}
"""Pages that change the catalogue: they are run in a copy of a checkout."""

IN_THE_CODE = {"tutorials/reasoning_task.md": 7}
"""Pages that change the program: they are run in a shell, in a copy of a checkout."""

ONE_AFTER_THE_OTHER = {"tutorials/family.md": 3, "tutorials/task.md": 5}
"""Pages that write a package and install it, the second what the first began."""

ELSEWHERE = {
    "drafting.md": "tests/test_family_drafting.py and tests/test_draft_command.py",
    "algorithm.md": "tests/test_algorithm_page.py",
    "inspect.md": "tests/test_inspect.py",
    "formats.md": "tests/consumers",
    "benchmark.md": "make bench, which takes minutes and needs another program",
    "geobench_audit.md": "tests/test_geobench.py, on files that are not of this project",
}
"""Pages whose examples are run by other tests, or why by none."""

SMALL = ["--count=1", "--no-images"]
"""Options for making a split of which the page shows no output."""

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@dataclass(frozen=True)
class Block:
    """A fenced block of a page: its language, its name if it is a file, and where it begins."""

    language: str
    caption: str
    text: str
    line: int


def blocks_of(page: Path) -> Iterator[Block]:
    """Read the fenced blocks of a page."""
    content = page.read_text(encoding="utf-8")
    name = r"(?:<!-- file: (\S+) -->\n)?"
    pattern = rf"^{name}```(?:\{{code-block\}} )?(\w+)\n(?::caption: (\S+)\n)?(.*?)^```$"
    for match in re.finditer(pattern, content, re.MULTILINE | re.DOTALL):
        line = content[: match.start()].count("\n") + 1
        yield Block(match[2], match[1] or match[3] or "", match[4], line)


def commands_of(
    block: Block, programs: tuple[str, ...] = ("geoengine",)
) -> Iterator[tuple[list[str], str]]:
    """Read the commands of a block that call some programs, each with the output that is shown."""
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        words = shlex.split(command, comments=True)
        if words[0] in programs:
            yield words, output


def without_numbers(output: str) -> str:
    """Remove counts and times from a table of proofs."""
    output = re.sub(r"^(\S+ +(?:yes|no)) .*$", r"\1", output, flags=re.MULTILINE)
    return re.sub(r"\b\d+\.\d{3} s\b", "… s", output)


def run_command(words: list[str], shown: str, where: str) -> None:
    """Run a command, and compare its output."""
    if shown in {"", "...\n"} and words[0] == "generate":
        words = [*words, *SMALL]
    words, to, file = (words[:-2], *words[-2:]) if ">" in words else (words, "", "")
    answer = CliRunner().invoke(app, words, prog_name="geoengine", env={"COLUMNS": "80"})
    if words[0] == "inspect" and not HAS_ASSETS:
        assert_assets_are_asked_for(answer)
        return
    if to:
        Path(file).write_text(answer.stdout, encoding="utf-8")
    # With its output in a file, a command may report something wrong.
    allowed = (0, 1, 2) if shown else (0, 1) if to else (0,)
    assert answer.exit_code in allowed, f"{where}: {answer.output}"
    if shown:
        wanted, found = map(without_numbers, (shown, answer.output))
        # Doctest reads a first line of dots as a prompt: a mark before both prevents that.
        same = doctest.OutputChecker().check_output(f"> {wanted}", f"> {found}", FLAGS)
        assert same, f"{where}: expected\n{shown}\nfound\n{answer.output}"


def run_page(page: Path) -> int:
    """Run everything that a page shows, in order, in the working folder; count what was run."""
    names: dict[str, object] = {}
    count = 0
    for block in blocks_of(page):
        where = f"{page.name}:{block.line}"
        if block.caption:
            Path(block.caption).write_text(block.text, encoding="utf-8")
        elif block.language == "console":
            for (_, *words), shown in commands_of(block):
                run_command(words, shown, f"{where}: geoengine {shlex.join(words)}")
                count += 1
        elif block.language == "pycon":
            test = doctest.DocTestParser().get_doctest(
                block.text, names, page.name, str(page), block.line
            )
            runner, report = doctest.DocTestRunner(optionflags=FLAGS), []
            runner.run(test, out=report.append, clear_globs=False)
            assert not runner.failures, "".join(report)
            names = test.globs
            count += len(test.examples)
    return count


def run_page_in_a_shell(page: Path) -> int:
    """Run everything that a page shows in a shell, including tests; count the commands."""
    count = 0
    for block in blocks_of(page):
        if block.caption:
            Path(block.caption).parent.mkdir(parents=True, exist_ok=True)
            Path(block.caption).write_text(block.text, encoding="utf-8")
            continue
        for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
            command, _, shown = part.partition("\n")
            if command.endswith("<<'END'"):
                text, _, shown = shown.partition("\nEND\n")
                command = f"{command}\n{text}\nEND"
            answer = subprocess.run(
                ["bash", "-c", command], capture_output=True, text=True, check=False
            )
            found = answer.stdout + answer.stderr
            if not shown:
                assert answer.returncode == 0, f"{page.name}:{block.line}: {command}: {found}"
            same = doctest.OutputChecker().check_output(f"> {shown}", f"> {found}", FLAGS)
            assert same, f"{page.name}:{block.line}: expected\n{shown}\nfound\n{found}"
            count += 1
    return count


def words_in(page: str) -> set[str]:
    """Return the words that a page sets as code."""
    text = (DOCS / page).read_text(encoding="utf-8")
    text = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    return {word for code in re.findall(r"`([^`\n]+)`", text) for word in re.findall(r"\w+", code)}


@pytest.fixture(scope="module")
def reference():
    spec = importlib.util.spec_from_file_location("reference", DOCS / "reference.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def tables(reference, tmp_path_factory):
    """The folder of the generated reference."""
    folder = tmp_path_factory.mktemp("reference")
    reference.write_reference(folder)
    return folder


@pytest.fixture
def alone(tmp_path, monkeypatch):
    """A working folder, and no processes of the judge, which would take most of the time to start.

    Formats that a page adds are removed afterwards.
    """
    monkeypatch.chdir(tmp_path)
    judge_in_process(monkeypatch)
    with patch.dict(FORMATS):
        yield


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_shows_is_so(page):
    if page == "tutorials/rule.md" and "butterfly" in load_rules():
        pytest.skip("the rule of the tutorial was added to the catalogue, as its last step says")
    assert run_page(DOCS / page) >= PAGES[page]


def forget() -> None:
    """Clear all caches."""
    for name, module in list(sys.modules.items()):
        if name.startswith("geoengine"):
            for value in list(vars(module).values()):
                if isinstance(value, functools._lru_cache_wrapper):
                    value.cache_clear()


@pytest.fixture
def checkout(alone, tmp_path, monkeypatch):
    """A copy of the catalogue as the working folder; caches are cleared afterwards."""
    for name in ("rules", "constructions", "scenes", "tasks"):
        shutil.copytree(DOCS.parent / name, tmp_path / name)
    shutil.copy(DOCS.parent / "pyproject.toml", tmp_path)
    monkeypatch.setattr("geoengine.catalogue.folders._PACKAGE", tmp_path / "geoengine")
    forget()
    yield tmp_path
    forget()


@pytest.fixture
def programs(checkout, monkeypatch):
    """The programs that the pages call, run in a copy of a checkout."""
    unneeded = shutil.ignore_patterns("built", "node_modules", "data", "bench", "consumers", "fail")
    for name in ("geoengine", "tests"):
        shutil.copytree(DOCS.parent / name, checkout / name, ignore=unneeded)
    folder = checkout / "bin"
    folder.mkdir()
    for name, options in (("geoengine", ""), ("pytest", "-q -n 0 -p no:cacheprovider")):
        program = folder / name
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m {name} {options} "$@"\n')
        program.chmod(0o755)
    monkeypatch.setenv("PYTHONPATH", str(checkout))
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


@pytest.mark.usefixtures("checkout")
@pytest.mark.parametrize("page", IN_A_CHECKOUT)
def test_what_a_page_adds_to_a_checkout_works(page):
    count = 0
    for block in blocks_of(DOCS / page):
        if block.caption:
            Path(block.caption).write_text(block.text, encoding="utf-8")
            continue
        for words, shown in commands_of(block, ("geoengine", "sed")):
            if words[0] == "sed":
                subprocess.run(words, check=True)
                forget()
            else:
                run_command(words[1:], shown, f"{page}:{block.line}: {shlex.join(words)}")
                count += 1
    assert count >= IN_A_CHECKOUT[page]


@pytest.mark.slow(seconds=12)
def test_a_family_and_a_task_are_written_as_the_tutorials_say(tmp_path, monkeypatch):
    site, folder = tmp_path / "site", tmp_path / "bin"
    folder.mkdir()
    options = f"--quiet --no-deps --no-index --no-build-isolation --upgrade --target {site}"
    for name, call in (("geoengine", "geoengine"), ("pip", f"pip install {options}")):
        program = folder / name
        shifted = "shift; " if name == "pip" else ""
        program.write_text(f'#!/bin/sh\n{shifted}exec "{sys.executable}" -m {call} "$@"\n')
        program.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", f"{DOCS.parent}{os.pathsep}{site}")
    for page in ONE_AFTER_THE_OTHER:
        assert run_page_in_a_shell(DOCS / page) >= ONE_AFTER_THE_OTHER[page]


@pytest.mark.slow(seconds=35)
@pytest.mark.usefixtures("programs")
@pytest.mark.parametrize("page", IN_A_CHECKOUT)
def test_what_a_page_adds_to_a_checkout_passes_its_tests(page):
    assert run_page_in_a_shell(DOCS / page) > IN_A_CHECKOUT[page]


@pytest.mark.slow(seconds=35)
@pytest.mark.usefixtures("programs")
@pytest.mark.parametrize("page", IN_THE_CODE)
def test_what_a_page_adds_to_the_program_works(page):
    assert run_page_in_a_shell(DOCS / page) >= IN_THE_CODE[page]


def test_every_page_with_examples_is_run():
    # Of the reference and the gallery every line is generated.
    pages = [*DOCS.glob("*.md"), *DOCS.glob("tutorials/*.md"), *DOCS.glob("decisions/*.md")]
    shown = {
        str(page.relative_to(DOCS))
        for page in pages
        if any(block.language in {"console", "pycon"} for block in blocks_of(page))
    }
    run = {*PAGES, *IN_A_CHECKOUT, *IN_THE_CODE, *ONE_AFTER_THE_OTHER, *ELSEWHERE}
    assert shown - {"formats.md"} == run - {"formats.md"}


def test_no_page_is_a_stub():
    pages = [*DOCS.glob("*.md"), *DOCS.glob("tutorials/*.md")]
    short = {page.name for page in pages if len(page.read_text(encoding="utf-8").split()) < 150}
    assert short == {"changelog.md"}


def test_a_page_that_shows_something_else_is_caught(tmp_path):
    page = tmp_path / "page.md"
    page.write_text('```console\n$ geoengine prove "a b = segment ? cong a b a b"\nProved\n```\n')
    with pytest.raises(AssertionError, match=r"page\.md:1: geoengine prove"):
        run_page(page)
    page.write_text("```pycon\n>>> 1 + 1\n3\n```\n")
    with pytest.raises(AssertionError, match="Expected"):
        run_page(page)


def written_pages() -> list[Path]:
    """Return the pages that are written by hand: all but the reference and the gallery."""
    return [
        page for folder in ("", "tutorials", "decisions") for page in (DOCS / folder).glob("*.md")
    ]


def anchors_of(page: Path) -> set[str]:
    """Return the anchors of a page: its headings as GitHub and MyST slug them, and its labels."""
    text = re.sub(
        r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE
    )
    headings = re.findall(r"^#+ (.+)$", text, flags=re.MULTILINE)
    slugs = (re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings)
    return {*slugs, *re.findall(r"^\(([\w-]+)\)=$", text, flags=re.MULTILINE)}


def test_links_lead_to_pages_and_headings(tables):
    checked = anchored = 0
    for page in written_pages():
        text = page.read_text(encoding="utf-8").replace("\n", " ")
        for target, anchor in re.findall(r"\]\(([^)#:\s]*)(?:#([\w-]+))?\)", text):
            if "gallery/" in target:
                continue  # `make docs` writes it, and says so where it cannot
            there = page.parent / target if target else page
            if "reference/" in target:
                there = tables / Path(target).name
            assert there.is_file(), f"{page.name}: {target}"
            assert not anchor or anchor in anchors_of(there), f"{page.name}: {target}#{anchor}"
            checked += 1
            anchored += bool(anchor)
    assert checked >= 230
    assert anchored >= 100


def test_every_page_is_in_a_table_of_contents():
    listed: set[Path] = set()
    for page in written_pages():
        text = page.read_text(encoding="utf-8")
        for tree in re.findall(
            r"^```\{toctree\}\n(.*?)^```$", text, flags=re.DOTALL | re.MULTILINE
        ):
            entries = [line for line in tree.splitlines() if line and not line.startswith(":")]
            listed |= {there for entry in entries for there in page.parent.glob(f"{entry}.md")}
    assert set(written_pages()) - listed == {DOCS / "index.md"}


@pytest.mark.parametrize(
    ("page", "names"),
    [
        ("rules.md", Rule.model_fields),
        ("scenes.md", {*Scene.model_fields, *Construction.model_fields}),
        ("scenes.md", VOCABULARY),
        ("splits.md", {*Item.model_fields, *TASKS}),
        ("tutorials/reasoning_task.md", {*Task.model_fields, *QuestionWording.model_fields}),
        ("proving.md", {*PHASES, *(reason.value for reason in StopReason)}),
    ],
    ids=["rules", "scenes", "vocabulary", "items", "tasks", "runs"],
)
def test_nothing_is_left_out(page, names):
    assert not set(names) - words_in(page)


def test_every_field_of_a_split_is_explained(one_of_each):
    split = one_of_each
    known = words_in("splits.md")
    items = list(split.items())
    assert {item["task"] for item in items} == set(TASKS)
    for item in items:
        assert len(item["certificate"]["options"]) == 4
        assert not set(item["meta"]) - known
        assert not set(item["certificate"]) - known - {"options"}
        for option in item["certificate"]["options"]:
            assert not set(option) - known - {"absent"}
    assert not set(split.manifest) - known
    context = make_context(load_problem("A B C = triangle; D = foot A B C"), scene="x", seed=1)
    record = problem_record(context, parse_statement("perp A D B D"))
    assert not {*record, "id", "index", "image"} - known


def test_the_examples_of_entries_can_be_read(tmp_path):
    files = {block.caption: block.text for block in blocks_of(DOCS / "scenes.md") if block.caption}
    for name, model in (("scene.yaml", Scene), ("construction.yaml", Construction)):
        (tmp_path / name).write_text(files[name], encoding="utf-8")
        assert len(load_file(tmp_path / name, model)) == 1


def test_the_tables_hold_the_whole_catalogue(reference, tables):
    pages = {path.stem: path.read_text(encoding="utf-8") for path in tables.glob("*.md")}
    assert set(pages) == {"predicates", "constructions", "rules", "scenes", "solids", "seeds"}
    for name in PREDICATES:
        assert f"| `{name} " in pages["predicates"]
    for rule in load_rules():
        assert f"`{rule}`" in pages["rules"]
    for construction in load_solid_constructions().values():
        assert f"| `{construction.usage}` |" in pages["solids"]
    assert pages["seeds"].count("<br>") == 2 * reference._PAIRS
    count = 0
    for page in pages.values():
        assert str(reference._STAND_IN) not in page
        for head, *rest in re.findall(r"^\|(.*)\|\n\|(?: --- \|)+\n((?:\|.*\|\n)+)", page, re.M):
            columns = head.count("|")
            count += 1
            assert all(line[1:-1].count("|") == columns for line in rest[0].splitlines())
    assert count >= 26
