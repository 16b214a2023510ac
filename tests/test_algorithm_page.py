"""The page on the algorithm: its code prints what the page shows."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "algorithm.md"
BLOCK = re.compile(r"^```pycon\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def code(text: str) -> str:
    """Blank out all but the code, so that line numbers stay as they are."""
    lines: list[str] = []
    for found in BLOCK.finditer(text):
        lines += [""] * (text.count("\n", 0, found.start(1)) - len(lines))
        lines += found[1].splitlines()
    return "\n".join(lines) + "\n"


def test_the_page_prints_what_comes_out():
    text = PAGE.read_text(encoding="utf-8")
    examples = doctest.DocTestParser().get_doctest(code(text), {}, PAGE.name, str(PAGE), 0)
    assert len(examples.examples) >= 50
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    runner.run(examples, out=report.append)
    assert not runner.failures, "".join(report)
