"""Damaged splits: verify reports them, and every other command refuses them, naming the file."""

from __future__ import annotations

import json
import shutil

import pytest
from in_process import judge_in_process
from split_digests import vouch_for
from typer.testing import CliRunner

from geoengine.cli.app import app
from geoengine.errors import InputError, UsageError
from geoengine.split import make_plan
from geoengine.split_files import FileFault, SplitFiles


@pytest.fixture(autouse=True)
def _judging_here(monkeypatch):
    judge_in_process(monkeypatch)


@pytest.fixture(scope="module")
def made(shared_split):
    plan = make_plan(4, seed=3, tasks=["structural_perception", "numerical_perception"])
    return shared_split(plan, "mine").path


@pytest.fixture
def split(made, tmp_path):
    return shutil.copytree(made, tmp_path / "split")


def run(*words):
    done = CliRunner().invoke(app, [str(word) for word in words])
    assert "Traceback" not in done.output
    return done


def pictures(split):
    found = sorted(split.glob("images/*.png"))
    assert len(found) >= 2
    return found


def overwrite(split):
    pictures(split)[0].write_bytes(b"\x00" * 100)


def delete(split):
    pictures(split)[0].unlink()


def swap(split):
    first, second, *_ = pictures(split)
    one, other = first.read_bytes(), second.read_bytes()
    assert one != other
    first.write_bytes(other)
    second.write_bytes(one)


def lose_manifest(split):
    (split / "manifest.json").unlink()


def cut_manifest(split):
    text = (split / "manifest.json").read_text()
    (split / "manifest.json").write_text(text[: len(text) // 2])


def forget_digests(split):
    manifest = json.loads((split / "manifest.json").read_text())
    del manifest["files"]
    (split / "manifest.json").write_text(json.dumps(manifest))


def change_records(split):
    # An additional blank changes nothing but the bytes.
    path = split / "problems.jsonl"
    path.write_text(path.read_text().replace('{"', '{ "', 1))


def change_items(split):
    path = split / "items.jsonl"
    path.write_text(path.read_text().replace('{"', '{ "', 1))


def lose_records(split):
    (split / "problems.jsonl").unlink()


DAMAGES = {
    overwrite: ("files_changed", "changed after the split was made: images/"),
    delete: ("files_missing", "missing: images/"),
    swap: ("files_changed", "changed after the split was made: images/"),
    lose_manifest: ("files_missing", "missing: manifest.json"),
    cut_manifest: ("files_unreadable", "cannot be read: manifest.json (expected an object in"),
    forget_digests: ("files_unreadable", "cannot be read: manifest.json (expected the digests of"),
    change_records: ("files_changed", "changed after the split was made: problems.jsonl"),
    change_items: ("files_changed", "changed after the split was made: items.jsonl"),
    lose_records: ("files_missing", "missing: problems.jsonl"),
}


def test_a_whole_split_is_good(split):
    done = run("verify", split, "--json")
    assert done.exit_code == 0, done.output
    (whole,) = (report for report in json.loads(done.stdout) if report["kind"] == "split")
    assert whole["verdict"] == "good"
    count = len(json.loads((split / "manifest.json").read_text())["files"])
    assert whole["findings"][0]["text"] == f"all {count} files are unchanged"
    done = run("verify", split)
    # The split itself is not counted.
    files = [split / name for name in ("items.jsonl", "problems.jsonl")]
    count = sum(len(file.read_text().splitlines()) for file in files)
    assert done.stdout.splitlines()[-1] == f"{count} judged: {count} good"


@pytest.mark.parametrize("damage", DAMAGES)
def test_verify_calls_a_damaged_split_wrong(split, damage):
    damage(split)
    code, text = DAMAGES[damage]
    done = run("verify", split, "--no-prove", "--workers", 1, "--json")
    assert done.exit_code == 1, done.output
    (whole,) = (report for report in json.loads(done.stdout) if report["kind"] == "split")
    wrong = [finding for finding in whole["findings"] if finding["level"] == "wrong"]
    assert [finding["code"] for finding in wrong] == [code]
    assert wrong[0]["text"].startswith(text)


def commands(split, out):
    answers = out / "answers.jsonl"
    answers.write_text('{"id": "structural_perception-0001", "response": "(1)"}\n')
    yield ("report", split, "-o", out / "report.md")
    yield ("export", split, out / "formats")
    yield ("prompts", split)
    yield ("respond", split, "chance", "-o", out / "guesses.jsonl")
    yield ("evaluate", split, answers, "-o", out / "results")
    yield ("inspect", split, "-o", out / "pages")
    (out / "reviews.jsonl").write_text("")
    yield ("review", split, out / "reviews.jsonl")


READ = {
    "items.jsonl": {"report", "export", "prompts", "respond", "evaluate", "inspect", "review"},
    "problems.jsonl": {"report", "export", "prompts", "respond", "evaluate", "inspect"},
    "manifest.json": {"report", "export", "prompts", "respond", "evaluate", "inspect", "review"},
    "images": {"export", "inspect"},
}
"""The files that each command reads: none of them accepts a damaged one."""


@pytest.mark.parametrize("damage", DAMAGES)
def test_no_command_takes_a_damaged_file(split, tmp_path, damage, monkeypatch):
    from geoengine.inspect import gallery

    monkeypatch.setattr(gallery, "shared_files", lambda solids: {})
    damage(split)
    name = DAMAGES[damage][1].rpartition("(")[0] or DAMAGES[damage][1]
    name = next(part for part in READ if part in name)
    out = tmp_path / "out"
    out.mkdir()
    reading = [words for words in commands(split, out) if words[0] in READ[name]]
    assert {words[0] for words in reading} == READ[name]
    for words in reading:
        done = run(*words)
        assert done.exit_code == 2, (words[0], done.output)
        assert name in done.stderr, words[0]
        assert "hint: " in done.stderr, words[0]


@pytest.mark.parametrize("name", ["items.jsonl", "problems.jsonl"])
def test_a_broken_line_names_file_and_line(split, name):
    path = split / name
    lines = path.read_text().splitlines()
    lines[1] = lines[1][:50]
    path.write_text("\n".join(lines) + "\n")
    done = run("verify", split, "--no-prove", "--workers", 1)
    assert done.exit_code == 2
    assert done.stderr.startswith(f"{path}:2:")
    assert run("prompts", split).stderr.startswith(f"{path}:2:")


def test_other_files_in_the_folder_are_noted(split):
    (split / "notes.txt").write_text("mine")
    done = run("verify", split)
    assert done.exit_code == 0, done.output
    assert "  note  not part of the split: notes.txt" in done.stdout.splitlines()


def rewrite(split, name, change):
    """Change the first record of a file, and let the manifest vouch for it."""
    records = [json.loads(line) for line in (split / name).read_text().splitlines()]
    change(records[0])
    (split / name).write_text("".join(json.dumps(record) + "\n" for record in records))
    vouch_for(split, name)


@pytest.mark.parametrize("variant", ["answer_only", "chain_of_thought"])
def test_a_prompt_that_says_something_else_is_wrong(split, variant):
    def change(item):
        options = item["answer"]["options"]
        prompt = item["prompts"][variant]
        assert options[0] in prompt
        item["prompts"][variant] = prompt.replace(options[0], "AB = 1")

    rewrite(split, "items.jsonl", change)
    done = run("verify", split, "--workers", 1)
    assert done.exit_code == 1
    assert f"WRONG the prompt {variant} does not match the question" in done.stdout


@pytest.mark.parametrize("name", ["items.jsonl", "problems.jsonl"])
def test_a_picture_that_the_manifest_does_not_list_is_wrong(split, name):
    def change(record):
        if name == "items.jsonl":
            (medium,) = record["media"]
            medium["path"] = "images/p999999.png"
        else:
            record["image"] = "images/p999999.png"

    shutil.copy(pictures(split)[0], split / "images/p999999.png")
    rewrite(split, name, change)
    done = run("verify", split, "--no-prove", "--workers", 1)
    assert done.exit_code == 1
    assert "WRONG shown, but not listed in the manifest: images/p999999.png" in done.stdout


def test_items_that_the_manifest_does_not_list_are_wrong(split):
    manifest = json.loads((split / "manifest.json").read_text())
    del manifest["files"]["items.jsonl"]
    (split / "manifest.json").write_text(json.dumps(manifest))
    assert SplitFiles(split).faults() == [FileFault("items.jsonl", "unlisted")]
    done = run("verify", split, "--no-prove", "--workers", 1)
    assert done.exit_code == 1
    assert "WRONG not listed in the manifest: items.jsonl" in done.stdout


def test_a_split_without_items_is_not_good(split):
    (split / "items.jsonl").write_text("")
    done = run("verify", split, "--no-prove", "--workers", 1)
    assert done.exit_code == 2
    assert done.stderr.startswith(f"{split / 'items.jsonl'}: expected items, found none")


def test_nothing_outside_the_split_is_read(split):
    secret = split.parent / "secret.txt"
    secret.write_text("secret")
    with pytest.raises(UsageError, match="expected a file in"):
        SplitFiles(split).content("../secret.txt")
    (split / "images/link.png").symlink_to(secret)
    with pytest.raises(UsageError, match="expected a file in"):
        SplitFiles(split).content("images/link.png")


@pytest.mark.parametrize("content", ["[1]", "{", "\x00", "{} {}", "null"])
def test_a_line_that_is_no_object_is_refused(tmp_path, content):
    (tmp_path / "items.jsonl").write_text('{"id": 1}\n' + content + "\n")
    with pytest.raises(InputError, match=r"items\.jsonl:2(:\d+)?: expected an object in JSON"):
        SplitFiles(tmp_path).lines("items.jsonl", check_digest=False)
