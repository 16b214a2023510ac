"""Theorem selection: which theorems are offered, and about which proofs."""

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest
from tasks_of import contexts_of

from geoengine.catalogue import load_rules
from geoengine.families.reasoning.goal_choice import goals
from geoengine.families.reasoning.theorem_choices import provably_unused, theorems_of
from geoengine.families.reasoning.theorem_selection import build_theorem_selection
from geoengine.families.reasoning.theorems import both_orientations
from geoengine.items import Item, stream


@pytest.fixture(scope="module", params=[6, pytest.param(12, marks=pytest.mark.slow(seconds=8))])
def shown(request: pytest.FixtureRequest) -> list[tuple[int, Item]]:
    """Items of the form ``shown`` in some scenes, each with the number of its scene."""
    return [(index, item) for index, item in _items(request.param) if item.meta["form"] == "shown"]


def _items(scenes: int) -> Iterator[tuple[int, Item]]:
    for index, context in contexts_of(5, range(scenes)):
        for item in build_theorem_selection(context, stream(5, index, "theorem_selection"), 4):
            yield index, item


def test_the_key_has_every_place_among_the_odds_of_the_options(
    shown: list[tuple[int, Item]],
) -> None:
    places = Counter(
        item.meta["features"]["marks"]["odds"][item.choice.key - 1] for _, item in shown
    )
    assert {0, 1, 2, 3} <= places.keys()
    assert max(places.values()) < 0.7 * places.total()


def test_an_option_does_not_tell_the_orientation_of_triangles(
    shown: list[tuple[int, Item]],
) -> None:
    texts = {text for _, item in shown for text in item.choice.options}
    assert any("similar" in text for text in texts)
    assert not any("orientation" in text or "(mirrored)" in text for text in texts)


def test_a_theorem_and_its_mirror_image_are_one_theorem_of_a_proof() -> None:
    """The key of a proof that uses either of them is neither."""
    found = 0
    for _, context in contexts_of(5, range(8)):
        for goal in goals(context, np.random.default_rng(0)):
            mirrored = {
                rule
                for rule in goal.proof.rules
                if rule in load_rules() and load_rules()[rule].mirrors
            }
            found += len(mirrored)
            assert mirrored.isdisjoint(theorems_of(goal))
            for rule in mirrored:
                first, _ = both_orientations(rule)
                assert first in theorems_of(goal)
                assert not provably_unused(context, goal, [first])
    assert found
