"""Near duplicates: the index finds what comparing every two items finds."""

import re
from collections import defaultdict
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from geoengine.items import Choice, Item
from geoengine.split import Content, near_pairs
from geoengine.split.ledger import Ledger
from geoengine.split.near_duplicates import NearDuplicates
from geoengine.split.plan import make_plan
from geoengine.split.production import SceneOutcome

WORDS = ["AB", "CD", "EF", "=", "⟂", "∥"]


@st.composite
def questions(draw):
    """A task, a problem, the steps that are printed, and what is offered."""
    passages = ["AB = CD and CD = EF and so on", "AB ⟂ CD since AB ⟂ EF", "EF ∥ AB"]
    line = st.one_of(
        st.sampled_from(passages), st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join)
    )
    steps = draw(st.lists(line.filter(bool), max_size=6, unique=True))
    texts = st.sampled_from("abcdef")
    options = draw(st.lists(texts, min_size=2, max_size=4, unique=True))
    if len(steps) >= 4 and draw(st.booleans()):
        options = [f"Step {k}" for k in draw(st.permutations(range(1, 5)))]
    key = draw(st.integers(1, len(options)))
    return draw(st.sampled_from("tu")), draw(st.sampled_from("pq")), steps, options, key


def content(question):
    task, problem, steps, options, key = question
    lines = "\n".join(f"Step {k}. {text} [step 1]" for k, text in enumerate(steps, start=1))
    return Content.of(task, problem, f"Let AB be 5.\n\n{lines}\n\nWhich?", options, key)


def near(one, other):
    """Two questions compared as the documentation says."""

    def said(question):
        _, _, steps, options, key = question
        own = [steps[int(text[5:]) - 1] if text.startswith("Step") else text for text in options]
        return set(own), own[key - 1]

    (options, right), (others, other_right) = said(one), said(other)
    if right == other_right and one[1] == other[1]:
        wrong = min(len(options), len(others)) - 1
        shared = len((options & others) - {right})
        if options == others or (one[0] == other[0] and 3 * shared >= wrong):
            return True
    if one[0] != other[0]:
        return False
    runs = []
    for question in (one, other):
        words = re.findall(r"\w+|[^\w\s]", " ".join(question[2]))
        runs.append({tuple(words[k : k + 8]) for k in range(len(words) - 7)})
    return all(runs) and 2 * len(runs[0] & runs[1]) >= min(map(len, runs))


@settings(max_examples=60, deadline=None)
@given(st.lists(questions(), max_size=8))
def test_the_index_finds_what_comparing_every_two_finds(asked):
    expected = sum(near(one, other) for one, other in combinations(asked, 2))
    assert near_pairs(map(content, asked)) == expected


@settings(max_examples=40, deadline=None)
@given(st.lists(questions(), min_size=1, max_size=6), questions())
def test_what_was_removed_is_forgotten(asked, new):
    known = NearDuplicates()
    contents = [content(question) for question in asked]
    for one in contents:
        known.add(one)
    last = content(new)
    assert known.occurs(last) == any(near(one, new) for one in asked)
    for one in contents[1:]:
        known.remove(one)
    assert known.occurs(last) == near(asked[0], new)


def test_numbers_and_references_of_steps_do_not_count():
    steps = ["AB = 1", "CD = 2 and EF = 3 and GH = 4"]
    english = [
        f"Step {first}. {steps[0]}\nStep {first + 1}. {steps[1]} [step {first}]" for first in (1, 7)
    ]
    chinese = [f"第{k}步：A、B、C共线且D、E、F共线[第{k - 1}步] ⇒ AB = CD" for k in (2, 9)]
    for one, other in (english, chinese):
        found = [Content.of("t", p, text, [], None) for p, text in (("p", one), ("q", other))]
        assert near_pairs(found) == 1


def outcome(index, options, key, task):
    item = Item.make(
        family="reasoning", task=task, level=1, scene="s", problem="p",
        question="Which of the following holds?", answer=Choice(options=options, key=key),
        certificate={"options": [{"option": k} for k in range(1, 5)]},
    )  # fmt: skip
    return SceneOutcome(
        index,
        form=f"form {index}",
        items=defaultdict(list, {task: [item]}),
        rejections=defaultdict(dict),
    )


def test_the_ledger_keeps_near_duplicates_out_and_counts_them():
    one, other = "structural_perception", "numerical_perception"
    ledger = Ledger(make_plan(4, tasks=[one, other]))
    ledger.enter(outcome(0, tuple("abcd"), 1, one))
    ledger.enter(outcome(1, tuple("dcba"), 4, other))
    assert len(ledger.items) == 1
    assert ledger.rejections[f"{other}: an accepted item is nearly the same"] == 1
    ledger.enter(outcome(2, tuple("abcd"), 2, other))
    assert len(ledger.items) == 2
