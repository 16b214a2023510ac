"""Reasoning graphs, proofs, and their text."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from fractions import Fraction
from pathlib import Path

import networkx as nx
import pytest
from proof_checker import BadStepError, check_proof
from public import problem_file

import geoengine as ge
from geoengine.catalogue import load_engine_steps, load_rules
from geoengine.deduction import Derivation, Limits
from geoengine.errors import ProblemError
from geoengine.graph import (
    NotDerivedError,
    Proof,
    ProofStep,
    Reason,
    deduce,
    diagnose,
    graph_to_dot,
    graph_to_graphml,
    graph_to_json,
    proof_to_json,
    shorten,
    trace,
)
from geoengine.graph.backward_trace import assemble
from geoengine.graph.combination import combination_of
from geoengine.graph.measured_quantities import describe_measurements
from geoengine.language import PREDICATES, Statement, Surd, parse_statement, read
from geoengine.scene import load_problem, load_problems, place
from geoengine.verify import Setting, read_proof, replay

ORTHOCENTER = "a b c = triangle; h = on_tline h b a c, on_tline h c a b ? perp a h b c"
NINE_POINTS = (
    "a b c = triangle; d = foot a b c; e = foot b a c; f = foot c a b; m = midpoint b c "
    "? cyclic d e f m"
)


@pytest.fixture(scope="module")
def graph():
    return deduce(load_problem(NINE_POINTS), seed=1)


def test_the_documented_session_works():
    problem = ge.load_problem(ORTHOCENTER)
    graph = ge.deduce(problem)
    proof = ge.trace(graph, problem.goal)
    assert proof.goal == problem.goal
    assert sorted(str(premise) for premise in proof.premises) == ["perp a b c h", "perp a c b h"]
    assert proof.steps


def test_the_deduce_function_survives_importing_the_packages():
    code = "import geoengine.deduction, geoengine as ge; print(callable(ge.deduce))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "True"


def test_every_step_of_a_proof_is_needed_and_numbered(graph):
    proof = trace(graph)
    assert [step.number for step in proof.steps] == list(range(1, len(proof.steps) + 1))
    used = {number for step in proof.steps for number in step.uses}
    assert used == set(range(1, len(proof.steps)))
    assert proof.steps[-1].conclusion == proof.goal
    assert set(proof.premises) <= set(graph.premises)


def test_the_network_is_bipartite_and_complete(graph):
    network = graph.network
    kinds = nx.get_node_attributes(network, "kind")
    count = Counter(kinds.values())
    assert count["premise"] == 8
    assert count["state"] >= 160
    assert count["step"] >= 430
    for before, after in network.edges:
        assert (kinds[before] == "step") != (kinds[after] == "step")
    for node, kind in kinds.items():
        if kind == "premise":
            assert node in graph.premises
        elif kind == "state":
            assert network.in_degree(node) >= 1, node
        else:
            assert network.out_degree(node) == 1
    assert any(network.in_degree(s) > 1 for s, kind in kinds.items() if kind == "state")
    assert set(graph.states) <= set(network)


@pytest.mark.parametrize(
    ("text", "premises", "derived"),
    [
        ("A B C D E = regular_pentagon ? para A B C E", None, 470),
        ("A B C D E F = regular_hexagon ? cyclic A B C D E", None, 1200),
        (
            "A B = segment; C = on_line A B; D = on_line A B; P = on_tline A A B ? perp A P C D",
            ["coll A B C D", "perp A P A B"],
            0,
        ),
    ],
)
def test_all_that_is_known_has_a_reason_where_premises_speak_of_many_points(
    text, premises, derived
):
    """A premise about five concyclic points implies it for any four of them."""
    problem = load_problem(text)
    given = None if premises is None else [parse_statement(premise) for premise in premises]
    graph = deduce(problem, premises=given)
    network = graph.network
    states = [node for node, kind in network.nodes(data="kind") if kind == "state"]
    assert len(states) >= derived
    assert all(network.in_degree(node) >= 1 for node in states)
    proof = trace(graph)
    fresh = place(problem, draws=6)
    assert check_proof(proof, graph.premises, load_rules(), fresh) == len(proof.steps) > 0
    setting = Setting(fresh.points, fresh.xy)
    assert replay(read_proof(proof_to_json(proof)), settings=[setting]).bad is None


def test_the_network_holds_every_proof(graph):
    for step in trace(graph).steps:
        assert step.derivation in graph.network


def test_json_of_graphs_and_proofs(graph):
    record = json.loads(graph_to_json(graph))
    assert record["schema"] == "geoengine/1/graph"
    statements = [parse_statement(state["statement"]) for state in record["states"]]
    assert len(set(statements)) == len(statements)
    for state, statement in zip(record["states"], statements, strict=True):
        assert read(state["text"]) == statement
    for step in record["steps"]:
        assert all(0 <= k < len(statements) for k in [*step["antecedents"], step["conclusion"]])
    proof = proof_to_json(trace(graph))
    assert json.loads(json.dumps(proof)) == proof
    known = set(range(proof["premises"]))
    for step in proof["steps"]:
        assert set(step["antecedents"]) <= known
        known.add(step["conclusion"])
    assert proof["statements"][proof["steps"][-1]["conclusion"]] == proof["goal"]


def test_graphml_and_dot_hold_the_whole_graph(graph):
    root = ET.fromstring(graph_to_graphml(graph))
    nodes = root.findall(".//{http://graphml.graphdrawing.org/xmlns}node")
    assert len(nodes) == graph.network.number_of_nodes()
    dot = graph_to_dot(graph)
    assert dot.count(" -> ") == graph.network.number_of_edges()
    assert dot.count("label=") == graph.network.number_of_nodes()


def test_what_cannot_be_traced_says_why(graph):
    with pytest.raises(NotDerivedError, match="not derived: para"):
        trace(graph, parse_statement("para a b c d"))
    with pytest.raises(NotDerivedError, match="no goal"):
        trace(deduce(load_problem("a b c = triangle")))
    with pytest.raises(NotDerivedError, match="not true in the diagram"):
        trace(graph, parse_statement("between a b c"))


def test_a_goal_that_is_a_premise_or_a_condition_needs_no_step(graph):
    premise = graph.premises[0]
    assert trace(graph, premise).steps == ()
    assert trace(graph, premise).premises == (premise,)
    condition = parse_statement("ncoll a b c")
    assert trace(graph, condition).premises == ()


def test_premises_about_unknown_points_are_refused():
    problem = load_problem("a b c = triangle")
    with pytest.raises(ProblemError, match="points of the figure"):
        deduce(problem, premises=[parse_statement("cong a b a z")])


def test_the_checker_refuses_bad_steps(graph):
    """The checker that other tests rely on must be able to fail."""
    proof, rules = trace(graph), load_rules()
    check_proof(proof, graph.premises, rules, graph.diagram)
    broken_ones = list(_corruptions(proof))
    assert len(broken_ones) == 3 * len(proof.steps) - 1 >= 44
    for broken in broken_ones:
        with pytest.raises(BadStepError):
            check_proof(broken, graph.premises, rules, graph.diagram)


@pytest.mark.parametrize(
    "text",
    [
        "a b = segment_of 2003; m = midpoint a b ? lconst a m 2003/2",
        "A B C = r_triangle_of 1 2; E = rconst B C A 2/3 ? lconst A E 3√5/2",
        "A B C = r_triangle_of 2 2; D = circumcenter A B C; E = mirror D C ? lconst A E √10",
        "A B C D = square_of 4; M = midpoint A B ? lconst M C 2√5",
        "a b c = r_triangle_of 20.03 5 ? rconst a b a c 2003/500",
        "a b c = eq_triangle_of 3 ? aconst a b a c 60",
        "A B C = triangle_sss 13 14 15; D = foot A B C ? perp A D B C",
    ],
)
def test_proofs_with_numbers_replay(text):
    problem = load_problem(text)
    graph = deduce(problem)
    check_proof(trace(graph), problem.premises, load_rules(), graph.diagram)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("a b c = triangle_sss 3 4 5 ? perp a c b c", "pythagoras_theorem"),
        ("a b c = r_triangle_of 3 4 ? lconst b c 5", "pythagoras_theorem"),
        ("a b c = triangle ? ncoll a b c", "numerical_check"),
    ],
)
def test_steps_of_the_engine_go_by_the_narrowest_name(text, rule):
    problem = load_problem(text)
    graph = deduce(problem)
    proof = trace(graph)
    assert rule in proof.rules
    assert proof.names[rule] == load_engine_steps()[rule].name
    check_proof(proof, problem.premises, load_rules(), graph.diagram)


def _reached(premises, parts):
    return combination_of(
        parse_statement(parts), [parse_statement(text) for text in premises], "direction"
    )


def test_a_sum_prefers_the_first_sources_and_never_guesses():
    given = ["para a b c d", "para c d e f", "para a b e f"]
    assert [str(a) for a in _reached(given, "para a b e f").antecedents] == given[:2]
    assert _reached(given[:1], "para a b e f") is None
    assert _reached(["perp a b c d", "perp c d e f"], "perp a b e f") is None
    # Twice an angle is 90°: it is 45° or 135°, and the sum states the choice.
    half = _reached(["eqangle b a b c c b c a", "perp a b a c"], "aconst b a b c 45")
    assert half is None or half.modulus == 2


def test_a_detour_is_left_out():
    graph = deduce(load_problem("a b c = triangle; d = foot a b c; e = foot b a c"))
    direct, detour = parse_statement("perp a d b d"), parse_statement("perp a d c d")
    assert len(trace(graph, direct).steps) == 1
    first = trace(graph, detour).steps[0].derivation
    given = (first.conclusion, parse_statement("coll b c d"))
    second = combination_of(direct, given, "direction")
    longer = assemble(graph, direct, {detour: first, direct: second})
    assert len(longer.steps) == 2
    check_proof(longer, graph.premises, load_rules(), graph.diagram)
    shorter = shorten(graph, longer)
    assert len(shorter.steps) == 1
    check_proof(shorter, graph.premises, load_rules(), graph.diagram)


def test_every_predicate_is_put_in_numbers():
    names = list("ABCDEFGHIJKL")
    figure = place(load_problem("; ".join(f"{name} = free" for name in names)))
    for predicate in PREDICATES.values():
        value = {"angle": Fraction(1, 7), "surd": Surd.of(7), None: None}[predicate.constant]
        statement = Statement(predicate.name, names[: predicate.arity], value)
        told = describe_measurements(statement, figure.xy[0], figure.index)
        assert re.search(r"\d", told), predicate.name
        assert "nan" not in told


def test_a_diagnosis_names_the_draw_that_refutes():
    graph = deduce(load_problem("a@0_0 b@4_0 = segment; c = on_circle a b"))
    goal = parse_statement("ncoll a b c")
    assert graph.holds(goal)
    graph.draws = graph.draws.copy()
    graph.draws[1] = [(0, 0), (4, 0), (-4, 0)]
    found = diagnose(graph, goal)
    assert (found.reason, found.false_in, found.draws) == (Reason.FALSE, (2,), 3)
    assert "in draw 2 of 3" in str(found)


@pytest.mark.parametrize(
    ("limits", "told"),
    [
        (Limits(rounds=0), "0 rounds"),
        (Limits(instances=1), "more than 1 partial instances"),
        (Limits(relations=1), "more than 1 true statements"),
    ],
)
def test_a_budget_that_was_spent_is_named(limits, told):
    graph = deduce(load_problem(NINE_POINTS), limits=limits)
    goal = parse_statement("cyclic d e f m")
    found = diagnose(graph, goal)
    assert found.reason is Reason.BUDGET
    assert told in found.budget
    assert told in str(found)
    assert found.record()["budget"] == found.budget


def _corruptions(proof: Proof):
    for k, step in enumerate(proof.steps):
        d = step.derivation
        fewer = Derivation(d.conclusion, d.rule, d.antecedents[1:], d.conditions, d.mapping,
                           d.coefficients, d.modulus)  # fmt: skip
        other = Derivation(Statement("cong", ("a", "b", "c", "d")), d.rule, d.antecedents,
                           d.conditions, d.mapping, d.coefficients, d.modulus)  # fmt: skip
        circular = Derivation(d.conclusion, d.rule, (*d.antecedents, proof.goal), d.conditions,
                              d.mapping, d.coefficients, d.modulus)  # fmt: skip
        changed = [fewer, other] + ([circular] if k + 1 < len(proof.steps) else [])
        for derivation in changed:
            bad = ProofStep(step.number, derivation, step.uses, step.premises)
            yield Proof(proof.goal, (*proof.steps[:k], bad, *proof.steps[k + 1 :]), proof.names)


def _check_file(path: Path, every: int = 1) -> Counter[str]:
    """Check every k-th problem of a file, from the first on."""
    rules = load_rules()
    seen: Counter[str] = Counter()
    for problem in load_problems(path)[::every]:
        graph = deduce(problem)
        proofs = []
        for goal in problem.goals:
            try:
                proofs.append(trace(graph, goal))
            except NotDerivedError:
                continue
        for proof in proofs:
            # The checker tests conclusions and side conditions in draws the deducer never saw.
            fresh = place(problem, draws=6)
            check_proof(proof, problem.premises, rules, fresh)
            shorter = shorten(graph, proof)
            assert len(shorter.steps) <= len(proof.steps)
            assert shorter.goal == proof.goal
            if shorter != proof:
                check_proof(shorter, problem.premises, rules, fresh)
                seen["shortened"] += 1
        seen["problems"] += 1
        seen["proved"] += len(proofs) == len(problem.goals)
    return seen


def test_the_proofs_of_some_public_problems_replay():
    seen = _check_file(problem_file("imo.txt"), 7) + _check_file(
        problem_file("jgex_ag_231.txt"), 12
    )
    assert seen["problems"] == 5 + 20
    assert seen["proved"] >= 20, seen
    assert seen["shortened"] >= 2, seen


@pytest.mark.slow(seconds=10)
def test_every_proof_of_the_olympiad_problems_replays():
    seen = _check_file(problem_file("imo.txt"))
    assert seen["problems"] == 34
    assert seen["proved"] >= 26, seen
    assert seen["shortened"] >= 8, seen


@pytest.mark.slow(seconds=25)
def test_every_proof_of_the_public_problems_replays():
    seen = _check_file(problem_file("jgex_ag_231.txt"))
    assert seen["problems"] == 231
    assert seen["proved"] >= 226, seen
    assert seen["shortened"] >= 20, seen
