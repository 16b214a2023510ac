"""Goals: whether they are meaningful and true."""

from __future__ import annotations

from geoengine.audit.geobench.finding_kinds import found
from geoengine.audit.geobench.published_item import PublishedItem
from geoengine.audit.geobench.scenes import PublishedScene
from geoengine.audit.geobench.text_reader import Reading
from geoengine.audit.geobench.truth import Truth, truth
from geoengine.errors import StatementError
from geoengine.language import Statement, Surd, write
from geoengine.verify import Finding

__all__ = ["goal_findings", "meant_goals"]

_GOAL_FAULTS = {
    "degenerate": "goal_degenerate",
    "placeholder": "goal_placeholder",
    "zero_length": "goal_zero_length",
    "identity": "goal_identity",
}


def goal_findings(item: PublishedItem, scene: PublishedScene | None) -> list[Finding]:
    """Check that the goal is there, meaningful, true and not a premise; return nothing if so."""
    goal = item.goal
    if goal is None:
        if item.task.endswith("perception"):
            return []
        return [found("unreadable", "no goal was found in the prompt")]
    meant = meant_goals(goal, scene)
    if goal.fault:
        evidence: dict[str, object] = {"goal": goal.text, "loses": goal.loses}
        if goal.open and scene is not None and len(scene.xy):
            evidence["true_completions"] = [str(one) for one in meant]
        code = _GOAL_FAULTS.get(goal.fault, "unreadable")
        return [
            found(code, f"{goal.text}: {goal.why}{_completions_text(goal, meant, scene)}", evidence)
        ]
    assert goal.statement is not None
    if any(p.statement == goal.statement for p in item.premises):
        return [found("goal_premise", f"{goal.text}: it is one of the premises")]
    if scene is None:
        return []
    judged = truth(goal.statement, scene)
    if judged.status in {"true", "unknown", "absent"}:
        return []
    evidence = {"goal": str(goal.statement), **judged.evidence()}
    if meant and judged.status == "false":
        evidence["true_if_read_as"] = [str(one) for one in meant]
        truths = "; ".join(write(one) for one in meant[:4])
        text = (
            f"{goal.text}: false as printed ({judged.measured}); the wording loses"
            f" {goal.loses}; true in all {judged.figures} figures: {truths}"
        )
        return [found("goal_misprinted", text, evidence, judged.picture)]
    code = "goal_false" if judged.status == "false" else "goal_depends"
    where = f"{judged.figures - judged.true_in} of {judged.figures} figures"
    return [
        found(code, f"{goal.text}: false in {where} ({judged.measured})", evidence, judged.picture)
    ]


def _completions_text(goal: Reading, meant: list[Statement], scene: PublishedScene | None) -> str:
    if goal.fault == "placeholder" and meant:
        return f"; in the scene, {write(meant[0])}"
    if not goal.open or scene is None or not len(scene.xy):
        return ""
    loss = f"; it loses {goal.loses}"
    if not meant:
        return f"{loss}; none of its completions is true"
    are = "is" if len(meant) == 1 else "are"
    return f"{loss}; {len(meant)} of its completions {are} true, such as {write(meant[0])}"


def meant_goals(goal: Reading | None, scene: PublishedScene | None) -> list[Statement]:
    """The possible meanings of a goal: itself, if it is true; otherwise its other true readings.

    True means in all figures of the scene; without figures there are none. A goal that lost its
    number gets the length that the scene determines.
    """
    if goal is None or scene is None or not len(scene.xy):
        return []
    if goal.fault == "placeholder":
        return _with_its_value(goal, scene)
    if goal.statement is not None and _as_printed(goal, scene).status == "true":
        return [goal.statement]
    possible = dict.fromkeys(goal.meanings(scene.points))
    return [one for one in possible if one != goal.statement and truth(one, scene).status == "true"]


def _with_its_value(goal: Reading, scene: PublishedScene) -> list[Statement]:
    """A goal that lost its number, with the length that the scene gives it."""
    known = scene.length(*goal.points) if len(goal.points) == 2 else None
    try:
        return [] if known is None else [Statement("lconst", goal.points, Surd.parse(known[1]))]
    except StatementError:
        return []


def _as_printed(reading: Reading, scene: PublishedScene) -> Truth:
    """The truth of the printed text alone, without its other readings."""
    assert reading.statement is not None
    return truth(reading.statement, scene, negative=reading.negative)
