"""What tells keys from other options is spread evenly over the items that a split accepts."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoengine.adversary import QuestionText
from geoengine.adversary.guessers import Options, rule_hits
from geoengine.items import Answer, Choice, Item, Value
from geoengine.split import make_plan
from geoengine.split.contrast import Contrast, ContrastSum
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
    nothing = Contrast.of(item_of(Choice(options=tuple(texts), key=1), question))
    assert total.cost(nothing) == pytest.approx(float(nothing.values @ nothing.values))


@given(options, options)
def test_the_cost_is_the_increase_of_the_square(first, second):
    one, other = (
        Contrast.of(item_of(Choice(options=tuple(texts), key=2), "Goal: AB = CD"))
        for texts in (first, second)
    )
    total = ContrastSum()
    before = total.cost(one)
    total.add(one)
    both = total.cost(other)
    total.add(other)
    # Taking both away again leaves nothing.
    assert -(before + both) == pytest.approx(
        total.cost(minus(one)) + after_removal(total, one).cost(minus(other))
    )


def minus(contrast):
    return Contrast(contrast.columns, -contrast.values)


def after_removal(total, contrast):
    total.remove(contrast)
    return total


def test_an_open_question_has_no_contrast():
    assert not len(Contrast.of(item_of(Value(exact="5"), "What is AB?")).columns)


def leaning(rng, problem):
    """An item whose key is about the points of the goal more often than by chance."""
    goal = rng.permutation([*"ABCDEFGH"])[:4]
    key = int(rng.integers(1, 5))
    texts = []
    for number in range(1, 5):
        points = rng.permutation([*"ABCDEFGHKLMN"])[:4]
        if number == key and rng.random() < 0.5:
            points[:3] = rng.permutation(goal)[:3]
        texts.append("{}{} = {}{}".format(*points) + "'" * number)
    question = "Goal: {}{} = {}{}".format(*goal)
    return item_of(Choice(options=tuple(texts), key=key), question, problem)


def test_items_with_a_leak_are_chosen_so_that_it_tells_little():
    rng = np.random.default_rng(5)
    ledger = Ledger(make_plan(120, tasks=[TASK]))
    leaked = []
    for index in range(200):
        items = [leaning(rng, f"{index} {number}") for number in range(8)]
        leaked += items[:4]
        ledger.enter(
            SceneOutcome(index, "made", form=str(index), items={TASK: items}, rejections={TASK: {}})
        )
        if not ledger.open_tasks:
            break
    assert ledger.taken == 120
    best = {
        name: rule_hits(Options.of_texts([*map(QuestionText.of, items)])).max() / 120
        for name, items in (("all", leaked[:120]), ("chosen", ledger.items))
    }
    assert best["all"] > 0.39
    assert best["chosen"] < 0.34, best
