"""Scores: every number of a report computed again, and responders of known accuracy."""

import csv
import html.parser
import importlib.util
import json
import math
import os
import random
import re
import shutil
import threading
from collections import Counter
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
import recount
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from typer.testing import CliRunner

from geoengine.cli.app import app
from geoengine.errors import UsageError
from geoengine.evaluate import (
    Judge,
    JudgeError,
    Response,
    Study,
    Table,
    all_tables,
    grade_runs,
    judge_value,
    prompts_of,
    respond,
    responders,
    write_report,
)
from geoengine.evaluate.report import report_files
from geoengine.evaluate.statistic import correlation, mean_interval, repeats
from geoengine.evaluate.table import Column, to_html, to_latex, to_markdown
from geoengine.formats import Source
from geoengine.split import generate, make_plan
from geoengine.tasks import Item

NAUGHTY = 'a|b $x$ & <script>alert("1")</script> 模型 {_^~}'


def run_command(*words):
    return CliRunner().invoke(app, list(map(str, words)))


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """A small split, with a problem to be solved."""
    path = tmp_path_factory.mktemp("split") / "small"
    generate(make_plan(6, seed=7, images=False), path)
    records = [json.loads(line) for line in (path / "problems.jsonl").read_text().splitlines()]
    if all(record["answer"] is None for record in records):
        with (path / "problems.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps({**records[0], "id": "p999999-1", "answer": "5√2/2",
                                   "formal_goal": "lconst A B 5√2/2"}) + "\n")  # fmt: skip
    return Source(path)


@pytest.fixture(scope="module")
def perception(tmp_path_factory):
    """A split with two items of each of two tasks."""
    plan = make_plan(
        4, seed=3, tasks=["numerical_perception", "structural_perception"], images=False
    )
    return Source(generate(plan, tmp_path_factory.mktemp("perception") / "four").path)


def answered(source, model, noise, seed=0, **named):
    return [
        replace(response, model=model, **named)
        for response in respond(source, "oracle", noise=noise, seed=seed)
    ]


@pytest.fixture(scope="module")
def wide(source, tmp_path_factory):
    """The small split many times over: items with their options turned, several about a problem."""
    path = tmp_path_factory.mktemp("split") / "wide"
    shutil.copytree(source.path, path)
    with (path / "items.jsonl").open("w", encoding="utf-8") as file:
        for number in range(20):
            for item in source.items:
                turned = [(k + number) % 4 for k in range(4)]
                options = [{**item.certificate["options"][old], "option": new + 1}
                           for new, old in enumerate(turned)]  # fmt: skip
                copy = item.model_copy(update={
                    "id": f"{item.task}-{number + 1:04}",
                    "options": tuple(item.options[old] for old in turned),
                    "key": turned.index(item.key - 1) + 1,
                    "answer": f"({turned.index(item.key - 1) + 1})",
                    "certificate": {**item.certificate, "options": options},
                    "meta": {**item.meta, "problem": f"p{number // 3}", "tier": number % 4 + 1},
                })  # fmt: skip
                file.write(copy.model_dump_json() + "\n")
    with (path / "problems.jsonl").open("w", encoding="utf-8") as file:
        for number in range(15):
            for record in source.problems:
                copy = {**record, "id": f"p{number}{record['id']}"}
                file.write(json.dumps(copy, ensure_ascii=False) + "\n")
    return Source(path)


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
def study(wide, said):
    return Study(wide, tuple(grade_runs(said, wide)), seed=4)


@pytest.fixture(scope="module")
def tables(study):
    return {table.name: table for table in all_tables(study)}


@pytest.fixture(scope="module")
def report(study, tables, tmp_path_factory):
    out = tmp_path_factory.mktemp("report") / "r"
    write_report(out, study, list(tables.values()))
    return out


def test_what_was_said_is_what_was_graded(report, wide, said):
    asked = {item.id: item.key for item in wide.items}
    texts = {(one.model, one.variant, one.run, one.id): one.text for one in said}
    for row in recount.read(report / "responses.csv"):
        text = texts.get((row["model"], row["variant"], row["run"], row["id"]))
        if text is None:
            assert (row["outcome"], row["right"], row["chosen"]) == ("missing", "0", "")
        elif row["id"] in asked:
            number = "".join(c for c in text if c.isdigit())
            assert (row["chosen"], row["expected"]) == (number, str(asked[row["id"]]))
            assert row["right"] == str(int(number == row["expected"]))
        else:
            assert row["right"] == str(int("+ 1" not in text))


TABLES = ["accuracy", "breakdown", "comparisons", "confidence_scores", "correlations",
          "distractors", "levels", "outcomes", "repeats", "tasks", "variant_cot",
          "variant_text"]  # fmt: skip


def test_there_are_no_other_tables(report):
    assert sorted(path.stem for path in (report / "csv").iterdir()) == TABLES


@pytest.mark.parametrize("name", TABLES)
def test_every_number_is_computed_again(report, wide, name):
    assert list(recount.mistakes(wide.path, report, [name])) == []


@pytest.mark.parametrize("name", ["accuracy", "correlations", "distractors"])
def test_a_number_that_is_wrong_is_noticed(report, wide, tmp_path, name):
    """What computes again, itself put to the test."""
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
    made = all_tables(Study(source, tuple(grade_runs(said, source)), resamples=100))
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
    # Table 12 of GeoBench tells mean and half width; three runs of that mean and width.
    for mean, half, score in ((55.16, 4.26, 0.97), (19.96, 4.88, 0.90), (39.00, 1.24, 0.99),
                              (22.71, 1.06, 0.98), (20.00, 3.18, 0.94)):  # fmt: skip
        deviation = half * math.sqrt(3) / 4.302652729911275
        found = repeats([mean - deviation, mean, mean + deviation])
        assert found.half == pytest.approx(half)
        assert round(found.score, 2) == score
    assert repeats([0.5]) is None


def test_correlations_without_meaning_are_none():
    assert correlation([1, 2], [2, 1]).rho is None
    assert correlation([1, 1, 1], [1, 2, 3]).rho is None
    for count in range(4, 40):
        assert correlation(range(count), range(count)).interval is None
        assert correlation(range(count), [-(k**3) for k in range(count)]).interval is None


# Reports.


def test_reports_are_deterministic_and_whole(study, report):
    found = {
        path.relative_to(report).as_posix(): path.read_text(encoding="utf-8")
        for path in report.rglob("*.*")
    }
    assert found == report_files(study, all_tables(study))


@pytest.fixture(scope="module")
def brief(source):
    """A study of a few responses."""
    return Study(source, tuple(grade_runs(answered(source, "m", 0.0), source)), resamples=100)


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


class Tags(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags, self.text, self.outward, self.ids = Counter(), "", [], []

    def handle_starttag(self, tag, attrs):
        self.tags[tag] += 1
        for name, value in attrs:
            if name.endswith(("href", "src")) and not value.startswith("#"):
                self.outward.append(value)
            if name == "id":
                self.ids.append(value)

    def handle_data(self, data):
        self.text += data


def test_the_page_stands_alone_and_runs_nothing(report):
    page = Tags()
    page.feed((report / "index.html").read_text(encoding="utf-8"))
    assert not page.tags.keys() & {"script", "iframe", "link", "img", "object"}
    assert page.outward == []
    assert page.tags["svg"] >= 4
    assert len(page.ids) == len(set(page.ids))
    assert NAUGHTY in page.text
    assert "<script" not in (report / "report.md").read_text(encoding="utf-8").replace("\\<", "")


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_any_name_can_stand_in_a_table(name):
    table = Table("t", name, [Column(name)], [[name]])
    page = Tags()
    page.feed(to_html(table))
    assert page.tags == {"table": 1, "thead": 1, "tbody": 1, "tr": 2, "th": 1, "td": 1}
    assert len(to_markdown(table).splitlines()) == 3 or not name.split()
    latex = to_latex(table).replace("\\{", "").replace("\\}", "")
    assert latex.count("{") == latex.count("}")


# Responders.


def within(right, count, share):
    """Whether so many right are within the bound that chance leaves once in ten thousand."""
    low, high = stats.binom.interval(0.9999, count, share)
    return low <= right <= high


def scored(source, name, **options):
    run = grade_runs(respond(source, name, **options), source)[0]
    return [grade for grade in run.grades.values() if grade.task != "solving"], run


def check_responders(source, seeds):
    grades, run = scored(source, "oracle")
    assert all(grade.right for grade in run.grades.values())
    assert run.account.clean
    for seed in seeds:
        grades, _ = scored(source, "chance", seed=seed)
        assert within(sum(g.right for g in grades), len(grades), 0.25)
        for noise in (0.1, 0.5):
            grades, _ = scored(source, "oracle", noise=noise, seed=seed)
            assert within(sum(g.right for g in grades), len(grades), 1 - noise)


def test_responders_are_as_often_right_as_they_should_be(source):
    check_responders(source, range(8))


def check_baselines(source, seeds):
    items = {item.id: item for item in source.items}
    names = responders(source)[2:]
    assert len(names) >= 8
    for name in names:
        feature, _, rank = name.rpartition("-")
        right, expected, variance = 0, 0.0, 0.0
        for seed in seeds:
            for grade in scored(source, name, seed=seed)[0]:
                chances = items[grade.id].meta["shortcuts"].get(feature)
                top, _, low = (chances[int(rank) - 1] if chances else "1/4").partition("/")
                p = int(top) / int(low or 1)
                right, expected, variance = (
                    right + grade.right,
                    expected + p,
                    variance + p * (1 - p),
                )
        assert abs(right - expected) <= 4 * math.sqrt(variance) + 1e-9, name


def test_baselines_are_as_often_right_as_the_items_tell(source):
    check_baselines(source, range(12))


@pytest.mark.slow
def test_responders_on_a_split_as_large_as_the_published_one(tmp_path):
    """``GEOENGINE_FULL_SPLIT`` names such a split where there is one; else it is made here."""
    made = os.environ.get("GEOENGINE_FULL_SPLIT")
    if made is None:
        plan = make_plan(1021, seed=1, mix="geobench", images=False)
        made = generate(plan, tmp_path / "split").path
    full = Source(Path(made))
    assert len(full.items) == 1021
    check_responders(full, range(3))
    check_baselines(full, range(3))
    said = answered(full, "oracle", 0.0) + answered(full, "noisy", 0.3, seed=5)
    said += [replace(one, model="chance") for one in respond(full, "chance", seed=5)]
    study = Study(full, tuple(grade_runs(said, full)))
    made = all_tables(study)
    write_report(tmp_path / "report", study, made)
    assert list(recount.mistakes(full.path, tmp_path / "report")) == []


@pytest.mark.parametrize(
    ("name", "noise", "message"),
    [("orakel", 0, "expected a responder"), ("oracle", 2, "a share of noise"),
     ("chance", 0.5, "noise for the oracle alone")],
)  # fmt: skip
def test_responders_that_cannot_be(source, name, noise, message):
    with pytest.raises(UsageError, match=message):
        list(respond(source, name, noise=noise))


# The account, and the command.


def write_answers(path, answers):
    lines = [json.dumps({"id": key, "response": text}) for key, text in answers]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_the_command_scores_a_clean_file(source, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run_command("respond", source.path, "oracle", "-o", "a.jsonl").exit_code == 0
    answer = run_command("evaluate", source.path, "a.jsonl", "x@cot=a.jsonl", "--process")
    assert answer.exit_code == 0, answer.output
    assert "| oracle | 100.00% | +75.00% |" in answer.output
    assert "| x (cot) | 100.00% | +75.00% |" in answer.output
    summary = json.loads((tmp_path / "report/report.json").read_text())
    assert summary["account"] == []
    assert {"tasks", "accuracy", "process"} <= summary["tables"].keys()


@given(st.data())
def test_whatever_is_missing_double_or_unknown_no_score_is_silently_wrong(wide, data):
    asked = {item.id: item for item in wide.items[: data.draw(st.integers(1, 30))]}
    texts = st.lists(st.sampled_from(["(1)", "(2)", "(3)", "I refuse.", "FAULT"]), max_size=3)
    given = {key: data.draw(texts) for key in asked}
    strange = data.draw(st.lists(st.sampled_from(["x-1", "theorem_selection-9999"]), max_size=2))
    said = [(key, text) for key, several in given.items() for text in several]
    said = data.draw(st.permutations(said + [(key, "(1)") for key in strange]))
    responses = [
        Response(key, text, f"f:{k}", model="m", failed=text == "FAULT")
        for k, (key, text) in enumerate(said)
    ]
    if not any(given.values()):
        if responses:
            with pytest.raises(UsageError, match="is to a question of"):
                grade_runs(responses, wide)
        return
    (run,) = grade_runs(responses, wide)
    tried = {asked[key].task for key, several in given.items() if several}
    wanted = {item.id: None for item in wide.items if item.task in tried}
    failed = {key for key, several in given.items() if set(several) == {"FAULT"}}
    given = {key: [t for t in several if t != "FAULT"] for key, several in given.items()}
    for key, several in given.items():
        if len(set(several)) == 1:
            wanted[key] = several[0] == f"({asked[key].key})"
    assert {key: grade.right for key, grade in run.grades.items()} == {
        key: bool(right) for key, right in wanted.items()
    }
    account = run.account
    gone = {key for key in wanted if not given.get(key)} - failed
    assert {one.id for one in account.failed} == failed
    assert {key for keys in account.missing.values() for key in keys} == gone
    assert account.conflicting.keys() == {k for k, v in given.items() if len(set(v)) > 1}
    twice = sum(len(several) - 1 for several in given.values() if len(set(several)) == 1)
    assert len(account.repeated) == twice
    assert sorted(one.id for one in account.unknown) == sorted(strange)
    told = "\n".join(account.told([]))
    assert (
        account.clean
        == (not told)
        == (not (gone or strange or twice or account.conflicting or failed))
    )


def test_missing_double_and_unknown_ids_are_told(perception, tmp_path):
    items = perception.items
    said = [(item.id, f"({item.key})") for item in items]
    path = write_answers(
        tmp_path / "m.jsonl",
        [*said[1:], said[1], (items[2].id, "(9)"), ("structural_perception-9999", "(1)")],
    )
    answer = run_command("evaluate", perception.path, path, "-o", tmp_path / "r")
    assert answer.exit_code == 1
    assert f"{items[0].task}: 1 without response, counted as wrong: {items[0].id}" in answer.output
    assert "1 response given twice, counted once" in answer.output
    assert f"1 with different responses, counted as wrong: {items[2].id}" in answer.output
    assert "1 response to no question of this split" in answer.output
    assert "did you mean structural_perception-000" in answer.output
    rows = list(csv.DictReader((tmp_path / "r/responses.csv").read_text().splitlines()))
    wrong = {row["id"]: row["outcome"] for row in rows if row["right"] == "0"}
    assert wrong == {items[0].id: "missing", items[2].id: "conflicting"}
    assert len(rows) == len(items)


def test_tasks_without_any_response_are_left_out_and_told(source, tmp_path):
    path = write_answers(tmp_path / "m.jsonl", [
        (item.id, "(1)") for item in source.items if item.task == "faulty_branch"
    ])  # fmt: skip
    answer = run_command("evaluate", source.path, path, "-o", tmp_path / "r")
    assert answer.exit_code == 0
    assert "m: no responses for numerical_perception, " in answer.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["none.jsonl"], "expected a response file but none.jsonl is not there"),
        (["m=none.jsonl"], "expected a response file but none.jsonl is not there"),
        (["=x"], "expected NAME=FILE"),
        (["other.jsonl"], "none of the 1 responses of other is to a question of"),
        (["ok.jsonl", "-o", "full"], "full is there already, and is no report"),
    ],
)
def test_mistakes_are_told(source, tmp_path, monkeypatch, words, message):
    monkeypatch.chdir(tmp_path)
    write_answers(tmp_path / "other.jsonl", [("x", "(1)")])
    write_answers(tmp_path / "ok.jsonl", [(source.items[0].id, "(1)")])
    (tmp_path / "full").mkdir()
    (tmp_path / "full/x").touch()
    answer = run_command("evaluate", source.path, *words)
    assert answer.exit_code == 2, answer.output
    assert message in answer.output


def test_prompts_ask_every_question(source, tmp_path):
    answer = run_command("prompts", source.path, "-o", tmp_path / "p.jsonl")
    assert answer.exit_code == 0
    asked = [json.loads(line) for line in (tmp_path / "p.jsonl").read_text().splitlines()]
    assert asked == list(prompts_of(source))
    assert len(asked) == len(source.items) + len(source.problems)
    assert all(one["prompt"] for one in asked)


# Numeric answers.


@pytest.mark.parametrize(
    ("response", "answer", "kind", "status"),
    [
        (r"\boxed{\frac{5\sqrt{2}}{2}}", "5√2/2", "lconst", "right"),
        ("So AF = 5√2/2.", "5√2/2", "lconst", "right"),
        ("The answer is 5*sqrt(2)/2", "5√2/2", "lconst", "right"),
        ("AF ≈ 3.54", "5√2/2", "lconst", "approximation"),
        ("3.5355", "5√2/2", "lconst", "approximation"),
        ("AF = 3.6", "5√2/2", "lconst", "wrong"),
        ("9.6", "48/5", "lconst", "right"),
        ("AB = 48/5 cm", "48/5", "lconst", "right"),
        (r"\boxed{\frac{48}{5}}", "48/5", "lconst", "right"),
        ("The ratio is 1:2", "1/2", "rconst", "right"),
        ("AE:CE = 2", "2", "rconst", "right"),
        ("60°", "60°", "aconst", "right"),
        (r"\boxed{60^\circ}", "60°", "aconst", "right"),
        (r"\boxed{\frac{\pi}{3}}", "60°", "aconst", "right"),
        ("60 degrees", "60°", "aconst", "right"),
        ("120°", "60°", "aconst", "wrong"),
        ("I cannot tell.", "60°", "aconst", "refused"),
        ("It is long.", "4", "lconst", "unreadable"),
        ("", "4", "lconst", "empty"),
        ("<think>4</think>\\boxed{5}", "4", "lconst", "wrong"),
        ("\\boxed{9**9**9**9}", "4", "lconst", "unreadable"),
        ("答案是 4", "4", "lconst", "right"),
        ("It is 2*3", "6", "lconst", "right"),
        ("**6**", "6", "lconst", "right"),
        ("First \\boxed{3}, then \\boxed{4}", "4", "lconst", "right"),
    ],
)
def test_values_are_compared_exactly(response, answer, kind, status):
    assert judge_value(response, answer, kind=kind)[0] == status


def test_tolerance_is_only_where_asked():
    assert judge_value("3.6", "5√2/2", kind="lconst")[0] == "wrong"
    assert judge_value("3.6", "5√2/2", kind="lconst", tolerance=0.05)[0] == "right"
    assert judge_value("3.6", "5√2/2", kind="lconst", tolerance=0.001)[0] == "wrong"


@given(st.text())
def test_any_text_has_a_status(text):
    assert judge_value(text, "7/2", kind="lconst")[0] in {
        "right", "approximation", "wrong", "refused", "unreadable", "empty",
    }  # fmt: skip


# A judge.

needs_openai = pytest.mark.skipif(
    importlib.util.find_spec("openai") is None, reason="asking a judge needs the openai client"
)

ITEM = Item(
    task="faulty_branch", scene="s", problem="A B C = triangle", question="Which?", id="f-1",
    options=("a", "b", "c", "d"), key=2, prompt="p", prompt_cot="p", answer="(2)",
)  # fmt: skip


@pytest.fixture
def endpoint():
    """A server that answers every question alike, and keeps what it was asked."""
    asked = []

    class Handler(BaseHTTPRequestHandler):
        reply = "2"

        def do_POST(self):
            asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            body = json.dumps({
                "id": "x", "object": "chat.completion", "created": 0, "model": "stub",
                "choices": [{"index": 0, "finish_reason": "stop",
                             "message": {"role": "assistant", "content": Handler.reply}}],
            }).encode()  # fmt: skip
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/v1", Handler, asked
    server.shutdown()
    server.server_close()
    thread.join()


@needs_openai
def test_a_judge_is_asked_only_where_nothing_was_found(endpoint, source):
    url, _, asked = endpoint
    said = [Response(item.id, "(1)" if k else "Beats me!", "x", model="m")
            for k, item in enumerate(source.items)]  # fmt: skip
    run = grade_runs(said, source, judge=Judge(url, "stub"))[0]
    assert len(asked) == 1
    assert "Beats me!" in asked[0]["messages"][0]["content"]
    first = run.grades[source.items[0].id]
    assert (first.chosen, first.by) == ("2", "judge")


@needs_openai
@pytest.mark.parametrize(
    ("reply", "option", "follows"),
    [("2", 2, None), ("(3)", 3, None), ("0", None, None), ("2 or 3", None, None),
     ("Yes.", None, True), ("no", None, False), ("", None, None)],
)  # fmt: skip
def test_what_a_judge_says_is_read(endpoint, reply, option, follows):
    url, handler, _ = endpoint
    handler.reply = reply
    judge = Judge(url, "stub")
    assert judge.option(ITEM, "…") == option
    assert judge.follows({"problem": "p"}, [], "step") is follows


@needs_openai
def test_a_judge_that_is_not_there_is_told(source):
    judge = Judge("http://127.0.0.1:9/v1", "stub", timeout=0.5)
    with pytest.raises(JudgeError, match="does not answer"):
        judge.option(ITEM, "…")
