"""pass@1: several samples of each question, with a standard error, by level, code and question."""

import json
import math
import statistics

import pytest
from code_items import code_split
from hypothesis import given
from hypothesis import strategies as st

from geoengine.errors import InputError
from geoengine.evaluate import Evaluation, all_tables, grade_runs, read_responses
from geoengine.evaluate.score_statistics import clustered_error

RIGHT = {
    "primitive-0001": [1, 1, 1, 1],
    "primitive-0002": [1, 0, 1, 0],
    "local-0003": [0, 0, 0, 0],
    "local-0004": [1, 1, 1, 0],
    "global-0005": [0, 0, 1, 0],
    "global-0006": [1, 1, 0, 0],
}


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    with code_split(tmp_path_factory.mktemp("samples") / "drawn") as split:
        yield split


def said(source, folder):
    """A file with four samples of each question, in one line each."""
    path = folder / "model.jsonl"
    lines = []
    for item in source.items:
        texts = [
            f"\\boxed{{{item.answer.latex if right else '12345'}}}" for right in RIGHT[item.id]
        ]
        lines.append(json.dumps({"id": item.id, "responses": texts}) + "\n")
    path.write_text("".join(lines), encoding="utf-8")
    return path


def rows_of(source, responses):
    runs = grade_runs(responses, source)
    (table,) = (
        table
        for table in all_tables(Evaluation(source, tuple(runs), resamples=50))
        if table.name == "samples"
    )
    names = [column.name for column in table.columns]
    found = [dict(zip(names, row, strict=True)) for row in table.rows]
    return {(row["by"], row["value"]): row for row in found}


def test_pass_at_1_is_the_mean_of_the_samples_with_its_error(source, tmp_path):
    rows = rows_of(source, read_responses(said(source, tmp_path), source).responses)
    shares = [statistics.fmean(own) for own in RIGHT.values()]
    every = rows["all", ""]
    assert (every["questions"], every["samples"]) == (6, 4)
    assert every["pass@1"] == pytest.approx(statistics.fmean(shares))
    assert every["standard error"] == pytest.approx(statistics.stdev(shares) / math.sqrt(6))
    assert (every["in some"], every["in all"]) == pytest.approx((5 / 6, 1 / 6))
    assert rows["level", "1"]["pass@1"] == pytest.approx(0.75)
    assert rows["code", "asymptote"]["questions"] == 4
    assert rows["code", "python"]["pass@1"] == pytest.approx(3 / 8)
    assert rows["answer", "value: area"]["pass@1"] == 0
    assert rows["source", "plane"]["questions"] == 3


def test_one_sample_of_code_has_the_table_too(source, tmp_path):
    path = tmp_path / "once.jsonl"
    path.write_text(json.dumps({"id": "local-0004", "response": "7"}) + "\n", encoding="utf-8")
    rows = rows_of(source, read_responses(path, source).responses)
    # The other item of the task is missing, and wrong; tasks without a response are left out.
    assert rows["all", ""]["pass@1"] == 0.5
    assert rows["all", ""]["samples"] == 1


def test_samples_have_to_be_a_list_of_texts(source, tmp_path):
    path = tmp_path / "bad.jsonl"
    for wrong in ("7", [], [["7"]]):
        path.write_text(json.dumps({"id": "local-0004", "responses": wrong}), encoding="utf-8")
        with pytest.raises(InputError, match="responses"):
            read_responses(path, source)


@given(st.lists(st.lists(st.floats(0, 1), min_size=1, max_size=4), min_size=2, max_size=8))
def test_the_error_of_clusters_is_that_of_their_sums(groups):
    """Clusters of equal size: the standard error of the means of the clusters."""
    size = min(map(len, groups))
    values = [value for group in groups for value in group[:size]]
    names = [str(k) for k, _ in enumerate(groups) for _ in range(size)]
    means = [statistics.fmean(group[:size]) for group in groups]
    expected = statistics.stdev(means) / math.sqrt(len(groups))
    assert clustered_error(values, names) == pytest.approx(expected, abs=1e-9)
    assert clustered_error(values, ["one"] * len(values)) is None
