"""Options: as many as announced, different and meaningful."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from geoengine.audit.geobench.finding_kinds import found
from geoengine.audit.geobench.published_item import Option, PublishedItem
from geoengine.audit.geobench.scenes import PublishedScene
from geoengine.audit.geobench.templates import form_of
from geoengine.audit.geobench.text_reader import Reading
from geoengine.audit.geobench.truth import Truth, truth, truth_of
from geoengine.verify import Finding

__all__ = ["congruence_signs", "option_findings"]

_OPTION_FAULTS = {
    "degenerate": "option_degenerate",
    "identity": "option_degenerate",
    "placeholder": "option_placeholder",
    "zero_length": "option_zero_length",
}
_FEWEST = 2
"""The least number of options where the prompt announces no number."""


def option_findings(item: PublishedItem, scene: PublishedScene | None) -> list[Finding]:
    """Check that the options are those announced, different and meaningful, with the key.

    The result is empty if they are.
    """
    findings: list[Finding] = []
    numbers = [option.number for option in item.options]
    count = item.announced or max(_FEWEST, len(numbers))
    if numbers != list(range(1, count + 1)):
        findings.append(
            found("options_count", f"expected options (1) to ({count}), found {numbers or 'none'}")
        )
    if item.key_option is None:
        findings.append(
            found("key_missing", f"the answer is {item.answer[:40]!r}, which names no option")
        )
    for first, second in combinations(item.options, 2):
        if _means(first) == _means(second):
            findings.append(
                found(
                    "repeated_options",
                    f"options ({first.number}) and ({second.number}) are equivalent:"
                    f" {first.text[:90]}; {second.text[:90]}",
                    {"options": [first.number, second.number]},
                )
            )
    for option in item.options:
        findings += _findings_of(option, item, scene)
    return findings


def _means(option: Option) -> object:
    if option.step is not None:
        return option.step
    if option.parts:
        return frozenset(part.key for part in option.parts)
    return " ".join(option.text.split())


def _findings_of(
    option: Option, item: PublishedItem, scene: PublishedScene | None
) -> Iterable[Finding]:
    role = "the key" if option.number == item.key else "a distractor"
    seen: set[object] = set()
    for part in option.parts:
        evidence = {"option": option.number, "statement": part.text, "role": role}
        if part.fault in _OPTION_FAULTS:
            yield found(
                _OPTION_FAULTS[part.fault],
                f"option ({option.number}), {role}: {part.text}: {part.why}", evidence,
            )  # fmt: skip
        elif part.fault:
            yield found(
                "unreadable", f"option ({option.number}): {part.text}: {part.why}", evidence
            )
        if part.key in seen:
            yield found(
                "repeated_part", f"option ({option.number}) lists {part.text} twice", evidence
            )
        seen.add(part.key)
        absent = [] if scene is None else [p for p in part.points if p not in scene.index]
        if absent and form_of(item.task) != "lengths":
            yield found(
                "option_absent_points",
                f"option ({option.number}), {role}: {part.text} names {', '.join(absent)}, which"
                " is not in the scene",
                {**evidence, "absent": absent},
            )


def congruence_signs(readings: Iterable[Reading], scene: PublishedScene | None) -> list[Finding]:
    """Report triangles printed as congruent that are only similar, in at most one finding."""
    if scene is None:
        return []
    bad: dict[str, Truth] = {}
    total = 0
    for reading in readings:
        if not reading.written:
            continue
        total += 1
        similar = truth_of(reading, scene)
        same = [truth(one, scene) for one in reading.written]
        if similar.status == "true" and all(one.status == "false" for one in same):
            bad.setdefault(reading.text, same[0])
    if not bad:
        return []
    text, first = next(iter(bad.items()))
    return [
        found(
            "congruence_sign",
            f"{text}: the triangles are similar and not congruent ({first.measured});"
            f" {len(bad)} of {total} such statements",
            {"statements": list(bad)[:20], **first.evidence()},
            first.picture,
        )
    ]
