"""Independent checking, which shares no code with the deduction."""

from geoengine.verify.algebra import AlgebraicProof, prove_by_algebra
from geoengine.verify.answer import AnswerVerdict, judge_answer
from geoengine.verify.budget import Budget
from geoengine.verify.configurations import find_configurations
from geoengine.verify.equality import same_rule
from geoengine.verify.figure import CounterexampleFigure, counterexample_figure, figure_of
from geoengine.verify.figures import Figures, figures
from geoengine.verify.judging import Prover, judge_unit
from geoengine.verify.nearby import nearby_figures
from geoengine.verify.problem import ProblemVerdict, Question, judge_problem
from geoengine.verify.proof_record import ProofRecord, StepRecord, read_proof
from geoengine.verify.quantity import Quantity
from geoengine.verify.reading import read_units
from geoengine.verify.replay import BadStep, Replay, replay
from geoengine.verify.rules import Counterexample, RuleCheck, check_rule
from geoengine.verify.setting import Setting
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
    "figure_of",
    "figures",
    "find_configurations",
    "judge_answer",
    "judge_problem",
    "judge_unit",
    "nearby_figures",
    "prove_by_algebra",
    "read_proof",
    "read_units",
    "replay",
    "same_rule",
]
