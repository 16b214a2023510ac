"""Wrong numbers of numerical perception are drawn such that none of the four gives itself away."""

from itertools import permutations

import numpy as np
import pytest

from geoengine.families.reasoning.common_lengths import commonness
from geoengine.families.reasoning.marked_lengths import Reading
from geoengine.families.reasoning.numerical_perception import _numbers
from geoengine.language import Surd


def sets_beside(own: Surd, count: int, draws: int) -> dict[frozenset[Surd], float]:
    """How often each set of numbers is drawn for a key, which itself is as likely as a length."""
    rng = np.random.default_rng(7)
    readings = {("A", "B"): Reading(own, 5, ())}
    found: dict[frozenset[Surd], float] = {}
    for _ in range(draws):
        drawn = frozenset(_numbers(rng, own, readings, count))
        found[drawn] = found.get(drawn, 0) + np.exp(commonness(own)) / draws
    return found


@pytest.mark.parametrize("texts", [("12", "15"), ("24/5", "28/5"), ("6√2", "7√2")])
def test_either_of_two_numbers_is_the_key_as_often(texts: tuple[str, str]) -> None:
    numbers = [Surd.parse(text) for text in texts]
    shares = [sets_beside(own, 1, 2500)[frozenset(numbers)] for own in numbers]
    assert shares[0] == pytest.approx(shares[1], rel=0.25)


@pytest.mark.slow(seconds=12)
def test_of_four_numbers_each_is_the_key_as_often() -> None:
    """Over all sets: the commonest number of a set is not the key more often than the others."""
    numbers = [Surd.of(number) for number in range(20, 37)]
    of_key = {own: sets_beside(own, 3, 1500) for own in numbers}
    hits = total = 0.0
    for own, found in of_key.items():
        for drawn, share in found.items():
            if drawn and all(other in of_key for other in drawn):
                total += share
                hits += share * (max(drawn, key=commonness) == own)
    assert hits / total == pytest.approx(0.25, abs=0.03)


def test_numbers_are_apart_and_none_stands_alone() -> None:
    rng = np.random.default_rng(3)
    readings = {("A", "B"): Reading(Surd.of(24), 5, ())}
    found = [drawn for _ in range(400) if (drawn := _numbers(rng, Surd.of(24), readings, 3))]
    assert len(found) > 20
    for drawn in found:
        assert drawn[0] == Surd.of(24)
        for one, other in permutations(drawn, 2):
            assert abs(np.log(float(one) / float(other))) > 0.03
