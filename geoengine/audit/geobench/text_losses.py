"""Losses in the text of an item: missing sentences and numbers, and inexact values."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from geoengine.audit.geobench.finding_kinds import found
from geoengine.audit.geobench.published_item import PublishedItem
from geoengine.audit.geobench.scenes import PublishedScene
from geoengine.audit.geobench.text_reader import Reading
from geoengine.audit.geobench.truth import truth
from geoengine.language import Statement, write
from geoengine.verify import Finding

__all__ = ["inexact_values", "text_findings"]


def text_findings(item: PublishedItem, scene: PublishedScene | None) -> list[Finding]:
    """Report what the text of an item lacks, and what is odd in it.

    These are: lost numbers and sentences, a construction that is degenerate or has no figure, and
    fractions with the denominator 1.
    """
    findings: list[Finding] = []
    for made in item.construction:
        if made.lost and made.placed:
            recovered = [] if scene is None else [write(s) for s in scene.recovered]
            findings.append(
                found(
                    "lost_number",
                    f"{made.lost}: {made.text}",
                    {"sentence": made.text, "recovered": recovered},
                )
            )
        elif made.lost:
            findings.append(
                found("unreadable", f"{made.lost}: {made.text[:160]}", {"sentence": made.text})
            )
    findings += _missing(item, scene)
    if scene is not None and item.construction and len(scene.xy) and scene.bare:
        for made in item.construction:
            if made.bare and _on_its_line(made.taken, scene):
                a, b, c = made.taken[-1], made.taken[0], made.taken[1]
                findings.append(
                    found(
                        "degenerate_construction",
                        f"{a}, {b}, {c} lie on one line in the scene: {made.text}",
                        {"sentence": made.text},
                    )
                )
    if scene is not None and not len(scene.xy):
        why = "; ".join(scene.lacks) or "the search ended without one"
        findings.append(found("no_figure", f"no figure was found: {why}"))
    readings = [*item.premises, *(p for option in item.options for p in option.parts)]
    ones = [reading.text for reading in readings if reading.number.endswith("/1")]
    if ones:
        findings.append(
            found(
                "fraction_of_one",
                f"{len(ones)} statements, such as {ones[0]}",
                {"statements": ones[:9]},
            )
        )
    return findings


def _on_its_line(points: Iterable[str], scene: PublishedScene) -> bool:
    return truth(Statement("coll", tuple(points)), scene).status == "true"


def _missing(item: PublishedItem, scene: PublishedScene | None) -> Iterable[Finding]:
    if not item.construction:
        return
    known = set(item.introduced)
    used = [p for made in item.construction for p in made.taken]
    used += [] if item.goal is None else item.goal.points
    used += [p for reading in item.premises for p in reading.points]
    used += [p for step in item.steps for r in (*step.sources, step.conclusion) for p in r.points]
    unintroduced = list(dict.fromkeys(p for p in used if p not in known))
    if unintroduced:
        text = f"the text uses {', '.join(unintroduced)} and does not introduce them"
        evidence: dict[str, object] = {"points": unintroduced}
        if scene is not None and set(unintroduced) <= scene.introduced:
            own = {made.text for made in item.construction}
            lost = [made.text for made in scene.made if made.text not in own]
            evidence["lost_sentences"] = lost
            lost_some = "a sentence" if len(lost) == 1 else f"{len(lost)} sentences"
            text += f"; it lost {lost_some}, which {scene.described_by} has, of the same scene"
        yield found("missing_sentences", text, evidence)


def inexact_values(readings: Iterable[Reading], scene: PublishedScene | None) -> list[Finding]:
    """Report lengths printed as fractions that are not the exact lengths of the scene."""
    findings: list[Finding] = []
    if scene is None:
        return findings
    seen: set[object] = set()
    for reading in readings:
        statement = reading.statement
        if statement is None or statement.predicate != "lconst" or reading.key in seen:
            continue
        seen.add(reading.key)
        if "/" not in reading.number or reading.number.endswith("/1"):
            continue
        known = scene.length(*statement.points)
        if known is None:
            continue
        value, exact = known
        claimed = float(Fraction(reading.number))
        if abs(claimed - value) > 1e-9 * value:
            findings.append(
                found(
                    "inexact",
                    f"{reading.text} is printed as an equality; the length is {exact} (off by"
                    f" {abs(claimed - value):.2g})",
                    {"statement": reading.text, "exact": exact, "off": abs(claimed - value)},
                )
            )
    return findings
