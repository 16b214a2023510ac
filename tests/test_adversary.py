"""The adversary finds leaks that are planted, and finds nothing where there is nothing to find."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace

import numpy as np
import pytest

from geoengine.adversary import Attack, QuestionText, attack
from geoengine.adversary.folds import learnt_scores
from geoengine.adversary.guessers import Options as Laid
from geoengine.adversary.option_numbers import numbers_of
from geoengine.report import Collection, CountedItem, all_tables, attacked, attacked_together
from geoengine.report.adversary_tables import adversary_tables
from geoengine.report.collection import Manifest

SCENES = 25
PER_SCENE = 6
POINTS = "ABCDEFGHJK"

Options = tuple[str, ...]


def segments(rng: np.random.Generator, count: int) -> list[str]:
    """Equations of segments, all different."""
    found: dict[str, None] = {}
    while len(found) < count:
        a, b, c, d = rng.choice(list(POINTS), 4, replace=False)
        found[f"{a}{b} = {c}{d}"] = None
    return list(found)


def questions(
    plant: Callable[[np.random.Generator, str, list[str]], tuple[Options, int]] | None = None,
    seed: int = 0,
    per_scene: int = PER_SCENE,
) -> list[QuestionText]:
    """Questions about nothing: the key is drawn at random, unless a leak is planted."""
    rng = np.random.default_rng(seed)
    made = []
    for scene in range(SCENES):
        for _ in range(per_scene):
            p, q = (
                "".join(rng.permutation(list(POINTS))[:3]),
                "".join(rng.permutation([*POINTS])[:3]),
            )
            goal = f"△{p} ~ △{q}"
            options, key = tuple(segments(rng, 4)), int(rng.integers(4))
            if plant is not None:
                options, key = plant(rng, goal, list(options))
            text = f"Let ABCDEFGHJK be points.\n\nGoal: {goal}\n\nWhich of these is used?"
            made.append(QuestionText(text, options, key, "task", f"scene {scene}"))
    return made


def a_shorter_distractor(
    rng: np.random.Generator, goal: str, options: list[str]
) -> tuple[Options, int]:
    key, short = rng.permutation(4)[:2]
    options[short] = options[short][:2] + " = 7"
    return tuple(options), int(key)


def the_newest_point(
    rng: np.random.Generator, goal: str, options: list[str]
) -> tuple[Options, int]:
    kept = [option.replace("K", "A").replace("J", "B") for option in options]
    key = int(rng.integers(4))
    kept[key] = f"K{kept[key][1:]}"
    return tuple(kept), key


def the_order_of_vertices(
    rng: np.random.Generator, goal: str, options: list[str]
) -> tuple[Options, int]:
    one, other = goal[1:4], goal[8:11]
    i, j = rng.permutation(3)[:2]
    key = int(rng.integers(4))
    options[key] = f"{one[i]}{one[j]} = {other[i]}{other[j]}"
    return tuple(options), key


def succeeding(attacks: list[Attack]) -> set[str]:
    assert attacks
    return {one.guesser for one in attacks if one.succeeds}


@pytest.mark.parametrize("plant", [the_newest_point, the_order_of_vertices])
def test_a_planted_leak_is_found(plant):
    found = succeeding(attack(questions(plant)))
    assert {"best number", "numbers, trees"} <= found


def test_a_distractor_that_stands_out_is_found():
    """It rules out one option of four, so that a third of all guesses are right."""
    found = succeeding(attack(questions(a_shorter_distractor, per_scene=16)))
    assert "numbers, linear" in found


def test_the_number_that_gives_the_key_away_is_named():
    (best, *_) = attack(questions(the_newest_point))
    assert best.accuracy > 0.9
    assert any("newest" in number for number in best.telling)


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.slow(seconds=2)) for seed in (1, 2))]
)
def test_nothing_is_found_where_keys_are_drawn_at_random(seed):
    attacks = attack(questions(seed=seed))
    assert len(attacks) >= 5
    assert not succeeding(attacks)
    for one in attacks:
        # Four standard errors of the mean rank of a blind guess.
        assert abs(one.ranking - 0.5) < 4 * (5 / 36 / one.questions) ** 0.5


def test_a_leak_that_holds_in_single_scenes_only_is_not_counted():
    """Folds go by scene: learning by heart what one scene's keys look like gains nothing."""

    def by_heart(rng, goal, options):
        return tuple(options), int(rng.integers(4))

    made = questions(by_heart)
    favourite = {text.scene: text.options[text.key] for text in made}
    same = []
    for text in made:
        options = list(text.options)
        options[text.key] = favourite[text.scene]
        if len(set(options)) == 4:
            same.append(replace(text, options=tuple(options)))
    assert len(same) > 0.9 * len(made)
    assert not succeeding(attack(same))


def test_the_order_of_options_does_not_matter():
    made = questions(the_order_of_vertices)
    turned = [
        replace(text, options=text.options[::-1], key=len(text.options) - 1 - text.key)
        for text in made
    ]
    for one, other in zip(attack(made), attack(turned), strict=True):
        # Where several options have the highest score, one of them is drawn.
        assert one.ranking == pytest.approx(other.ranking, abs=0.02)
        assert one.succeeds == other.succeeds


def test_few_questions_are_not_attacked():
    assert attack(questions()[:30]) == []


def test_threads_are_limited_once_there_are_any_to_limit(monkeypatch):
    # In a new process, scikit-learn is not loaded yet; a limit set before has no effect on it.
    steps = []
    monkeypatch.setattr("geoengine.adversary.folds.load_sklearn", lambda: steps.append("loaded"))
    monkeypatch.setattr(
        "threadpoolctl.threadpool_limits", lambda most: nullcontext(steps.append(most))
    )
    made = questions()
    assert learnt_scores({}, made, Laid.of_texts(made)) == {}
    assert steps == ["loaded", 1]


def collection(texts: list[QuestionText]) -> Collection:
    items = [
        CountedItem(
            "premise_filtering", None, t.options, t.key + 1, 10, t.scene, question=t.question
        )
        for t in texts
    ]
    return Collection("planted", tuple(items))


def test_a_report_says_what_gives_keys_away():
    (table,) = [t for t in all_tables([attacked(collection(questions(the_newest_point)))])
                if t.name == "attacks"]  # fmt: skip
    assert len(table.rows) >= 5
    best = dict(zip((c.name for c in table.columns), table.rows[0], strict=True))
    assert best["guesser"] == "best number"
    assert best["accuracy"] > 0.9
    assert "newest" in best["what gives it away"]


def test_a_report_says_when_there_is_too_little_to_learn_from():
    few = attacked(collection(questions()[:30]))
    assert not few.attacks
    assert few.account == ("no learned guesses, which need 40 items of a task from 5 scenes",)


def test_splits_too_small_to_learn_from_are_attacked_together():
    texts = questions(the_newest_point)
    thirds = [texts[k : k + 35] for k in (0, 35, 70)]
    splits = [replace(collection(part), manifest=Manifest.model_construct()) for part in thirds]
    published = collection(texts[105:])
    first, *others = attacked_together([*splits, published])
    (best,) = [made for made in first.joint_attacks if made.guesser == "best number"]
    assert (best.questions, best.succeeds) == (105, True)
    assert not any(one.joint_attacks for one in others)
    tables = {table.name: table for table in adversary_tables([first, *others])}
    assert len(tables["together"].rows) == len(first.joint_attacks)


@pytest.mark.parametrize("goal", ["△A1BC ~ △DEFG", "△A1B2C3 ~ △DEF", "△ABC", "AB = CD", ""])
def test_points_may_have_numbers_in_their_names(goal):
    """A polygon's corners are counted by their names, however long these are."""
    text = f"Let A1BC be a triangle.\n\nGoal: {goal}\n\nWhich of these is used?"
    options = ("A1B2 = DE", "B2C3 = EF", "BC = 3", "A1 is on DE")
    found = numbers_of(QuestionText(text, options, 0, "task", "scene"))
    assert len(found) == 4
    matches = [numbers.get("vertices_match") for numbers in found]
    assert matches == ([1, 1, 0, 0] if "C3" in goal else [None] * 4)


def test_points_that_few_premises_are_about_are_counted():
    """C is in the goal, and two premises are about it; D is not in the goal."""
    said = "AB = AC; A, C, D are collinear; AB ⟂ BD; AB = 5; BD = 2"
    text = f"Let ABC be a triangle. Let D be a point.\n\nPremises: {said}\n\nGoal: AB = BC"
    options = ("AB = AC", "A, C, D are collinear", "AB ⟂ BD", "BD = 2")
    found = numbers_of(QuestionText(text, options, 0, "task", "scene"))
    assert [one["about_newest"] for one in found] == [2, 3, 3, 3]
    assert [one["newest_in_goal"] for one in found] == [1, 0, 0, 0]
    assert [one["about_rarest_in_goal"] for one in found] == [2, 2, 4, 4]
    assert [one.get("in_goal_equal") for one in found] == [3, None, None, 1]
    assert [one.get("in_goal_perpendicular") for one in found] == [None, None, 2, None]
    (alone, *_) = numbers_of(QuestionText("Goal: AB = BC", options, 0, "task", "scene"))
    assert "about_newest" not in alone
