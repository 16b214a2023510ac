"""``geoengine coverage``: counts with known answers, what is missing, errors."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

import geoengine as ge
from geoengine.cli.app import app
from geoengine.deduction.coverage import (
    COVERAGE_KINDS,
    COVERED_PREDICATES,
    Survey,
    measure_coverage,
)
from geoengine.language import parse_statement

MIDLINE = "a b c = triangle; m = midpoint a b; n = midpoint a c"
# The rules do not derive that Morley's triangle is equilateral.
MORLEY = (
    "a b c = triangle; p q = trisect p q b a c; r s = trisect r s a b c; t u = trisect t u a c b;"
    " x = on_line x a p, on_line x b r; y = on_line y b s, on_line y c u;"
    " z = on_line z c t, on_line z a q"
)


def run(*arguments: object):
    return CliRunner().invoke(app, ["coverage", *map(str, arguments)])


def counts(text: str, **options: object) -> dict[str, tuple[int, int]]:
    found = measure_coverage(ge.deduce(ge.load_problem(text), **options).deduction)
    return {one.predicate: (one.derived, one.true) for one in found}


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "two.txt"
    path.write_text(f"midline\n{MIDLINE} ? para m n b c\nbare\na b c = triangle\n")
    return path


def test_every_covered_predicate_has_a_kind():
    assert [p for kind in COVERAGE_KINDS.values() for p in kind] == list(COVERED_PREDICATES)


def test_a_midline_is_derived_in_full():
    # AM = MB and AN = NC; MN ∥ BC; triangle AMN is similar to ABC.
    assert counts(MIDLINE) == {
        "coll": (2, 2),
        "cyclic": (0, 0),
        "para": (1, 1),
        "perp": (0, 0),
        "cong": (2, 2),
        "simtri": (1, 1),
        "simtrir": (0, 0),
        "midp": (2, 2),
    }


def test_without_rules_only_what_the_premises_say_is_derived():
    found = counts(MIDLINE, rules=[])
    assert found["coll"] == (2, 2)
    assert found["cong"] == (2, 2)
    assert found["para"] == found["simtri"] == (0, 1)
    assert found["midp"] == (0, 2)


def test_missing_statements_are_true_not_derived_and_read_back():
    graph = ge.deduce(ge.load_problem(MIDLINE), rules=[])
    missing = [s for one in measure_coverage(graph.deduction) for s in one.missing]
    assert len(missing) == 4
    for statement in missing:
        assert graph.holds(statement)
        assert not graph.derived(statement)
        assert parse_statement(str(statement)) == statement


@pytest.mark.parametrize("rules", [None, []])
def test_counts_agree_with_what_the_graph_says(rules):
    graph = ge.deduce(ge.load_problem(MORLEY), rules=rules)
    found = measure_coverage(graph.deduction)
    assert sum(len(one.missing) for one in found) == 7
    for one in found:
        assert len(one.missing) == len(set(one.missing)) == one.true - one.derived
        assert not any(graph.derived(statement) for statement in one.missing)


def test_a_survey_adds_up_and_orders_gaps():
    problem = ge.load_problem(MIDLINE)
    survey = Survey()
    survey.add("full", measure_coverage(ge.deduce(problem).deduction))
    survey.add("bare", measure_coverage(ge.deduce(problem, rules=[]).deduction))
    totals = {total.kind: (total.derived, total.true, total.share) for total in survey.totals()}
    assert totals["midpoints"] == (2, 4, 0.5)
    assert totals["similar triangles"] == (1, 2, 0.5)
    assert totals["concyclic points"] == (0, 0, None)
    assert [(gap.problem, gap.kind, len(gap.missing)) for gap in survey.gaps()] == [
        ("bare", "midpoints", 2),
        ("bare", "parallel lines", 1),
        ("bare", "similar triangles", 1),
    ]


def test_the_command_when_nothing_is_missing(file):
    done = run(file)
    assert done.exit_code == 0, done.output
    rows = {line.split("  ")[0]: line.split()[-4:] for line in done.stdout.splitlines()}
    assert rows["midpoints"] == ["2", "2", "100.00", "%"]
    assert rows["all"] == ["8", "8", "100.00", "%"]
    assert rows["concyclic points"][-3:] == ["0", "0", "-"]
    assert done.stdout.splitlines()[-1] == "Nothing is missing in 2 problems."


def test_the_command_shows_what_is_missing(tmp_path):
    file = tmp_path / "morley.txt"
    file.write_text(f"morley [three]\n{MORLEY}\n")
    done = run(file)
    assert done.exit_code == 0, done.output
    assert "morley [three]" in done.stdout
    assert "3  equal lengths" in done.stdout
    assert "cong x y x z; cong x y y z; cong x z y z" in done.stdout
    # An equilateral triangle is similar to itself rotated (once) and mirrored (three times).
    assert "7 missing, in 1 of 1 problem." in done.stdout
    assert "cong x y x z" not in run(file, "--top", "0").stdout


def test_json(file, tmp_path):
    out = tmp_path / "out.json"
    assert run(file, "--json", out, "--seed", "3").exit_code == 0
    record = json.loads(out.read_text())
    assert record["seed"] == 3
    assert record["problems"] == 2
    assert record["kinds"]["equal lengths"] == {"true": 2, "derived": 2, "share": 1.0}
    assert record["kinds"]["concyclic points"]["share"] is None
    assert record["gaps"] == record["truncated"] == []
    assert record["not_read"] == record["not_placed"] == []


def test_a_problem_without_a_figure_is_named_and_left_out(file, tmp_path):
    with file.open("a") as text:
        # No triangle has two right angles.
        text.write("flat\na b c = r_triangle; d = on_line d a b, on_line d a b\n")
    out = tmp_path / "out.json"
    done = run(file, "--json", out)
    assert done.exit_code == 0, done.output
    assert "flat: " in done.stderr
    record = json.loads(out.read_text())
    assert record["not_placed"] == ["flat"]
    assert record["problems"] == 2


def test_a_problem_that_cannot_be_read_is_named_and_left_out(file, tmp_path):
    with file.open("a") as text:
        text.write("odd\na b c = triangel\nlast\na b c = triangle\n")
    out = tmp_path / "out.json"
    done = run(file, "--json", out)
    assert done.exit_code == 2
    assert done.stdout.splitlines()[-1] == "1 could not be read: odd"
    assert done.stderr.startswith(f"{file}:6:9: error: odd: unknown construction 'triangel'\n")
    record = json.loads(out.read_text())
    assert record["not_read"] == ["odd"]
    assert record["problems"] == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# nothing\n", "found none"),
        (None, "expected a file of problems"),
    ],
)
def test_bad_files_exit_2(tmp_path, text, message):
    file = tmp_path / "bad.txt"
    if text is not None:
        file.write_text(text)
    done = run(file)
    assert done.exit_code == 2
    assert message in done.stderr
    assert not done.stdout


def test_a_json_file_that_cannot_be_written_exits_2(file, tmp_path):
    done = run(file, "--json", tmp_path)
    assert done.exit_code == 2
    assert "cannot write" in done.stderr
