"""Spoilt problems, proofs and items are caught; sound ones are not refused."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from mutations import (
    counterexample_moved,
    key_moved,
    option_made_true,
    options_contradicting,
    plan_left_elsewhere,
    sound_problems,
    spoilt_goal,
    spoilt_proofs,
    without_a_premise,
    wrong_constant_given,
)
from public import problem_file

from geoengine.cli.prover import DeducingProver
from geoengine.errors import InputError
from geoengine.scene import load_problems
from geoengine.split import generate, make_plan
from geoengine.verify import Budget, judge_unit, read_proof, read_units
from geoengine.verify.units import ItemUnit, ProofUnit

SHARDS = 4
"""Parts of the slow tests, each taking some minutes."""


def level(unit):
    return judge_unit(unit, Budget(seconds=30), DeducingProver()).level.value


def level_of_proof(record):
    try:
        return level(ProofUnit("proof", read_proof(record)))
    except InputError:
        return "unreadable"


def spoilt_problems(sound, rng):
    for unit, record in sound:
        for how, spoilt in (
            ("a goal that is false", spoilt_goal(unit, rng)),
            ("a premise dropped that matters", without_a_premise(unit, record, rng)),
            ("a wrong constant in a premise", wrong_constant_given(unit, rng)),
        ):
            if spoilt is not None:
                yield how, unit.name, spoilt


def spoilt_items(items, rng):
    for item in items:
        for how, spoilt in (
            ("the key moved", key_moved(item, rng)),
            ("an option made true", option_made_true(item, rng)),
            ("options that contradict the certificate", options_contradicting(item, rng)),
            ("a counterexample moved", counterexample_moved(item, rng)),
            ("a plan said to be left elsewhere", plan_left_elsewhere(item, rng)),
        ):
            if spoilt is not None:
                yield how, item["id"], ItemUnit(item["id"], spoilt)


def judged(queue):
    """Return counts of spoilt inputs and findings by way of spoiling, and those not caught."""
    counts, passed = Counter(), []
    for how, name, spoilt in queue:
        said = level_of_proof(spoilt) if isinstance(spoilt, dict) else level(spoilt)
        counts[how, said] += 1
        if said in {"good", "note"}:
            passed.append((how, name, spoilt))
    return counts, passed


def proofs_to_spoil(sound, rng, most):
    spoilt = [
        (how, unit.name, broken)
        for unit, record in sound
        for how, broken in spoilt_proofs(record, rng)
    ]
    return [spoilt[k] for k in rng.permutation(len(spoilt))[:most]]


def test_what_is_spoilt_is_caught():
    sound = sound_problems()
    rng = np.random.default_rng(1)
    problems = list(spoilt_problems(sound[:5], rng))[:10]
    counts, passed = judged([*problems, *proofs_to_spoil(sound, rng, 50)])
    assert passed == []
    assert counts.total() == 60
    assert len({how for how, _ in counts}) >= 12


def test_what_is_sound_is_not_refused():
    sound = sound_problems()
    assert len(sound) >= 12
    for unit, record in sound:
        assert level(unit) in {"good", "note"}
        assert level_of_proof(record) in {"good", "note"}


@pytest.fixture(scope="module")
def split(tmp_path_factory):
    plan = make_plan(120, seed=29, images=False)
    return generate(plan, tmp_path_factory.mktemp("split") / "many", workers=2).path


@pytest.fixture(scope="module")
def items(split):
    return [dict(unit.data) for unit in read_units(split) if isinstance(unit, ItemUnit)]


@pytest.fixture(scope="module")
def solutions(split):
    """The proofs in the problem records of a split."""
    found = []
    for line in (split / "problems.jsonl").read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        solutions = (record, *record.get("other_solutions", ()))
        found += [(record["id"], solution["formal_solution"]) for solution in solutions]
    return found


@pytest.fixture(scope="module")
def sound(items):
    """Public problems, and problems of items that ask for a value."""
    texts = [
        str(problem)
        for name in ("jgex_ag_231.txt", "imo.txt")
        for problem in load_problems(problem_file(name))
    ]
    texts += sorted(
        {
            f"{item['problem']} ? {item['meta']['goal']}"
            for item in items
            if str(item["meta"].get("goal", "x")).split()[0] in {"lconst", "rconst", "aconst"}
        }
    )
    return sound_problems(texts)


@pytest.mark.slow(seconds=95)
@pytest.mark.parametrize("shard", range(SHARDS))
def test_a_thousand_spoilt_ones_are_caught(sound, items, shard):
    rng = np.random.default_rng([5, shard])
    mine = sound[shard::SHARDS]
    # From both ends: the last ones have values.
    queue = list(spoilt_problems([*mine[:10], *mine[-10:]], rng))
    queue += spoilt_items(items[shard::SHARDS], rng)
    queue += proofs_to_spoil(mine, rng, max(0, 255 - len(queue)) + 20)
    counts, passed = judged(queue)
    total = counts.total()
    print(total, *sorted(counts.items()), *passed, sep="\n")
    assert total >= 275
    assert len(passed) <= 0.01 * total


@pytest.mark.slow(seconds=105)
@pytest.mark.parametrize("shard", range(SHARDS))
def test_a_thousand_sound_ones_are_not_refused(sound, items, solutions, shard):
    counts, refused = Counter(), []
    queue = [("proof", unit.name, record) for unit, record in sound]
    queue += [("problem", unit.name, unit) for unit, _ in sound]
    queue += [
        ("problem with its proof", unit.name, replace(unit, proof=read_proof(record)))
        for unit, record in sound
    ]
    queue += [("item", item["id"], ItemUnit(item["id"], item)) for item in items]
    queue += [("solution", name, record) for name, record in solutions]
    for kind, name, one in queue[shard::SHARDS]:
        said = level_of_proof(one) if isinstance(one, dict) else level(one)
        counts[kind, said] += 1
        if said in {"wrong", "unreadable"}:
            refused.append((kind, name))
    print(counts.total(), *sorted(counts.items()), *refused, sep="\n")
    assert refused == []
    kinds = {kind for kind, _ in counts}
    assert kinds == {"problem", "proof", "problem with its proof", "item", "solution"}
    assert counts.total() >= 220
