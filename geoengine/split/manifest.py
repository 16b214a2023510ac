"""Manifests: how a split was made, its files, what was rejected, how its items are spread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from geoengine.items import Choice, Item
from geoengine.split.baselines import blind_baselines
from geoengine.split.ledger import Ledger
from geoengine.split.plan import Plan
from geoengine.split_files import digest_of

__all__ = ["digests", "is_manifest", "make_manifest"]


def make_manifest(
    ledger: Ledger, files: Mapping[str, str], attacks: Mapping[str, Any] | None
) -> dict[str, Any]:
    """Make the manifest of a split; it does not depend on time or machine.

    Parameters
    ----------
    ledger : Ledger
        The ledger, with all items accepted.
    files : mapping of str to str
        The SHA-256 of each file, by its path in the split.
    attacks : mapping or None
        What the adversary found; None if the plan does not ask for it.

    Returns
    -------
    dict
        Plain data that can be written as JSON.
    """
    return {
        **ledger.plan.as_dict(),
        "attacks": attacks,
        "baselines": _baselines(ledger),
        "distribution": _distribution(ledger),
        "faults": list(ledger.faults),
        "files": dict(files),
        "rejected": dict(ledger.rejections),
        "scenes": {
            "tried": ledger.tried,
            "used": len({item.meta["index"] for item in ledger.items}),
        },
    }


def _baselines(ledger: Ledger) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for baseline in blind_baselines(ledger.items):
        found.setdefault(baseline.task, {})[baseline.name] = baseline.record()
    return found


class _Counts(BaseModel):
    keys: dict[str, int]
    points: dict[int, int]
    scenes: dict[str, int]


class _Manifest(BaseModel):
    distribution: dict[str, _Counts]
    faults: list[str]
    files: dict[str, str]


def is_manifest(data: Mapping[str, Any], plan: Plan) -> bool:
    """Whether `data` has the fields that a manifest of `plan` has beyond those of the plan.

    Examples
    --------
    >>> from geoengine.split import make_plan
    >>> is_manifest({"files": ["items.jsonl"]}, make_plan(1))
    False
    """
    try:
        manifest = _Manifest.model_validate(data)
    except ValidationError:
        return False
    named = {"items.jsonl", "problems.jsonl"} <= manifest.files.keys()
    return named and set(plan.tasks) <= manifest.distribution.keys()


def _distribution(ledger: Ledger) -> dict[str, Any]:
    """Count the items of each task by key or open answer, tier, scene and number of points."""

    def count(values: Iterable[Any]) -> dict[str, int]:
        counts = Counter(values)
        return {str(value): counts[value] for value in sorted(counts)}

    found = {}
    for task in ledger.plan.tasks:
        items: list[Item] = [item for item in ledger.items if item.task == task]
        answers = [item.answer for item in items]
        found[task] = {
            "keys": count(answer.key for answer in answers if isinstance(answer, Choice)),
            "answers": count(a.expected for a in answers if not isinstance(a, Choice)),
            "evidence": count(item.meta["evidence"] for item in items if "evidence" in item.meta),
            "points": count(item.meta["points"] for item in items if "points" in item.meta),
            "scenes": count(item.scene for item in items),
            "tiers": count(item.meta["tier"] for item in items if "tier" in item.meta),
        }
    return found


def digests(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of each file in a folder and its subfolders, by relative path.

    Examples
    --------
    >>> folder = getfixture("tmp_path")
    >>> _ = (folder / "empty").write_bytes(b"")
    >>> digests(folder)["empty"][:8]
    'e3b0c442'
    """
    return {
        path.relative_to(folder).as_posix(): digest_of(path.read_bytes())
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
