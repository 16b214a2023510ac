"""Faulty branches: keys that a reader who does no geometry cannot tell from the other steps."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import numpy as np
import pytest
from scipy.stats import binomtest
from tasks_of import build_faulty_branches, contexts_of

from geoengine.deduction import Derivation
from geoengine.errors import InputError
from geoengine.families.reasoning import make_context
from geoengine.families.reasoning.false_claims import _equalities
from geoengine.families.reasoning.idle_citations import leaves_one_idle
from geoengine.families.reasoning.premise_numbers import named_segments
from geoengine.graph import ProofStep
from geoengine.items import stream
from geoengine.language import parse_statement, write
from geoengine.scene import load_problem, place
from geoengine.split.production import SceneRequest, produce
from geoengine.verify import Budget
from geoengine.verify.items.reasoning import JUDGES

SEED = 7
LEAST = {
    16: {"unfinished": 3, "branch": 1, "directional": 12},
}
"""Items of a form in so many scenes, at least."""


@cache
def built(scenes, branching):
    """All items of some scenes, if false branches are sought in so many of them."""
    found = []
    for index, context in contexts_of(SEED, range(scenes)):
        rng = stream(SEED, index, "faulty_branch")
        found += [(context, item) for item in build_faulty_branches(context, rng, 4, branching)]
    return found


@pytest.fixture(params=[16], ids="{} scenes".format)
def items(request):
    """The items of a form in some scenes."""

    def of(form):
        all_items = built(request.param, 0 if form == "directional" else 1)
        found = [pair for pair in all_items if pair[1].meta["form"] == form]
        assert len(found) >= LEAST[request.param][form]
        return found

    return of


def names(text):
    return set(re.findall(r"[A-Z][0-9']*", text))


def segments(text):
    return {"".join(sorted(run)) for run in re.findall(r"\b[A-Z]{2}\b", text)}


def lines(item):
    """The antecedents and the claim of each step, by number."""
    found = re.findall(r"^Step (\d+)\. (.*) ⇒ (.*)$", item.question, re.MULTILINE)
    return {int(number): (start, end) for number, start, end in found}


def key_of(item):
    return int(item.choice.options[item.choice.key - 1].split()[1])


def false_claim(item):
    (claim,) = [option["statement"] for option in item.certificate["options"] if option["correct"]]
    return parse_statement(claim)


def verdict(data):
    """The judge's findings on an item, without a prover."""
    return JUDGES["faulty_branch"](data, Budget(), None)


def test_a_branch_is_valid_but_for_one_step_and_ends_in_a_false_claim(items):
    for context, item in items("branch"):
        diagram = place(load_problem(item.problem), seed=context.seed + 100, draws=4)
        claims = [parse_statement(text) for text in item.certificate["claims"]]
        key = key_of(item)
        off = [claim.measured(diagram.xy, diagram.index) for claim in claims]
        assert all(one.max() < 1e-6 for one in off[: key - 1])
        assert off[key - 1].min() > 1e-3
        assert off[-1].min() > 1e-3
        data = item.model_dump(mode="json")
        assert [finding.code for finding in verdict(data)] == ["one_right"]
        # At least two later steps rest on the false one.
        false = {item.certificate["claims"][key - 1]}
        record = item.certificate["proof"]
        texts = record["statements"]
        for step in record["steps"]:
            if false & {texts[k] for k in step["antecedents"]}:
                false.add(texts[step["conclusion"]])
        assert len(false) >= 3
        assert texts[record["steps"][-1]["conclusion"]] in false


def test_what_follows_from_the_claim_too_is_shown_once_where_it_is_proved_without_it():
    # In this scene a step before the false one also follows from it; sorting such steps failed.
    request = SceneRequest("reasoning", seed=11, index=228, wanted=(("faulty_branch", 6),))
    outcome = produce(request)
    assert not outcome.fault
    for item in outcome.items["faulty_branch"]:
        claims = item.certificate["claims"]
        assert len(claims) == len(set(claims))


def test_a_branch_with_another_invalid_step_is_refused(items):
    tried = 0
    for _, item in items("branch"):
        for number in range(1, len(item.certificate["claims"]) + 1):
            if number == key_of(item):
                continue
            data = item.model_dump(mode="json")
            step = data["certificate"]["proof"]["steps"][number - 1]
            step.pop("coefficients", None)
            step.pop("mapping", None)
            step["rule"] = "midpoint_definition"
            with pytest.raises(InputError, match=f"step {number} is not valid"):
                verdict(data)
            tried += 1
    assert tried >= 5


@pytest.mark.parametrize("part", [names, segments])
def test_a_false_claim_brings_in_as_much_as_the_true_one_did(items, part):
    for _, item in items("unfinished"):
        steps, key = lines(item), key_of(item)
        assert len(steps) == len(item.certificate["claims"])
        true = write(parse_statement(item.certificate["replaced"]))
        start, false = steps[key]
        assert len(part(false) - part(start)) == len(part(true) - part(start))


@pytest.mark.parametrize("form", ["unfinished", "branch"])
def test_a_false_claim_names_as_many_lines_anew_as_the_true_one_did(items, form):
    """Else a reader finds it by looking for a line that nothing cited names."""
    for context, item in items(form):
        record, key = item.certificate["proof"], key_of(item)

        def lines_of(*texts, context=context):
            return {
                context.line_through(*sorted(segment))
                for text in texts
                for segment in named_segments(parse_statement(text))
            }

        cited = record["steps"][key - 1]["antecedents"]
        known = lines_of(*(record["statements"][k] for k in cited))
        new = [
            len(lines_of(text) - known)
            for text in (item.certificate["claims"][key - 1], item.certificate["replaced"])
        ]
        assert new[0] == new[1]


def test_an_unfinished_attempt_is_judged_by_all_its_steps(items):
    for _, item in items("unfinished"):
        data = item.model_dump(mode="json")
        assert [f.code for f in verdict(data) if f.code != "needs_picture"] == ["one_right"]
        record = data["certificate"]["proof"]
        for step in record["steps"]:
            step.pop("coefficients", None)
            step.pop("mapping", None)
            step["rule"] = "midpoint_definition"
        with pytest.raises(InputError, match="is not valid"):
            verdict(data)


def test_false_claims_are_not_absurd_in_the_picture(items):
    kinds = set()
    for context, item in items("unfinished"):
        claim = false_claim(item)
        kinds.add(claim.predicate)
        diagram = context.check_diagram
        off = claim.measured(diagram.xy, diagram.index)
        assert off.min() > 0.02
        assert off[0] < 0.75
        at = {point: diagram.xy[0, diagram.index[point]] for point in claim.points}
        pairs = [claim.points[k : k + 2] for k in range(0, len(claim.points) - 1, 2)]
        if claim.predicate in {"perp", "eqangle"}:
            for one, other in zip(pairs[::2], pairs[1::2], strict=True):
                (a, b), (c, d) = ([at[p] for p in pair] for pair in (one, other))
                u, v = b - a, d - c
                assert abs(u[0] * v[1] - u[1] * v[0]) > 1e-6, "an angle of parallel lines"
        if claim.predicate == "midp":
            m, a, b = (at[point] for point in claim.points)
            assert (a - m) @ (b - m) < 0, "a midpoint beyond the ends"
    assert len(kinds) >= 2


@pytest.mark.parametrize("form", ["unfinished", "branch"])
def test_false_claims_do_not_fall_by_special_angles_or_by_which_segment_is_longer(items, form):
    compared = 0
    for context, item in items(form):
        claim = false_claim(item)
        if claim.predicate not in {"eqangle", "eqratio"}:
            continue
        compared += 1
        diagram = context.diagram
        ends = diagram.xy[0, [diagram.index[point] for point in claim.points]]
        sides = ends[1::2] - ends[::2]
        if claim.predicate == "eqangle":
            turns = np.degrees(np.arctan2(sides[:, 1], sides[:, 0]))
            angles = [(turns[1] - turns[0]) % 15, (turns[3] - turns[2]) % 15]
            assert any(0.001 < angle < 14.999 for angle in angles), claim
        else:
            a, b, c, d = np.linalg.norm(sides, axis=1)
            for one, other in ((a / b, c / d), (a / c, b / d)):
                low, high = sorted((one, other))
                assert not (low < 5 / 6 - 1e-9 and high > 6 / 5 + 1e-9), claim
    assert compared


@pytest.mark.parametrize("form", ["unfinished", "branch"])
def test_no_printed_equation_of_angles_contradicts_a_false_claim_by_letters(items, form):
    """Both would say that two lines through one point are parallel."""
    compared = 0
    for context, item in items(form):
        claim = false_claim(item)
        for other in map(parse_statement, item.certificate["proof"]["statements"]):
            if not claim.predicate == other.predicate == "eqangle" or other == claim:
                continue
            compared += 1
            for exchanged in (False, True):
                added = lines_added(context, claim)
                added.subtract(lines_added(context, other, exchanged=exchanged))
                left = {line: times for line, times in added.items() if times}
                parallel = sorted(left.values()) == [-1, 1]
                assert not (parallel and frozenset.intersection(*left)), (claim, other)
    assert compared


def lines_added(context, statement, *, exchanged=False):
    """How often an equation of angles adds the direction of each line, if it is written as 0."""
    signs = (-1, 1, 1, -1) if exchanged else (1, -1, -1, 1)
    found = Counter()
    for start, sign in zip(range(0, 8, 2), signs, strict=True):
        found[context.line_through(*statement.points[start : start + 2])] += sign
    return found


def test_the_key_is_seldom_the_first_step_after_the_last_stated_sub_goal(items):
    first = []
    for _, item in items("directional"):
        plan, claims = (item.certificate[name] for name in ("plan", "claims"))
        last = max((n for n, claim in enumerate(claims, start=1) if claim in plan), default=0)
        offered = sorted(int(option.split()[1]) for option in item.choice.options)
        later = [number for number in offered if number > last]
        first.append(bool(later) and later[0] == key_of(item))
    # One in four by chance; it was more than two in three when no step of the plan came later.
    assert any(first)
    assert binomtest(sum(first), len(first), 0.25, alternative="greater").pvalue > 0.05, first


def test_steps_of_the_plan_go_on_after_the_key(items):
    on = [
        any(
            not set(item.certificate["outside"]) & set(parse_statement(claim).points)
            for claim in item.certificate["claims"][item.certificate["left_at"] :]
        )
        for _, item in items("directional")
    ]
    assert np.mean(on) > 0.4


def test_at_most_one_offered_step_of_a_branch_rests_on_another(items):
    found = 0
    for _, item in items("branch"):
        offered = [one["step"] for one in item.certificate["options"]]
        cited = {
            number: set(map(int, re.findall(r"\[step (\d+)\]", start)))
            for number, (start, _) in lines(item).items()
        }
        assert sum(not cited[number].isdisjoint(offered) for number in offered) < 2, item.question
        found += 1
    assert found


@pytest.mark.parametrize(
    ("cited", "claims"),
    [
        # BC cancels with nothing.
        (["cong A C C E", "eqratio A C B C C D A C"], ["eqratio A C C E C E C D"]),
        (
            ["eqratio A E A M A F A N", "eqratio A E A M D E B D", "eqratio A F A N B F B D"],
            ["cong A E B F", "cong A F B F"],
        ),
    ],
)
def test_lengths_that_cancel_with_nothing_betray_a_claim(cited, claims):
    antecedents = tuple(map(parse_statement, cited))
    for claim in map(parse_statement, claims):
        derivation = Derivation(claim, "ratio_chasing", antecedents)
        step = ProofStep(1, derivation, (), antecedents)
        assert leaves_one_idle(step, claim), str(claim)


@pytest.mark.parametrize(
    ("claim", "equal"),
    [("eqratio A B B D A C C D", ["cong B D C D"]), ("eqangle A D D B D B A B", ["cong A B A D"])],
)
def test_a_claim_may_amount_to_equal_segments(claim, equal):
    text = "A B C = iso_triangle A B C; D = on_line D B C"
    context = make_context(load_problem(text), scene="isosceles", seed=1)
    assert list(map(str, _equalities(context, parse_statement(claim)))) == equal
