"""Every item of a dozen scenes satisfies the guarantees of its task."""

import json
import re
from collections import Counter
from functools import cache
from itertools import combinations, product

import numpy as np
import pytest
from tasks_of import CHOICES, TASKS, build, build_faulty_branches

from geoengine.catalogue import load_rules
from geoengine.draw import incidences, marked_statements
from geoengine.families.reasoning import (
    goals,
    last_steps,
    make_context,
    problem_record,
    structural_perception,
    subgoal_decomposition,
)
from geoengine.families.reasoning.correspondences import telling_pairs
from geoengine.families.reasoning.letterings import other_letterings
from geoengine.families.reasoning.picture import picture_of
from geoengine.families.reasoning.plain_relations import PlainRelations
from geoengine.families.reasoning.same_conclusions import TRIANGLES
from geoengine.families.reasoning.shown_picture import ShownPicture
from geoengine.families.reasoning.steps import step_name
from geoengine.families.reasoning.theorem_choices import provably_unused
from geoengine.families.reasoning.theorems import (
    are_variants,
    both_orientations,
    theorem_text,
)
from geoengine.families.reasoning.truth import CLEARLY_FALSE
from geoengine.families.reasoning.visible import drawn_circles
from geoengine.graph import deduce
from geoengine.items import UNIT, rank_chances
from geoengine.language import parse_statement, read, write
from geoengine.scene import load_problem, place
from geoengine.verify import nearby_figures
from geoengine.verify.proofs.matching import applies

SCENES = {
    "altitude": (
        "A B C = triangle_sss A B C 14 15 13; D = foot D A B C; M = midpoint M B C;"
        " N = midpoint N A C; P = foot P M A B"
    ),
    "orthocenter": (
        "A B C = triangle A B C; D = foot D A B C; E = foot E B A C;"
        " H = on_line H A D, on_line H B E; F = foot F C A B; M = midpoint M B C"
    ),
    "circumcenter": (
        "A B C = triangle A B C; O = circumcenter O A B C; M = midpoint M B C;"
        " N = midpoint N A C; D = mirror D A O"
    ),
    "square": (
        "A B C D = square_of A B C D 6; O = on_line O A C, on_line O B D; M = midpoint M A B;"
        " E = mirror E A B"
    ),
    "rectangle": (
        "A B C D = rectangle_of A B C D 8 6; O = on_line O A C, on_line O B D;"
        " E = foot E B A C; F = foot F D A C"
    ),
    "isosceles": (
        "A B C = iso_triangle_of A B C 10 12; M = midpoint M B C; D = foot D M A B;"
        " E = foot E M A C; F = foot F B A C"
    ),
    "right": (
        "A B C = r_triangle_of A B C 6 8; D = foot D A B C; M = midpoint M B C;"
        " E = foot E D A B; F = foot F D A C"
    ),
    "incenter": (
        "A B C = triangle A B C; I = incenter I A B C; D = foot D I B C; E = foot E I A C;"
        " F = foot F I A B; M = midpoint M E F"
    ),
    "tangent": (
        "O A = segment_of O A 5; P = on_tline P A O A; B = reflect B A O P;"
        " M = on_line M A B, on_line M O P; C = mirror C A O"
    ),
    "cyclic": (
        "A B C = triangle A B C; O = circumcenter O A B C; D = on_circle D O A;"
        " E = on_line E A C, on_line E B D; F = foot F E A B; G = foot G E C D"
    ),
    "midpoints": (
        "A B C D = quadrangle A B C D; E = midpoint E A B; F = midpoint F B C;"
        " G = midpoint G C D; H = midpoint H D A; P = on_line P E G, on_line P F H"
    ),
    "antipode": (
        "A B C = triangle A B C; D = foot D B A C; E = foot E C A B; M = midpoint M B C;"
        " O = circumcenter O A B C; F = mirror F A O"
    ),
    "square_midpoints": (
        "A B C D = square_of A B C D 6; E = midpoint E A B; F = midpoint F B C;"
        " G = intersection_ll G A F D E; H = incenter H A B F"
    ),
    "equilateral": (
        "A B C = eq_triangle_of A B C 6; O = circumcenter O A B C; D = midpoint D A B;"
        " E = midpoint E B C; F = intersection_ll F A C B O; G = mirror G A C"
    ),
    "squares_on_sides": (
        "A B C = triangle_sss A B C 10 12 11; D = psquare D A C; E = nsquare E A B;"
        " F = intersection_ll F B D C E; G = bisector_foot G A C B"
    ),
    "centroid": (
        "A B C = r_triangle_of A B C 6 8; D E F G = centroid D E F G A B C; H = reflect H F A D;"
        " J = foot J F E G; K = midpoint K F H"
    ),
    "arc": (
        "A B C = triangle_sss A B C 9 6 12; I = incenter I A B C; D = on_line D A I,"
        " on_circum D A B C; E = intersection_ll E A D B C"
    ),
    "cevians": (
        "A B C = triangle_sss A B C 4 9 7; D = midpoint D B C; E = between_bound E A C,"
        " lconst E A 6; F = intersection_ll F A D B E; J = midpoint J B F"
    ),
    "cut_diagonal": (
        "A B D = triangle_sss A B D 15 16 14; C = parallelogram C D A B; M = midpoint M B C;"
        " N = midpoint N C D; E = intersection_ll E A M B D; F = intersection_ll F A N B D"
    ),
    "foot_reflected": (
        "A B C = r_triangle_of A B C 4 3; D = foot D A B C; E = reflect E D A B;"
        " F = reflect F D A C; G = bisector_foot G A D B"
    ),
    "equilateral_mirrored": (
        "A B C = eq_triangle_of A B C 6; O = circumcenter O A B C; D = midpoint D A B;"
        " E = midpoint E B C; F = mirror F A C"
    ),
    "centroid_and_parallelogram": (
        "A B C = triangle_sss A B C 12 10 20; D E F G = centroid D E F G A B C;"
        " H = parallelogram H B G F; J = mirror J A C"
    ),
    "incircle": (
        "A B C = r_triangle_of A B C 18 24; D E F I = incenter2 D E F I A B C;"
        " G = intersection_ll G A F D E; H J = square H J A E"
    ),
    "tangents_and_antipode": (
        "A B = segment_of A B 6; O = midpoint O A B; P = lc_tangent P A O, lconst P A 8;"
        " C = intersection_lc C P O B; D = antipode D C B O"
    ),
    "rectangle_mirrored": (
        "A B C D = rectangle_of A B C D 8 15; E = intersection_ll E A C B D; F = foot F B A C;"
        " G = reflect G A B C; H = reflect H F C D; J = mirror J C D"
    ),
}
SOME = list(SCENES)[::2]
MOST = 3
LEAST = {
    "numerical_perception": 18,
    "structural_perception": 20,
    "premise_filtering": 12,
    "subgoal_decomposition": 9,
    "theorem_selection": 60,
    "faulty_branch": 9,
}
"""Items of a task that are built in these scenes, at least; 12 of any other."""

used = {"scenes": SOME, "figures": 1}


@pytest.fixture(
    autouse=True, params=[SOME, pytest.param(list(SCENES), marks=pytest.mark.slow(seconds=5))],
    ids=["some", "all"],
)  # fmt: skip
def _scenes(request):
    used["scenes"] = request.param
    # A scene gives few items, and another figure of it gives others.
    used["figures"] = 1 if request.param == SOME else 2


def least(count):
    """Return what is to be found in the scenes that are used, given that of all of them."""
    return count if used["scenes"] != SOME else count // 3


@cache
def context_of(scene, seed):
    return make_context(load_problem(SCENES[scene]), scene=scene, seed=seed, tier=2)


def built(task):
    found = [
        pair
        for figure in range(used["figures"])
        for scene in used["scenes"]
        for pair in built_in(scene, task, figure)
    ]
    assert len(found) >= least(LEAST.get(task, 12))
    return found


@cache
def built_in(scene, task, figure=0):
    seed = list(SCENES).index(scene) + len(SCENES) * figure
    context = context_of(scene, seed)
    rng = np.random.default_rng(19 * seed)
    if task == "faulty_branch":
        # In so few scenes, false branches are sought in all.
        items = build_faulty_branches(context, rng, MOST, branching=1)
    else:
        items = build(task, context, rng, most=MOST)
    return [(context, item) for item in items]


@cache
def elsewhere(scene, seed):
    """Return the scene placed with a seed that no builder has used."""
    return place(load_problem(SCENES[scene]), seed=seed + 100, draws=4)


def residual(diagram, text):
    statement = parse_statement(text)
    return statement.measured(diagram.xy, diagram.index)


def options_of(item):
    return item.certificate["options"]


def on_circles(context):
    """What drawn circles tell: the points on each, and radii where the center has a name."""
    texts = []
    for center, on in drawn_circles(context):
        texts += [f"cyclic {' '.join(four)}" for four in combinations(sorted(on), 4)]
        if center:
            texts += [f"cong {center} {a} {center} {b}" for a, b in combinations(sorted(on), 2)]
    return {parse_statement(text) for text in texts}


@pytest.mark.parametrize("task", TASKS)
def test_items_are_whole(task):
    for _, item in built(task):
        assert item.task == task
        for prompt in (item.prompts.answer_only, item.prompts.chain_of_thought):
            assert item.question in prompt
        assert r"\boxed" in item.prompts.chain_of_thought
        assert r"\boxed" not in item.prompts.answer_only
        assert "{" not in item.question
        assert ".." not in item.question
        assert json.loads(json.dumps(item.certificate)) == item.certificate
        assert str(load_problem(item.problem)) == item.problem


@pytest.mark.parametrize("task", CHOICES)
def test_options_are_whole(task):
    for _, item in built(task):
        assert len(set(item.choice.options)) == 4
        assert item.answer.expected == f"({item.choice.key})"
        assert [o["option"] for o in options_of(item) if o["correct"]] == [item.choice.key]
        for prompt in (item.prompts.answer_only, item.prompts.chain_of_thought):
            for number, option in enumerate(item.choice.options, start=1):
                assert f"\n({number}) {option}\n" in prompt


WITH_VERDICTS = {"numerical_perception": 36, "structural_perception": 12, "faulty_branch": 24}
"""Tasks whose options are true or false, and how many options are tested, at least."""


@pytest.mark.parametrize("task", [task for task in CHOICES if task not in WITH_VERDICTS])
def test_options_of_other_tasks_have_no_verdict(task):
    options = [option for _, item in built(task) for option in options_of(item)]
    assert not any("verdict" in option for option in options)


@pytest.mark.parametrize("task", WITH_VERDICTS)
def test_all_options_but_one_are_of_the_wrong_verdict(task):
    tried = 0
    for context, item in built(task):
        diagram = elsewhere(context.scene, context.seed)
        for option in options_of(item):
            if "verdict" not in option:
                continue
            # The key of an unfinished attempt is the false step, for perception the true statement.
            # On a detour all steps are true.
            right = item.meta["form"] == "directional" or option["correct"] != (
                task == "faulty_branch"
            )
            assert option["verdict"] == ("true" if right else "false")
            tried += 1
            measured = residual(diagram, option["statement"])
            if option["evidence"] in {"premise", "derived"}:
                assert measured.max() < 1e-6, (item.scene, option)
            else:
                assert measured.min() > CLEARLY_FALSE, (item.scene, option)
    assert tried >= least(WITH_VERDICTS[task])


@pytest.mark.parametrize("task", ["numerical_perception", "structural_perception"])
def test_statements_read_back(task):
    for _, item in built(task):
        found = [read(option) for option in item.choice.options]
        assert [str(statement) for statement in found] == [
            option["statement"] for option in options_of(item)
        ]
        assert len(set(found)) == 4


def test_one_length_follows_and_no_other_does():
    found = 0
    for context, item in built("numerical_perception"):
        labelled = {p.points for p in context.premises if p.predicate == "lconst"}
        for option, text in zip(options_of(item), item.choice.options, strict=True):
            statement = read(text)
            assert statement.points not in labelled
            length = context.graph.deduction.length(*statement.points)
            assert (length == statement.value) == option["correct"]
        found += 1
    assert found >= least(6)


def test_a_length_to_be_found_is_read_from_what_the_picture_shows():
    found = 0
    for context, item in built("numerical_perception"):
        sketch = picture_of(context.diagram, context.premises)
        shown = marked_statements(sketch.marks) | incidences(sketch) | on_circles(context)
        marks = [parse_statement(text) for text in item.certificate["read_from"]]
        assert shown.issuperset(marks)
        key = parse_statement(options_of(item)[item.choice.key - 1]["statement"])
        assert deduce(context.problem, diagram=context.diagram, premises=marks).derived(key)
        found += 1
    assert found >= least(6)


def test_no_segment_and_no_number_is_commonest_only_in_the_key():
    for _, item in built("numerical_perception"):
        segments, numbers = zip(
            *(option.split(" = ") for option in item.choice.options), strict=True
        )
        for parts in (segments, numbers):
            assert len(set(Counter(parts).values())) == 1


def test_kinds_of_relations_are_even():
    for _, item in built("structural_perception"):
        found = Counter(read(option).predicate for option in item.choice.options)
        assert sorted(found.values()) in ([4], [2, 2])


def test_no_relation_that_holds_is_an_accident_of_given_numbers(monkeypatch):
    # Such midsegments are plain to see and not worth asking, but give keys enough for this test.
    monkeypatch.setattr(structural_perception, "worth_of", lambda *_: 0)
    monkeypatch.setattr(PlainRelations, "include", lambda *_: False)
    # The sides are 6 and 12: half of one equals the other.
    problem = load_problem(
        "A B C = triangle_sss A B C 12 6 14; D = midpoint D B C; E = midpoint E A B;"
        " F = midpoint F A C; G = on_line G A D, on_line G E F"
    )
    context = make_context(problem, scene="halves", seed=1)
    keys = set()
    for seed in range(40):
        items = build("structural_perception", context, np.random.default_rng(seed), most=MOST)
        keys |= {options_of(item)[item.choice.key - 1]["statement"] for item in items}
    assert len(keys) >= 5
    for statement in map(parse_statement, keys):
        assert all(premise.value is None for premise in context.proof(statement).premises)


def test_structural_keys_follow_from_marks_and_drawn_lines():
    for context, item in built("structural_perception"):
        shown = [s for s in ShownPicture(context).statements if context.graph.derived(s)]
        graph = deduce(context.problem, diagram=context.diagram, premises=sorted(shown))
        assert graph.derived(parse_statement(options_of(item)[item.choice.key - 1]["statement"]))


def test_what_rests_on_marks_that_are_left_out_is_no_key():
    """The reflection F is in the picture, but no tick says that AD = AF."""
    text = (
        "A B C = triangle_sss A B C 12 9 13; D = foot D A B C; E = foot E B C A;"
        " H = intersection_ll H A D B E; F = reflect F D A B"
    )
    context = make_context(load_problem(text), scene="reflected", seed=9)
    unseen = parse_statement("cyclic A B E F")
    assert context.graph.derived(unseen)
    assert not ShownPicture(context).implies(unseen)
    for seed in range(20):
        for item in build("structural_perception", context, np.random.default_rng(seed), most=MOST):
            key = parse_statement(options_of(item)[item.choice.key - 1]["statement"])
            assert ShownPicture(context).implies(key)


def test_premises_are_shown_all_and_left_out_one_by_one():
    for context, item in built("premise_filtering")[::2]:
        goal = parse_statement(item.meta["goal"])
        listed = re.search(r"(?:Premises|Given): (.*)", item.question)[1]
        assert sorted(read(text) for text in listed.split("; ")) == sorted(context.premises)
        for option, text in zip(options_of(item), item.choice.options, strict=True):
            rest = [p for p in context.premises if p != read(text)]
            graph = deduce(context.problem, diagram=context.diagram, premises=rest)
            assert graph.derived(goal) == option["correct"]
            if not option["correct"]:
                assert read(text) in context.proof(goal).premises


def test_a_figure_shows_that_each_needed_premise_is_needed():
    """New figures in which all other premises hold and the goal fails exist for all but the key."""
    for context, item in built("premise_filtering"):
        goal = parse_statement(item.meta["goal"])
        diagram = context.diagram
        for option, text in zip(options_of(item), item.choice.options, strict=True):
            rest = [p for p in context.premises if p != read(text)]
            xy = nearby_figures(diagram.points, diagram.xy[0], rest, np.random.default_rng(5))
            assert all(p.holds(xy, diagram.index).all() for p in rest)
            off = goal.measured(xy, diagram.index)
            assert (off > 1e-3).any() != option["correct"], (item.problem, text)


def same_side(a, b, c, p, q, r):
    """Return whether two triples have the same orientation, or on a line the same order."""
    first, second = (np.linalg.det([v - u, w - u]) for u, v, w in ((a, b, c), (p, q, r)))
    size = max(np.linalg.norm(b - a), np.linalg.norm(c - a), np.linalg.norm(c - b)) ** 2
    if abs(first) > 0.01 * size:
        return first * second > 0
    if max(abs(first), abs(second)) > 1e-9 * size:
        return True
    return all(
        np.sign((v - u) @ (w - u)) == np.sign((y - x) @ (z - x))
        for (u, v, w), (x, y, z) in zip(
            ((a, b, c), (b, c, a), (c, a, b)), ((p, q, r), (q, r, p), (r, p, q)), strict=True
        )
    )


def test_counterexamples_are_stored_to_be_measured_anew():
    for context, item in built("premise_filtering"):
        goal = parse_statement(item.meta["goal"])
        premises = [parse_statement(text) for text in item.certificate["premises"]]
        for option in options_of(item):
            if option["correct"]:
                assert option["counterexample"] is None
                continue
            points = option["counterexample"]["points"]
            assert list(points) == list(context.diagram.points)
            xy = np.array([[float(x), float(y)] for x, y in points.values()])[None]
            index = {name: row for row, name in enumerate(points)}
            for premise in premises:
                if str(premise) != option["statement"]:
                    assert premise.measured(xy, index)[0] < 1e-9
            assert goal.measured(xy, index)[0] > 1e-3
            for names in combinations(index, 3):
                shown, stored = (
                    figure[[index[name] for name in names]]
                    for figure in (context.diagram.xy[0], xy[0])
                )
                # No triangle changes orientation, and no point passes another on a line.
                assert same_side(*shown, *stored), (item.problem, names)


def test_subgoals_are_unique():
    for context, item in built("subgoal_decomposition"):
        goal = parse_statement(item.meta["goal"])
        sets = [set(map(read, option.split("; "))) for option in item.choice.options]
        key = sets[item.choice.key - 1]
        antecedents = {parse_statement(text) for text in item.certificate["antecedents"]}
        assert key == antecedents - set(context.premises)
        # The goal may name the lines of what the step concludes by other points.
        so = parse_statement(item.certificate["conclusion"])
        steps = [context.proof(so).steps[-1].derivation, *context.graph.derivations(so)]
        assert antecedents in [set(step.antecedents) for step in steps]
        assert all(context.graph.derived(state) for state in key)
        figures = elsewhere(item.scene, item.meta["seed"])
        kinds = [sorted(state.predicate for state in found) for found in sets]
        for number, found in enumerate(sets, start=1):
            assert kinds[number - 1] == kinds[0]
            assert not found & {*context.premises, goal}
            true = all(s.holds(figures.xy, figures.index).all() for s in found)
            assert true == (number == item.choice.key), (item.scene, item.choice.options)


def test_no_two_sets_of_subgoals_suppose_that_the_same_vertices_correspond():
    """One of them would be the key only if the other were another key.

    The largest angles match in two sets or more, and every set has a pair of vertices in common
    with as many others.
    """
    triangles = 0
    for context, item in built("subgoal_decomposition"):
        goal = parse_statement(item.meta["goal"])
        if goal.predicate not in TRIANGLES:
            continue
        rules = [s for s in context.graph.derivations(goal) if s.rule == item.certificate["rule"]]
        key = {
            parse_statement(text) for text in options_of(item)[item.choice.key - 1]["statements"]
        }
        step = next(s for s in rules if key <= set(s.antecedents))
        rng = np.random.default_rng(1)
        found = {
            one.states: one.correspondence
            for one in other_letterings(step, sorted(key), context.problem.points, rng)
        }
        offered = [tuple(sorted(map(parse_statement, o["statements"]))) for o in options_of(item)]
        assert len({found[states] for states in offered}) == 4
        offered = [found[states] for states in offered]
        for pair in telling_pairs(context, step.conclusion):
            assert sum(pair in one for one in offered) >= 2, item.question
        shared = [sum(not one.isdisjoint(other) for other in offered) for one in offered]
        assert len(set(shared)) == 1, item.question
        assert context.write(goal) not in item.question
        triangles += 1
    assert triangles >= least(6)


@pytest.mark.parametrize("seed", range(3))
def test_no_wrong_subgoals_give_the_goal_by_halves_of_given_midpoints(seed, monkeypatch):
    """Readers take AB = 2AM as given if M is the midpoint of AB."""
    text = (
        "A B C = triangle A B C; M = midpoint M A B; N = midpoint N A C; P = midpoint P B C;"
        " D = foot D A B C; O = circumcenter O A B C; Q = midpoint Q A O"
    )
    context = make_context(load_problem(text), scene="halves", seed=seed, tier=2)
    halves = [
        parse_statement(f"rconst {a} {b} {m} {a} 2") for m, a, b in ("MAB", "NAC", "PBC", "QAO")
    ]
    # Most triangles of this scene have parallel sides, and little takes more than a look.
    monkeypatch.setattr(subgoal_decomposition, "is_symmetric", lambda *_: False)
    monkeypatch.setattr(last_steps, "is_shallow", lambda *_: False)
    monkeypatch.setattr(last_steps, "telling_depth", lambda *_: 9)
    items = build("subgoal_decomposition", context, np.random.default_rng(seed), most=6)
    assert items
    for item in items:
        goal = parse_statement(item.meta["goal"])
        for option in options_of(item):
            states = [parse_statement(state) for state in option["statements"]]
            true = all(context.graph.derived(state) for state in states)
            assert true == option["correct"]
            known = context.one_round_from([*states, *halves] if true else halves)
            assert known.derived(goal) == option["correct"], (str(goal), option)


def unoriented(predicate):
    return {"simtrir": "simtri", "contrir": "contri"}.get(predicate, predicate)


def test_theorems_are_used_or_not():
    shown = 0
    for context, item in built("theorem_selection"):
        goal = parse_statement(item.meta["goal"])
        proof = context.proof(goal)
        rules = [option["rule"] for option in options_of(item)]
        assert item.choice.options == tuple(theorem_text(rule) for rule in rules)
        assert not any(are_variants(one, other) for one, other in combinations(rules, 2))
        if item.meta["form"] == "shown":
            for option in options_of(item):
                is_used = not set(proof.rules).isdisjoint(both_orientations(option["rule"]))
                assert is_used != option["correct"]
            shown += 1
            assert not any(name in item.question for name in proof.names.values())
            key = rules[item.choice.key - 1]
            said = [
                s for step in proof.steps for s in (*step.derivation.antecedents, step.conclusion)
            ]
            kinds = {unoriented(s.predicate) for s in (*proof.premises, *said)}
            ends = {unoriented(step.conclusion.predicate) for step in proof.steps}
            # A step may read a hypothesis off statements of other kinds; the key has its own.
            heard = load_rules()[key]
            assert {unoriented(one.predicate) for one in heard.given} <= {*kinds, "coll"}
            assert not ends.isdisjoint({unoriented(one.predicate) for one in heard.then})
            for step, rule in product(proof.steps, both_orientations(key)):
                antecedents = step.derivation.antecedents
                assert applies(load_rules()[rule], antecedents, step.conclusion) is None
    assert shown >= least(50)


def test_no_step_is_an_instance_of_the_key_even_with_points_that_coincide():
    """Lines with two common points count as parallel."""
    text = (
        "A B C = triangle_sss A B C 9 7 14; I = incenter I A B C;"
        " D = on_line D A I, on_circum D A B C; E = intersection_ll E A D B C;"
        " F = on_bline F B I, on_line F C E"
    )
    context = make_context(load_problem(text), scene="lines", seed=1, tier=2)
    keys = Counter()
    for goal in goals(context, np.random.default_rng(0)):
        unused = provably_unused(context, goal, load_rules().keys() - set(goal.proof.rules))
        keys.update(unused)
        either = [one for rule in unused for one in both_orientations(rule)]
        for step, key in product(goal.proof.steps, map(load_rules().get, either)):
            assert applies(key, step.derivation.antecedents, step.conclusion) is None
    assert len(keys) >= 60
    assert keys.total() >= 400


def directional():
    return [pair for scene in used["scenes"] for pair in directional_in(scene)]


@cache
def directional_in(scene):
    seed = list(SCENES).index(scene)
    context = context_of(scene, seed)
    items = build_faulty_branches(context, np.random.default_rng(17 * seed), MOST, branching=0)
    return [(context, item) for item in items if item.meta["form"] == "directional"]


def test_steps_before_the_key_are_of_use_to_the_plan_and_the_key_is_off_it():
    assert len(directional()) >= least(12)
    for context, item in directional():
        certificate = item.certificate
        claims = [parse_statement(text) for text in certificate["claims"]]
        plan = [parse_statement(text) for text in certificate["plan"]]
        lines = re.findall(r"^Step (\d+)\. (.*)$", item.question, re.MULTILINE)
        assert len(lines) == len(claims)
        left = certificate["left_at"]
        assert item.choice.options[item.choice.key - 1] == f"Step {left}"
        # Each is a step of the proof of the goal, and its antecedents are shown.
        on = {step.conclusion for step in context.proof(plan[-1]).steps}
        for number, line in lines[: left - 1]:
            assert claims[int(number) - 1] in on
            assert all(int(used) < left for used in re.findall(r"\[step (\d+)\]", line))
        diagram = elsewhere(context.scene, context.seed)
        for claim in claims:
            assert residual(diagram, str(claim)).max() < 1e-6
        outside = set(certificate["outside"])
        assert outside & set(claims[left - 1].points)
        # Later steps are of the plan, or about outside points.
        assert all(outside & set(claim.points) or claim in on for claim in claims[left - 1 :])


def test_the_plan_does_without_the_points_of_the_detour():
    for context, item in directional():
        outside = set(item.certificate["outside"])
        rest = [p for p in context.premises if not set(p.points) & outside]
        graph = deduce(context.problem, diagram=context.diagram, premises=rest)
        for text in item.certificate["plan"]:
            assert not set(parse_statement(text).points) & outside
            assert graph.derived(parse_statement(text))


def test_exactly_one_result_of_an_unfinished_attempt_is_false():
    unfinished = [pair for pair in built("faulty_branch") if pair[1].meta["form"] == "unfinished"]
    assert len(unfinished) >= least(8)
    for context, item in unfinished:
        diagram = elsewhere(context.scene, context.seed)
        claims = item.certificate["claims"]
        false = [
            number
            for number, claim in enumerate(claims, start=1)
            if residual(diagram, claim).min() > CLEARLY_FALSE
        ]
        assert [step_name(number) for number in false] == [item.choice.options[item.choice.key - 1]]
        lines = [line for line in item.question.splitlines() if line.startswith("Step ")]
        assert len(lines) == len(claims)
        for number, (line, claim) in enumerate(zip(lines, claims, strict=True), start=1):
            assert line.startswith(f"{step_name(number)}. ")
            assert line.endswith(f"⇒ {write(parse_statement(claim))}")
        # The offered steps are exactly those that no other step cites.
        uncited = {n for n in range(1, len(lines) + 1) if f"[step {n}]" not in item.question}
        assert {step_name(number) for number in uncited} == set(item.choice.options)


@pytest.mark.parametrize("task", TASKS)
def test_chance_alone_decides(task):
    # Few scenes have goals that only a further point opens, or triangles that match deep down.
    named = {
        "auxiliary_construction": "isosceles",
        "faulty_branch": "incircle",
        "numerical_perception": "cevians",
        "subgoal_decomposition": "isosceles",
    }
    scene = SCENES[named.get(task, "right")]
    one, other = (
        build(
            task,
            make_context(load_problem(scene), scene="demo", seed=3),
            np.random.default_rng(5),
            most=2,
        )
        for _ in range(2)
    )
    assert one == other
    assert one


def test_keys_are_anywhere():
    keys = Counter(item.choice.key for task in CHOICES for _, item in built(task))
    total = sum(keys.values())
    # A chi-square of 3 degrees of freedom exceeds 16.3 once in a thousand times.
    assert sum((keys[k] - total / 4) ** 2 / (total / 4) for k in range(1, 5)) < 16.3


def test_wrong_steps_are_of_any_rank():
    ranks = Counter(item.certificate["rank"] for _, item in built("faulty_branch"))
    total = sum(ranks.values())
    assert sum((ranks[k] - total / 4) ** 2 / (total / 4) for k in range(4)) < 16.3


@pytest.mark.slow(seconds=20)
@pytest.mark.parametrize("_scenes", [list(SCENES)], indirect=True, ids=["all"])
@pytest.mark.parametrize("task", CHOICES)
def test_blind_guesses_do_not_get_far(task):
    features = {}
    for _, item in built(task):
        for name, marks in item.meta["features"]["marks"].items():
            chances = rank_chances(marks, item.choice.key)
            assert sum(chances) == UNIT
            features.setdefault(name, []).append([chance / UNIT for chance in chances])
    # Few items of some tasks have options with numbers, by which these can be compared.
    common = {name: rows for name, rows in features.items() if len(rows) >= 6}
    assert len(common) >= 3
    for name, rows in common.items():
        # A split selects unbiased items from these: here it is enough that some exist.
        assert np.mean(rows, axis=0).max() < 0.8, name


def test_goals_are_no_restatements():
    tried = 0
    for scene in used["scenes"]:
        context = context_of(scene, list(SCENES).index(scene))
        found = list(goals(context, np.random.default_rng(0)))
        assert len(found) >= 9
        tried += len(found)
        for goal in found:
            assert goal.statement not in context.premises
            assert 3 <= len(goal.proof.steps) <= 15
            assert residual(context.check_diagram, str(goal.statement)).max() < 1e-6
    assert tried >= least(425)


def test_records_tell_the_whole_problem():
    context = context_of("isosceles", 1)
    found = list(goals(context, np.random.default_rng(0)))
    tried = Counter()
    for goal in found:
        record = problem_record(context, goal.statement)
        assert json.loads(json.dumps(record)) == record
        assert len(record["solution"]) == record["steps"] == len(record["formal_solution"]["steps"])
        assert set(record["minimal_premises"]) <= set(record["formal_premises"])
        assert load_problem(record["formal_problem"]).goal == goal.statement
        assert (record["answer"] is None) == (goal.statement.value is None)
        tried["answers"] += record["answer"] is not None
        tried["other solutions"] += len(record["other_solutions"])
        for other in record["other_solutions"]:
            assert other["formal_solution"]["goal"] == record["formal_goal"]
            assert set(record["rules"]) - set(other["rules"])
        if record["detour"] is not None:
            assert 1 < record["detour"]["left_at"] <= len(record["detour"]["steps"])
            tried["detours"] += 1
    assert len(found) >= 62
    assert tried["answers"] >= 13
    assert tried["other solutions"] >= 62
    assert tried["detours"] >= 45


def test_no_context_without_a_figure():
    problem = load_problem(
        "A B = segment A B; C = on_line C A B, on_bline C A B; D = on_line D A B, on_bline D A B"
    )
    assert make_context(problem, scene="nowhere", seed=1) is None
