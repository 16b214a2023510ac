"""The judge: checks problems, proofs and items, by code apart from that which made them."""

from geoengine.verify.budget import Budget
from geoengine.verify.counterexample_drawing import (
    CounterexampleFigure,
    counterexample_figure,
    figure_of,
)
from geoengine.verify.figures.arrangement import arranged_alike
from geoengine.verify.figures.configurations import find_configurations
from geoengine.verify.figures.incremental_search import Figures, find_figures
from geoengine.verify.figures.nearby import nearby_figures
from geoengine.verify.figures.precise import DIGITS, PreciseFigure, sharpen
from geoengine.verify.figures.residuals import residual, satisfying
from geoengine.verify.figures.setting import Setting
from geoengine.verify.figures.system import Bools, Reals, System
from geoengine.verify.problems.claimed_answer import (
    AnswerVerdict,
    exact_text,
    judge_answer,
    read_claim,
)
from geoengine.verify.problems.problem_judge import FormalProblem, ProblemVerdict, judge_problem
from geoengine.verify.problems.quantity import Quantity, QuantityKind
from geoengine.verify.problems.redundancy import is_implied_nearby
from geoengine.verify.proofs.algebra import AlgebraicProof, prove_by_algebra
from geoengine.verify.proofs.proof_record import ProofRecord, StepRecord, read_proof
from geoengine.verify.proofs.replaying import BadStep, Replay, replay
from geoengine.verify.proofs.rule_check import RuleCheck, RuleCounterexample, check_rule
from geoengine.verify.proofs.rule_equality import same_rule
from geoengine.verify.prover import Prover
from geoengine.verify.source_file import decoded, parse_json, read_content, read_json
from geoengine.verify.split_summary import judge_collection
from geoengine.verify.unit_judge import judge_unit
from geoengine.verify.unit_reader import list_units, read_text, read_units
from geoengine.verify.units import Unit, UnreadUnit, group_by_problem
from geoengine.verify.verdict import Finding, Level, Picture, Report, worst_level
from geoengine.verify.workers import LostJob, run_limited

__all__ = [
    "DIGITS",
    "AlgebraicProof",
    "AnswerVerdict",
    "BadStep",
    "Bools",
    "Budget",
    "CounterexampleFigure",
    "Figures",
    "Finding",
    "FormalProblem",
    "Level",
    "LostJob",
    "Picture",
    "PreciseFigure",
    "ProblemVerdict",
    "ProofRecord",
    "Prover",
    "Quantity",
    "QuantityKind",
    "Reals",
    "Replay",
    "Report",
    "RuleCheck",
    "RuleCounterexample",
    "Setting",
    "StepRecord",
    "System",
    "Unit",
    "UnreadUnit",
    "arranged_alike",
    "check_rule",
    "counterexample_figure",
    "decoded",
    "exact_text",
    "figure_of",
    "find_configurations",
    "find_figures",
    "group_by_problem",
    "is_implied_nearby",
    "judge_answer",
    "judge_collection",
    "judge_problem",
    "judge_unit",
    "list_units",
    "nearby_figures",
    "parse_json",
    "prove_by_algebra",
    "read_claim",
    "read_content",
    "read_json",
    "read_proof",
    "read_text",
    "read_units",
    "replay",
    "residual",
    "run_limited",
    "same_rule",
    "satisfying",
    "sharpen",
    "worst_level",
]
