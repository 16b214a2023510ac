"""Formats and the kinds of answer: each writer is given those that it carries, and no others."""

import csv
import json
from collections import Counter
from dataclasses import replace

import pytest

from geoengine.evaluate.readers.vlmevalkit import read_vlmevalkit
from geoengine.formats import FORMATS, Source, export, left_out
from geoengine.items import KINDS, Choice, Draft, DraftStep, Family, Item, Named, TaskSpec, Value
from geoengine.split_files import SCHEMA

ANSWERS = {
    "choice": Choice(options=("a", "b"), key=2),
    "value": Value(exact="7", quantity="length"),
    "named": Named(object="point", points=("P",)),
    "draft": Draft(
        givens=("A = (0, 0)", "B = (4, 0)"),
        goals=("M == Midpoint(A, B)",),
        steps=(DraftStep(method="Bisect AB.", commands=("M = Midpoint(A, B)",)),),
    ),
}


@pytest.fixture(scope="module")
def of_all_kinds(tmp_path_factory):
    """A split with two items of each kind of answer, each kind in a task of its name."""
    folder = tmp_path_factory.mktemp("kinds") / "all"
    folder.mkdir()
    items = [
        Item.make(
            id=f"{kind}-{number}", family="kinds", task=kind, level=1, scene="", problem="",
            question="?", answer=answer,
        )
        for number in (1, 2)
        for kind, answer in ANSWERS.items()
    ]  # fmt: skip
    lines = "".join(f"{item.model_dump_json()}\n" for item in items)
    (folder / "items.jsonl").write_text(lines, encoding="utf-8")
    (folder / "problems.jsonl").write_text("", encoding="utf-8")
    manifest = {"schema": SCHEMA, "family": "kinds", "engine": "1", "seed": 1, "files": {}}
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    tasks = tuple(
        TaskSpec(
            name=kind, title=kind, short=kind, level=1, kind=kind,
            options=2 * (kind == "choice"), build=lambda context, rng, most: [],
        )
        for kind in ANSWERS
    )  # fmt: skip
    family = Family(name="kinds", title="Kinds", tasks=tasks, prepare=None, finish=None)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("geoengine.formats.source.load_family", lambda name: family)
        yield Source(folder)


@pytest.mark.parametrize("name", FORMATS)
def test_a_writer_is_given_the_kinds_that_it_carries(of_all_kinds, tmp_path, monkeypatch, name):
    known, given = FORMATS[name], []

    def write(source, out):
        given.append(source)
        known.write(source, out)

    # Without this, formats of problems and of code are left out, since these items have neither.
    unlimited = replace(known, write=write, of_problems=False, of_code=False)
    monkeypatch.setitem(FORMATS, name, unlimited)
    (folder,) = export(of_all_kinds, tmp_path, [name])
    assert any(folder.iterdir())
    (source,) = given
    assert set(source.tasks) == known.kinds
    assert Counter(item.answer.kind for item in source.items) == dict.fromkeys(known.kinds, 2)
    assert set(left_out(of_all_kinds, name)) == KINDS.keys() - known.kinds


def test_a_format_declares_the_kinds_that_it_carries(of_all_kinds):
    assert set(left_out(of_all_kinds, "inspect")) == {"named", "draft"}
    assert set(left_out(of_all_kinds, "trustgeogen")) == set(of_all_kinds.tasks)


def test_rows_of_vlmevalkit_are_found_by_their_index(of_all_kinds, tmp_path):
    (folder,) = export(of_all_kinds, tmp_path, ["vlmevalkit"])
    rows = []
    for name in ("all.tsv", "all_open.tsv"):
        with (folder / name).open(encoding="utf-8", newline="") as file:
            rows += csv.DictReader(file, delimiter="\t")
    assert len(rows) == 4
    ids = [row.pop("id") for row in rows]
    for row in rows:
        row["prediction"] = "?"
    replies = tmp_path / "model_all.json"
    replies.write_text(json.dumps(rows), encoding="utf-8")
    assert [found.id for found in read_vlmevalkit(replies, of_all_kinds)] == ids
