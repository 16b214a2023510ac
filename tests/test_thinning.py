"""Candidates are thinned until learned guessers find the keys of the others by chance."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geoengine.adversary import KeyModel, QuestionText, attack
from geoengine.split.thinning import Thinning

WORDS = ["parallel", "concyclic", "collinear", "similar", "congruent", "perpendicular"]
SCENES = 12


def candidates(rng, count, share):
    """Questions whose key has the word "equal" in this share of them, else another option."""
    found = []
    for number in range(count):
        key, marked = int(rng.integers(4)), int(rng.integers(4))
        if rng.random() < share:
            marked = key
        said = [str(word) for word in rng.choice(WORDS, 4, replace=False)]
        said[marked] = "equal"
        options = tuple(f"{word} {number} {k}" for k, word in enumerate(said))
        found.append(QuestionText("Which one?", options, key, "demo", f"scene {number % SCENES}"))
    return found


def share_marked(texts):
    return np.mean([text.options[text.key].startswith("equal") for text in texts])


def thinned(texts, by=40):
    """Candidates in groups, as scenes give them; those that the last model admits."""
    thinning = Thinning()
    for start in range(0, len(texts), by):
        thinning.learn(texts[start : start + by])
    return [text for text, is_in in zip(texts, thinning.admitted(texts), strict=True) if is_in]


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=2, deadline=None)
def test_a_leak_is_thinned_to_chance(seed):
    texts = candidates(np.random.default_rng(seed), 400, 0.4)
    assert share_marked(texts) > 0.45
    left = thinned(texts)
    assert share_marked(left) < 0.35
    # Marked keys are admitted a third as often.
    assert len(left) > 120


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=2, deadline=None)
def test_few_candidates_without_a_leak_are_refused(seed):
    texts = candidates(np.random.default_rng(seed), 300, 0.0)
    assert len(thinned(texts)) > 200


def test_what_is_left_of_a_strong_leak_is_asked_by_chance():
    """Some of sixteen texts are right fifty times as often as others."""
    rng = np.random.default_rng(6)
    strength = np.exp(np.linspace(0, 4, 16))
    texts = []
    for number in range(1280):
        said = rng.choice(16, 4, replace=False)
        key = int(rng.choice(4, p=strength[said] / strength[said].sum()))
        options = tuple(f"theorem {k}" for k in said)
        texts.append(QuestionText(f"{number}?", options, key, "demo", f"scene {number % SCENES}"))
    left = thinned(texts, by=len(texts))
    assert len(left) > 60
    assert min(one.accuracy for one in attack(texts)) > 0.5
    assert max(one.accuracy for one in attack(left)) < 0.36


def test_where_the_leak_is_in_each_candidate_all_are_admitted():
    """The adversary has to find it at the end, and say what it is."""
    texts = candidates(np.random.default_rng(1), 100, 1.0)
    assert thinned(texts) == texts


def test_a_model_knows_how_likely_a_leak_makes_a_key():
    rng = np.random.default_rng(2)
    model = KeyModel(candidates(rng, 400, 0.4))
    asked = candidates(rng, 60, 0.4)
    expected = 0.4 + 0.6 / 4
    for text, chances in zip(asked, model.chances(asked), strict=True):
        marked = next(k for k, said in enumerate(text.options) if said.startswith("equal"))
        assert chances[marked] == pytest.approx(expected, abs=0.15)
        assert chances.sum() == pytest.approx(1, abs=1e-3)


def test_what_is_said_of_a_question_is_not_learnt_from_its_scene():
    """Each scene has a letter of its own, which is always right there."""
    rng = np.random.default_rng(3)
    letters = "abcdefghijkl"
    texts = []
    for number in range(240):
        scene, key = number % SCENES, int(rng.integers(4))
        others = [letter for letter in letters if letter != letters[scene]]
        said = [str(letter) for letter in rng.choice(others, 4, replace=False)]
        said[key] = letters[scene]
        texts.append(QuestionText("Which one?", tuple(said), key, "demo", f"scene {scene}"))
    assert KeyModel(texts).gain < 5


def test_admission_does_not_depend_on_the_order_of_options_or_the_company():
    texts = candidates(np.random.default_rng(4), 200, 0.5)
    thinning = Thinning()
    assert thinning.learn(texts)
    together = thinning.admitted(texts)
    assert together == [thinning.admitted([text])[0] for text in texts]
    assert 0 < sum(together) < len(texts)
