"""Faulty branch localization: every step of the reasoning is judged separately."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from geoengine.audit.geobench.finding_kinds import found
from geoengine.audit.geobench.option_audit import congruence_signs
from geoengine.audit.geobench.published_item import PrintedStep, PublishedItem
from geoengine.audit.geobench.scenes import PublishedScene
from geoengine.audit.geobench.text_losses import inexact_values
from geoengine.audit.geobench.text_reader import Reading
from geoengine.audit.geobench.truth import Truth, holding, meant, measures, truth_of
from geoengine.errors import StatementError
from geoengine.language import Statement, Surd
from geoengine.verify import Finding, Picture, is_implied_nearby, nearby_figures, satisfying

__all__ = ["audit_branch"]

_ENOUGH = 8
"""Nearby figures that must agree before a step is said to follow."""

_BASES = 2


@dataclass(frozen=True, slots=True, eq=False)
class _Judged:
    """A step, the truth of its conclusion, and whether it follows from what it cites.

    `inexact` says that it concludes a length printed as a rounded number; `figures` counts the
    nearby figures in which what it cites holds; `measured` and `picture` show why it does not
    follow.
    """

    step: PrintedStep
    conclusion: Truth
    inexact: bool
    follows: Literal["yes", "no", "open"]
    figures: int = 0
    measured: str = ""
    picture: Picture | None = None

    @property
    def valid(self) -> bool:
        """Whether it is true in every figure, up to rounded numbers, and not refuted as a step."""
        return (self.conclusion.status == "true" or self.inexact) and self.follows != "no"


def audit_branch(item: PublishedItem, scene: PublishedScene | None) -> list[Finding]:
    """Judge every step: whether it is true, and whether it follows from what it cites.

    Without figures of the scene, only faults of the text are found.
    """
    findings: list[Finding] = []
    findings += [found("unreadable", f"no step: {line[:120]}") for line in item.unread]
    unnumbered = [step for step in item.steps if step.number is None]
    if unnumbered:
        step = unnumbered[0]
        findings.append(
            found(
                "unnumbered_step",
                f"{len(unnumbered)} of {len(item.steps)} steps has no number: … ({step.rule}) =>"
                f" {step.conclusion.text}",
                {"count": len(unnumbered)},
            )
        )
    nameless = [step.name for step in item.steps if not step.rule]
    if nameless:
        findings.append(found("unnamed_rule", ", ".join(nameless), {"steps": nameless}))
    numbers = {step.number for step in item.steps}
    for option in item.options:
        if option.step is None or option.step not in numbers:
            findings.append(
                found(
                    "step_absent", f"option ({option.number}) {option.text}: there is no such step",
                    {"option": option.number},
                )
            )  # fmt: skip
    readings = [r for step in item.steps for r in (*step.sources, step.conclusion)]
    for step in item.steps:
        for reading in (*step.sources, step.conclusion):
            if reading.fault in {"degenerate", "identity", "zero_length"}:
                text = f"{step.name}: {reading.text}: {reading.why}"
                findings.append(found("step_degenerate", text, {"step": step.number}))
            elif reading.fault:
                findings.append(found("unreadable", f"{step.name}: {reading.text}: {reading.why}"))
    if scene is None or not len(scene.xy):
        return findings
    findings += inexact_values(readings, scene)
    findings += congruence_signs(readings, scene)
    rng = np.random.default_rng(0)
    inexact = {f.evidence["statement"] for f in findings if f.code == "inexact"}
    made = {step.conclusion.key: step for step in item.steps}
    judged = [_judge(step, _cited(step, made), scene, inexact, rng) for step in item.steps]
    findings += _verdicts(item, judged)
    return findings


def _verdicts(item: PublishedItem, judged: Sequence[_Judged]) -> list[Finding]:
    findings: list[Finding] = []
    key = item.key_option
    for one in judged:
        is_key = key is not None and key.step is not None and key.step == one.step.number
        label = f"{one.step.name}, {one.step.conclusion.text}"
        evidence = {
            "step": one.step.number,
            "conclusion": one.step.conclusion.text,
            "follows": one.follows,
            "figures_of_sources": one.figures,
            **one.conclusion.evidence(),
        }
        if is_key and one.valid:
            follows = (
                f" and in all {one.figures} nearby figures in which what it cites holds"
                if one.follows == "yes"
                else ""
            )
            findings.append(
                found(
                    "key_step_valid",
                    f"the key, {label} ({one.step.rule}), is true in all {one.conclusion.figures}"
                    f" figures of the scene{follows}",
                    evidence,
                )
            )
        elif not is_key and one.conclusion.status in {"false", "depends"} and not one.inexact:
            findings.append(
                found(
                    f"step_{one.conclusion.status}",
                    f"{label}: {one.conclusion.measured} (true in {one.conclusion.true_in} of"
                    f" {one.conclusion.figures} figures)",
                    evidence, one.conclusion.picture,
                )
            )  # fmt: skip
        if one.follows == "no":
            findings.append(
                found(
                    "step_gap",
                    f"{label}: in a nearby figure everything that it cites holds, and it does not:"
                    f" {one.measured}",
                    evidence, one.picture,
                )
            )  # fmt: skip
    if judged and all(one.valid for one in judged):
        sure = sum(one.follows == "yes" for one in judged)
        rounded = sum(one.inexact for one in judged)
        text = f"all {len(judged)} steps conclude what is true in the scene"
        if rounded:
            text += f", {rounded} of them with a rounded number"
        text += f"; {sure} follow from what they cite in all nearby figures, and none was refuted"
        findings.append(found("no_wrong_step", text, {"steps": len(judged), "follow": sure}))
    return findings


def _cited(step: PrintedStep, made: dict[object, PrintedStep]) -> list[Reading]:
    """What a step cites, with summaries replaced by the statements that they stand for."""
    found: list[Reading] = []
    for source in step.sources:
        behind = made.get(source.key) if source.carries else None
        found += [source] if behind is None or behind is step else [source, *behind.sources]
    return found


def _judge(
    step: PrintedStep,
    cited: Sequence[Reading],
    scene: PublishedScene,
    inexact: set[str],
    rng: np.random.Generator,
) -> _Judged:
    rounded = step.conclusion.text in inexact
    conclusion = truth_of(step.conclusion, scene)
    if conclusion.status not in {"true"} and not rounded:
        return _Judged(step, conclusion, rounded, "open")
    target = _meant(step.conclusion, scene, inexact)
    sources = [_meant(source, scene, inexact) for source in cited]
    if target is None or any(source is None for source in sources):
        return _Judged(step, conclusion, rounded, "open")
    known = [source for source in sources if source is not None]
    points = tuple(dict.fromkeys(p for s in (*known, target) for p in s.points))
    rows = [scene.index[point] for point in points]
    index = {name: row for row, name in enumerate(points)}
    relations = [source for source in known if not source.is_condition]
    conditions = [source for source in known if source.is_condition]
    total = 0
    for xy in scene.xy[:_BASES]:
        near = nearby_figures(points, xy[rows], relations, rng)
        near = near[satisfying(conditions, near, index, 0.0)]
        total += len(near)
        if not len(near):
            continue
        yes, no = holding(target, near, index)
        if no.any() and is_implied_nearby(target, relations, points, xy[rows]):
            # It fails only in another configuration, not in nearby figures.
            continue
        if no.any():
            k = int(no.argmax())
            return _Judged(
                step, conclusion, rounded, "no", total, measures(target, points, near[k]),
                Picture(points, near[k], (*relations, target)),
            )  # fmt: skip
        if not yes.all():
            return _Judged(step, conclusion, rounded, "open", total)
    return _Judged(step, conclusion, rounded, "yes" if total >= _ENOUGH else "open", total)


def _meant(reading: Reading, scene: PublishedScene, inexact: set[str]) -> Statement | None:
    """The reading that is true in the scene, with a rounded length replaced by the exact one.

    None if no reading is true, or the exact length is not known.
    """
    if reading.text in inexact and reading.statement is not None:
        known = scene.length(*reading.statement.points)
        try:
            return (
                None
                if known is None
                else Statement("lconst", reading.statement.points, Surd.parse(known[1]))
            )
        except StatementError:
            return None
    return meant(reading, scene)
