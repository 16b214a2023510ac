"""Files in the form of GeoGramBench: read, and audited."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from public import data_path

from geoengine.audit import judge_published, read_published
from geoengine.audit.geogrambench import audit_programs, is_geogrambench
from geoengine.verify import Budget
from geoengine.verify.programs.executing import has_asymptote


def entry(code: str, problem: str = "Find $EF$.", answer: str = "$7$") -> dict[str, Any]:
    return {
        "problem": problem, "geo_code": f"[asy]\n{code}\n[/asy]", "answer": answer,
        "category": "Primitive Recognition",
    }  # fmt: skip


SOUND = entry("pair E=(0,0), F=(2.5,1.25); draw(E--F);")
LEAKING = entry("pair E=(3,0), F=(10,0); draw(E--F);")
OLYMPIAD = entry("pair E=(0,0), F=foot((1,2),E,(3,1)); draw(E--F);", "How long is the segment?")
BROKEN = entry("pair E=(0,0)\ndraw(E--(1,2));", "What is the length that is drawn here?")
NO_NUMBER = entry("pair E=(0,0); dot(E);", "Which point is it?", "$E$")


def codes(*entries: dict[str, Any]) -> list[set[str]]:
    audit = audit_programs([("mine.json", list(entries))])
    return [{finding.code for finding in own} for own in audit.findings]


def test_leaks_and_malformed_answers_are_found() -> None:
    sound, leaking, malformed = codes(SOUND, LEAKING, NO_NUMBER)
    assert "leak" not in sound
    assert "answer_malformed" not in sound
    assert "leak" in leaking
    assert "answer_malformed" in malformed


@pytest.mark.skipif(not has_asymptote(), reason="Asymptote is not installed")
def test_programs_that_do_not_compile_are_told_with_the_reason() -> None:
    audit = audit_programs([("mine.json", [SOUND, OLYMPIAD, BROKEN])])
    reasons = [one.reason for one in audit.compiled]
    assert [one.ran for one in audit.compiled] == [True, False, False]
    assert reasons == ["", "needs olympiad.asy", "syntax error"]


def test_near_duplicates_are_found() -> None:
    long = "A segment is drawn in the plane as shown below, and you are to find the length $EF$."
    one, two = entry(SOUND["geo_code"], long), entry("pair A, B;", long + " Give it exactly.")
    assert len(audit_programs([("mine.json", [one, two])]).duplicates) == 1


def test_a_file_is_recognised_and_judged(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(json.dumps([LEAKING, NO_NUMBER]), encoding="utf-8")
    unit = read_published(file)
    assert unit is not None
    *items, whole = judge_published(unit, Budget())
    assert len(items) == 2
    assert "the code tells the answer" in whole.text
    assert not is_geogrambench([{"problem": "?"}])


@pytest.mark.slow(30)
def test_plain_leaks_of_the_published_sample_are_flagged() -> None:
    file = data_path("geogrambench.dev30.json")
    audit = audit_programs([("sample", json.loads(file.read_text(encoding="utf-8")))])
    leaking = {
        item.name
        for item, own in zip(audit.items, audit.findings, strict=True)
        if any(finding.code == "leak" for finding in own)
    }
    assert {"7", "17"} <= leaking
    if has_asymptote():
        # The judge's reader refuses just the programs that stock Asymptote refuses.
        assert sum(one.ran is False for one in audit.compiled) == 16
