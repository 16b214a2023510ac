"""Pages of problems, opened in a browser for tests."""

from __future__ import annotations

from functools import cache

from geoengine.inspect import problem_record, standalone_page
from geoengine.inspect.built_files import BUILT
from geoengine.scene import load_problem

AXE = BUILT.parent / "page" / "node_modules" / "axe-core" / "axe.min.js"

ALTITUDES = (
    "A B C = triangle A B C; D = foot D A B C; E = foot E B C A; M = midpoint M A B ? cong M D M E"
)


@cache
def text_of(problem, name="problem"):
    """Return the page of a problem given in JGEX."""
    return standalone_page(problem_record(load_problem(problem, name=name)))


def show(browser, folder, text, **options):
    """Open a page, and return it as watched and as it is."""
    path = folder / "page.html"
    path.write_text(text, encoding="utf-8")
    watched = browser(**options)
    return watched, watched.open(path)
