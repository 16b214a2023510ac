"""What tells keys from other options is spread evenly over the items that a split accepts."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoengine.adversary import QuestionText, tell_permuted
from geoengine.adversary.guessers import Options, rule_hits
from geoengine.items import Answer, Choice, Item, Value
from geoengine.split import make_plan
from geoengine.split.contrast import _SIZE, Contrast, ContrastSum
from geoengine.split.ledger import Ledger
from geoengine.split.production import SceneOutcome

TASK = "theorem_selection"


def item_of(answer: Answer, question: str, problem: str = "") -> Item:
    return Item.make(
        family="reasoning",
        task=TASK,
        level=3,
        scene=problem,
        problem=problem,
        question=question,
        answer=answer,
        certificate={"options": [{} for _ in range(4)]},
        meta={"features": {"marks": {}, "tokens": []}},
    )


names = st.sampled_from([*"ABCDEFGH"])
options = st.lists(
    st.builds("{}{} = {}{}".format, names, names, names, names),
    min_size=4, max_size=4, unique=True,
)  # fmt: skip


@given(options, st.data())
def test_contrasts_of_the_four_keys_cancel(texts, data):
    """A key drawn at random tells nothing: over all choices of it the contrasts sum to zero."""
    question = f"Goal: {data.draw(options)[0]}"
    total = ContrastSum()
    for key in range(1, 5):
        total.add(Contrast.of(item_of(Choice(options=tuple(texts), key=key), question)))
    elsewhere = item_of(Choice(options=tuple(texts), key=1), question, "elsewhere")
    assert total.cost(Contrast.of(elsewhere)) == pytest.approx(0)


contrasts = st.builds(
    lambda texts, key, scene: Contrast.of(
        item_of(Choice(options=tuple(texts), key=key), "Goal: AB = CD", scene)
    ),
    options, st.integers(1, 4), st.sampled_from("xyz"),
)  # fmt: skip


@given(st.lists(contrasts, min_size=2, max_size=6))
def test_products_are_those_of_items_of_different_scenes(found):
    *known, last = found
    total = ContrastSum()
    for one in known:
        total.add(one)
    for one in (*known, last):
        total.add(one)
    for one in known:
        total.remove(one)
    assert total._products == pytest.approx(products(found), abs=1e-9)
    expected = np.abs(products([*found, last])).sum() - np.abs(products(found)).sum()
    assert total.cost(last) == pytest.approx(expected, abs=1e-9)


def products(found):
    """The products of all pairs of contrasts of different scenes, of numbers and of n-grams."""
    full = np.zeros((len(found), 2 * _SIZE))
    for row, one in zip(full, found, strict=True):
        row[one.columns] = one.values
    apart = np.array([[one.scene != other.scene for other in found] for one in found])
    halves = full[:, :_SIZE], full[:, _SIZE:]
    return np.array([((half @ half.T) * apart).sum() for half in halves])


def test_an_open_question_has_no_contrast():
    assert not len(Contrast.of(item_of(Value(exact="5"), "What is AB?")).columns)


def leaning(rng, problem, share=0.5):
    """An item whose key is about the points of the goal more often than by chance."""
    goal = rng.permutation([*"ABCDEFGH"])[:4]
    key = int(rng.integers(1, 5))
    texts = []
    for number in range(1, 5):
        points = rng.permutation([*"ABCDEFGHKLMN"])[:4]
        if number == key and rng.random() < share:
            points[:3] = rng.permutation(goal)[:3]
        texts.append("{}{} = {}{}".format(*points) + "'" * number)
    question = "Goal: {}{} = {}{}".format(*goal)
    return item_of(Choice(options=tuple(texts), key=key), question, problem)


def chosen(candidates):
    """The items of a split that is offered eight candidates at a time."""
    ledger = Ledger(make_plan(120, tasks=[TASK]))
    for index in range(len(candidates) // 8):
        items = candidates[8 * index : 8 * index + 8]
        ledger.enter(
            SceneOutcome(index, "made", form=str(index), items={TASK: items}, rejections={TASK: {}})
        )
    assert ledger.taken == 120
    return ledger.items


def test_items_with_a_leak_are_chosen_so_that_it_tells_little():
    rng = np.random.default_rng(5)
    leaked = [leaning(rng, f"{number}") for number in range(1600)]
    best = {
        name: rule_hits(Options.of_texts([*map(QuestionText.of, items)])).max() / 120
        for name, items in (("all", leaked[:120]), ("chosen", chosen(leaked)))
    }
    assert best["all"] > 0.39
    assert best["chosen"] < 0.34, best


def test_what_is_learnt_from_some_items_is_not_wrong_of_others():
    """A choice that makes up for every excess would leave the opposite in those left out."""
    rng = np.random.default_rng(6)
    found = [
        tell_permuted(map(QuestionText.of, chosen(made)))[0].auc
        for made in ([leaning(rng, f"{k}", 0) for k in range(1600)] for _ in range(3))
    ]
    assert np.mean(found) == pytest.approx(0.5, abs=0.03)
