"""The README: its examples give what it shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from test_docs import run_page
from typer.testing import CliRunner

from geoengine import solid
from geoengine.catalogue import load_constructions, load_rules, load_scenes
from geoengine.cli.app import app
from geoengine.families import drafting, programs

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"


def sample() -> str:
    """Return the item that the README shows."""
    text = README.read_text(encoding="utf-8").partition("<!-- sample -->")[2]
    return re.search(r"^```text\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)[1]


def test_what_the_readme_shows_is_so(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("geoengine.cli.options.cores", lambda: 1)
    run_page(README)


def test_it_claims_no_more_than_there_is():
    text = README.read_text(encoding="utf-8")
    for noun, there in (
        ("rules", load_rules()),
        ("constructions", load_constructions()),
        ("scenes", load_scenes()),
        (r"problems about\s+solids", solid.load_seeds()),
        (r"problems about\s+programs", programs.load_seeds()),
        (r"problems of\s+drafting", drafting.load_seeds()),
    ):
        assert int(re.search(rf"(\d+)\s+{noun}", text)[1]) <= len(there)


def test_its_links_lead_somewhere():
    targets = re.findall(r"\]\(([^)#:]+)\)", README.read_text(encoding="utf-8"))
    assert len(targets) >= 14
    for target in targets:
        assert (ROOT / target).exists(), target


@pytest.mark.slow(seconds=10)
def test_the_sample_is_an_item_of_the_demo(tmp_path):
    made = CliRunner().invoke(app, ["generate", str(tmp_path / "demo"), "--count=24", "--seed=1"])
    assert made.exit_code == 0
    printed = " ".join(made.output.split())
    parts = sample().split("…")
    assert all(len(part) > 100 for part in parts)
    for part in parts:
        assert " ".join(part.split()) in printed
    pictures = (path.read_bytes() for path in (tmp_path / "demo" / "images").iterdir())
    assert (ROOT / "docs" / "images" / "demo.png").read_bytes() in pictures
