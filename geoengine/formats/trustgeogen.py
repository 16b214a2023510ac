"""Records as TrustGeoGen has them: problems with one solution, with several, with a detour."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from geoengine.formats.media_files import copy_media
from geoengine.formats.source import Source

__all__ = ["write_trustgeogen"]


def write_trustgeogen(source: Source, out: Path) -> None:
    """Write ``problems.json``, ``multi_solution.json`` and ``trace_back.json``, and the pictures.

    The second has the problems with more than one solution. The third has the problems with a
    detour: an attempt whose steps are sound, but begin to lead away from the goal at the step
    numbered ``left_at``; and the solution, to which a solver has to come back.
    """
    records = source.problems
    _write_json(out / "problems.json", map(_problem, records))
    _write_json(
        out / "multi_solution.json",
        (
            {**_problem_fields(r), "solutions": _solutions(r)}
            for r in records
            if r["other_solutions"]
        ),
    )
    _write_json(
        out / "trace_back.json",
        (
            {
                **_problem_fields(r),
                "attempt": r["detour"]["steps"],
                "left_at": r["detour"]["left_at"],
                "solution": r["solution"],
            }
            for r in records
            if r["detour"] is not None
        ),
    )
    copy_media(source, out)


def _problem_fields(record: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": record["id"],
        "image": record["image"],
        "nl_problem": record["problem"],
        "notation": record["notation"],
        "answer": record["answer"],
    }


def _problem(record: dict[str, Any]) -> dict[str, Any]:
    return {
        **_problem_fields(record),
        "formal_problem": record["formal_problem"],
        "formal_solution": record["formal_solution"],
        "nl_solution": "\n".join([*record["auxiliary_points"], *record["solution"]]),
        "goal": record["goal"],
        "number_of_steps": record["steps"],
        "premises_given": record["premises_given"],
        "premises_used": record["premises_used"],
        "minimal_premises": record["minimal_premises"],
        "rules": record["rules"],
        "derivations": record["derivations"],
        "tier": record["tier"],
        "seed": record["seed"],
        "engine": record["engine"],
    }


def _solutions(record: dict[str, Any]) -> list[dict[str, Any]]:
    first = {name: record[name] for name in ("formal_solution", "solution", "steps", "rules")}
    return [first, *record["other_solutions"]]


def _write_json(path: Path, records: Iterable[dict[str, Any]]) -> None:
    text = json.dumps(list(records), ensure_ascii=False, indent=1, sort_keys=True)
    path.write_text(f"{text}\n", encoding="utf-8")
