"""Extraction: a table of cases with provenance, and random texts."""

import random
import re
import time
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from geoengine.evaluate import Outcome, extract

TABLE = Path(__file__).parent / "data" / "answer_extraction.yaml"
OPTIONS = ["AB = 6", "AB = 7", "CD = 6", "CD = 12"]
SLOWEST = 0.5
"""The limit of processor time for one response, in seconds."""


def cases():
    for group in YAML(typ="safe", pure=True).load(TABLE.read_text(encoding="utf-8")):
        for response, meaning in group["cases"]:
            yield pytest.param(
                response,
                group.get("options", OPTIONS),
                meaning,
                id=f"{group['provenance'][:24]}: {response!r}"[:60],
            )


def test_the_table_is_large_and_says_where_each_case_is_from():
    groups = YAML(typ="safe", pure=True).load(TABLE.read_text(encoding="utf-8"))
    assert all(group["provenance"].strip() for group in groups)
    told = [(tuple(g.get("options", OPTIONS)), says) for g in groups for says, _ in g["cases"]]
    assert len(told) == len(set(told)) >= 255


@pytest.mark.parametrize(("response", "options", "meaning"), list(cases()))
def test_responses_mean_what_the_table_says(response, options, meaning):
    found = extract(response, options)
    assert meaning == (found.option if found.outcome is Outcome.ANSWERED else found.outcome.value)


PIECES = [
    *("(1)", "(2)", "2", "B", "answer", "the answer is ", "not ", "\\boxed{", "}", "{", "(", ")"),
    *(
        "<think>",
        "</think>",
        "option ",
        "选",
        "答案",
        "是",
        " ",
        "\n",
        "AB = 6",
        "CD = 12",
        "\\",
        "$",
    ),
    *(
        "the correct ",
        "therefore ",
        ":",
        "=",
        ",",
        "and ",
        "or ",
        "第",
        "一",
        "一个",
        "②",
        "\u200b",
    ),
    *(
        "is ",
        "is not ",
        "\\frac{1}{",
        "\\sqrt",
        "~",
        "I cannot ",
        "none of the ",
        ".",
        "-",
        "is the ",
    ),
]


OPENING = ("<think", "[think", "◁think", "<thought", "<reas", "<refl", "<|")

texts = st.text() | st.lists(st.sampled_from(PIECES), max_size=12).map("".join)
boxless = texts.map(lambda text: re.sub(r"[\\{}]", "", text)).filter(
    lambda text: not any(tag in text.lower() for tag in OPENING)
)


@given(boxless, st.integers(1, 4))
def test_a_box_at_the_end_decides(thoughts, key):
    assert extract(f"{thoughts}\n\\boxed{{({key})}}", OPTIONS).option == key


def test_any_text_has_an_outcome():
    outcomes = Counter()

    @given(texts)
    @settings(max_examples=200)
    def read(text):
        found = extract(text, OPTIONS)
        assert (found.option in range(1, 5)) == (found.outcome is Outcome.ANSWERED)
        outcomes[found.outcome] += 1

    read()
    assert outcomes[Outcome.ANSWERED] >= 24, outcomes
    assert outcomes[Outcome.UNREADABLE] >= 77, outcomes
    assert len(outcomes) >= 4, outcomes


def hostile(rng):
    """Draw a text of pieces that the patterns look for: a few repeated often, or many."""
    count = rng.choice([3, 30, 300, 3000])
    if rng.random() < 0.5:
        few = rng.choices(PIECES, k=rng.randint(1, 3))
        return "".join(few) * count + rng.choice(PIECES)
    if rng.random() < 0.2:
        return "".join(chr(rng.randrange(1, 0xD000)) for _ in range(count))
    return "".join(rng.choices(PIECES, k=count))


def slowest_of(count, seed):
    rng = random.Random(seed)
    worst = (0.0, "")
    for _ in range(count):
        text = hostile(rng)
        # Other load on the machine may slow down one try, but hardly all three.
        took = SLOWEST
        for _ in range(3):
            begun = time.process_time()
            extract(text, OPTIONS)
            took = min(took, time.process_time() - begun)
            if took < SLOWEST:
                break
        worst = max(worst, (took, text))
    return worst


def test_hostile_texts_take_little_time():
    took, text = slowest_of(150, seed=1)
    assert took < SLOWEST, f"{took:.3f} s for {text[:80]!r}, {len(text)} characters"


@pytest.mark.slow(seconds=15)
def test_ten_thousand_hostile_texts_take_little_time():
    took, text = slowest_of(10_000, seed=2)
    assert took < SLOWEST, f"{took:.3f} s for {text[:80]!r}, {len(text)} characters"
