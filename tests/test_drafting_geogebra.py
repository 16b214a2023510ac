"""Drafting items and the constructions of all seeds, in GeoGebra itself: make oracle."""

from __future__ import annotations

import base64
import json

import pytest
from browser import launched, needs_browser
from draft_likeness import differences, differences_by_parts
from geogebra_engine import needs_geogebra, open_geogebra, plain

from geoengine.draft import carry_out, read_draft
from geoengine.families.drafting import load_seeds, make_task
from geoengine.families.drafting.figures import other_givens
from geoengine.items import stream
from geoengine.split import generate, make_plan

pytestmark = [needs_browser, needs_geogebra]

SEEDS = load_seeds()

OPEN = """async (file) => {
    const number = (ask) => { try { return Number(ask()); } catch { return null; } };
    await new Promise((done) => ggbApplet.setBase64(file, () => done(null)));
    return JSON.stringify(ggbApplet.getAllObjectNames().map((name) => [
        name, ggbApplet.getObjectType(name), Boolean(ggbApplet.isDefined(name)),
        number(() => ggbApplet.getXcoord(name)), number(() => ggbApplet.getYcoord(name))]));
}"""


@pytest.fixture(scope="module")
def geogebra(driver):
    with launched(driver, "--allow-file-access-from-files") as browser:
        yield open_geogebra(browser)


@pytest.fixture(scope="module")
def split(tmp_path_factory):
    out = tmp_path_factory.mktemp("drafting") / "split"
    plan = make_plan(310, family="drafting", mix="ggbench", seed=19, images=False)
    return generate(plan, out)


def parts_of(item):
    """Return the givens and the steps of an item, each as the text of a draft."""
    answer = item["answer"]
    groups = [answer["givens"], *(step["commands"] for step in answer["steps"])]
    return ["\n".join(group) for group in groups]


def check(found, names):
    wrong = [f"{name}: {one}" for name, own in zip(names, found, strict=True) for one in own[:1]]
    assert not wrong, f"{len(wrong)} of {len(names)} differ:\n" + "\n".join(wrong)


def is_all_defined(text):
    objects = carry_out(read_draft(text)).objects.values()
    return all(one.is_defined for one in objects if one.kind != "locus")


@pytest.mark.slow(seconds=60)
def test_every_prefix_of_every_step_is_as_in_the_engine(geogebra, split):
    items = list(split.items())
    assert len(items) >= 300
    assert all(is_all_defined(item["problem"]) for item in items)
    found = []
    for start in range(0, len(items), 10):
        parts = [parts_of(item) for item in items[start : start + 10]]
        found += differences_by_parts(geogebra, parts, size=1)
    check(found, [f"{item['id']} ({item['scene']})" for item in items])


@pytest.mark.slow(seconds=20)
def test_files_open_with_the_same_objects(geogebra, split):
    for item in list(split.items())[::10]:
        figure = carry_out(read_draft(item["problem"]))
        file = (split.path / "drafts" / f"{item['id']}.ggb").read_bytes()
        shown = json.loads(geogebra.evaluate(OPEN, base64.b64encode(file).decode()))
        found = {plain(name): rest for name, *rest in shown}
        assert found.keys() == figure.objects.keys(), item["id"]
        assert all(is_defined for _, is_defined, _, _ in found.values()), item["id"]
        for name, place in figure.points().items():
            _, _, x, y = found[name]
            assert abs(complex(x, y) - place) < 1e-6, (item["id"], name)


@pytest.mark.slow(seconds=60)
def test_the_constructions_of_all_seeds_are_as_in_the_engine(geogebra):
    programs = list(constructions())
    assert len({name for name, _ in programs}) == len(SEEDS)
    found = []
    for start in range(0, len(programs), 20):
        found += differences(geogebra, [text for _, text in programs[start : start + 20]])
    check(found, [name for name, _ in programs])


def constructions():
    """Yield each construction with three choices of parameters, as given and with givens moved."""
    for name, seed in SEEDS.items():
        for way, _, _ in seed.ways():
            choices = seed.space.choices or [{}]
            for values in choices[:: -(-len(choices) // 3)]:
                task = make_task(seed, stream(19, name), dict(values), way=way)
                yield name, task.program
                for givens in other_givens(task, stream(20, name), 1):
                    yield name, "\n".join((*givens, *task.commands))
