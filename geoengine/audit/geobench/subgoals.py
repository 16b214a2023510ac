"""Sub-goal decomposition: options are judged as sets of statements."""

from __future__ import annotations

import numpy as np

from geoengine.audit.geobench.finding_kinds import found
from geoengine.audit.geobench.goal_audit import meant_goals
from geoengine.audit.geobench.option_audit import congruence_signs
from geoengine.audit.geobench.published_item import Option, PublishedItem
from geoengine.audit.geobench.scenes import PublishedScene
from geoengine.audit.geobench.truth import holding, meant, truth_of
from geoengine.language import write
from geoengine.verify import Finding, nearby_figures

__all__ = ["audit_subgoals"]

_ENOUGH = 8
"""Nearby figures that must agree before a distractor is called sufficient."""


def audit_subgoals(item: PublishedItem, scene: PublishedScene | None) -> list[Finding]:
    """Compare the options with the key as sets of statements, and evaluate these in the scene."""
    findings = [
        found(
            "asks_for_premises",
            "the question asks for necessary premises; the key consists of intermediate results",
        )
    ]
    key = item.key_option
    if key is None:
        return findings
    own = _keys(key)
    for option in item.distractors:
        theirs = _keys(option)
        if theirs and theirs < own:
            findings.append(
                found(
                    "subset_of_key",
                    f"option ({option.number}) has {len(theirs)} of the {len(own)} statements of"
                    f" the key ({key.number}) and no other: {option.text[:120]}",
                    {"option": option.number, "size": len(theirs), "key_size": len(own)},
                )
            )
        elif own and own < theirs:
            extra = [part.text for part in option.parts if part.key not in own]
            findings.append(
                found(
                    "superset_of_key",
                    f"option ({option.number}) has all statements of the key ({key.number}), and:"
                    f" {'; '.join(extra)[:120]}",
                    {"option": option.number, "extra": extra},
                )
            )
    readings = [part for option in item.options for part in option.parts]
    findings += congruence_signs(readings, scene)
    if scene is not None and len(scene.xy):
        findings += _false_parts(item, scene)
        findings += _sufficient(item, scene)
    return findings


def _sufficient(item: PublishedItem, scene: PublishedScene) -> list[Finding]:
    """Find distractors that imply the goal by themselves, as far as nearby figures show."""
    findings: list[Finding] = []
    goals = meant_goals(item.goal, scene)
    rng = np.random.default_rng(0)
    for option in item.distractors:
        statements = [meant(part, scene) for part in option.parts]
        if not statements or any(one is None for one in statements):
            continue
        known = [one for one in statements if one is not None]
        relations = [one for one in known if not one.is_condition]
        for goal in goals if relations else []:
            points = tuple(dict.fromkeys(p for one in (*known, goal) for p in one.points))
            xy = scene.xy[0][[scene.index[point] for point in points]]
            near = nearby_figures(points, xy, relations, rng)
            index = {name: row for row, name in enumerate(points)}
            if len(near) < _ENOUGH or not holding(goal, near, index)[0].all():
                continue
            findings.append(
                found(
                    "distractor_sufficient",
                    f"option ({option.number}) {option.text[:120]}: the goal, {write(goal)}, holds"
                    f" in all {len(near)} nearby figures in which these statements do",
                    {"option": option.number, "goal": str(goal), "figures": len(near)},
                )
            )
            break
    return findings


def _keys(option: Option) -> frozenset[object]:
    return frozenset(part.key for part in option.parts)


def _false_parts(item: PublishedItem, scene: PublishedScene) -> list[Finding]:
    findings = []
    for option in item.options:
        bad = []
        for part in option.parts:
            judged = truth_of(part, scene)
            if judged.status == "false":
                bad.append((part, judged))
        if not bad:
            continue
        shown = "; ".join(f"{part.text} ({judged.measured})" for part, judged in bad[:3])
        evidence = {
            "option": option.number,
            "statements": [part.text for part, _ in bad],
            "measured": [judged.measured for _, judged in bad],
        }
        if option.number == item.key:
            findings.append(
                found(
                    "key_wrong",
                    f"the key has a false statement: {shown}",
                    evidence,
                    bad[0][1].picture,
                )
            )
        else:
            findings.append(
                found("false_distractor_part", f"option ({option.number}): {shown}", evidence)
            )
    return findings
