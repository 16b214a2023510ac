"""The tests that were skipped, by reason: printed after every run, and added up over several."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

LIST = "GEOENGINE_SKIPS"
"""The environment variable that names a file in which several runs keep one list.

It has a line for each test: the reason, a tab, the test. A test that a later run does not skip is
taken off the list.
"""


def reason_of(report: pytest.TestReport | pytest.CollectReport) -> str:
    """Why a test was skipped."""
    assert isinstance(report.longrepr, tuple)
    return report.longrepr[2].removeprefix("Skipped: ")


def count_reasons(skipped: dict[str, str]) -> list[str]:
    """List the reasons, the most frequent first, each with its number of tests."""
    return [f"{count:5}  {reason}" for reason, count in Counter(skipped.values()).most_common()]


def keep(file: Path, skipped: dict[str, str], ran: set[str]) -> None:
    """Bring a list of skipped tests up to date."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    known = dict(reversed(line.split("\t")) for line in lines)
    kept = {test: reason for test, reason in known.items() if test not in ran} | skipped
    file.write_text("".join(f"{reason}\t{test}\n" for test, reason in kept.items()), "utf-8")


def summarize(reporter: pytest.TerminalReporter) -> None:
    """Print the reasons for which tests were skipped, and keep them where that is asked for."""
    stats = reporter.stats
    skipped = {report.nodeid: reason_of(report) for report in stats.get("skipped", ())}
    if skipped:
        reporter.section("skipped")
        for line in count_reasons(skipped):
            reporter.write_line(line)
    # A test may run pytest itself; what is skipped there is no test of ours.
    if (file := os.environ.get(LIST)) and "PYTEST_CURRENT_TEST" not in os.environ:
        ran = {report.nodeid for kind in ("passed", "failed") for report in stats.get(kind, ())}
        keep(Path(file), skipped, ran - skipped.keys())
