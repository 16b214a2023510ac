"""Problems: whether they are consistent, whether the goal is true, and which premises it needs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from geoengine.language import Statement, as_complex, write
from geoengine.verify.budget import Budget
from geoengine.verify.figures.incremental_search import find_figures
from geoengine.verify.figures.nearby import nearby_figures
from geoengine.verify.figures.precise import DIGITS, sharpen
from geoengine.verify.figures.residuals import satisfying
from geoengine.verify.figures.system import Bools, Reals
from geoengine.verify.problems.claimed_answer import AnswerVerdict, exact_text, judge_answer
from geoengine.verify.problems.conflict import Conflict, coinciding, find_conflict
from geoengine.verify.problems.goal_judge import GoalVerdict, judge_goal
from geoengine.verify.problems.quantity import Quantity
from geoengine.verify.problems.redundancy import Redundancy, redundant_premises
from geoengine.verify.verdict import Finding, Level, Picture, Report

__all__ = ["FormalProblem", "ProblemVerdict", "ValueVerdict", "judge_problem"]

_SAME = 1e-7
_DIFFERENT = 1e-5
_BASES = 4
_NEAR = 8


@dataclass(frozen=True, eq=False)
class FormalProblem:
    """A problem as statements, without a construction.

    Parameters
    ----------
    points : tuple of str
        All points.
    given : tuple of Statement
        Premises: relations, and side conditions.
    goal : Statement or Quantity, optional
        What has to be proved or found.
    answer : str, optional
        The claimed value.
    known : ndarray, shape (figures, points, 2), optional
        Figures of the construction, if there is one: they select among the configurations
        that the premises allow.
    name : str
        What reports call the problem.
    """

    points: tuple[str, ...]
    given: tuple[Statement, ...]
    goal: Statement | Quantity | None = None
    answer: str | None = None
    known: Reals | None = None
    name: str = "problem"

    @property
    def relations(self) -> tuple[Statement, ...]:
        """The premises that are not side conditions."""
        return tuple(s for s in self.given if not s.is_condition)


@dataclass(frozen=True, slots=True, eq=False)
class ValueVerdict:
    """Whether a requested quantity is determined, and its value.

    Attributes
    ----------
    quantity : Quantity
    determined : bool or None
        Whether the quantity is the same in every figure; None where too few were found.
    exact : str
        The exact value, if determined; decimals where its form was not recognized.
    number : mpf or None
        The value to fifty digits; None if it is not determined, or not known so precisely.
    values : tuple of float
        Two values if it is not determined, otherwise one.
    pictures : tuple of Picture
        The figures that have these values; empty if undecided, or `number` is unknown.
    """

    quantity: Quantity
    determined: bool | None
    exact: str = ""
    number: Any = None
    values: tuple[float, ...] = ()
    pictures: tuple[Picture, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class ProblemVerdict:
    """The verdict on a problem.

    Attributes
    ----------
    question : FormalProblem
    consistent : bool or None
        Whether a figure exists; None if undecided.
    conflict : Conflict or None
        Premises that contradict each other.
    goal : GoalVerdict or None
        The verdict on a goal that is a statement.
    value : ValueVerdict or None
        The verdict on the value that the goal asks for, or that is claimed.
    answer : AnswerVerdict or None
        The verdict on a claimed answer, if the value is determined.
    redundant : tuple of Redundancy
        Premises that can be left out, each by itself.
    needed : tuple of Statement
        Premises without which a figure violates the goal.
    figures : int
        How many figures that satisfy the premises were found.
    findings : tuple of Finding
        All of this as findings.
    """

    question: FormalProblem
    consistent: bool | None
    conflict: Conflict | None = None
    goal: GoalVerdict | None = None
    value: ValueVerdict | None = None
    answer: AnswerVerdict | None = None
    redundant: tuple[Redundancy, ...] = ()
    needed: tuple[Statement, ...] = ()
    figures: int = 0
    findings: tuple[Finding, ...] = field(default=())

    def report(self) -> Report:
        """The verdict as a report."""
        facts = {
            "points": len(self.question.points),
            "premises": len(self.question.relations),
            "figures": self.figures,
        }
        return Report("problem", self.question.name, self.findings, facts)


def judge_problem(
    question: FormalProblem, budget: Budget | None = None, *, proved: Finding | None = None
) -> ProblemVerdict:
    r"""Judge a problem by figures that are found from its statements alone.

    Parameters
    ----------
    question : FormalProblem
    budget : Budget, optional
    proved : Finding, optional
        The finding of the replay of a proof of the goal, if there is one.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> given = tuple(map(parse_statement, ("lconst A B 4", "cong A B A C", "perp A B A C")))
    >>> question = FormalProblem(("A", "B", "C"), given, Quantity("length", ("B", "C")), "5.657")
    >>> verdict = judge_problem(question)
    >>> verdict.consistent, verdict.value.determined, verdict.value.exact, verdict.answer.status
    (True, True, '4√2', 'approximation')
    """
    budget = budget or Budget()
    if len(question.points) > budget.max_points:
        finding = Finding(
            "too_large",
            Level.UNDECIDED,
            f"{len(question.points)} points are more than the limit of {budget.max_points}"
            " (--max-points)",
        )
        return ProblemVerdict(question, None, findings=(finding,))
    pool, intended = _figures_of(question, budget)
    findings: list[Finding] = []
    if not len(pool):
        return _without_figure(question, budget)
    findings.append(
        Finding(
            "consistent",
            Level.GOOD,
            f"{len(pool)} figures satisfy all premises",
            {"figures": len(pool)},
        )
    )
    goal = value = answer = None
    if isinstance(question.goal, Statement):
        goal = judge_goal(question.goal, question.points, question.given, pool, intended, proved)
        findings.append(goal.finding())
    quantity = _quantity(question)
    if quantity is not None and (question.answer is not None or question.goal is quantity):
        value = _value(question, quantity, pool[:intended])
        findings.append(_value_finding(value))
        if question.answer is not None and value.determined and value.number is not None:
            degrees = quantity.kind == "angle"
            answer = judge_answer(question.answer, value.number, degrees=degrees)
            findings.append(_answer_finding(answer))
    target = question.goal if isinstance(question.goal, Statement) else quantity
    sensible = goal is None or goal.status in {"proved", "true", "depends"}
    redundant: tuple[Redundancy, ...] = ()
    needed: tuple[Statement, ...] = ()
    if target is not None and sensible:
        redundant, needed, complete = redundant_premises(
            question.relations, target, question.points, pool[:intended], budget
        )
        findings += [one.finding() for one in redundant]
        if not complete:
            findings.append(
                Finding(
                    "redundancy",
                    Level.UNDECIDED,
                    "the time ran out before all premises were tested",
                )
            )
    return ProblemVerdict(
        question, True, None, goal, value, answer, redundant, needed, len(pool), tuple(findings)
    )


def _figures_of(question: FormalProblem, budget: Budget) -> tuple[Reals, int]:
    """Figures of all premises, and how many of them, from the first, are intended.

    If there is a construction, its configuration is the intended one; otherwise all are.
    """
    rng = np.random.default_rng(budget.seed)
    found = find_figures(
        question.given,
        question.points,
        count=budget.figures,
        seed=budget.seed,
        timeout=budget.part(0.25),
    )
    order = [found.points.index(name) for name in question.points]
    free = found.xy[:, order]
    intended = free[:0]
    if question.known is not None:
        intended = question.known[_satisfying(question, question.known)]
    intended = np.concatenate([intended, _near(question, intended, rng)])
    parts = [intended, free, _near(question, free, rng)]
    pool = np.concatenate(parts)
    return pool, len(intended) or len(pool)


def _near(question: FormalProblem, bases: Reals, rng: np.random.Generator) -> Reals:
    """Figures near the first few of `bases` in which all premises hold as well."""
    near = [
        nearby_figures(question.points, xy, question.relations, rng)[:_NEAR]
        for xy in bases[:_BASES]
    ]
    found = np.concatenate([bases[:0], *near])
    return found[_satisfying(question, found)]


def _satisfying(question: FormalProblem, xy: Reals) -> Bools:
    """Whether all premises hold in each figure."""
    index = {name: k for k, name in enumerate(question.points)}
    return satisfying(question.given, xy, index, _SAME)


def _without_figure(question: FormalProblem, budget: Budget) -> ProblemVerdict:
    together = coinciding(question.given, budget)
    if together:
        pairs = ", ".join(f"{a} and {b}" for a, b in together)
        finding = Finding(
            "degenerate",
            Level.WRONG,
            f"in every figure found, points coincide: {pairs}",
            {"coinciding": [list(pair) for pair in together]},
        )
        return ProblemVerdict(question, False, findings=(finding,))
    conflict = find_conflict(question.given, budget)
    if conflict is None:
        finding = Finding("consistent", Level.UNDECIDED, "no figure was found in time")
        return ProblemVerdict(question, None, findings=(finding,))
    conflicting = "; ".join(write(s) for s in conflict.statements)
    how = (
        "their equations contradict each other in exact arithmetic"
        if conflict.evidence == "exact"
        else "no figure was found for them"
        + (
            ", but one was found whenever any single premise was left out"
            if conflict.minimal
            else ""
        )
    )
    finding = Finding(
        "inconsistent",
        Level.WRONG,
        f"the premises contradict each other: {conflicting} ({how})",
        {
            "conflict": [str(s) for s in conflict.statements],
            "minimal": conflict.minimal,
            "by": conflict.evidence,
        },
    )
    return ProblemVerdict(question, False, conflict, findings=(finding,))


def _quantity(question: FormalProblem) -> Quantity | None:
    if isinstance(question.goal, Quantity):
        return question.goal
    return None if question.goal is None else Quantity.of(question.goal)


def _value(question: FormalProblem, quantity: Quantity, pool: Reals) -> ValueVerdict:
    z = as_complex(pool)
    values = quantity.measured(z, question.points)
    if quantity.is_directed and not any(s.predicate == "aconst" for s in question.given):
        # A figure and its mirror image are equivalent, so the orientation is ignored.
        values = np.minimum(values, 180 - values)
    scale = np.abs(values).max(initial=1e-12)
    low, high = int(values.argmin()), int(values.argmax())
    apart = float(values[high] - values[low]) / float(scale)
    unscaled = quantity.kind in {"length", "area", "perimeter"} and not any(
        s.predicate == "lconst" for s in question.given
    )
    if apart > _DIFFERENT or unscaled:
        pictures = tuple(Picture(question.points, pool[k], question.relations) for k in (low, high))
        pair = (float(values[low]), float(values[high]))
        if unscaled and apart <= _DIFFERENT:
            pair = (pair[0], 2 * pair[0])
            pictures = (
                pictures[0], Picture(question.points, 2 * pool[low], question.relations)
            )  # fmt: skip
        return ValueVerdict(quantity, False, values=pair, pictures=pictures)
    if len(pool) < 2 or apart > _SAME:
        return ValueVerdict(quantity, None, values=(float(values[low]),))
    for k in range(min(len(pool), _BASES)):
        figure = sharpen(question.relations, question.points, pool[k])
        if figure is None:
            continue
        from mpmath import mp

        with mp.workdps(DIGITS):
            number = quantity.exactly(figure)
            if quantity.is_directed and float(abs(number - values[k])) > 1e-6:
                number = 180 - number
        exact = exact_text(number, degrees=quantity.kind == "angle")
        shown = (Picture(question.points, pool[k], question.relations),)
        return ValueVerdict(quantity, True, exact, number, (float(values[k]),), shown)
    return ValueVerdict(quantity, True, f"{values[low]:.9g}…", None, (float(values[low]),))


def _value_finding(value: ValueVerdict) -> Finding:
    quantity = str(value.quantity)
    if value.determined is None:
        return Finding(
            "value",
            Level.UNDECIDED,
            f"too few figures were found to tell whether {quantity} is determined",
        )
    if value.determined:
        return Finding(
            "determined", Level.GOOD, f"{quantity} = {value.exact} in every figure found",
            {"value": value.exact},
        )  # fmt: skip
    first, second = value.values
    return Finding(
        "underdetermined",
        Level.WRONG,
        f"{quantity} is not determined: it is {first:.6g} in one figure and {second:.6g} in"
        " another, and both satisfy all premises",
        {
            "values": [first, second],
            "figures": [picture.places() for picture in value.pictures],
        },
        value.pictures[1],
    )


def _answer_finding(answer: AnswerVerdict) -> Finding:
    levels: dict[Literal["right", "approximation", "wrong", "unreadable"], tuple[Level, str]] = {
        "right": (Level.GOOD, f"the answer {answer.claimed} is right"),
        "approximation": (
            Level.WRONG,
            f"the answer {answer.claimed} is an approximation; the exact value is {answer.exact}",
        ),
        "wrong": (
            Level.WRONG,
            f"the answer {answer.claimed} is wrong; the exact value is {answer.exact}",
        ),
        "unreadable": (
            Level.UNDECIDED,
            f"the answer {answer.claimed[:60]!r} is not a number; the exact value"
            f" is {answer.exact}",
        ),
    }
    level, text = levels[answer.status]
    return Finding(
        f"answer_{answer.status}", level, text, {"claimed": answer.claimed, "exact": answer.exact}
    )
