"""Pages of problems, opened in a browser for tests."""

from __future__ import annotations

from functools import cache

import pytest

from geoengine.inspect import problem_record, standalone_page
from geoengine.inspect.built_files import BUILT
from geoengine.scene import load_problem

AXE = BUILT.parent / "page" / "node_modules" / "axe-core" / "axe.min.js"

needs_axe = pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed: make assets")

ALTITUDES = (
    "A B C = triangle A B C; D = foot D A B C; E = foot E B C A; M = midpoint M A B ? cong M D M E"
)


@cache
def text_of(problem, name="problem", proofs=3):
    """Return the page of a problem given in JGEX, with so many proofs at most."""
    return standalone_page(problem_record(load_problem(problem, name=name), count=proofs))


def show(browser, folder, text, **options):
    """Open a page, and return it as watched and as it is."""
    path = folder / "page.html"
    path.write_text(text, encoding="utf-8")
    watched = browser(**options)
    return watched, watched.open(path)


def serious_violations(tab, *, within=None, without=None):
    """Return what axe-core finds serious or critical on a page, or in a part of it."""
    tab.evaluate(AXE.read_text(encoding="utf-8"))
    parts = {"include": within, "exclude": without}
    context = {name: [selector] for name, selector in parts.items() if selector} or None
    found = tab.evaluate("context => axe.run(context ?? document)", context)
    assert found["passes"], "axe-core checked nothing"
    return [
        (one["impact"], one["id"], [node["html"] for node in one["nodes"]])
        for one in found["violations"]
        if one["impact"] in {"serious", "critical"}
    ]
