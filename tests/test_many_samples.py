"""Ten thousand sampled scenes: no exception, no duplicate, all premises true, all ideas used."""

import re
from collections import Counter
from itertools import count

import numpy as np
import pytest

from geoengine.catalogue import load_ideas
from geoengine.errors import PlacementError
from geoengine.scene import (
    canonical_form,
    describe_steps,
    draw_extra,
    place,
    sample,
    scene_at,
    select_scenes,
)

SCENES = select_scenes()
WANTED = 10_000


def words_of(sentence):
    """Return the points that a sentence names: single capitals, and runs such as ABC."""
    return [
        letter for run in re.findall(r"(?<![A-Za-z])[A-Z]+(?![a-z])", sentence) for letter in run
    ]


def check_introductions(problem):
    """Each step's sentence introduces its own points, and names none that comes later."""
    placed = set()
    for step, sentence in zip(problem.steps, describe_steps(problem), strict=True):
        named = set(words_of(sentence))
        assert set(step.points) <= named, f"{step.points} are not in: {sentence}"
        assert not placed & set(step.points), f"{step.points} are introduced again: {sentence}"
        placed |= set(step.points)
        assert named <= placed, f"{named - placed} are used before they are there: {sentence}"


def run(seed, wanted):
    """Sample scenes, check each, and count the ideas that were added."""
    forms, used, expected = set(), Counter(), Counter()
    failures = duplicates = 0
    for index in count():
        if len(forms) == wanted:
            break
        scene = scene_at(SCENES, seed, index)
        rng = np.random.default_rng([seed, index])
        try:
            problem = sample(scene, rng, extra=draw_extra(scene, rng), seed=index)
        except PlacementError:
            failures += 1
            continue
        form = canonical_form(problem.points, problem.premises).form
        if form in forms:
            duplicates += 1
            continue
        forms.add(form)
        diagram = place(problem, seed=index)
        for premise in problem.premises:
            assert diagram.holds(premise), f"{problem}: {premise}"
        check_introductions(problem)
        added = problem.steps[len(scene.construction.split(";")) :]
        used.update(tuple(call.construction for call in step.calls) for step in added)
        ideas = [(idea.calls, idea.weight_in(scene.topic)) for idea in load_ideas().values()]
        total = sum(weight for _, weight in ideas)
        for calls, weight in ideas:
            expected[tuple(name for name, _ in calls)] += len(added) * weight / total
    return used, expected, failures, duplicates


def report(used, expected):
    lines = [
        f"{', '.join(name):28} {used[name]:6}, expected {share:7.1f}: {used[name] / share:4.2f}"
        for name, share in expected.most_common()
    ]
    return "\n".join(lines)


def test_a_hundred_scenes():
    used, _, failures, duplicates = run(1, 100)
    assert used.total() >= 171
    assert failures + duplicates <= 2


@pytest.mark.slow(seconds=180)
@pytest.mark.parametrize("shard", range(2))
def test_ten_thousand_scenes(shard):
    used, expected, failures, duplicates = run(100 + shard, WANTED // 2)
    print(
        f"\n{failures} without a clear figure, {duplicates} seen before\n{report(used, expected)}"
    )
    assert failures < WANTED / 40
    for name, share in expected.items():
        assert used[name] > share / 10, f"{name} is too rare: {report(used, expected)}"
