"""Scoring responses to solids: measures of DynaSolidGeo, batches, and the judge of reasoning."""

from __future__ import annotations

import statistics
from collections import defaultdict
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from geoengine.cli.app import app
from geoengine.evaluate import (
    Evaluation,
    Response,
    all_tables,
    grade_runs,
    judge_value,
    respond,
    score_reasoning,
)
from geoengine.evaluate.judge_model import _read_score
from geoengine.evaluate.named_objects import judge_named
from geoengine.evaluate.value_scoring import exact_value
from geoengine.formats import Source
from geoengine.items import Named
from geoengine.split import generate, make_plan

TASKS = ["position_1", "angle_2", "volume_1", "counting_2"]


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    plan = make_plan(8, batches=3, family="solids", tasks=TASKS, seed=2, images=False)
    return Source(generate(plan, tmp_path_factory.mktemp("solids") / "split").path)


def decimals(item, off=0):
    """The value of an item in decimals, with a relative error."""
    value = float(exact_value(item.answer.exact)) * (1 + off)
    return f"\\boxed{{{value:.9f}}}"


@pytest.fixture(scope="module")
def graded(source):
    """The oracle; one that is wrong in every fifth item; and its variants."""

    def said(model, variant, wrong):
        for k, one in enumerate(respond(source, "oracle")):
            yield Response(
                one.id, "I do not know." if wrong(k) else one.text, "", "", model, variant
            )

    said_by = [
        *said("oracle", "", lambda k: False),
        *said("mine", "", lambda k: k % 5 == 1),
        *said("mine", "video", lambda k: k % 7 == 2),
        *said("mine", "text", lambda k: k % 2 == 1),
    ]
    return grade_runs(said_by, source)


def tables_of(source, runs):
    made = all_tables(Evaluation(source, tuple(runs), resamples=100))
    return {
        table.name: [dict(zip([c.name for c in table.columns], row, strict=True))
                     for row in table.rows]
        for table in made
    }  # fmt: skip


def test_right_answers_are_right_in_every_measure(source, graded):
    tables = tables_of(source, graded)
    for row in tables["types"][:2]:
        assert row["model"] == "oracle"
        assert {row[name] for name in ("all", "PD", "AN", "VC", "CP", "level 1", "level 2")} == {1}


def test_batches_are_counted_seed_by_seed(source, graded):
    run = next(run for run in graded if (run.model, run.variant) == ("mine", ""))
    seeds = defaultdict(list)
    for item in source.items:
        seeds[item.scene].append(run.grades[item.id].right)
    assert {len(rights) for rights in seeds.values()} == {3}
    by_batch = [statistics.fmean(batch) for batch in zip(*seeds.values(), strict=True)]
    (row,) = (
        row
        for row in tables_of(source, graded)["batches"]
        if (row["model"], row["variant"], row["measure"]) == ("mine", "", "accuracy")
    )
    assert row["seeds"] == len(seeds) == 8
    assert row["mean"] == pytest.approx(statistics.fmean(by_batch))
    assert row["sd"] == pytest.approx(statistics.stdev(by_batch))
    assert (row["least"], row["most"]) == pytest.approx((min(by_batch), max(by_batch)))
    assert row["in all"] == statistics.fmean(all(rights) for rights in seeds.values()) < row["mean"]
    assert row["in some"] == statistics.fmean(any(rights) for rights in seeds.values())


def test_variants_are_compared_on_the_same_items(source, graded):
    tables = tables_of(source, graded)
    (row,) = (row for row in tables["variants"] if row["type"] == "all")
    assert (row["first"], row["second"], row["questions"]) == ("video", "text", 24)
    runs = {run.variant: run.grades for run in graded if run.model == "mine"}
    gained = [runs["text"][key].right - runs["video"][key].right for key in runs["text"]]
    assert row["difference"] == pytest.approx(statistics.fmean(gained))
    assert {row["type"] for row in tables["variant_text"]} >= {"all", "position", "counting"}


def test_a_tolerated_answer_is_right_but_not_exact(source):
    values = [item for item in source.items if item.answer.kind == "value"]
    told = [Response(item.id, decimals(item, 0.009), "", model="m") for item in values]
    (run,) = grade_runs(told, source, tolerance=0.05)
    counts = 0
    for item in values:
        grade = run.grades[item.id]
        if item.meta["type"] == "counting":
            counts += 1
            assert not grade.right
        else:
            assert (grade.right, grade.exact, grade.outcome) == (True, False, "close")
    assert counts == 6


@given(st.fractions(1, 1000, max_denominator=200), st.sampled_from([1, -1]))
def test_one_percent_is_within_one_percent(value, sign):
    edge = value * (1 + sign * Fraction(1, 100))
    over = value * (1 + sign * Fraction(10_001, 1_000_000))
    for claim, verdict in ((edge, "close"), (over, "wrong")):
        text = f"\\frac{{{claim.numerator}}}{{{claim.denominator}}}"
        assert judge_value(text, str(value), tolerance=0.01)[0] == verdict


@pytest.mark.parametrize(
    ("response", "answer"),
    [
        (r"\boxed{\frac{2}{\sqrt 3}}", "2√3/3"),
        ("2*sqrt(3)/3", "2√3/3"),
        (r"\boxed{- \frac{2}{5}}", "-2/5"),
        (r"\boxed{4 \sqrt{6}\text{ cm}^3}", "4√6"),
        (r"\boxed{36\pi \text{ cubic units}}", "36π"),
        ("体积为36π立方厘米。", "36π"),
        ("The volume is 5*pi/3.", "5π/3"),
        (r"\boxed{\sqrt{4+\pi^2}}", "√(4 + π²)"),
        ("√(4 + π²)", "√(4 + π²)"),
        (r"\boxed{sqrt(4 + pi**2)}", "√(4 + π²)"),
        (r"\boxed{2 \sqrt{61} + 2 \sqrt{74} + 2 \sqrt{85}\text{ cm}}", "2√61 + 2√74 + 2√85"),
        (r"\boxed{\frac{(2401-1372\sqrt{3})\pi}{3}}", "(2401 - 1372√3)π/3"),
    ],
)
def test_exact_values_are_equal_in_any_form(response, answer):
    assert judge_value(response, answer)[0] == "right"


PLANE = Named(
    object="plane",
    points=("R", "H", "H1"),
    aliases=(("R", "R1", "H"), ("R", "R1", "H1"), ("R1", "H", "H1")),
)
LINE = Named(object="line", points=("H", "P1"))
POINT = Named(object="point", points=("U",))
CROSSING = Named(object="relation", points=("intersecting",), aliases=(("相交",),))


@pytest.mark.parametrize(
    ("response", "answer", "status"),
    [
        (r"\boxed{\text{plane } RHH_1R_1}", PLANE, "right"),
        ("The plane is $RH_{1}R_1$. I am sure.", PLANE, "right"),
        ("It is the plane through R, H and H1.", PLANE, "right"),
        ("平面RHH₁", PLANE, "right"),
        (r"\boxed{RHE}", PLANE, "wrong"),
        ("plane RHH1 or plane RHE", PLANE, "wrong"),
        (r"\overline{H P_1}", LINE, "right"),
        ("点H和P1所在的直线", LINE, "right"),
        ("Only U lies on the sphere.", POINT, "right"),
        ("intersecting", CROSSING, "right"),
        ("They are not parallel, so they intersect.", CROSSING, "right"),
        ("直线XQ与GM不平行，所以相交", CROSSING, "right"),
        ("intersecting or skew", CROSSING, "wrong"),
        (r"\boxed{\text{skew}}", CROSSING, "wrong"),
        ("not intersecting", CROSSING, "unreadable"),
    ],
)
def test_named_answers(response, answer, status):
    assert judge_named(response, answer)[0] == status


class StubJudge:
    """Gives each answer the next of some scores, and keeps what it was asked."""

    def __init__(self, *scores):
        self.scores, self.asked = scores, []

    def reasoning(self, problem, reference, response):
        self.asked.append((problem, tuple(reference), response))
        return self.scores[(len(self.asked) - 1) % len(self.scores)]


def test_only_right_answers_are_judged_by_the_chain_of_their_instance(source, graded):
    run = next(run for run in graded if (run.model, run.variant) == ("mine", ""))
    judge = StubJudge(1.0, 0.75, 0.5, None)
    scored = score_reasoning(run, source, judge)
    right = [item for item in source.items if run.grades[item.id].right]
    chains = {(item.question, tuple(item.certificate["chains"][item.language])) for item in right}
    assert {asked[:2] for asked in judge.asked} == chains
    assert len(judge.asked) == len(right) < len(source.items)
    grades = scored.grades.values()
    assert all(grade.process == 0 for grade in grades if not grade.right)
    measured = {row["measure"]: row["all"] for row in tables_of(source, [scored])["types"]}
    assert measured["process score"] == statistics.fmean(grade.process for grade in grades)
    assert measured["qualified"] == sum(g.process >= 0.75 for g in grades) / len(source.items)
    assert measured["qualified"] < measured["accuracy"]


@pytest.mark.parametrize(
    ("reply", "score"),
    [
        ("S1 yes, S2 yes, S3 yes, score 1", 1.0),
        ("S1 no, S2 yes, S3 yes, score 0.75", 0.5),
        ("S1: yes, S2: no, S3: yes, score: 0.25.", 0.25),
        ("S1 yes, S2 yes, S3 no, score 1.00", 0.75),
        ("0.75", 0.75),
        ("S1 yes, S2 yes, S3 yes", None),
        ("score 0.6", None),
    ],
)
def test_violated_criteria_cap_the_score(reply, score):
    assert _read_score(reply) == score


def test_reasoning_cannot_be_scored_without_a_judge(source, tmp_path):
    answers = tmp_path / "a.jsonl"
    answers.write_text('{"id": "position_1-0001", "response": "5"}\n', encoding="utf-8")
    arguments = ["evaluate", str(source.path), str(answers), "--process", "-o", str(tmp_path / "r")]
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 2
    assert "expected --judge-url with --process" in done.output
    assert not (tmp_path / "r").exists()
