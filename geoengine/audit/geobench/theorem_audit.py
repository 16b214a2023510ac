"""Theorem selection: options, which are names of rules, are compared and tested by proofs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from geoengine.audit.geobench.finding_kinds import found
from geoengine.audit.geobench.goal_audit import meant_goals
from geoengine.audit.geobench.published_item import PublishedItem
from geoengine.audit.geobench.scenes import PublishedScene
from geoengine.audit.geobench.theorem_names import rule_id, rule_name
from geoengine.errors import GeoengineError
from geoengine.language import Statement, write
from geoengine.verify import Budget, Finding, Replay, Setting, read_proof, replay

if TYPE_CHECKING:
    from geoengine.verify import Prover

__all__ = ["audit_theorems"]

_DRAWS = 4
"""How many figures of a scene, from the first, show one configuration: the draws of one seed."""

_MOST_READINGS = 4

_DIRECTION = re.compile(r"\s*(?:\((?:direct|reverse)\)|\bI{1,3}\b)\s*$", re.IGNORECASE)
_JARGON = re.compile(
    r"\brules? r\d+|\breplaces the original r\d+|\bopposite direction of r\d+|\bAR\b|\b[a-z]const\b"
    r"|proof state|\bncoll\b|\bsameclock\b|symbolic|explicitate|\bpredicate\b"
)


def audit_theorems(
    item: PublishedItem,
    scene: PublishedScene | None,
    prover: Prover | None = None,
    budget: Budget | None = None,
) -> list[Finding]:
    """Judge what is possible without the solution, which is not published.

    With a prover, search for proofs that do not use the distractors' theorems.
    """
    findings = [
        found(
            "hidden_solution",
            "the question asks which rule was not used, and shows no solution: the item"
            " does not determine whether the key is right",
        )
    ]
    key = item.key_option
    names = {option.number: rule_name(option) for option in item.options}
    if key is not None:
        for option in item.distractors:
            twins = names[option.number], names[key.number]
            bare = [_DIRECTION.sub("", name) for name in twins]
            if bare[0] == bare[1] and twins[0] != twins[1]:
                findings.append(
                    found(
                        "twin_options",
                        f"the key ({key.number}) {twins[1]} and ({option.number}) {twins[0]} differ"
                        " by the orientation or direction only",
                        {"options": [option.number, key.number], "rules": list(twins)},
                    )
                )
    seen: dict[str, int] = {}
    for number, name in names.items():
        if name in seen:
            findings.append(
                found(
                    "repeated_options",
                    f"options ({seen[name]}) and ({number}) are one rule: {name}",
                    {"options": [seen[name], number]},
                )
            )
        seen.setdefault(name, number)
    jargon = {
        option.number: sorted({match[0] for match in _JARGON.finditer(option.text)})
        for option in item.options
    }
    jargon = {number: words for number, words in jargon.items() if words}
    if prover is not None and scene is not None and len(scene.xy):
        findings += _unneeded_theorems(item, scene, prover, budget or Budget())
    if jargon:
        number, words = next(iter(jargon.items()))
        findings.append(
            found(
                "engine_jargon",
                f"option ({number}) {names[number]}: {', '.join(words)}"
                + (f"; {len(jargon) - 1} more options" if len(jargon) > 1 else ""),
                {"options": {str(n): found_words for n, found_words in jargon.items()}},
            )
        )
    return findings


def _unneeded_theorems(
    item: PublishedItem, scene: PublishedScene, prover: Prover, budget: Budget
) -> list[Finding]:
    """Find distractors, whose theorems are said to be used, that some proof does without."""
    goals = meant_goals(item.goal, scene)
    if not goals or len(goals) > _MOST_READINGS:
        return []
    ids = {option.number: rule_id(option) for option in item.distractors}
    known = {number: rule for number, rule in ids.items() if rule is not None}
    for numbers in dict.fromkeys([tuple(known), *((number,) for number in known)]):
        proofs = _without([known[n] for n in numbers], goals, scene, prover, budget)
        if proofs is None:
            continue
        used = sorted({step.rule for proof in proofs for step in proof.proof.steps})
        steps = max(len(proof.proof.steps) for proof in proofs)
        offered = ", ".join(f"({n})" for n in numbers)
        goal = "; ".join(write(one) for one in goals)
        return [
            found(
                "distractor_not_in_proof",
                f"{offered}: a replayed proof of {goal} in {steps} steps does not use them: it uses"
                f" {', '.join(used)}",
                {
                    "options": list(numbers),
                    "rules": used,
                    "steps": steps,
                    "goals": list(map(str, goals)),
                },
            )
        ]
    return []


def _without(
    rules: Sequence[str],
    goals: Sequence[Statement],
    scene: PublishedScene,
    prover: Prover,
    budget: Budget,
) -> list[Replay] | None:
    """A proof without some rules of each reading of the goal; None if one has none."""
    proofs: list[Replay] = []
    relations = [s for s in scene.given if not s.is_condition]
    draws = scene.xy[:_DRAWS]
    for goal in goals if rules else []:
        if budget.spent:
            return None
        try:
            record = prover(scene.points, draws, relations, goal, without=rules)
            if record is None:
                return None
            found_proof = replay(
                read_proof(record), given=relations, goal=goal,
                settings=[Setting(scene.points, draws)], budget=budget, ask_z3=False,
            )  # fmt: skip
        except GeoengineError:
            return None
        used = {step.rule for step in found_proof.proof.steps}
        if found_proof.bad is not None or used & set(rules):
            return None
        proofs.append(found_proof)
    return proofs or None
