"""Candidates kept by the odds of their keys, so that each option is the key equally often."""

from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest

from geoengine.adversary import QuestionText, number_table
from geoengine.families.reasoning import key_odds
from geoengine.families.reasoning.key_odds import chances_to_keep

TASK = "structural_perception"
OPTIONS = ("AB ∥ CD", "AB ∥ CE", "AD ∥ EF", "CD ∥ GH")


def text_with(key, *, form="plain", options=OPTIONS):
    return QuestionText("Which holds?", options, key, TASK, "demo", form)


def with_odds(monkeypatch, **numbers):
    task = SimpleNamespace(odds={"plain": numbers})
    monkeypatch.setattr(key_odds, "task_entry", lambda name: task)


def test_each_option_of_those_kept_is_the_key_equally_often(monkeypatch):
    with_odds(monkeypatch, latest_letter=(1.5, 0.4, -0.7))
    table, columns = number_table([text_with(0)])
    names = [f"latest_letter:{name}" for name in ("rank", "only_highest", "only_lowest")]
    scores = table[:, [columns.index(name) for name in names]] @ (1.5, 0.4, -0.7)
    shares = np.exp(scores) / np.exp(scores).sum()
    assert shares.max() > 2 * shares.min()
    rng = np.random.default_rng(1)
    texts = [text_with(int(key)) for key in rng.choice(4, 8000, p=shares)]
    kept = rng.random(len(texts)) < chances_to_keep(texts)
    counts = Counter(text.key for text, stays in zip(texts, kept, strict=True) if stays)
    assert sum(counts.values()) == pytest.approx(8000 * 4 * shares.min(), rel=0.1)
    assert max(counts.values()) < 1.15 * min(counts.values())


def test_options_that_count_alike_are_all_kept(monkeypatch):
    with_odds(monkeypatch, points=(2.0, 1.0, 1.0))
    assert chances_to_keep([text_with(k) for k in range(4)]).tolist() == [1.0] * 4


def test_unknown_forms_and_numbers_do_not_count(monkeypatch):
    with_odds(monkeypatch, no_such_number=(2.0, 1.0, 1.0))
    texts = [text_with(0), text_with(1)]
    assert chances_to_keep(texts).tolist() == [1.0, 1.0]
    assert chances_to_keep([text_with(0, form="other")]).tolist() == [1.0]
    assert chances_to_keep([]).tolist() == []


def test_a_number_is_looked_up_in_each_candidate(monkeypatch):
    with_odds(monkeypatch, latest_letter=(1.0, 0.0, 0.0))
    turned = text_with(0, options=OPTIONS[::-1])
    first, second, alone = text_with(0), turned, text_with(3)
    together = chances_to_keep([first, second, alone])
    assert together.tolist() == [*chances_to_keep([first]), *chances_to_keep([second]), together[2]]
    assert together[0] == 1.0
    assert together[1] == together[2] < 1.0
