"""Answers: exact values that questions ask for, with their proofs."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from geoengine.errors import GeoengineError
from geoengine.graph.backward_trace import NotDerivedError, trace
from geoengine.graph.proof import Proof
from geoengine.graph.reasoning import ReasoningGraph
from geoengine.language import Question, Statement, Surd, format_angle, format_radians

__all__ = ["Answer", "NotDeterminedError", "compute"]


class NotDeterminedError(GeoengineError):
    """A question to which the deduction found no exact answer."""


@dataclass(frozen=True)
class Answer:
    """An exact value with its proof.

    Attributes
    ----------
    question : Question
    value : Fraction or Surd
        For angles a fraction of a half turn, for lengths and ratios the number.
    proof : Proof
        The proof that the quantity has this value.
    """

    question: Question
    value: Fraction | Surd
    proof: Proof

    @property
    def statement(self) -> Statement:
        """The statement that the proof shows."""
        return self.proof.goal

    def __str__(self) -> str:
        if isinstance(self.value, Fraction):
            return f"{format_angle(self.value)} = {format_radians(self.value)}"
        return str(self.value)


def compute(graph: ReasoningGraph, question: Question | None = None) -> Answer:
    """Find the exact value that a question asks for.

    Parameters
    ----------
    graph : ReasoningGraph
    question : Question, optional
        By default the problem's first question.

    Returns
    -------
    Answer

    Raises
    ------
    NotDeterminedError
        When no exact value was derived, none could be proved, or the problem has no question.

    Examples
    --------
    >>> import geoengine as ge
    >>> problem = ge.load_problem(
    ...     "A B C = triangle_sas 3 4 60o ? lcompute B C; acompute A B A C; lcompute A B"
    ... )
    >>> graph = ge.deduce(problem)
    >>> [str(ge.compute(graph, question)) for question in problem.questions]
    ['√13', '60° = π/3', '3']
    >>> [step.derivation.rule for step in ge.compute(graph).proof.steps]
    ['law_of_cosines']
    """
    if question is None:
        if not graph.problem.questions:
            raise NotDeterminedError("the problem asks for no value")
        question = graph.problem.questions[0]
    value = graph.deduction.quantities.value(question)
    if value is None:
        graph.saturate()
        value = graph.deduction.quantities.value(question)
    if value is None:
        raise NotDeterminedError(f"not determined: {question.quantity}")
    try:
        proof = trace(graph, question.answered(value))
    except NotDerivedError:
        # A value that no certificate confirms in exact arithmetic is not an answer.
        raise NotDeterminedError(f"not determined: {question.quantity}") from None
    return Answer(question, value, proof)
