"""Reasoning graphs, proofs by backward trace, answers, and their export."""

from geoengine.graph.alternative_proofs import alternatives
from geoengine.graph.answers import Answer, NotDeterminedError, compute
from geoengine.graph.backward_trace import NotDerivedError, trace
from geoengine.graph.deducing import deduce
from geoengine.graph.diagnosis import Diagnosis, Reason, diagnose
from geoengine.graph.engine_steps import choice_of
from geoengine.graph.graph_export import (
    SCHEMA,
    graph_to_dot,
    graph_to_graphml,
    graph_to_json,
    proof_to_json,
)
from geoengine.graph.proof import Proof, ProofStep
from geoengine.graph.proof_text import ProofFormat, write_proof
from geoengine.graph.reasoning import ReasoningGraph
from geoengine.graph.shortening import shorten
from geoengine.graph.step_sums import Addend, WrittenEquation, addends_of, totals_of, written_sums

__all__ = [
    "SCHEMA",
    "Addend",
    "Answer",
    "Diagnosis",
    "NotDerivedError",
    "NotDeterminedError",
    "Proof",
    "ProofFormat",
    "ProofStep",
    "Reason",
    "ReasoningGraph",
    "WrittenEquation",
    "addends_of",
    "alternatives",
    "choice_of",
    "compute",
    "deduce",
    "diagnose",
    "graph_to_dot",
    "graph_to_graphml",
    "graph_to_json",
    "proof_to_json",
    "shorten",
    "totals_of",
    "trace",
    "write_proof",
    "written_sums",
]
