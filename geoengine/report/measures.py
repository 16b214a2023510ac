"""Measures: what is counted or measured for each item, solution or step of a collection."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from geoengine.catalogue import load_engine_steps, load_rules
from geoengine.report.collection import TOKENS, Collection

__all__ = ["ANSWER_KINDS", "MEASURES", "Measure", "Value", "answer_kind", "theorem_names"]

Value = int | str


@dataclass(frozen=True, slots=True)
class Measure:
    """A quantity or property that a report counts.

    Attributes
    ----------
    name, title : str
        The name of the measure in code and CSV, and its heading.
    unit : str
        The things that have one value each, in the plural, such as items or steps.
    values : callable
        Takes a collection, and returns its values; an empty list if it lacks them.
    measured : bool
        Whether the values are numbers with an order, rather than names.
    note : str
        What a reader should know of how it is counted; may be empty.
    """

    name: str
    title: str
    unit: str
    values: Callable[[Collection], list[Value]]
    measured: bool = True
    note: str = ""


def _known(values: Iterable[Value | None]) -> list[Value]:
    return [value for value in values if value is not None]


ANSWER_KINDS = ("whole", "fraction", "with a root", "with π", "angle", "other")
"""The kinds of numbers that `answer_kind` tells apart."""


def answer_kind(answer: str) -> str:
    """Return the kind of number that an answer is, by how it is written.

    Examples
    --------
    >>> [answer_kind(text) for text in ("12", "−7/2", "18 + 6√5", "9π/2", "30°", "1.5", "x")]
    ['whole', 'fraction', 'with a root', 'with π', 'angle', 'decimal', 'other']
    """
    for sign, kind in (("π", "with π"), ("√", "with a root"), ("°", "angle")):
        if sign in answer:
            return kind
    if re.fullmatch(r"[-−]?\d+", answer):
        return "whole"
    if re.fullmatch(r"[-−]?\d+\.\d+", answer):
        return "decimal"
    return "fraction" if re.fullmatch(r"[-−]?\d+/\d+", answer) else "other"


def theorem_names() -> dict[str, str]:
    """Return the names of the rules and engine steps of the catalogue, by id.

    Examples
    --------
    >>> theorem_names()["kite_axis"]
    'Axis of a kite'
    """
    rules = {name: rule.name for name, rule in load_rules().items()}
    return rules | {name: step.name for name, step in load_engine_steps().items()}


_BY_TOKENS = (
    f"Tokens are words, Chinese characters, numbers and single other signs: what {TOKENS} finds."
)

MEASURES = (
    Measure("task", "Tasks", "items", lambda c: [q.task for q in c.questions], measured=False),
    Measure(
        "form", "Forms of tasks", "items",
        lambda c: [f"{q.task}: {q.form}" for q in c.questions if q.form]
        if any(q.form not in {None, "plain"} for q in c.questions)
        else [],
        measured=False, note="Left out where all are plain.",
    ),
    Measure(
        "evidence", "What tells the premises", "items",
        lambda c: [f"{q.task}: {q.evidence}" for q in c.questions if q.evidence], measured=False,
        note="The text alone, or marks in the figure too.",
    ),
    Measure("tier", "Tiers", "items", lambda c: _known(q.tier for q in c.questions)),
    Measure(
        "topic", "Topics", "items", lambda c: _known(q.topic for q in c.questions), measured=False
    ),
    Measure(
        "scene", "Scenes", "items",
        lambda c: [q.scene for q in c.questions if q.topic is not None], measured=False,
    ),
    Measure("points", "Points", "items", lambda c: _known(q.points for q in c.questions)),
    Measure(
        "premises", "Premises, of the items", "items",
        lambda c: _known(q.premises for q in c.questions),
        note="Of published items, those that list their premises.",
    ),
    Measure(
        "premises_given", "Premises given, of the solutions", "solutions",
        lambda c: [s.premises_given for s in c.solutions],
    ),
    Measure(
        "premises_used", "Premises used", "solutions",
        lambda c: [s.premises_used for s in c.solutions],
    ),
    Measure("steps", "Proof steps", "solutions", lambda c: [s.steps for s in c.solutions]),
    Measure(
        "solution_tokens", "Length of solutions in tokens", "solutions",
        lambda c: [s.tokens for s in c.solutions], note=_BY_TOKENS,
    ),
    Measure(
        "question_tokens", "Length of questions in tokens", "items",
        lambda c: [q.tokens for q in c.questions],
        note=f"Without options and instructions. {_BY_TOKENS}",
    ),
    Measure(
        "option_length", "Length of options in characters", "options",
        lambda c: [len(option) for q in c.questions for option in q.options],
    ),
    Measure(
        "goal", "Kinds of goals", "solutions", lambda c: [s.goal for s in c.solutions],
        measured=False,
    ),
    Measure(
        "answer", "Kinds of numeric answers", "numeric answers",
        lambda c: [answer_kind(answer) for answer in c.numeric_answers], measured=False,
    ),
    Measure(
        "rule", "Theorems", "steps", lambda c: [rule for s in c.solutions for rule in s.rules],
        measured=False,
    ),
)  # fmt: skip
"""All measures, in the order of the report."""
