"""The gallery of constructions in the documentation."""

import importlib.util
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from geoengine.catalogue import load_constructions

DOCS = Path(__file__).parent.parent / "docs"


@pytest.fixture(scope="module")
def gallery():
    spec = importlib.util.spec_from_file_location("gallery", DOCS / "gallery.py")
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        # As in Sphinx, where one script imports from another.
        patch.syspath_prepend(DOCS)
        spec.loader.exec_module(module)
    return module


def test_every_construction_has_its_row(gallery):
    constructions = load_constructions()
    page = gallery.gallery_page(constructions)
    row = r"^\* - !\[(.+)\]\((\w+)\.svg\)\n  - \*\*\1\*\*\n\n    `(.+)`\n\n    (.+)\.$"
    rows = re.findall(row, page, re.MULTILINE)
    assert [row[1] for row in rows] == list(constructions)
    for _, name, call, sentence in rows:
        assert f" = {name} " in call
        assert sentence.startswith("Let ")


def test_pictures_are_made_once_and_anew_after_a_change(gallery, tmp_path, monkeypatch):
    some = {name: load_constructions()[name] for name in ("foot", "free", "circumcenter")}
    monkeypatch.setattr(gallery, "load_constructions", lambda: some)
    (tmp_path / "gone.svg").write_text("")
    gallery.write_gallery(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {f"{n}.svg" for n in some} | {"index.md"}
    assert ElementTree.parse(tmp_path / "foot.svg").getroot().tag.endswith("svg")
    first = (tmp_path / "foot.svg").stat().st_mtime_ns
    gallery.write_gallery(tmp_path)
    assert (tmp_path / "foot.svg").stat().st_mtime_ns == first
    monkeypatch.setattr(gallery, "_last_change", lambda _: float("inf"))
    gallery.write_gallery(tmp_path)
    assert (tmp_path / "foot.svg").stat().st_mtime_ns > first


@pytest.mark.slow(seconds=5)
@pytest.mark.parametrize("name", load_constructions())
def test_every_construction_is_drawn(gallery, name):
    assert gallery.picture_of(load_constructions()[name], "png")
