"""Displays in notebooks."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from html.parser import HTMLParser

import pytest
from browser import needs_assets
from hypothesis import given, settings
from hypothesis import strategies as st

import geoengine as ge
from geoengine.inspect import PageFrame, as_html, problem_record
from geoengine.items import Choice, Item
from geoengine.language import write
from geoengine.split import generate, make_plan

ALTITUDES = (
    "A B C = triangle A B C; D = foot D A B C; E = foot E B C A; M = midpoint M A B ? cong M D M E"
)
EMPTY = {"br", "img"}


class Elements(HTMLParser):
    """Parses HTML, checks that every element is closed, and keeps the text."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.text = [], [], ""
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def test_problems_graphs_and_proofs_show_themselves():
    problem = ge.load_problem(ALTITUDES)
    graph = ge.deduce(problem)
    proof = ge.trace(graph)
    shown = Elements(as_html(problem))
    assert "img" in shown.tags
    assert write(problem.goal) in shown.text
    shown = Elements(as_html(proof))
    assert shown.tags.count("li") == len(proof.steps)
    assert proof.steps
    for step in proof.steps:
        assert proof.write(step.conclusion) in shown.text
        assert proof.names[step.derivation.rule] in shown.text
    whole = Elements(as_html(graph))
    assert f"{len(graph.premises)} premises" in whole.text
    assert shown.text in whole.text


def test_what_cannot_be_shown_is_said():
    graph = ge.deduce(ge.load_problem("A B C = triangle A B C ? cong A B A C"))
    assert "not derived: cong A B A C" in Elements(as_html(graph)).text
    impossible = ge.load_problem("A B = segment A B; C = on_line C A B, on_line C A B")
    assert Elements(as_html(impossible)).text


@given(st.lists(st.text(min_size=1), min_size=4, max_size=4, unique=True), st.text())
@settings(max_examples=30, deadline=None)
def test_the_text_of_an_item_stays_text(options, question):
    item = Item.make(
        family="reasoning", task="structural_perception", level=1, scene="any",
        problem="A B = segment A B", question=question,
        answer=Choice(options=tuple(options), key=2),
    )  # fmt: skip
    shown = Elements(as_html(item))
    assert set(shown.tags) <= {"br", "div", "img", "ol", "li", "p", "details", "summary"}
    assert shown.tags.count("li") == 4
    for option in options:
        assert _spaceless(option) in _spaceless(shown.text)


def _spaceless(text):
    # HTML normalises line ends, and does not allow some characters.
    return re.sub(r"[\s\x00]", "", text)


def test_items_show_their_figure_and_fold_the_key(tmp_path):
    split = generate(make_plan(1, tasks=["premise_filtering"], images=False), tmp_path / "one")
    item = Item.model_validate_json((split.path / "items.jsonl").read_text(encoding="utf-8"))
    shown = Elements(as_html(item))
    assert "img" in shown.tags
    assert shown.text.rstrip().endswith(f"Answer({item.choice.key})")
    assert "details" in shown.tags


@needs_assets
def test_a_frame_holds_a_whole_page():
    frame = PageFrame(problem_record(ge.load_problem(ALTITUDES)), height=500)
    (tag,) = re.findall(r"<iframe[^>]*>", frame._repr_html_())
    assert "height:500px" in tag
    assert "<" not in tag[1:]


def test_only_known_types_have_a_display():
    with pytest.raises(TypeError, match="found str"):
        as_html("A B C = triangle")


def test_every_display_is_registered_with_ipython():
    displayed = set(as_html.registry) - {object}
    assert {cls.__name__: cls.__module__ for cls in displayed} == ge._DISPLAYED


NOTEBOOK = """
import sys
from IPython.core.interactiveshell import InteractiveShell

shell = InteractiveShell.instance()

def run(cell):
    done = shell.run_cell(cell)
    done.raise_error()
    return done.result

run("import geoengine as ge")
assert not [name for name in sys.modules if name.startswith("geoengine.")]
run("problem = ge.load_problem('A B C = triangle; M = midpoint B C ? midp M B C')")
run("graph = ge.deduce(problem); proof = ge.trace(graph)")
assert "geoengine.inspect" not in sys.modules
for name in ("problem", "graph", "proof"):
    data, _ = shell.display_formatter.format(run(name))
    from geoengine.inspect import as_html
    assert data["text/html"] == as_html(run(name)), name
    print(name, "M is the midpoint of BC" in data["text/html"])
"""


def test_ipython_displays_what_geoengine_returns(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", NOTEBOOK],
        capture_output=True,
        text=True,
        env={**os.environ, "IPYTHONDIR": str(tmp_path)},
    )
    shown = [line for line in done.stdout.splitlines() if line.endswith("True")]
    assert shown == ["problem True", "graph True", "proof True"], done.stderr


def test_pages_cost_nothing_until_they_are_asked_for():
    listing = "import sys, geoengine.graph; print('geoengine.inspect' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", listing], capture_output=True, text=True)
    assert done.stdout == "False\n", done.stderr
