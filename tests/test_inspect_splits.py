"""The gallery that the command writes: of two splits, and with the responses of models."""

import json
import re
import shutil

import pytest
from browser import needs_assets
from split_digests import vouch_for
from typer.testing import CliRunner

from geoengine.cli.app import app
from geoengine.formats import Source


@pytest.fixture(scope="module")
def split(one_of_each):
    return one_of_each.path


def run(*words):
    return CliRunner().invoke(app, [*map(str, words)])


def data_of(path):
    text = path.read_text(encoding="utf-8")
    return json.loads(re.search(r'id="data">(.*?)</script>', text, re.DOTALL)[1])


def facet(index, name):
    """Return the label of each row."""
    found = next(one for one in index["facets"] if one["name"] == name)
    return [found["labels"][row] for row in found["rows"]]


def copy_of(split, folder, change):
    """Copy a split, with other records of its items."""
    shutil.copytree(split, folder)
    lines = (folder / "items.jsonl").read_text(encoding="utf-8").splitlines()
    records = change([json.loads(line) for line in lines])
    text = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    (folder / "items.jsonl").write_text(text, encoding="utf-8")
    vouch_for(folder, "items.jsonl")
    return folder


@needs_assets
def test_two_splits_are_compared_by_what_their_items_say(split, tmp_path):
    def change(records):
        # The first item is gone, the second has another id, the third another question.
        records[1]["id"] = "another-0001"
        records[2]["question"] += " "
        return records[1:]

    other = copy_of(split, tmp_path / "other", change)
    done = run("inspect", split, other, "-o", tmp_path / "pages")
    assert done.exit_code == 0, done.output
    index = data_of(tmp_path / "pages" / "index.html")
    items = Source(split).items
    assert index["ids"] == [item.id for item in (*items, items[2])]
    own = f"only {split.name}"
    assert facet(index, "found") == [own, "both", own, *["both"] * (len(items) - 3), "only other"]
    last = data_of(tmp_path / "pages" / "items" / f"{len(items) + 1:06d}.html")
    assert last["item"]["split"] == "other"
    pictures = [index["images"][k] for k in index["image"] if k is not None]
    assert any(name.startswith("other-media/") for name in pictures)
    assert all((tmp_path / "pages" / name).is_file() for name in pictures)


@needs_assets
def test_responses_are_graded_and_shown(split, tmp_path):
    items = Source(split).items
    right, none = tmp_path / "right.jsonl", tmp_path / "none.jsonl"
    texts = {right: lambda item: item.answer.expected, none: lambda item: "I do not know."}
    for path, text in texts.items():
        lines = [json.dumps({"id": item.id, "response": text(item)}) for item in items]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    out = tmp_path / "pages"
    done = run("inspect", split, "--responses", right, "--responses", f"lazy={none}", "-o", out)
    assert done.exit_code == 0, done.output
    models = data_of(out / "index.html")["models"]
    assert [model["name"] for model in models] == ["right", "lazy"]
    assert [model["outcomes"] for model in models] == ["r" * len(items), "u" * len(items)]
    for number, item in enumerate(items, start=1):
        said, unsaid = data_of(out / "items" / f"{number:06d}.html")["responses"]
        assert (said["outcome"], f"({said['chosen']})") == ("r", item.answer.expected)
        assert (unsaid["outcome"], unsaid["chosen"]) == ("u", "")
        assert unsaid["text"] == "I do not know."


@needs_assets
def test_responses_count_for_the_items_that_were_asked(split, tmp_path):
    def change(records):
        # The first item keeps its id, and asks something else.
        records[0]["question"] += " "
        return records

    other = copy_of(split, tmp_path / "other", change)
    items = Source(split).items
    lines = [json.dumps({"id": item.id, "response": item.answer.expected}) for item in items]
    (tmp_path / "right.jsonl").write_text("\n".join(lines), encoding="utf-8")
    out = tmp_path / "pages"
    done = run("inspect", split, other, "--responses", tmp_path / "right.jsonl", "-o", out)
    assert done.exit_code == 0, done.output
    index = data_of(out / "index.html")
    assert index["ids"] == [*(item.id for item in items), items[0].id]
    assert index["models"][0]["outcomes"] == "r" * len(items) + "-"


@needs_assets
def test_splits_of_one_name_are_told_apart(split, tmp_path):
    other = copy_of(split, tmp_path / split.name, lambda records: records[1:])
    done = run("inspect", other, split, "-o", tmp_path / "pages")
    assert done.exit_code == 0, done.output
    index = data_of(tmp_path / "pages" / "index.html")
    assert index["splits"] == [str(other), str(split)]
    # geoengine review knows a split by the name of its folder.
    assert index["folders"] == [split.name, split.name]
    last = data_of(tmp_path / "pages" / "items" / f"{len(index['ids']):06d}.html")
    assert last["item"]["split"] == split.name


@needs_assets
def test_pictures_of_one_name_are_kept_apart(split, tmp_path):
    names = ["images/front/1.png", "images/side/1.png"]

    def change(records):
        for record, name in zip(records, names, strict=False):
            record["media"] = [{"kind": "picture", "path": name}]
        return records

    other = copy_of(split, tmp_path / "other", change)
    for name in names:
        (other / name).parent.mkdir(parents=True)
        (other / name).write_text(name)
    out = tmp_path / "pages"
    done = run("inspect", other, "-o", out)
    assert done.exit_code == 0, done.output
    index = data_of(out / "index.html")
    shown = [index["images"][index["image"][k]] for k in range(2)]
    assert [(out / path).read_text() for path in shown] == names
    for number, name in enumerate(names, start=1):
        page = out / "items" / f"{number:06d}.html"
        (medium,) = data_of(page)["item"]["media"]
        assert (page.parent / medium["url"]).read_text() == name


@needs_assets
def test_no_picture_is_written_outside_the_folder(split, tmp_path):
    name = f"../../{tmp_path.name}/other/evil.png"

    def change(records):
        records[0]["media"] = [{"kind": "picture", "path": name}]
        return records

    other = copy_of(split, tmp_path / "other", change)
    (other / "evil.png").write_text("within the split, but on a way through other folders")
    done = run("inspect", other, "-o", tmp_path / "folder" / "pages")
    assert done.exit_code == 2, done.output
    assert f"expected the path of a picture or video in a split, found {name}" in done.output


@needs_assets
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["SPLIT", "SPLIT", "SPLIT"], "expected one split, or two that are compared, found 3"),
        (["SPLIT", "--item", "x", "--responses", "a"], "expected --responses with a whole split"),
        (["SPLIT", "--item", "x", "--responses", "a"], "hint: leave out --item"),
        (["problem.txt", "--responses", "a"], "hint: give the folder of a split"),
        (["SPLIT", "--responses", "missing.jsonl"], "missing.jsonl"),
    ],
)
def test_what_cannot_be_compared_is_refused(split, tmp_path, words, message):
    words = [str(split) if word == "SPLIT" else word for word in words]
    done = run("inspect", *words, "-o", tmp_path / "pages")
    assert done.exit_code == 2, done.output
    assert message in done.output
    assert not (tmp_path / "pages" / "index.html").exists()
