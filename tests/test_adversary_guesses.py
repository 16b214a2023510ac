"""Each guess that outside readers made by hand is an attack, and finds a leak planted for it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from planted_leaks import (
    LEAKS,
    Planted,
    Rng,
    a_shorter_distractor,
    idle_points,
    numbers,
    segments,
    theorems_that_are_always_right,
    vertices,
    words,
)

from geoengine.adversary import Attack, QuestionText, attack, tell_permuted
from geoengine.adversary.hand_made import HAND_MADE

SCENES = 20
PER_SCENE = 4


def planted(
    plant: Callable[[Rng], Planted], *, per_scene: int = PER_SCENE, leaks: bool = True
) -> list[QuestionText]:
    """Questions with a leak, or with the same options and a key drawn at random."""
    rng = np.random.default_rng(5)
    made = []
    for scene in range(SCENES):
        for _ in range(per_scene):
            text, wrong, right = plant(rng)
            options = [str(o) for o in rng.permutation([*wrong, right])]
            key = options.index(right) if leaks else int(rng.integers(4))
            made.append(QuestionText(text, tuple(options), key, "task", f"scene {scene}"))
    return made


def attacks_by_name(plant: Callable[[Rng], Planted], *, leaks: bool = True) -> dict[str, Attack]:
    per_scene = 16 if plant is a_shorter_distractor else PER_SCENE
    found = attack(planted(plant, per_scene=per_scene, leaks=leaks))
    return {one.guesser: one for one in found}


def test_every_guess_made_by_hand_is_tried():
    assert LEAKS.keys() > HAND_MADE.keys()


@pytest.mark.parametrize("guesser", LEAKS)
def test_a_leak_planted_for_a_guess_is_found_by_it(guesser):
    plant, named = LEAKS[guesser]
    one = attacks_by_name(plant)[guesser]
    assert one.succeeds, one
    assert one.guesser in HAND_MADE or any(named in telling for telling in one.telling), one


@pytest.mark.parametrize("guesser", [*list(HAND_MADE)[:2], *(
    pytest.param(guesser, marks=pytest.mark.slow(seconds=4)) for guesser in list(HAND_MADE)[2:]
)])  # fmt: skip
def test_the_same_options_with_keys_drawn_at_random_are_not_found(guesser):
    plant, _ = LEAKS[guesser]
    assert not [one for one in attacks_by_name(plant, leaks=False).values() if one.succeeds]


def test_a_guess_counts_only_questions_where_it_tells_options_apart():
    texts = [*planted(idle_points), *planted(numbers)]
    found = {one.guesser: one for one in attack(texts)}
    assert found["idle point"].questions == SCENES * PER_SCENE
    assert found["numbers, trees"].questions == 2 * SCENES * PER_SCENE


@pytest.mark.parametrize("plant", [vertices, idle_points, theorems_that_are_always_right])
def test_keys_with_a_leak_are_told_from_permuted_keys(plant):
    (one,) = tell_permuted(planted(plant))
    assert one.questions == SCENES * PER_SCENE
    assert one.told
    # One half of a quarter, where the mark is at the key, and all of the rest.
    assert one.auc == pytest.approx(0.875, abs=0.03)
    assert one.interval[0] <= one.auc <= one.interval[1]


@pytest.mark.parametrize("plant", [vertices, segments, words])
def test_keys_drawn_at_random_are_not_told_from_permuted_keys(plant):
    (one,) = tell_permuted(planted(plant, leaks=False))
    low, high = one.interval
    # Four standard errors.
    assert abs(one.auc - 0.5) < 4 * (high - low) / 3.92, one


def test_few_questions_are_not_told_from_permuted_ones():
    assert tell_permuted(planted(vertices)[:39]) == []
