"""The audit of published files: their items are read and judged, the findings counted."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from geoengine.audit.geobench.branches import audit_branch
from geoengine.audit.geobench.filtering import audit_filtering
from geoengine.audit.geobench.finding_kinds import found, title
from geoengine.audit.geobench.goal_audit import goal_findings
from geoengine.audit.geobench.option_audit import option_findings
from geoengine.audit.geobench.perception import audit_perception
from geoengine.audit.geobench.published_item import PublishedItem
from geoengine.audit.geobench.scenes import PublishedScene, scene_of, scenes_of
from geoengine.audit.geobench.sharegpt import read_items
from geoengine.audit.geobench.shortcuts import blind_scores, crowding
from geoengine.audit.geobench.subgoals import audit_subgoals
from geoengine.audit.geobench.templates import form_of, load
from geoengine.audit.geobench.text_losses import text_findings
from geoengine.audit.geobench.theorem_audit import audit_theorems
from geoengine.verify import Budget, Finding, Level, Report, read_json, worst_level

if TYPE_CHECKING:
    from geoengine.verify import Prover

__all__ = ["Audit", "ItemAudit", "audit", "audit_files", "audit_together"]

_AUDITS: dict[str, Callable[[PublishedItem, PublishedScene | None], list[Finding]]] = {
    "lengths": audit_perception,
    "relations": audit_perception,
    "premises": audit_filtering,
    "subgoals": audit_subgoals,
    "steps": audit_branch,
}


@dataclass(frozen=True, slots=True, eq=False)
class ItemAudit:
    """The findings about one item."""

    item: PublishedItem
    findings: tuple[Finding, ...]

    def report(self) -> Report:
        """The findings as a report."""
        facts = {"task": self.item.task, "scene": self.item.scene, "position": self.item.position}
        return Report("item", self.item.name, self.findings, facts)


@dataclass(frozen=True, slots=True, eq=False)
class Audit:
    """The findings about published files.

    Attributes
    ----------
    sources : tuple of str
        The files, indexes of data sets included.
    items : tuple of ItemAudit
        The findings about each item, in the order of the files.
    overall : tuple of Finding
        About files as a whole: blind strategies, crowded scenes, duplicate items.
    """

    sources: tuple[str, ...]
    items: tuple[ItemAudit, ...]
    overall: tuple[Finding, ...] = ()

    @property
    def level(self) -> Level:
        """The worst of all findings."""
        every = [finding for one in self.items for finding in one.findings]
        return worst_level(finding.level for finding in (*every, *self.overall))

    def counts(self) -> dict[str, dict[str, int]]:
        """The number of items with a finding of each code, by task."""
        tables: dict[str, Counter[str]] = defaultdict(Counter)
        for one in self.items:
            tables[one.item.task].update({finding.code for finding in one.findings})
        return {task: dict(sorted(table.items())) for task, table in sorted(tables.items())}

    def record(self) -> dict[str, Any]:
        """The audit as in JSON."""
        return {
            "kind": "benchmark",
            "sources": list(self.sources),
            "verdict": self.level.value,
            "counts": self.counts(),
            "overall": [finding.record() for finding in self.overall],
            "items": [{"source": one.item.source, **one.report().record()} for one in self.items],
        }

    def text(self, *, notes: bool = False, most: int = 3) -> str:
        """The audit as text: a table by task and kind of finding, then findings with evidence.

        Parameters
        ----------
        notes : bool
            Whether to list findings that are not defects, too.
        most : int
            How many items to show for each kind of finding in a task; 0 for all.
        """
        files = "one file" if len(self.sources) == 1 else f"{len(self.sources)} files"
        lines = [f"{len(self.items)} items in {files}"]
        if not self.items:
            lines.append("an index of data sets, which contains no items")
        titles = {entry["name"]: entry["title"] for entry in load("tasks.yaml")}
        counts = self.counts()
        for task, table in counts.items():
            own = [one for one in self.items if one.item.task == task]
            bad = sum(any(f.level is Level.WRONG for f in one.findings) for one in own)
            lines += ["", f"{titles[task]}: {len(own)} items, {bad} with a defect"]
            ranked = sorted(table.items(), key=lambda pair: (-pair[1], pair[0]))
            for code, count in ranked:
                level = _level(own, code)
                lines.append(f"  {count:5d}  {level.value:9s}  {title(code)}")
        shown = self._examples(counts, notes=notes, most=most)
        if shown:
            lines += ["", "Findings", *shown]
        if self.overall:
            lines += ["", "The files as a whole"]
            lines += [f"  {finding.text}" for finding in self.overall]
        return "\n".join(lines)

    def _examples(self, counts: dict[str, dict[str, int]], *, notes: bool, most: int) -> list[str]:
        lines: list[str] = []
        for task, table in counts.items():
            for code in table:
                own = [
                    (one.item, finding)
                    for one in self.items
                    if one.item.task == task
                    for finding in one.findings
                    if finding.code == code
                ]
                if own[0][1].level is Level.NOTE and not notes:
                    continue
                lines.append(f"  {task}: {title(code)}")
                kept = own if not most else own[:most]
                lines += [f"    {item.name}: {finding.text}" for item, finding in kept]
                if len(kept) < len(own):
                    lines.append(f"    … and {len(own) - len(kept)} more")
        return lines


def _level(items: Sequence[ItemAudit], code: str) -> Level:
    return next(f.level for one in items for f in one.findings if f.code == code)


def audit_together(
    files: Iterable[tuple[str, Any]],
    budget: Budget | None = None,
    *,
    prover: Prover | None = None,
) -> Audit:
    """Audit published files together: items about one scene help to reconstruct its figure.

    Parameters
    ----------
    files : iterable of (str, object)
        Names, and parsed JSON.
    budget : Budget, optional
        The budget for all items together; by default 30 seconds, and 2 for each item. Items that
        are not reached in time have the one finding ``out_of_time``.
    prover : callable, optional
        Searches for proofs that avoid some theorems; the proofs are replayed here. Without it,
        none are looked for.

    Raises
    ------
    InputError
        When a file does not have the form of GeoBench files.
    """
    files = list(files)
    items = [item for source, data in files for item in read_items(data, source)]
    budget = budget or Budget(seconds=30 + 2.0 * len(items))
    scenes = scenes_of(items)
    audited = [ItemAudit(item, tuple(_findings(item, scenes, budget, prover))) for item in items]
    overall = (*crowding(items), *blind_scores(items))
    return Audit(tuple(source for source, _ in files), tuple(audited), overall)


def audit(
    data: Any,
    source: str,
    budget: Budget | None = None,
    *,
    prover: Prover | None = None,
) -> Audit:
    """Audit one published file; see `audit_together`."""
    return audit_together([(source, data)], budget, prover=prover)


def _findings(
    item: PublishedItem, scenes: dict[str, PublishedScene], budget: Budget, prover: Prover | None
) -> list[Finding]:
    if budget.spent:
        return [found("out_of_time", "the time ran out before it was audited")]
    scene = scene_of(item, scenes)
    if form_of(item.task) == "theorems":
        own = audit_theorems(item, scene, prover, budget)
    else:
        own = _AUDITS[form_of(item.task)](item, scene)
    return [
        *text_findings(item, scene),
        *goal_findings(item, scene),
        *option_findings(item, scene),
        *own,
    ]


def audit_files(paths: Iterable[str | os.PathLike[str]], *, timeout: float | None = None) -> Audit:
    """Audit published files together; see `audit_together`.

    `timeout` is the time for all items, in seconds; None for the default.

    Raises
    ------
    InputError
        When a file cannot be read, is not JSON, or does not have the form of GeoBench files.
    """
    files = [(os.fspath(path), read_json(path)) for path in paths]
    return audit_together(files, None if timeout is None else Budget(seconds=timeout))
