"""Independent checking, which shares no code with the deduction."""

from geoengine.verify.budget import Budget
from geoengine.verify.figures.configurations import find_configurations
from geoengine.verify.figures.nearby import nearby_figures
from geoengine.verify.figures.search import Figures, figures
from geoengine.verify.figures.setting import Setting
from geoengine.verify.file import decoded, parse_json, read_content
from geoengine.verify.judging import judge_unit
from geoengine.verify.pictures import CounterexampleFigure, counterexample_figure, figure_of
from geoengine.verify.problems.answer import AnswerVerdict, judge_answer
from geoengine.verify.problems.problem import ProblemVerdict, Question, judge_problem
from geoengine.verify.problems.quantity import Quantity
from geoengine.verify.proofs.algebra import AlgebraicProof, prove_by_algebra
from geoengine.verify.proofs.proof_record import ProofRecord, StepRecord, read_proof
from geoengine.verify.proofs.replaying import BadStep, Replay, replay
from geoengine.verify.proofs.rule_check import Counterexample, RuleCheck, check_rule
from geoengine.verify.proofs.rule_equality import same_rule
from geoengine.verify.prover import Prover
from geoengine.verify.reading import read_text, read_units
from geoengine.verify.verdict import Finding, Level, Picture, Report

__all__ = [
    "AlgebraicProof",
    "AnswerVerdict",
    "BadStep",
    "Budget",
    "Counterexample",
    "CounterexampleFigure",
    "Figures",
    "Finding",
    "Level",
    "Picture",
    "ProblemVerdict",
    "ProofRecord",
    "Prover",
    "Quantity",
    "Question",
    "Replay",
    "Report",
    "RuleCheck",
    "Setting",
    "StepRecord",
    "check_rule",
    "counterexample_figure",
    "decoded",
    "figure_of",
    "figures",
    "find_configurations",
    "judge_answer",
    "judge_problem",
    "judge_unit",
    "nearby_figures",
    "parse_json",
    "prove_by_algebra",
    "read_content",
    "read_proof",
    "read_text",
    "read_units",
    "replay",
    "same_rule",
]
