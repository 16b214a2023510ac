"""Faulty branches: keys that a reader who does no geometry cannot tell from the other steps."""

from __future__ import annotations

import re
from functools import cache

import numpy as np
import pytest

from geoengine.families.reasoning.faulty_branch import build_faulty_branch
from geoengine.families.reasoning.preparing import prepare
from geoengine.items import UnusableSceneError, stream
from geoengine.language import parse_statement, write

SEED, SCENES = 3, 16


@cache
def items(form):
    found = []
    for index in range(SCENES):
        try:
            context = prepare(SEED, index).context
        except UnusableSceneError:
            continue
        rng = stream(SEED, index, "faulty_branch")
        made = build_faulty_branch(context, rng, 4)
        found += [(context, item) for item in made if item.meta["form"] == form]
    assert len(found) >= 12
    return found


def names(text):
    return set(re.findall(r"[A-Z][0-9']*", text))


def segments(text):
    return {"".join(sorted(run)) for run in re.findall(r"\b[A-Z]{2}\b", text)}


def lines(item):
    """The antecedents and the claim of each step, by number."""
    found = re.findall(r"^Step (\d+)\. (.*) ⇒ (.*) \([^()]*(?:\([^()]*\))?[^()]*\)$",
                       item.question, re.MULTILINE)  # fmt: skip
    return {int(number): (start, end) for number, start, end in found}


def key_of(item):
    return int(item.choice.options[item.choice.key - 1].split()[1])


@pytest.mark.parametrize("part", [names, segments])
def test_a_false_claim_brings_in_no_more_than_the_true_one_did(part):
    for _, item in items("factual"):
        steps, key = lines(item), key_of(item)
        assert len(steps) == len(item.certificate["claims"])
        true = write(parse_statement(item.certificate["replaced"]))
        false = write(parse_statement(item.certificate["claims"][key - 1]))
        for number, (start, end) in steps.items():
            if number == key:
                assert len(part(false) - part(start)) == len(part(true) - part(start))
            elif f"[step {key}]" in start:
                before = start.replace(false, true)
                assert len(part(end) - part(start)) == len(part(end) - part(before))


def test_false_claims_are_not_absurd_in_the_picture():
    kinds = set()
    for context, item in items("factual"):
        (claim,) = [parse_statement(o["statement"]) for o in item.certificate["options"]
                    if o["correct"]]  # fmt: skip
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
    assert len(kinds) >= 4


def test_the_key_is_seldom_the_first_step_after_the_last_stated_sub_goal():
    first = []
    for _, item in items("directional"):
        plan, claims = (item.certificate[name] for name in ("plan", "claims"))
        last = max((n for n, claim in enumerate(claims, start=1) if claim in plan), default=0)
        offered = sorted(int(option.split()[1]) for option in item.choice.options)
        later = [number for number in offered if number > last]
        first.append(bool(later) and later[0] == key_of(item))
    # One in four by chance; it was more than two in three when no step of the plan came later.
    assert 0 < np.mean(first) < 0.5


def test_steps_of_the_plan_go_on_after_the_key():
    on = [
        any(
            not set(item.certificate["outside"]) & set(parse_statement(claim).points)
            for claim in item.certificate["claims"][item.certificate["left_at"] :]
        )
        for _, item in items("directional")
    ]
    assert np.mean(on) > 0.4
