"""Export of reasoning graphs and proofs to JSON, GraphML and DOT."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

from geoengine.deduction import Derivation
from geoengine.graph.proof import Proof
from geoengine.graph.reasoning import ReasoningGraph
from geoengine.language import Statement, write

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["SCHEMA", "graph_to_dot", "graph_to_graphml", "graph_to_json", "proof_to_json"]

SCHEMA = "geoengine/1"
"""How the names of the schemas of all records begin."""


def _step_record(step: Derivation, ids: dict[Statement, int]) -> dict[str, Any]:
    record: dict[str, Any] = {
        "rule": step.rule,
        "antecedents": [ids[a] for a in step.antecedents],
        "conclusion": ids[step.conclusion],
    }
    if step.conditions:
        record["conditions"] = [str(condition) for condition in step.conditions]
    if step.mapping:
        record["mapping"] = dict(step.mapping)
    if step.coefficients:
        record["coefficients"] = [[str(c) for c in row] for row in step.coefficients]
    if step.modulus != 1:
        record["modulus"] = step.modulus
    return record


def graph_to_json(graph: ReasoningGraph) -> str:
    """Write a whole graph as JSON; steps refer to statements by number.

    Returns
    -------
    str
        A JSON object with ``schema``, ``problem``, ``stop_reason``, ``states`` (formal notation,
        text, kind) and ``steps``.
    """
    network = graph.network
    statements = [node for node in network if isinstance(node, Statement)]
    ids = {statement: k for k, statement in enumerate(statements)}
    steps = [node for node in network if isinstance(node, Derivation)]
    record = {
        "schema": f"{SCHEMA}/graph",
        "problem": str(graph.problem),
        "stop_reason": graph.stop_reason.value,
        "states": [
            {"statement": str(s), "text": write(s), "kind": network.nodes[s]["kind"]}
            for s in statements
        ],
        "steps": [_step_record(step, ids) for step in steps],
    }
    return json.dumps(record, ensure_ascii=False, indent=1)


def proof_to_json(proof: Proof) -> dict[str, Any]:
    """Return a proof as a JSON object.

    Returns
    -------
    dict
        ``schema``, ``goal``, ``statements`` (premises first, then one for each step), ``premises``
        (their number), ``steps`` in order. If the proof adds points to a problem, also ``problem``
        and ``added``: the problem, and the clauses of these points.
    """
    statements = [*proof.premises, *(step.conclusion for step in proof.steps)]
    ids = {statement: k for k, statement in enumerate(dict.fromkeys(statements))}
    record = {
        "schema": f"{SCHEMA}/proof",
        "goal": str(proof.goal),
        "statements": [str(s) for s in ids],
        "premises": len(proof.premises),
        "steps": [_step_record(step.derivation, ids) for step in proof.steps],
    }
    if proof.problem is not None:
        record |= {"problem": str(proof.problem), "added": [str(step) for step in proof.added]}
    return record


def _plain_network(graph: ReasoningGraph) -> nx.DiGraph[str]:
    """Return the network with named nodes, as the formats require."""
    import networkx as nx

    plain: nx.DiGraph[str] = nx.DiGraph()
    names: dict[object, str] = {}
    for node, data in graph.network.nodes(data=True):
        names[node] = f"n{len(names)}"
        if isinstance(node, Statement):
            plain.add_node(names[node], kind=data["kind"], label=write(node), formal=str(node))
        else:
            plain.add_node(
                names[node], kind="step", label=graph.step_name(node.rule), rule=node.rule
            )
    plain.add_edges_from((names[a], names[b]) for a, b in graph.network.edges)
    return plain


def graph_to_graphml(graph: ReasoningGraph) -> str:
    """Write a whole graph as GraphML; nodes have ``kind``, ``label``, ``formal`` or ``rule``."""
    import networkx as nx

    buffer = io.BytesIO()
    nx.write_graphml(_plain_network(graph), buffer)
    return buffer.getvalue().decode()


def graph_to_dot(graph: ReasoningGraph) -> str:
    """Write a whole graph in the DOT language: statements as ellipses, steps as boxes."""
    shapes = {"premise": "ellipse, style=bold", "state": "ellipse", "step": "box"}
    plain = _plain_network(graph)
    lines = ["digraph reasoning {"]
    for node, data in plain.nodes(data=True):
        label = json.dumps(data["label"], ensure_ascii=False)
        lines.append(f"  {node} [label={label}, shape={shapes[data['kind']]}];")
    lines += [f"  {a} -> {b};" for a, b in plain.edges]
    return "\n".join([*lines, "}", ""])
