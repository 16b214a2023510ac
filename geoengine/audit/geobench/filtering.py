"""Premise filtering: which options are premises that can be left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from geoengine.audit.geobench.finding_kinds import found
from geoengine.audit.geobench.goal_audit import meant_goals
from geoengine.audit.geobench.published_item import PublishedItem
from geoengine.audit.geobench.scenes import PublishedScene
from geoengine.audit.geobench.truth import holding, measures, truth_of
from geoengine.language import Statement, write
from geoengine.verify import Finding, Picture, Reals, is_implied_nearby, nearby_figures

__all__ = ["audit_filtering"]

_BASES = 3
_LOST = 1e-3
_ENOUGH = 8
"""Figures without a premise that must agree before it is called superfluous."""


@dataclass(frozen=True, slots=True, eq=False)
class _Need:
    """Whether the goal needs a premise, with the evidence."""

    status: Literal["implied", "not needed", "needed", "open"]
    figures: int = 0
    measured: str = ""
    picture: Picture | None = None
    why: str = ""


def audit_filtering(item: PublishedItem, scene: PublishedScene | None) -> list[Finding]:
    """Leave out each option in turn and search for a figure in which the goal fails.

    The figures satisfy all other premises that the item lists. If the text of the goal is
    ambiguous, a premise counts as superfluous only if it is so for every true reading. Without
    figures of the scene there are no findings.
    """
    findings: list[Finding] = []
    if scene is None or not len(scene.xy):
        return findings
    for printed in item.premises:
        judged = truth_of(printed, scene)
        if judged.status == "false":
            findings.append(
                found(
                    "premise_false",
                    f"{printed.text}: {judged.measured}",
                    judged.evidence(),
                    judged.picture,
                )
            )
        elif printed.fault:
            findings.append(found("unreadable", f"premise {printed.text}: {printed.why}"))
    listed = list(
        dict.fromkeys(
            p.statement
            for p in item.premises
            if p.statement is not None and not p.negative and _in(p.statement, scene)
        )
    )
    goals = meant_goals(item.goal, scene)
    empty = item.goal is not None and item.goal.fault == "identity"
    rng = np.random.default_rng(0)
    removable: list[int] = []
    for option in item.options:
        if len(option.parts) != 1 or option.parts[0].statement is None:
            continue
        premise = option.parts[0].statement
        if not _in(premise, scene):
            continue
        is_key = option.number == item.key
        need = _Need("not needed") if empty else _need(premise, listed, goals, scene, rng)
        label = f"option ({option.number}) {option.text}"
        evidence = {"option": option.number, "premise": str(premise), "figures": need.figures}
        if need.status == "implied":
            removable.append(option.number)
            if not is_key:
                findings.append(
                    found(
                        "distractor_implied",
                        f"{label} follows from the other premises: no infinitesimal motion that"
                        f" preserves them violates it, and it holds in all {need.figures} nearby"
                        " figures in which they do",
                        evidence,
                    )
                )
        elif need.status == "not needed":
            removable.append(option.number)
            if not is_key:
                text = f"{label} is not needed: {_holds(goals, need)}"
                findings.append(found("distractor_not_needed", text, evidence, need.picture))
        elif need.status == "needed" and is_key:
            findings.append(
                found(
                    "key_wrong",
                    f"the key ({option.number}) {option.text} is needed: in a figure of all other"
                    f" premises the goal fails: {need.measured}",
                    evidence, need.picture,
                )
            )  # fmt: skip
        elif need.status == "open":
            findings.append(found("necessity_open", f"{label}: {need.why}", evidence))
    wrong = [number for number in removable if number != item.key]
    if wrong and item.key is not None:
        findings.append(
            found(
                "several_right",
                f"beside the key ({item.key}), {', '.join(f'({n})' for n in wrong)} can be left out"
                " too",
                {"options": removable, "key": item.key},
            )
        )
    return findings


def _in(statement: Statement, scene: PublishedScene) -> bool:
    return scene.index.keys() >= set(statement.points)


def _holds(goals: Sequence[Statement], need: _Need) -> str:
    if not goals:
        return "the goal is an identity, which needs no premise"
    about = "; ".join(write(goal) for goal in goals[:3])
    more = f" and {len(goals) - 3} more readings" if len(goals) > 3 else ""
    return (
        f"the goal ({about}{more}) holds in all {need.figures} nearby figures in which the other"
        " premises hold and it does not"
    )


def _need(
    premise: Statement,
    listed: Sequence[Statement],
    goals: Sequence[Statement],
    scene: PublishedScene,
    rng: np.random.Generator,
) -> _Need:
    rest = [other for other in listed if other != premise]
    bases = scene.xy[:: max(1, len(scene.xy) // _BASES)][:_BASES]
    near = [nearby_figures(scene.points, xy, rest, rng) for xy in bases]
    off = [_off(premise, xy, scene) for xy in near]
    total = sum(map(len, near))
    if total >= _ENOUGH and all((one < _LOST).all() for one in off):
        if all(is_implied_nearby(premise, rest, scene.points, xy) for xy in bases):
            return _Need("implied", total)
        return _Need("open", total, why="no figure without it was found, though motions exist")
    broken = np.concatenate([xy[lost > _LOST] for xy, lost in zip(near, off, strict=True)])
    if not goals:
        return _Need("open", len(broken), why="the goal is no statement that is true in the scene")
    if not len(broken):
        return _Need("open", 0, why="no figure was found in which it fails and the others hold")
    fails = np.ones(len(broken), dtype=bool)
    for goal in goals:
        _, no = holding(goal, broken, scene.index)
        fails &= no
    holds = np.ones(len(broken), dtype=bool)
    for goal in goals:
        yes, _ = holding(goal, broken, scene.index)
        holds &= yes
    if holds.all() and len(broken) >= _ENOUGH:
        shown = Picture(scene.points, broken[0], (*goals[:1], *rest))
        return _Need("not needed", len(broken), picture=shown)
    if fails.any():
        k = int(fails.argmax())
        text = measures(goals[0], scene.points, broken[k])
        return _Need("needed", len(broken), text, Picture(scene.points, broken[k], tuple(rest)))
    why = f"the goal, in {len(goals)} readings, neither holds nor fails throughout"
    return _Need("open", len(broken), why=why)


def _off(premise: Statement, xy: Reals, scene: PublishedScene) -> Reals:
    return premise.measured(xy, scene.index)
