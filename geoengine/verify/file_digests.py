"""The files of a split, compared with the digests in its manifest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from geoengine.split_files import ITEMS, PROBLEMS, SplitFiles
from geoengine.verify.verdict import Finding, Level

__all__ = ["judge_files"]

_SHOWN = 10

_FAULTS = {
    "unreadable": (Level.WRONG, "cannot be read"),
    "missing": (Level.WRONG, "missing"),
    "changed": (Level.WRONG, "changed after the split was made"),
    "unlisted": (Level.NOTE, "not part of the split"),
}


def judge_files(path: Path, entries: Sequence[Mapping[str, Any]]) -> list[Finding]:
    """Compare the files of a split with the digests in its manifest.

    Parameters
    ----------
    path : Path
        The folder.
    entries : sequence of mapping
        The items and records of the split, which name the files they show.

    Returns
    -------
    list of Finding
        One for each kind of fault; before them a good one, if nothing is wrong.
    """
    files = SplitFiles(path)
    faults = files.faults()
    findings = []
    for kind, (level, what) in _FAULTS.items():
        found = [fault for fault in faults if fault.kind == kind]
        # Items and records that the manifest does not list have been put there deliberately.
        if kind == "unlisted" and any(fault.name in {ITEMS, PROBLEMS} for fault in found):
            level, what = Level.WRONG, "not listed in the manifest"
        if found:
            details = "".join(f" ({fault.detail})" for fault in found if fault.detail)
            names = [fault.name for fault in found]
            text = f"{what}: {_listed(names)}{details}"
            findings.append(Finding(f"files_{kind}", level, text, {"files": names}))
    if any(fault.kind == "unreadable" or fault.name == "manifest.json" for fault in faults):
        return findings
    shown = {path for entry in entries for path in _media(entry)}
    strange = sorted(shown - files.digests.keys())
    if strange:
        text = f"shown, but not listed in the manifest: {_listed(strange)}"
        findings.append(Finding("files_shown", Level.WRONG, text, {"files": strange}))
    if all(finding.level is Level.NOTE for finding in findings):
        text = f"all {len(files.digests)} files are unchanged"
        findings.insert(0, Finding("files", Level.GOOD, text))
    return findings


def _media(entry: Mapping[str, Any]) -> Iterator[str]:
    """Yield the files that an item or a record shows."""
    media = entry.get("media")
    paths = [medium.get("path") for medium in media or () if isinstance(medium, Mapping)]
    # Code stands in the item itself: its path is empty.
    yield from (path for path in [*paths, entry.get("image")] if isinstance(path, str) and path)


def _listed(names: Sequence[str]) -> str:
    more = f", and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more
