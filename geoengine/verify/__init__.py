"""Independent checking, which shares no code with the deduction."""

from geoengine.verify.budget import Budget
from geoengine.verify.figures.arrangement import arranged_alike
from geoengine.verify.figures.configurations import find_configurations
from geoengine.verify.figures.nearby import nearby_figures
from geoengine.verify.figures.precise import DIGITS, PreciseFigure, sharpen
from geoengine.verify.figures.residuals import residual, satisfying
from geoengine.verify.figures.search import Figures, figures
from geoengine.verify.figures.setting import Setting
from geoengine.verify.figures.system import Bools, Reals, System
from geoengine.verify.file import decoded, parse_json, read_content, read_json
from geoengine.verify.judging import judge_unit
from geoengine.verify.pictures import CounterexampleFigure, counterexample_figure, figure_of
from geoengine.verify.problems.answer import AnswerVerdict, exact_text, judge_answer, read_claim
from geoengine.verify.problems.problem import ProblemVerdict, Question, judge_problem
from geoengine.verify.problems.quantity import Quantity, QuantityKind
from geoengine.verify.problems.redundancy import is_implied_nearby
from geoengine.verify.proofs.algebra import AlgebraicProof, prove_by_algebra
from geoengine.verify.proofs.proof_record import ProofRecord, StepRecord, read_proof
from geoengine.verify.proofs.replaying import BadStep, Replay, replay
from geoengine.verify.proofs.rule_check import Counterexample, RuleCheck, check_rule
from geoengine.verify.proofs.rule_equality import same_rule
from geoengine.verify.prover import Prover
from geoengine.verify.reading import read_text, read_units
from geoengine.verify.split import judge_whole
from geoengine.verify.units import Unit, group_by_problem
from geoengine.verify.verdict import Finding, Level, Picture, Report, worst_level
from geoengine.verify.workers import LostJob, run_limited

__all__ = [
    "DIGITS",
    "AlgebraicProof",
    "AnswerVerdict",
    "BadStep",
    "Bools",
    "Budget",
    "Counterexample",
    "CounterexampleFigure",
    "Figures",
    "Finding",
    "Level",
    "LostJob",
    "Picture",
    "PreciseFigure",
    "ProblemVerdict",
    "ProofRecord",
    "Prover",
    "Quantity",
    "QuantityKind",
    "Question",
    "Reals",
    "Replay",
    "Report",
    "RuleCheck",
    "Setting",
    "StepRecord",
    "System",
    "Unit",
    "arranged_alike",
    "check_rule",
    "counterexample_figure",
    "decoded",
    "exact_text",
    "figure_of",
    "figures",
    "find_configurations",
    "group_by_problem",
    "is_implied_nearby",
    "judge_answer",
    "judge_problem",
    "judge_unit",
    "judge_whole",
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
