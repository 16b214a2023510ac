"""The report on constructions: pass@k, alignment, faults, and what a judge says."""

import csv
import io

import pytest

from geoengine.evaluate import Evaluation, all_tables, grade_runs, respond, score_reasoning
from geoengine.evaluate.report_folder import report_files
from geoengine.evaluate.response import Response
from geoengine.formats import Source
from geoengine.split import generate, make_plan


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    plan = make_plan(4, seed=5, family="drafting", images=False)
    return Source(generate(plan, tmp_path_factory.mktemp("split") / "drafts").path)


def responses(source, *, noise, run):
    for one in respond(source, "oracle", noise=noise, seed=1):
        yield Response(one.id, one.text, "x", run=run, model="m")


@pytest.fixture(scope="module")
def runs(source):
    right, wrong = responses(source, noise=0, run="1"), responses(source, noise=1, run="2")
    return grade_runs([*right, *wrong], source)


def tables_of(source, runs):
    evaluation = Evaluation(source, tuple(runs), resamples=50)
    tables = {table.name: table for table in all_tables(evaluation)}
    return {
        name: [dict(zip([c.name for c in table.columns], row, strict=True)) for row in table.rows]
        for name, table in tables.items()
    }


def test_the_oracle_is_right_and_without_what_is_wanted_wrong(runs):
    assert all(grade.right and grade.aligned == 1 for grade in runs[0].grades.values())
    for grade in runs[1].grades.values():
        assert grade.outcome in {"missing", "unknown", "kind"}
        assert grade.reason


def test_the_tables_have_pass_at_k_by_group_and_the_faults(source, runs):
    tables = tables_of(source, runs)
    row = tables["drafts"][0]
    assert (row["items"], row["samples"], row["pass@1"], row["pass@2"]) == (4, 2, 0.5, 1.0)
    assert {row["by"] for row in tables["drafts"]} > {"all", "category"}
    assert "judged" not in row
    first, second = tables["draft_faults"]
    assert (first["right"], second["right"]) == (4, 0)
    assert sum(second[name] for name in ("missing", "unknown", "kind") if name in second) == 4


def test_the_list_of_responses_has_the_reasons(source, runs):
    files = report_files(Evaluation(source, tuple(runs), resamples=50), [])
    rows = list(csv.DictReader(io.StringIO(files["responses.csv"])))
    assert [row["aligned"] for row in rows[:4]] == ["1.0"] * 4
    assert all(row["reason"] for row in rows[4:])


class StubJudge:
    def __init__(self):
        self.asked = []

    def construction(self, problem, reference, response, pictures):
        self.asked.append((problem, reference, response, pictures))
        return None if len(self.asked) == 1 else 0.5


def test_a_judge_scores_steps_and_its_silence_is_no_score(source, runs):
    judge = StubJudge()
    scored = score_reasoning(runs[1], source, judge)
    assert len(judge.asked) == 4
    assert all(reference and pictures is None for _, reference, _, pictures in judge.asked)
    (row, *_) = tables_of(source, [scored])["drafts"]
    assert (row["judged"], row["judge's score"]) == (3, 0.5)
