"""The numbers of scenes: the search finds all that satisfy the conditions, and nothing else."""

import numpy as np
import pytest
import z3

from geoengine.catalogue import EntryError, load_scenes
from geoengine.catalogue.constraints import FUNCTIONS, Constraint, solve

RULED = [
    (scene.name, numbers)
    for scene in load_scenes().values()
    for numbers in scene.numbers
    if numbers.rule is not None
]
PAIRS = [(name, numbers) for name, numbers in RULED if len(numbers.names) <= 2]


class Claims:
    """Conditions read by z3, which shares nothing with the search."""

    def __init__(self, numbers):
        self.low, self.high, self.where = numbers.rule
        self.vars = {name: z3.Int(name) for name in numbers.names}
        self.solver = z3.Solver()
        self.solver.set("timeout", 20_000)
        for var in self.vars.values():
            self.solver.add(self.low <= var, var <= self.high)
        self.roots = 0
        known = {name: getattr(self, name, None) for name in FUNCTIONS}
        for text in self.where:
            words = text.replace(" and ", " & ").replace(" or ", " | ")
            self.solver.add(self.read(words, known))

    def read(self, text, known):
        if "&" in text:
            return z3.And(*(self.read(part, known) for part in text.split("&")))
        if "|" in text:
            return z3.Or(*(self.read(part, known) for part in text.split("|")))
        return eval(text, {"__builtins__": {}}, {**known, **self.vars})

    def square(self, x):
        self.roots += 1
        root = z3.Int(f"root{self.roots}")
        self.solver.add(root > 0, root <= 64 * self.high**2)
        return root * root == x

    def pythagorean(self, p, q):
        return self.square(p * p + q * q)

    def acute(self, p, q, r):
        turns = [(q, r, p), (r, p, q), (p, q, r)]
        return z3.And(*(5 * (a * a + b * b - c * c) > a * b for a, b, c in turns))


def test_many_scenes_have_conditions_on_their_numbers():
    assert len(PAIRS) >= 26
    assert len(RULED) >= 70
    assert sum(len(numbers.choices) for _, numbers in PAIRS) >= 269


@pytest.mark.parametrize(("name", "numbers"), PAIRS, ids=[name for name, _ in PAIRS])
def test_z3_finds_what_the_search_finds_and_no_more(name, numbers):
    claims = Claims(numbers)
    for choice in numbers.choices:
        with_choice = [claims.vars[n] == v for n, v in zip(numbers.names, choice, strict=True)]
        assert claims.solver.check(*with_choice) == z3.sat, choice
        claims.solver.add(z3.Not(z3.And(*with_choice)))
    # With one number fixed the rest is decided at once; of all together z3 does so only at times.
    first = claims.vars[numbers.names[0]]
    for value in range(claims.low, claims.high + 1):
        assert claims.solver.check(first == value) == z3.unsat, value


@pytest.mark.parametrize(("name", "numbers"), RULED, ids=[name for name, _ in RULED])
def test_there_is_a_choice_and_every_choice_is_in_range(name, numbers):
    low, high, _ = numbers.rule
    assert len(numbers.choices) >= 3
    assert len(set(numbers.choices)) == len(numbers.choices)
    assert all(low <= value <= high for choice in numbers.choices for value in choice)


def heron(p, q, r):
    return (p + q + r) * (-p + q + r) * (p - q + r) * (p + q - r)


def test_functions_mean_what_they_are_called():
    sides = np.array(np.meshgrid(*[np.arange(3, 16)] * 3)).reshape(3, -1)
    with np.errstate(invalid="ignore"):
        areas = np.sqrt(np.maximum(heron(*sides), 0)) / 4
        a, b, c = np.sort(sides, axis=0)
        widest = np.degrees(np.arccos((a**2 + b**2 - c**2) / (2 * a * b)))
        narrowest = np.degrees(np.arccos((b**2 + c**2 - a**2) / (2 * b * c)))
    found = {name: function(*sides) for name, (n, _, function) in FUNCTIONS.items() if n == 3}
    whole = np.abs(2 * areas - np.rint(2 * areas)) < 1e-9
    assert np.array_equal(found["heronian"], found["triangle"] & whole)
    inside = (a + b > c) & (narrowest > 20) & (widest < 140)
    edge = (np.abs(narrowest - 20) < 0.1) | (np.abs(widest - 140) < 0.1)
    assert np.array_equal(found["triangle"] | edge, inside | edge)
    assert np.array_equal(found["right"], a**2 + b**2 == c**2)
    assert (13, 14, 15) in set(zip(*sides[:, found["heronian"]].tolist(), strict=True))
    acute = found["acute"] & found["triangle"]
    assert [which.sum() for which in (acute, found["heronian"], found["right"])] == [583, 42, 24]
    assert np.all(widest[acute] < 85)


@pytest.mark.parametrize("text", ["p +", "p", "open('x')", "p.real > 1", "p < 'a'", "[p] > 1"])
def test_what_is_no_condition_is_refused(text):
    with pytest.raises(EntryError):
        Constraint.parse(text)


def test_too_many_candidates_are_refused():
    with pytest.raises(EntryError, match="at most"):
        solve(list("abcde"), 1, 100, [])


def test_nothing_is_divisible_by_zero():
    assert solve(["p", "q"], 0, 2, [Constraint.parse("p % q == 0 and p > 0")]) == [
        (1, 1),
        (2, 1),
        (2, 2),
    ]
