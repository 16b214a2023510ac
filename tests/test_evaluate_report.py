"""Reports: every number is recomputed, and files are self-contained."""

import csv
import json
import math
import random
import re
import shutil
from collections import Counter
from dataclasses import replace

import pytest
import recount
from answers import answered
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from tags import Tags

from geoengine.errors import UsageError
from geoengine.evaluate import (
    Evaluation,
    Table,
    all_tables,
    grade_runs,
    respond,
    to_markdown,
    write_report,
)
from geoengine.evaluate.report_folder import report_files
from geoengine.evaluate.score_statistics import correlation, mean_interval, repeats
from geoengine.evaluate.table import Column, to_html, to_latex

NAUGHTY = 'a|b $x$ & <script>alert("1")</script> 模型 {_^~}'


@pytest.fixture(scope="module")
def said(wide):
    """Five responders, one of them in two variants and one three times."""
    said = answered(wide, "best", 0.0) + answered(wide, NAUGHTY, 0.25, seed=1)
    said += answered(wide, "middling", 0.5, seed=2) + answered(wide, "poor", 0.75, seed=3)
    said += answered(wide, "middling", 0.3, seed=9, variant="cot")
    for run in "123":
        said += answered(wide, "often", 0.4, seed=10 + int(run), run=run)
    refused = replace(said[7], text="I cannot tell.")
    return [one for one in said if one.id != said[3].id or one.model != "poor"] + [
        replace(refused, model="middling", variant="text"),
        *(replace(one, model="middling", variant="text") for one in said[8:40]),
    ]


@pytest.fixture(scope="module")
def evaluation(wide, said):
    return Evaluation(wide, tuple(grade_runs(said, wide)), seed=4)


@pytest.fixture(scope="module")
def tables(evaluation):
    return {table.name: table for table in all_tables(evaluation)}


@pytest.fixture(scope="module")
def report(evaluation, tables, tmp_path_factory):
    out = tmp_path_factory.mktemp("report") / "r"
    write_report(out, evaluation, list(tables.values()))
    return out


def test_what_was_said_is_what_was_graded(report, wide, said):
    asked = {item.id: item.choice.key for item in wide.items}
    texts = {(one.model, one.variant, one.run, one.id): one.text for one in said}
    seen = Counter()
    for row in recount.read(report / "responses.csv"):
        text = texts.get((row["model"], row["variant"], row["run"], row["id"]))
        if text is None:
            assert (row["outcome"], row["right"], row["chosen"]) == ("missing", "0", "")
            seen["missing"] += 1
        elif row["id"] in asked:
            number = "".join(c for c in text if c.isdigit())
            assert (row["chosen"], row["expected"]) == (number, str(asked[row["id"]]))
            assert row["right"] == str(int(number == row["expected"]))
            seen["chosen"] += 1
        else:
            assert row["right"] == str(int("+ 1" not in text))
            seen["solved"] += 1
    assert seen["missing"] >= 80
    assert seen["chosen"] >= 990
    assert seen["solved"] >= 120


TABLES = {
    "accuracy": 60, "breakdown": 120, "comparisons": 10, "confidence_scores": 1,
    "correlations": 6, "distractors": 110, "levels": 7, "outcomes": 9, "repeats": 1, "samples": 20,
    "tasks": 7,
    "variant_cot": 7, "variant_text": 6, "variants": 2,
}  # fmt: skip
"""The tables, and how many rows each has at least."""


def test_there_are_no_other_tables(report):
    assert sorted(path.stem for path in (report / "csv").iterdir()) == [*TABLES]


@pytest.mark.parametrize("name", TABLES)
def test_every_number_is_computed_again(report, wide, name):
    assert list(recount.mistakes(wide.path, report, [name])) == []
    assert len(recount.read(report / f"csv/{name}.csv")) >= TABLES[name]


@pytest.mark.parametrize("name", ["accuracy", "correlations", "distractors"])
def test_a_number_that_is_wrong_is_noticed(report, wide, tmp_path, name):
    """The recount itself is tested."""
    shutil.copytree(report, tmp_path / "r")
    path = tmp_path / f"r/csv/{name}.csv"
    rows = recount.read(path)
    column = {"accuracy": "high", "correlations": "ρ", "distractors": "chosen"}[name]
    spoilt = next(row for row in rows if row[column] not in ("", "1.0", "0"))
    spoilt[column] = str(float(spoilt[column]) + 0.2)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    assert len(list(recount.mistakes(wide.path, tmp_path / "r", [name]))) == 1


def test_the_tables_have_the_form_of_the_published_ones(tables):
    """Tables 4, 6 and 12 of GeoBench: models by tasks, tasks by solving, models by tasks."""
    order = ["N.P.", "S.P.", "I.P.F.", "S.D.", "T.S.", "F.B.L."]
    columns = [column.name for column in tables["tasks"].columns]
    pairs = [name for short in order for name in (f"{short} acc", f"{short} Δ")]
    assert columns == ["model", *pairs, "Solving acc"]
    models = ["best", NAUGHTY, "middling", "poor", "middling (cot)", "often", "middling (text)"]
    assert [row[0] for row in tables["tasks"].rows] == models
    assert "| best | 100.00% | +75.00% |" in to_markdown(tables["tasks"])
    correlated = [row[:3] for row in tables["correlations"].rows]
    tasks = dict(zip(recount.SHORT.values(), recount.SHORT, strict=True))
    assert correlated == [["", tasks[short], 5] for short in order]
    assert [column.name for column in tables["repeats"].columns] == ["model", *order, "Solving"]
    assert [row[0] for row in tables["repeats"].rows] == ["often"]
    assert all(re.fullmatch(r"\d+\.\d\d±\d+\.\d\d", cell) for cell in tables["repeats"].rows[0][1:])


def test_all_forms_of_a_table_tell_the_same(report, tables):
    summary = json.loads((report / "report.json").read_text(encoding="utf-8"))["tables"]
    markdown = (report / "report.md").read_text(encoding="utf-8")
    page = (report / "index.html").read_text(encoding="utf-8")
    for name, table in tables.items():
        rows = recount.read(report / f"csv/{name}.csv")
        assert summary[name]["columns"] == [column.name for column in table.columns]
        told = [
            ["" if cell is None else str(cell) for cell in row] for row in summary[name]["rows"]
        ]
        assert told == [list(row.values()) for row in rows]
        assert to_markdown(table) in markdown
        assert to_html(table) in page
        assert to_latex(table) in (report / f"latex/{name}.tex").read_text(encoding="utf-8")


def test_variants_whose_names_look_alike_have_a_table_each(source):
    said = [
        replace(response, model="m", variant=variant)
        for variant in ("", "no image", "no-image")
        for response in respond(source, "oracle", noise=0.5)
    ]
    made = all_tables(Evaluation(source, tuple(grade_runs(said, source)), resamples=100))
    names = [table.name for table in made]
    assert len(names) == len(set(names))
    titles = {table.title for table in made}
    assert {"Variant no image against plain", "Variant no-image against plain"} <= titles


def test_intervals_agree_with_those_of_scipy():
    rng = random.Random(0)
    groups = [f"p{k // 3}" for k in range(120)]
    right = [float(rng.random() < 0.6) for _ in groups]
    own = mean_interval(right, groups, seed=1, resamples=20_000)
    sums = [sum(right[k : k + 3]) for k in range(0, 120, 3)]
    other = stats.bootstrap(
        (sums,), lambda x, axis: x.mean(axis=axis) / 3, n_resamples=20_000, method="percentile",
        rng=2,
    ).confidence_interval  # fmt: skip
    assert own.low == pytest.approx(other.low, abs=0.012)
    assert own.high == pytest.approx(other.high, abs=0.012)


PUBLISHED = """28.57 25.19 24.50 19.00 26.80 2.50;25.00 24.44 30.00 32.50 26.80 3.75
54.17 18.52 27.00 36.00 23.71 4.17;86.31 29.63 31.00 60.50 37.11 10.83
87.50 18.52 32.00 41.00 37.11 11.67;85.71 40.74 38.50 77.00 47.42 17.50
66.67 22.96 44.00 57.50 35.09 22.08;51.79 34.81 35.50 57.50 38.01 19.17
75.00 65.19 61.50 77.00 53.22 48.33;80.95 74.81 70.00 91.00 54.39 53.33
80.95 60.00 74.00 87.00 45.03 49.58;87.50 46.67 52.50 67.50 45.03 35.42"""
"""Accuracies of twelve models in five tasks and in solving: Table 5 of GeoBench."""


def test_the_published_correlations_come_out():
    rows = [list(map(float, row.split())) for row in PUBLISHED.replace("\n", ";").split(";")]
    *tasks, solving = zip(*rows, strict=True)
    found = [round(correlation(task, solving).rho, 5) for task in tasks]
    assert found == [0.40351, 0.75657, 0.97902, 0.88772, 0.82954]
    p = correlation(tasks[0], solving).p
    assert p == pytest.approx(stats.spearmanr(tasks[0], solving).pvalue)


def test_the_published_confidence_scores_come_out():
    # Table 12 of GeoBench has means and half widths; these are three runs with that mean and width.
    for mean, half, score in ((55.16, 4.26, 0.97), (19.96, 4.88, 0.90), (39.00, 1.24, 0.99),
                              (22.71, 1.06, 0.98), (20.00, 3.18, 0.94)):  # fmt: skip
        deviation = half * math.sqrt(3) / 4.302652729911275
        found = repeats([mean - deviation, mean, mean + deviation])
        assert found.half == pytest.approx(half)
        assert round(found.score, 2) == score
    assert repeats([0.5]) is None


@pytest.mark.parametrize(
    ("one", "other", "as_strong", "pairings"),
    [
        # The first three are in the tables of the exact distribution: rho 1, 0.9 and 0.829.
        ([1, 2, 3, 4], [4, 3, 2, 1], 2, 24),
        ([1, 2, 3, 4, 5], [2, 1, 3, 4, 5], 10, 120),
        ([1, 2, 3, 4, 5, 6], [2, 1, 4, 3, 6, 5], 42, 720),
        # The odd one of three is first or last in four of six pairings.
        ([0.1, 0.1, 0.7], [0.2, 0.4, 0.5], 4, 6),
    ],
)
def test_the_p_values_of_few_models_are_exact(one, other, as_strong, pairings):
    assert correlation(one, other).p == as_strong / pairings


def test_correlations_without_meaning_are_none():
    assert correlation([1, 2], [2, 1]).rho is None
    assert correlation([1, 1, 1], [1, 2, 3]).rho is None
    for count in range(4, 40):
        assert correlation(range(count), range(count)).interval is None
        assert correlation(range(count), [-(k**3) for k in range(count)]).interval is None


def test_reports_are_deterministic_and_whole(evaluation, report):
    found = {
        path.relative_to(report).as_posix(): path.read_text(encoding="utf-8")
        for path in report.rglob("*.*")
    }
    assert found == report_files(evaluation, all_tables(evaluation))


@pytest.fixture(scope="module")
def brief(source):
    """An evaluation of a few responses."""
    return Evaluation(source, tuple(grade_runs(answered(source, "m", 0.0), source)), resamples=100)


def test_a_report_takes_the_place_of_another(brief, tmp_path):
    write_report(tmp_path / "r", brief, all_tables(brief))
    assert (tmp_path / "r/csv/tasks.csv").exists()
    write_report(tmp_path / "r", brief, [])
    assert not (tmp_path / "r/csv").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["r"]


def test_what_is_no_report_is_not_replaced(brief, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/thesis.md").write_text("years of work")
    with pytest.raises(UsageError, match="is no report"):
        write_report(tmp_path / "mine", brief, [])
    write_report(tmp_path / "r", brief, [])
    (tmp_path / "r/notes.txt").write_text("mine")
    with pytest.raises(UsageError, match="is no report"):
        write_report(tmp_path / "r", brief, [])
    assert (tmp_path / "r/notes.txt").exists()


def test_the_page_stands_alone_and_runs_nothing(report):
    page = Tags((report / "index.html").read_text(encoding="utf-8"))
    page.assert_stands_alone()
    assert page.tags["svg"] >= 4
    assert NAUGHTY in page.text
    assert "<script" not in (report / "report.md").read_text(encoding="utf-8").replace("\\<", "")


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_any_name_can_stand_in_a_table(name):
    table = Table("t", name, [Column(name)], [[name]])
    page = Tags(to_html(table))
    assert page.tags == {"table": 1, "thead": 1, "tbody": 1, "tr": 2, "th": 1, "td": 1}
    assert len(to_markdown(table).splitlines()) == 3 or not name.split()
    latex = to_latex(table).replace("\\{", "").replace("\\}", "")
    assert latex.count("{") == latex.count("}")
