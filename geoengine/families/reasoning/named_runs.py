"""Runs of point names in printed text, such as AB in “AB ∥ CD”."""

from __future__ import annotations

import re
from collections.abc import Iterable

__all__ = ["NAME", "RUN", "names_and_runs"]

RUN = re.compile(r"(?<![A-Za-z])(?:[A-Z][0-9']*)+(?![a-z])")
NAME = re.compile(r"[A-Z][0-9']*")


def names_and_runs(texts: Iterable[str]) -> tuple[set[str], set[str]]:
    """Return the names of points in some texts, and the runs in which they stand.

    Examples
    --------
    >>> names, runs = names_and_runs(["AB ∥ C1D", "AD = 5"])
    >>> sorted(names), sorted(runs)
    (['A', 'B', 'C1', 'D'], ['AB', 'AD', 'C1D'])
    """
    runs = {run for text in texts for run in RUN.findall(text)}
    return {name for run in runs for name in NAME.findall(run)}, runs
