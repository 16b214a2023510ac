"""Numerical and structural perception: every option evaluated in the scene."""

from __future__ import annotations

from geoengine.audit.geobench.finding_kinds import found
from geoengine.audit.geobench.published_item import Option, PublishedItem
from geoengine.audit.geobench.scenes import PublishedScene
from geoengine.audit.geobench.templates import form_of
from geoengine.audit.geobench.truth import Truth, truth_of
from geoengine.verify import Finding

__all__ = ["audit_perception"]


def audit_perception(item: PublishedItem, scene: PublishedScene | None) -> list[Finding]:
    """Judge each option in the figures of the scene; without a scene, report only that."""
    if scene is None:
        return [
            found(
                "scene_unknown",
                f"neither the prompt nor any other item describes the construction of scene"
                f" {item.scene}: the options were not evaluated",
            )
        ]
    findings: list[Finding] = []
    right: list[Option] = []
    truths: dict[int, Truth] = {}
    for option in item.options:
        if len(option.parts) != 1:
            continue
        judged = truth_of(option.parts[0], scene)
        truths[option.number] = judged
        if judged.status == "true":
            right.append(option)
        findings += _labels(option, item, scene)
        if option.parts[0].statement is not None:
            name = option.parts[0].statement.predicate
            if name == "sameclock":
                findings.append(
                    found(
                        "orientation_option", f"option ({option.number}): {option.text}",
                        {"negative": option.parts[0].negative, "is_key": option.number == item.key},
                    )
                )  # fmt: skip
    key = item.key_option
    if key is not None and key.number in truths:
        judged = truths[key.number]
        if judged.status in {"false", "absent"}:
            why = judged.measured or f"{', '.join(judged.absent)} is not in the scene"
            findings.append(
                found(
                    "key_wrong", f"the key ({key.number}) {key.text} is false: {why}",
                    {"option": key.number, **judged.evidence()}, judged.picture,
                )
            )  # fmt: skip
        elif judged.status == "depends":
            findings.append(
                found(
                    "key_depends",
                    f"the key ({key.number}) {key.text} is true in {judged.true_in} of"
                    f" {judged.figures} figures of the construction ({judged.measured} in another)",
                    {"option": key.number, **judged.evidence()}, judged.picture,
                )
            )  # fmt: skip
    others = [option for option in right if option.number != item.key]
    if others:
        shown = "; ".join(
            f"({o.number}) {o.text}: {truths[o.number].measured}, true in all"
            f" {truths[o.number].figures} figures"
            for o in others
        )
        findings.append(
            found(
                "several_right",
                f"beside the key, {shown}",
                {"options": [o.number for o in right], "key": item.key},
                truths[others[0].number].picture,
            )
        )
    return findings


def _labels(option: Option, item: PublishedItem, scene: PublishedScene) -> list[Finding]:
    """Report a distractor that differs from the key by labels, if these are points of the scene."""
    part = option.parts[0]
    if form_of(item.task) != "lengths" or option.number == item.key:
        return []
    key = item.key_option
    own = set(key.parts[0].points) if key is not None and key.parts else set()
    foreign = [point for point in part.points if point not in own]
    inside = [point for point in foreign if point in scene.index]
    same_number = key is not None and bool(key.parts) and part.number == key.parts[0].number
    if inside and same_number and not part.fault:
        known = scene.length(part.points[0], part.points[-1])
        length = f"; {''.join(part.points)} = {known[1]}" if known else ""
        return [
            found(
                "label_in_scene",
                f"option ({option.number}) {option.text}: {', '.join(inside)} is a point of the"
                f" scene{length}",
                {"option": option.number, "points": inside},
            )
        ]
    return []
