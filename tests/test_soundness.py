"""Nothing derived is false: random scenes, every state in many draws the deducer never saw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, islice

import numpy as np
import pytest
from random_scenes import OWN_SCENES, SCENES, random_problem

from geoengine.catalogue import Rule, load_rules
from geoengine.deduction.compiled_rule import compile_rule
from geoengine.deduction.frame import Frame
from geoengine.deduction.grounding import ground
from geoengine.deduction.true_instances import true_rows
from geoengine.deduction.true_relations import Relations
from geoengine.errors import PlacementError
from geoengine.graph import NotDerivedError, deduce, trace
from geoengine.language import Statement, parse_statement
from geoengine.scene import Diagram, Problem, load_problem, place, sample

DRAWS = 20


def check_values(graph, xy, index) -> int:
    """Compare exact ratios, angles and areas with draws; return their number."""
    known, count = graph.quantities, 0
    z = xy[..., 0] + 1j * xy[..., 1]
    for a, b, c in islice(combinations(graph.diagram.points, 3), 120):
        p, q, r = (z[:, index[point]] for point in (a, b, c))
        ratio, turn, corner = (
            known.ratio(a, b, a, c),
            known.angle(a, b, a, c),
            known.corner(a, b, c),
        )
        area = known.area(a, b, c)
        if ratio is not None:
            assert np.allclose(np.abs(q - p) / np.abs(r - p), float(ratio), rtol=1e-7)
        if turn is not None:
            drawn = np.angle((q - p).conj() * (r - p)) / np.pi - float(turn)
            assert np.allclose(drawn, np.round(drawn), atol=1e-7)
        if corner is not None:
            drawn = np.abs(np.angle((p - q).conj() * (r - q))) / np.pi
            assert np.allclose(drawn, float(corner), atol=1e-6)
        if area is not None:
            drawn = np.abs(((q - p).conj() * (r - p)).imag) / 2
            assert np.allclose(drawn, float(area), rtol=1e-6, atol=1e-9)
        count += sum(value is not None for value in (ratio, turn, corner, area))
    return count


def check_derived(problem, seed: int) -> Counter:
    """Derive everything, and test each statement and value; count them, and the uses of rules."""
    graph = deduce(problem, seed=seed)
    fresh = place(problem, seed=seed, draws=3 + DRAWS)
    xy, index = fresh.xy[3:], fresh.index
    states = graph.states
    known = graph.deduction.lengths.items()
    lengths = [Statement("lconst", pair, value) for pair, value in known]
    for statement in [*states, *lengths]:
        true = statement.holds(xy, index)
        assert true.all(), f"{problem}\nderived {statement}, false in {(~true).sum()} draws"
    uses = {entry.rule: entry.fired for entry in graph.report}
    tested = {"states": len(states), "lengths": len(lengths)}
    return Counter(uses | tested | {"values": check_values(graph, xy, index)})


def check_scene(seed: int) -> Counter:
    """Sample a scene, and test everything derived in it."""
    problem = random_problem(seed)
    try:
        return Counter() if problem is None else check_derived(problem, seed)
    except PlacementError:
        return Counter()


def test_nothing_derived_is_false_in_a_few_random_scenes():
    counts = [check_scene(seed) for seed in range(12)]
    total = sum(counts, Counter())
    assert sum(map(bool, counts)) >= 10
    assert total["states"] >= 2400
    assert total["lengths"] >= 64
    assert total["values"] >= 500


@pytest.mark.parametrize("rule", OWN_SCENES)
def test_nothing_derived_is_false_in_the_scene_of_a_rule(rule):
    """And the rule is of use there: in one of three figures its hypotheses are derived."""
    assert any(check_derived(OWN_SCENES[rule], seed)[rule] > 0 for seed in range(3))


@pytest.mark.slow(seconds=20)
@pytest.mark.parametrize("rule", OWN_SCENES)
def test_nothing_derived_is_false_in_many_figures_of_the_scene_of_a_rule(rule):
    assert sum((check_derived(OWN_SCENES[rule], seed) for seed in range(4)), Counter())[rule] > 0


PASSING_BEYOND = (
    "O A = segment; B = on_circle O A; C = on_circle O A; D = on_circle O A;"
    " E = intersection_ll A B C O; F = intersection_tt B B E O O E;"
    " G = angle_bisector A O E, on_line A E; H = intersection_lp B F G A O"
)
"""If E moves beyond O, and G with it, the bisector of the angle AOE turns by 90°."""


def test_what_the_first_draws_have_in_common_by_chance_is_not_derived():
    problem = load_problem(PASSING_BEYOND)
    chance = parse_statement("eqangle B C C O B G G O")
    graph = deduce(problem, seed=1492)
    diagram = graph.diagram
    assert graph.deduction.rank(chance) is not None
    assert not chance.holds(place(problem, seed=1492, draws=23).xy, graph.diagram.index).all()
    assert not graph.derived(chance)
    with pytest.raises(NotDerivedError):
        trace(graph, chance)
    # The deduction has more draws; the figure that is shown is the same.
    assert len(graph.draws) > len(diagram.xy) == 3
    assert graph.diagram is diagram
    again = graph.rederive()
    assert again.diagram is diagram
    assert again.draws is graph.draws
    assert not again.derived(chance)
    tested = sum((check_derived(problem, seed) for seed in (1492, *range(6))), Counter())
    assert tested["states"] >= 300
    assert tested["values"] >= 130


@pytest.mark.slow(seconds=180)
def test_nothing_derived_is_false_in_many_random_scenes():
    """And every rule is of use in one of them, or has a scene of its own."""
    counts = [check_scene(seed) for seed in range(1000, 3000)]
    total = sum(counts, Counter())
    assert sum(map(bool, counts)) >= 1850
    assert sum(map(bool, counts[1::2])) >= 920
    assert total["states"] >= 500_000
    assert total["lengths"] >= 15_000
    assert total["values"] >= 95_000
    unused = [rule for rule in load_rules() if not total[rule]]
    print("rules of no use in random scenes:", *unused)
    missing = [rule for rule in unused if rule not in OWN_SCENES]
    assert not missing, "give these rules scenes in tests/data/rule_scenes.jgex"


@cache
def sampled(seed: int) -> tuple[Problem, Diagram] | None:
    """A figure of a scene of the catalogue with one further construction."""
    rng = np.random.default_rng(seed)
    scene = SCENES[int(rng.integers(len(SCENES)))]
    try:
        problem = sample(scene, rng, extra=1)
        return problem, place(problem, seed=seed, draws=6)
    except PlacementError:
        return None


def figures_for(rule: str, count: int) -> Iterator[tuple[Problem, Diagram]]:
    """Figures of random scenes, and of the rule's own if it has one."""
    yield from filter(None, map(sampled, range(count)))
    if rule in OWN_SCENES:
        problem = OWN_SCENES[rule]
        yield from ((problem, place(problem, seed=seed, draws=6)) for seed in range(3))


def counterexamples(rule: Rule, count: int) -> tuple[int, list[str]]:
    """Count the instances of a rule's hypotheses in scenes; return those with a false conclusion.

    The deducer considers only instances whose conclusion is true in the diagram, so it would not
    notice a false rule; here the conclusion is not required.
    """
    compiled = compile_rule(rule)
    hypotheses = replace(compiled, then=(), symmetries=compiled.symmetries[:1])
    tried, wrong = 0, []
    for problem, diagram in figures_for(rule.id, count):
        frame = Frame(diagram.xy)
        (grounding,) = ground([hypotheses], Relations(frame), limit=300_000).by_rule
        rows = grounding.rows
        for atom in compiled.then:
            points = [rows[:, letter] for letter in atom.letters]
            meant = np.ones(len(rows), dtype=bool)
            for a, b in atom.segments:
                meant &= rows[:, a] != rows[:, b]
            tried += int(meant.sum())
            false = meant & ~true_rows(frame, atom, points)
            if atom.predicate == "para":
                # Coinciding lines are not called parallel, but the rule is not wrong about them.
                sides = frame.pair[points[0], points[1]], frame.pair[points[2], points[3]]
                false &= frame.direction[sides[0]] != frame.direction[sides[1]]
            wrong += [f"{problem}: {rows[k].tolist()}" for k in np.flatnonzero(false)[:1]]
    return tried, wrong


@pytest.mark.slow(seconds=10)
@pytest.mark.parametrize("rule", list(load_rules().values()), ids=lambda rule: rule.id)
def test_no_rule_lies_in_random_scenes(rule):
    tried, wrong = counterexamples(rule, 100)
    assert tried >= 7, "give this rule a scene in tests/data/rule_scenes.jgex"
    assert not wrong, wrong[0]


SHORT = [rule for rule in load_rules().values() if len(rule.variables) <= 4]


@pytest.mark.parametrize("rule", SHORT, ids=lambda rule: rule.id)
def test_no_short_rule_lies_in_a_few_random_scenes(rule):
    tried, wrong = counterexamples(rule, 6)
    assert tried >= 3, "give this rule a scene in tests/data/rule_scenes.jgex"
    assert not wrong, wrong[0]


@pytest.mark.parametrize(
    ("given", "where", "then"),
    [
        (["midp M B C", "cong A B A C"], ["ncoll A B C"], ["cong M A M B"]),
        (["cong O A O B", "coll O A C"], [], ["perp A B B C"]),
        (["eqangle A B A C D B D C"], ["ncoll A B C"], ["cong A B D C"]),
        (["cyclic A B C D"], [], ["para A B C D"]),
    ],
)
def test_a_planted_false_rule_is_caught(given, where, then):
    lie = Rule(
        id="lie", name="Lie", statement="Not so.", given=given, where=where, then=then, source="-"
    )
    tried, wrong = counterexamples(lie, 12)
    assert tried >= 20
    assert wrong


def test_an_angle_that_few_draws_show_obtuse_is_not_called_acute():
    """In one draw of thirty, the angle of 45° is one of 135°."""
    graph = deduce(
        load_problem(
            "A B C = triangle; D = parallelogram D A B C; E = nsquare E A B; "
            "F = arc_midpoint F A B E; G = intersection_ll G B C A E; "
            "H = intersection_tt H B B G E E G"
        ),
        seed=401492,
    )
    assert graph.quantities.angle("G", "C", "G", "H") is not None
    assert graph.quantities.corner("C", "G", "H") is None
