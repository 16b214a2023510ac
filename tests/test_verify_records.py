"""Problem records: their claims are judged with their split."""

from __future__ import annotations

import copy
import json
from collections import Counter
from fractions import Fraction
from string import ascii_uppercase

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from overburdened import Overburdened
from record_mutations import WAYS, small_records, spoilt_records, used_problem

from geoengine.cli.prover import DeducingProver
from geoengine.cli.verify import GroupJudge, by_group
from geoengine.errors import InputError
from geoengine.families.reasoning.finishing import finish
from geoengine.language import Surd, SurdSum, parse_statement
from geoengine.split import generate, make_plan
from geoengine.verify import Budget, judge_unit, read_units
from geoengine.verify.problems.claimed_answer import read_claim
from geoengine.verify.split_summary import judge_collection, relabelled_goal
from geoengine.verify.units import ItemUnit, RecordUnit, group_by_problem
from geoengine.verify.verdict import Level

NOT_JUDGED = frozenset(
    {"id", "scene", "index", "image", "tier", "engine", "derivations", "notation"}
)


@pytest.fixture(scope="module")
def prover():
    return DeducingProver()


def records():
    return [json.loads(text) for text in small_records()]


def judged(record, prover):
    return judge_unit(RecordUnit("record", record), Budget(seconds=30), prover)


def is_caught(report, how):
    """Group findings by the part of the judgement that they concern."""
    _, code = WAYS[how]
    return any(
        f.code == code and f.level in {Level.WRONG, Level.UNDECIDED} for f in report.findings
    )


def test_sound_records_are_good(prover):
    reports = [judged(record, prover) for record in records()]
    assert [report.level for report in reports] == [Level.GOOD] * len(reports)
    tasks = Counter(report.facts["task"] for report in reports)
    assert tasks == {"solving": 2, "proof": 5}


def test_small_records_have_all_there_is_to_judge():
    found = records()
    assert any(record["detour"] for record in found)
    assert any(record["measurements"] for record in found)
    assert any(record["other_solutions"] for record in found)
    assert any(len(record["minimal_premises"]) < record["premises_used"] for record in found)


def test_what_is_needed_is_shown_by_figures_and_proofs(prover):
    found = records()
    assert len(found) == 7
    for record in found:
        findings = {finding.code: finding for finding in judged(record, prover).findings}
        evidence = findings["minimal_premises"].evidence
        needed = [*evidence["by_figure"], *evidence["no_proof_without"]]
        assert sorted(needed) == sorted(record["minimal_premises"])
        assert len(needed) + len(evidence["steps_without"]) == record["premises_used"]


def test_what_follows_in_the_picture_is_not_called_needed(prover):
    """In the mirror image 45° becomes 135°."""
    text = "A B C = r_triangle_of A B C 4 3; D E F I = incenter2 D E F I A B C"
    (record,) = finish(used_problem("p", 0, text, 5, ["perp B I D F"])).records
    assert "perp A B F I" in record["formal_solution"]["statements"]
    assert "perp A B F I" not in record["minimal_premises"]
    assert judged(record, prover).good
    spoilt = {**record, "minimal_premises": [*record["minimal_premises"], "perp A B F I"]}
    assert is_caught(judged(spoilt, prover), "a spare premise called needed")


@given(st.lists(st.tuples(st.integers(1, 400), st.integers(1, 60)), min_size=1, max_size=3))
def test_values_are_read_as_they_are_written(parts):
    """A root sign before several digits covers the whole number."""
    total = SurdSum()
    for numerator, denominator in parts:
        total += SurdSum.of(Surd(Fraction(numerator, denominator)))
    for text in (str(total), total.latex):
        assert float(read_claim(text).number) == pytest.approx(float(total), rel=1e-12)


def test_without_a_prover_what_needs_one_stays_open():
    found = [judged(record, None) for record in records()]
    assert {report.level for report in found} <= {Level.GOOD, Level.UNDECIDED}
    assert Level.UNDECIDED in {report.level for report in found}


def test_spoilt_records_are_caught(prover):
    rng = np.random.default_rng(7)
    passed, tried = [], Counter()
    for record in records():
        for how, spoilt in spoilt_records(record, rng):
            tried[how] += 1
            if not is_caught(judged(spoilt, prover), how):
                passed.append((how, record["id"]))
    assert passed == []
    assert tried.total() >= 115
    # No answer of these records has a root.
    assert WAYS.keys() - tried.keys() == {"an approximate answer"}


@pytest.mark.parametrize("value", [None, True, 5, -1.5, "x", "1/0", [], [None], {}, [[[]]]])
def test_whatever_stands_in_a_field_ends_in_a_verdict(value, prover):
    record, tried = records()[0], 0
    for field in record.keys() - NOT_JUDGED:
        if record[field] == value:
            continue
        spoilt = copy.deepcopy(record)
        spoilt[field] = value
        report = judged(spoilt, prover)
        json.dumps(report.record())
        if field == "detour" and value is None:
            continue
        if field in {"measurements", "other_solutions"} and value == []:
            continue
        assert not report.good or (field, value) == ("seed", 5), field
        del spoilt[field]
        # The default language is English.
        assert judged(spoilt, prover).good == (field == "language"), field
        tried += 1
    assert tried >= 18


def test_a_record_is_read_by_itself_and_in_a_file(tmp_path):
    found = small_records()
    (tmp_path / "one.json").write_text(found[0], encoding="utf-8")
    (tmp_path / "problems.jsonl").write_text("\n".join(found), encoding="utf-8")
    (unit,) = read_units(tmp_path / "one.json")
    assert isinstance(unit, RecordUnit)
    assert unit.name == json.loads(found[0])["id"]
    assert len(read_units(tmp_path / "problems.jsonl")) == len(found)


def test_a_split_is_read_with_its_records(tmp_path):
    (tmp_path / "items.jsonl").write_text(
        '{"task": "t", "family": "f", "answer": {}}\n', encoding="utf-8"
    )
    assert len(read_units(tmp_path)) == 1
    place = tmp_path / "problems.jsonl"
    place.write_text("\n".join(small_records()), encoding="utf-8")
    assert [type(unit) for unit in read_units(tmp_path)][:2] == [ItemUnit, RecordUnit]
    for content, complaint in (("[1]", "found list"), ("{", "expected an object in JSON")):
        place.write_text(content, encoding="utf-8")
        with pytest.raises(InputError, match=complaint) as caught:
            read_units(tmp_path)
        assert "problems.jsonl" in str(caught.value)


def relettered(record):
    """Return the problem and goal with other letters."""
    other = ascii_uppercase[13:] + ascii_uppercase[:13]
    names = dict(zip(ascii_uppercase, other, strict=True))
    construction, _, goal = record["formal_problem"].partition("?")
    words = [names.get(word, word) for word in construction.replace(";", " ;").split()]
    told = parse_statement(goal).renamed(names)
    return {**record, "formal_problem": f"{' '.join(words)} ? {told}", "formal_goal": str(told)}


def test_a_record_in_other_letters_is_there_twice(prover):
    found = records()
    assert len({relabelled_goal(record) for record in found}) == len(found)
    for record in found:
        assert relabelled_goal(relettered(record)) == relabelled_goal(record)
    pairs = [(RecordUnit(r["id"], r), judged(r, prover)) for r in found[:2]]
    pairs.append((RecordUnit("again", relettered(found[0])), pairs[0][1]))
    whole = judge_collection("three", pairs)
    assert [f.text for f in whole.findings if f.level is Level.WRONG] == [
        f"1 records occur twice, up to the names of points: {found[0]['id']} and again"
    ]
    assert whole.facts["tasks"] == {"solving": {"good": 3}}
    assert (whole.facts["items"], whole.facts["records"]) == (0, 3)


def test_what_is_shared_does_not_change_the_verdicts():
    """A record gives the same findings alone and after others about the same problem."""
    units = [RecordUnit(record["id"], record) for record in records()]
    assert [len(group) for group in group_by_problem(units)] == [3, 2, 2]
    judging = GroupJudge(20.0, 40, 0, True)
    together = [report for (report,) in judging(units[:3])]
    for unit, report in zip(units, together, strict=False):
        ((alone,),) = judging([unit])
        assert [(f.code, f.level) for f in alone.findings] == [
            (f.code, f.level) for f in report.findings
        ]


def test_units_that_are_given_up_together_are_judged_alone():
    units = [RecordUnit(record["id"], record) for record in records()[:3]]
    found = dict(by_group(units, Overburdened(), 1))
    assert [found[place][0].name for place in range(3)] == [unit.name for unit in units]


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """The records of a split."""
    plan = make_plan(120, seed=29, images=False)
    split = generate(plan, tmp_path_factory.mktemp("split") / "many", workers=2).path
    return [unit.data for unit in read_units(split) if isinstance(unit, RecordUnit)]


@pytest.mark.slow(seconds=40)
def test_hundreds_of_spoilt_records_are_caught(many):
    rng = np.random.default_rng(11)
    counts, passed = Counter(), []
    prover = DeducingProver()
    for record in many:
        spoilt = list(spoilt_records(json.loads(json.dumps(record)), rng))
        for k in rng.permutation(len(spoilt))[:6]:
            how, one = spoilt[k]
            report = judged(one, prover)
            counts[how, report.level.value] += 1
            if not is_caught(report, how):
                passed.append((how, record["id"], one))
    print(counts.total(), *sorted(counts.items()), *passed, sep="\n")
    assert counts.total() >= 6 * 60
    # Answers with a root are too rare for every split to have one.
    assert set(WAYS) - {how for how, _ in counts} <= {"an approximate answer"}
    assert passed == []


@pytest.mark.slow(seconds=10)
def test_the_records_of_a_split_are_sound(many):
    prover = DeducingProver()
    reports = [(record["id"], judged(record, prover)) for record in many]
    assert [(name, f.text) for name, r in reports for f in r.findings if not r.good] == []
    assert len(reports) >= 60
