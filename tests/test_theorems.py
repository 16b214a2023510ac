"""Classical theorems of plane geometry: all are proved for the expected reasons, and replayed.

``data/theorems.jgex`` states them; ``data/theorems.yaml`` says what is expected of each:

- ``proof``: rules or steps of the engine that the proof has, as ``geoengine prove`` shows it;
- ``closure``: those by which one of the goals follows once everything is derived. The proof shown
  may take another way.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from proof_checker import check_proof
from ruamel.yaml import YAML
from typer.testing import CliRunner

from geoengine.catalogue import load_engine_steps, load_rules
from geoengine.cli.app import app
from geoengine.graph import deduce, proof_to_json, shorten, trace
from geoengine.scene import load_problems, place
from geoengine.verify import Setting, read_proof, replay

FILE = Path(__file__).parent / "data" / "theorems.jgex"
THEOREMS = load_problems(FILE)
EXPECTED = YAML(typ="safe").load(FILE.with_suffix(".yaml"))
REASONS = {*load_rules(), *load_engine_steps()}
COUNT = 400
SLOW = pytest.mark.slow(seconds=25)


def faults(names: Sequence[str], expected: Mapping[str, Any], reasons: set[str]) -> list[str]:
    """Return the formal errors of a collection, without running the engine."""
    found = [f"{name} is there twice" for name, times in Counter(names).items() if times > 1]
    found += [f"{name} says nothing of its proof" for name in names if name not in expected]
    found += [f"{name} is no theorem" for name in expected if name not in names]
    for name, entry in expected.items():
        if not entry or not all(entry.values()) or not entry.keys() <= {"proof", "closure"}:
            found.append(f"{name} says nothing of its proof")
            continue
        unknown = {reason for listed in entry.values() for reason in listed} - reasons
        found += [f"{name} expects {reason}, which is no reason" for reason in sorted(unknown)]
    return found


def test_the_collection_is_in_order():
    names = [theorem.name for theorem in THEOREMS]
    assert faults(names, EXPECTED, REASONS) == []
    assert list(EXPECTED) == names, "both files are in one order"
    assert len(names) >= COUNT
    lines = [line for line in FILE.read_text(encoding="utf-8").splitlines() if "=" in line]
    assert len(set(lines)) == len(lines) == len(names), "one theorem has two names"


@pytest.mark.parametrize(
    ("names", "expected", "fault"),
    [
        (["a", "a"], {"a": {"proof": ["r"]}}, "a is there twice"),
        (["a", "b"], {"a": {"proof": ["r"]}}, "b says nothing of its proof"),
        (["a"], {"a": {"proof": ["r"]}, "b": {"proof": ["r"]}}, "b is no theorem"),
        (["a"], {"a": {}}, "a says nothing of its proof"),
        (["a"], {"a": {"proof": []}}, "a says nothing of its proof"),
        (["a"], {"a": {"prof": ["r"]}}, "a says nothing of its proof"),
        (["a"], {"a": {"closure": ["s"]}}, "a expects s, which is no reason"),
    ],
)
def test_a_collection_out_of_order_is_told(names, expected, fault):
    assert faults(names, expected, {"r"}) == [fault]


@pytest.mark.parametrize(
    "theorem",
    [pytest.param(one, id=one.name, marks=SLOW if k % 3 else ()) for k, one in enumerate(THEOREMS)],
)
def test_a_theorem_is_proved_as_expected(theorem):
    expected = EXPECTED[theorem.name]
    graph = deduce(theorem)
    fresh = place(theorem, draws=6)
    setting = Setting(fresh.points, fresh.xy)
    used = set()
    assert theorem.goals
    for goal in theorem.goals:
        proof = shorten(graph, trace(graph, goal))
        # Replayed twice, by the tests' own checker and by the judge, in draws of which the deducer
        # saw only the first few.
        assert check_proof(proof, theorem.premises, load_rules(), fresh) == len(proof.steps) > 0
        record = read_proof(json.loads(json.dumps(proof_to_json(proof))))
        found = replay(record, given=theorem.premises, goal=goal, settings=[setting])
        assert found.bad is None
        assert found.steps == len(proof.steps)
        assert found.unneeded == ()
        assert found.unanswered == 0
        used |= {step.derivation.rule for step in proof.steps}
    # A theorem that was added to the rules may be its own proof.
    assert set(expected.get("proof", ())) <= used or theorem.name in used
    if "closure" in expected:
        steps = [step for goal in theorem.goals for step in graph.all_derivations(goal)]
        assert set(expected["closure"]) <= {step.rule for step in steps}


def test_the_command_reads_the_collection():
    done = CliRunner().invoke(app, ["prove", str(FILE), "--name", "nine_point_center"])
    assert done.exit_code == 0, done.output
    assert "(Nine-point circle)" in done.stdout


@pytest.mark.slow(seconds=15)
def test_the_command_proves_the_collection():
    done = CliRunner().invoke(app, ["prove", "--all", str(FILE)])
    assert done.exit_code == 0, done.output
    assert f"{len(THEOREMS)} of {len(THEOREMS)} problems proved" in done.stdout
