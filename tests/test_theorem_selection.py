"""Theorem selection: which theorems are offered, and about which proofs."""

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest
from tasks_of import build, contexts_of

from geoengine.catalogue import load_rules
from geoengine.errors import StatementError
from geoengine.families.reasoning.applicable_rules import ApplicableRules
from geoengine.families.reasoning.conclusion_forms import has_form
from geoengine.families.reasoning.goal_choice import goals, is_reducible
from geoengine.families.reasoning.theorem_choices import provably_unused, theorems_of
from geoengine.families.reasoning.theorems import both_orientations, may_state
from geoengine.items import Item, stream
from geoengine.language import Statement, parse_statement
from geoengine.scene import load_problem, place
from geoengine.verify.budget import Budget
from geoengine.verify.items.item_figures import figures_of
from geoengine.verify.items.theorem_choice import _concluded as judged_concluded
from geoengine.verify.items.theorem_choice import _implied, leads_to
from geoengine.verify.items.theorem_choice import _judge_unused as judged_unused

TASK = "theorem_selection"


@pytest.fixture(scope="module", params=[6, pytest.param(12, marks=pytest.mark.slow(seconds=8))])
def shown(request: pytest.FixtureRequest) -> list[tuple[int, Item]]:
    """Items of the form ``shown`` in some scenes, each with the number of its scene."""
    return [(index, item) for index, item in _items(request.param) if item.meta["form"] == "shown"]


def _items(scenes: int) -> Iterator[tuple[int, Item]]:
    for index, context in contexts_of(5, range(scenes)):
        for item in build(
            "theorem_selection", context, stream(5, index, "theorem_selection"), most=4
        ):
            yield index, item


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


def test_every_option_may_conclude_some_result_in_the_picture() -> None:
    """By its letters: an equality of angles about three lines through a point, for example."""
    found = 0
    for index, context in contexts_of(5, range(8)):
        for item in build(
            "theorem_selection", context, stream(5, index, "theorem_selection"), most=4
        ):
            if item.meta["form"] != "shown":
                continue
            proof = context.proof(parse_statement(item.meta["goal"]))
            points = context.part(proof.points).problem.points
            for option in item.certificate["options"]:
                rule = option["rule"]
                assert any(has_form(rule, step.conclusion) for step in proof.steps), rule
                uses = {
                    one
                    for state in context.graph.states
                    if set(state.points) <= set(points)
                    for one in context.graph.derivations(state)
                    if one.rule in both_orientations(rule)
                }
                assert any(set(points).issuperset(dict(one.mapping).values()) for one in uses), rule
                found += 1
    assert found


def test_a_theorem_that_a_proof_uses_gives_more_than_something_simpler() -> None:
    """Not only that a line bisects a straight angle, or that two ratios are equal which are 1."""
    found = 0
    for index, context in contexts_of(5, range(16)):
        for item in build(
            "theorem_selection", context, stream(5, index, "theorem_selection"), most=4
        ):
            if item.meta["form"] == "shown":
                steps = context.proof(parse_statement(item.meta["goal"])).steps
                for option in item.certificate["options"]:
                    if not option["correct"]:
                        own = [steps[number - 1].conclusion for number in option["steps"]]
                        assert not all(is_reducible(context, one) for one in own)
                        found += 1
    assert found


def test_a_theorem_that_says_more_than_its_rule_is_no_option() -> None:
    """Proofs use some of them, but where none does, a reader may still apply the theorem."""
    used: set[str] = set()
    for index, context in contexts_of(5, (*range(6), 38, 39)):
        for goal in goals(context, np.random.default_rng(0)):
            used |= {rule for rule in goal.proof.rules if rule in load_rules()}
        for item in build(
            "theorem_selection", context, stream(5, index, "theorem_selection"), most=4
        ):
            assert not any(
                load_rules()[option["rule"]].wider for option in item.certificate["options"]
            )
    assert any(load_rules()[rule].wider for rule in used)


def test_a_theorem_that_says_more_than_its_rule_is_not_judged_unused() -> None:
    """B sees AJ at 45°, half the angle at E, so EB = EA; the rule needs a point on a bisector."""
    text = "E B = segment; J K = square J K B E; A = mirror B E ? cong A E B E"
    figures = figures_of({"problem": text}, Budget(20.0), None)
    assert figures is not None
    results = [parse_statement("cong A E B E")]
    rule = load_rules()["circle_around_apex"]
    assert rule.wider
    assert judged_unused(rule, figures, results).right is None
    narrow = load_rules()["tangent_chord_angle"]
    assert judged_unused(narrow, figures, results).right


@pytest.mark.parametrize(
    ("rule", "fits", "differs"),
    [
        ("kite_axis", "eqangle A D D O D O B D", "eqangle A D D O B C C D"),
        ("isosceles_base_angles", "eqangle A O A B A B O B", "eqangle A O A B A B B C"),
        ("similar_triangles", "eqangle A D D O B C C D", "cong A B C D"),
        ("thales_semicircle", "perp A B B C", "perp A B C D"),
    ],
)
def test_a_theorem_concludes_what_has_equal_points_for_its_equal_letters(
    rule: str, fits: str, differs: str
) -> None:
    assert has_form(rule, parse_statement(fits))
    assert not has_form(rule, parse_statement(differs))


@pytest.mark.parametrize("rule", load_rules())
def test_every_theorem_concludes_statements_of_its_own_form(rule: str) -> None:
    for pattern in load_rules()[rule].then:
        try:
            own = Statement(pattern.predicate, pattern.letters, pattern.value)
        except StatementError:
            continue
        assert own.predicate != pattern.predicate or has_form(rule, own)


@pytest.mark.parametrize(
    ("rule", "known", "conclusion"),
    [
        (
            "intercept_theorem",
            "para A E B G; coll A F G; coll B E F",
            "eqratio A E A F B G F G",
        ),
        ("similar_triangles", "simtri A E F G B F", "eqratio A E A F B G F G"),
        ("similar_triangles", "simtri A E F G B F", "eqratio A E B G A F F G"),
        ("similar_triangles", "simtri A E F G B F", "eqangle A E E F B G B F"),
        ("similar_triangles", "simtri A E F G B F", "eqangle A E B G E F B F"),
        ("similar_triangles", "simtri A E F G B F", "eqangle A E E B G B B E"),
        ("similar_triangles", "simtri A E F G B F", "eqangle A E B G E B B F"),
    ],
)
def test_a_theorem_leads_to_what_it_says_in_another_order_and_by_other_points_of_its_lines(
    rule: str, known: str, conclusion: str
) -> None:
    diagram = place(
        load_problem("A B G = triangle; E = on_pline E A B G; F = intersection_ll F A G B E"),
        seed=1,
    )
    rules = ApplicableRules(diagram.points, diagram.xy)
    said = [parse_statement(one) for one in known.split("; ")]
    assert rules.concluding_rules(said, [parse_statement(conclusion)], {rule}) == {rule}
    assert not rules.concluding_rules(said[1:], [parse_statement(conclusion)], {rule})


def test_a_theorem_about_sides_does_not_lead_to_equal_diagonals() -> None:
    """Of a crossed quadrilateral it would say something false as well."""
    theorem = "parallelogram_from_one_pair"
    diagram = place(load_problem("A B C D = rectangle"), seed=1)
    known = [parse_statement(one) for one in ("para A B C D", "cong A B C D")]
    sides, diagonals = parse_statement("cong A D B C"), parse_statement("cong A C B D")
    maker = ApplicableRules(diagram.points, diagram.xy)
    for conclusion, expected in ((sides, True), (diagonals, False)):
        assert (maker.concluding_rules(known, [conclusion], {theorem}) == {theorem}) == expected
        rule = load_rules()[theorem]
        assert leads_to(rule, known, conclusion, diagram.points, diagram.xy) == expected


def test_who_finds_a_midpoint_has_found_equal_distances() -> None:
    theorem = "perpendicular_halves_chord"
    text = "O A B = iso_triangle; M = foot M O A B"
    diagram = place(load_problem(text), seed=1)
    known = [parse_statement(one) for one in ("cong A O B O", "coll A B M", "perp A B M O")]
    halves = parse_statement("cong A M B M")
    maker = ApplicableRules(diagram.points, diagram.xy)
    assert maker.concluding_rules(known, [halves], {theorem}) == {theorem}
    figures = figures_of({"problem": text}, Budget(20.0), None)
    assert figures is not None
    assert _implied(load_rules()[theorem], figures, [halves]) == [halves]


@pytest.mark.parametrize(
    ("theorem", "text", "given", "side", "conclusion"),
    [
        (
            "intercept_theorem",
            "A B = segment; C D = square C D A B; E = midpoint B C; H = intersection_ll A E C D",
            "para A B C H; coll A E H; coll B C E",
            "cong B E C E",
            "cong A B C H",
        ),
        (
            "inscribed_angles",
            "A B C = r_triangle A B C; D = on_circum D A B C",
            "cyclic A B C D",
            "perp A B A C",
            "perp B D C D",
        ),
        (
            "similar_triangles",
            "A B C = r_triangle A B C; D = foot D A B C",
            "simtrir A B C D B A",
            "perp A B A C",
            "perp A D B D",
        ),
        (
            "equal_base_angles",
            "A B C = triangle_sss A B C 5 6 5",
            "eqangle A B A C A C B C",
            "lconst A B 5",
            "lconst B C 5",
        ),
        (
            "midpoints_equal_ratio",
            "A B C = triangle; M = midpoint M A B; N = midpoint N A C",
            "midp M A B; midp N A C",
            "rconst A B A M 2",
            "rconst A C A N 2",
        ),
    ],
)
def test_a_theorem_leads_to_one_side_of_an_equation_whose_other_side_is_known(
    theorem: str, text: str, given: str, side: str, conclusion: str
) -> None:
    """If BE = CE and AB ∥ CH, then AB:CH = BE:CE, so AB = CH."""
    diagram = place(load_problem(text), seed=1)
    maker = ApplicableRules(diagram.points, diagram.xy)
    hypotheses = [parse_statement(one) for one in given.split("; ")]
    stated, other = parse_statement(conclusion), parse_statement(side)
    for known, expected in (([*hypotheses, other], True), ([*hypotheses[1:], other], False)):
        found = maker.concluding_rules(known, [stated], set(both_orientations(theorem)))
        assert bool(found) == expected
        rule = load_rules()[theorem]
        assert leads_to(rule, known, stated, diagram.points, diagram.xy) == expected
    assert not leads_to(rule, hypotheses, stated, diagram.points, diagram.xy)
    assert may_state(theorem, stated)


def test_a_theorem_may_state_every_result_to_which_the_judge_says_it_leads() -> None:
    """Where all that it may state is false, the proof does not use it."""
    found: Counter[str] = Counter()
    for _, context in contexts_of(5, range(8)):
        figures = figures_of({"problem": str(context.problem)}, Budget(60.0), None)
        assert figures is not None
        proved = list(goals(context, np.random.default_rng(0), most_steps=20))
        for goal in [goal for goal in proved if len(theorems_of(goal)) >= 3][:3]:
            results = [step.conclusion for step in goal.proof.steps]
            for theorem in theorems_of(goal):
                for led in judged_concluded(load_rules()[theorem], figures, results):
                    found[led.predicate] += 1
                    assert may_state(theorem, led), (theorem, str(led))
    assert found["rconst"] or found["lconst"] or found["aconst"]


def test_a_theorem_leads_to_what_it_says_of_parallel_lines() -> None:
    """The diagonal of a square bisects the angle at A, so it makes equal angles with AB and BC."""
    theorem = "equidistant_from_sides"
    text = "A B = segment; C D = square C D A B; E = midpoint E A B; F = midpoint F A D"
    diagram = place(load_problem(text), seed=1)
    given = "cong B C C D; perp A B B C; perp A D C D; coll A B E; coll A D F"
    known = [parse_statement(one) for one in given.split("; ")]
    maker = ApplicableRules(diagram.points, diagram.xy)
    for text in ("eqangle A B A C A C A D", "eqangle A B A C A C B C", "eqangle C D A C A C B C"):
        stated = parse_statement(text)
        for said in (known, known[1:]):
            found = maker.concluding_rules(said, [stated], {theorem}) == {theorem}
            judged = leads_to(load_rules()[theorem], said, stated, diagram.points, diagram.xy)
            assert (found, judged) == (said is known,) * 2, text


def test_that_a_line_is_parallel_to_itself_leads_to_no_parallels() -> None:
    """Half of a diagonal is as long as the other half, but they are on one line."""
    theorem = "intercept_converse_from_vertex"
    text = "A B C = triangle; O = midpoint O A C; F = midpoint F A O; E = on_pline E B A C"
    diagram = place(load_problem(text), seed=1)
    known = [parse_statement(one) for one in ("cong A O C O", "coll A C O")]
    stated = parse_statement("para A C B E")
    maker = ApplicableRules(diagram.points, diagram.xy)
    assert not maker.concluding_rules(known, [stated], {theorem})
    assert not maker.concludes_where_points_coincide(known, [stated], theorem)
    assert not leads_to(load_rules()[theorem], known, stated, diagram.points, diagram.xy)
