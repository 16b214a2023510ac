"""Points that a proof adds, on the pages about it."""

import json

import numpy as np
import pytest
from browser import needs_assets, needs_browser
from pages import show
from tasks_of import build
from typer.testing import CliRunner

from geoengine.cli.app import app
from geoengine.families.reasoning import make_context
from geoengine.inspect import item_record, standalone_page
from geoengine.scene import load_problem

PROBLEM = "A B C = triangle; M = midpoint B C; D = psquare A B; E = nsquare A C ? perp A M D E"
SCENE = (
    "A B C = iso_triangle_of A B C 10 12; M = midpoint M B C; D = foot D M A B;"
    " E = foot E M A C; F = foot F B A C"
)


@pytest.fixture(scope="module")
def proof(tmp_path_factory):
    """A file with a proof that adds points."""
    answer = CliRunner().invoke(
        app, ["prove", PROBLEM, "--search", "--workers", "1", "--format", "json"]
    )
    assert answer.exit_code == 0, answer.output
    path = tmp_path_factory.mktemp("proof") / "proof.json"
    path.write_text(answer.stdout, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def record():
    context = make_context(load_problem(SCENE), scene="demo", seed=1)
    item, *_ = build("auxiliary_construction", context, np.random.default_rng(5), most=1)
    return item_record(item.model_copy(update={"media": ()}))


def test_the_page_of_an_item_marks_the_point_and_what_places_it(record):
    figure = record["figure"]
    (added,) = figure["added"]
    assert figure["points"][added] == "X"
    placing = [state for state in record["states"] if state[5] == 2]
    given = [state for state in record["states"] if state[5] == 1]
    assert placing
    assert all(added in state[4][1] for state in placing)
    assert not any(added in state[4][1] for state in given)
    assert "X" not in " ".join(text for text, _ in record["sentences"])
    (proof,) = record["proofs"]
    assert any(record["states"][k][5] == 2 for k in proof["premises"])


@needs_assets
@needs_browser
def test_the_point_is_ringed_and_named(record, browser, folder):
    watched, tab = show(browser, folder, standalone_page(record))
    assert tab.locator(".dots .added").count() == 1
    assert tab.locator(".added-legend").text_content() == "X: added by the proof"
    assert watched.complaints == []


@needs_assets
@needs_browser
def test_a_proof_with_added_points_is_shown_in_the_figure_of_its_problem(
    proof, browser, folder, tmp_path
):
    page = tmp_path / "page.html"
    answer = CliRunner().invoke(app, ["inspect", str(proof), "-o", str(page)])
    assert answer.exit_code == 0, answer.output
    watched, tab = show(browser, folder, page.read_text(encoding="utf-8"))
    added = json.loads(proof.read_text(encoding="utf-8"))["added"]
    assert tab.locator(".dots .added").count() == len(added) > 0
    assert watched.complaints == []


def test_a_clause_that_cannot_be_read_is_an_error(proof, tmp_path):
    data = json.loads(proof.read_text(encoding="utf-8"))
    data["added"] = ["X = midpoint A"]
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    answer = CliRunner().invoke(app, ["inspect", str(path), "-o", str(tmp_path / "p.html")])
    assert answer.exit_code == 2
    assert "Traceback" not in answer.output
