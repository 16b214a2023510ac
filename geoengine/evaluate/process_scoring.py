"""Process scoring: the steps of a response, each checked in figures of the problem.

No rule is applied: statements are measured in newly placed figures, and whether a step follows is
tested in figures in which the statements that it cites hold.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np

from geoengine.errors import InputError, PlacementError
from geoengine.evaluate.judge_model import Judge
from geoengine.evaluate.written_steps import WrittenStep, read_steps
from geoengine.language import Statement, parse_statement, write
from geoengine.scene import add_points, load_problem, load_steps, place
from geoengine.verify import arranged_alike, nearby_figures, residual

__all__ = ["CheckedStep", "Process", "StepVerdict", "check_process"]

_DRAWS = 6
_CLEARLY_FALSE = 1e-3
_MOST_POINTS = 24


class StepVerdict(StrEnum):
    """The verdict on a step of a proof.

    - ``valid``: the conclusions hold in all figures found in which the cited statements hold.
    - ``false``: a conclusion does not hold in the figure of the problem.
    - ``unsupported``: a cited statement is false in the figure, or neither given nor proved before.
    - ``unfounded``: in some figure, the cited statements hold and a conclusion does not.
    - ``open``: undecided.
    - ``unparsed``: a part of the step cannot be read, or names a point that the problem does not
      have.

    Steps that would be open or unparsed may be judged by a model, as valid or unfounded.
    """

    VALID = "valid"
    FALSE = "false"
    UNSUPPORTED = "unsupported"
    UNFOUNDED = "unfounded"
    OPEN = "open"
    UNPARSED = "unparsed"

    @property
    def wrong(self) -> bool:
        """Whether the step is at fault."""
        return self in {StepVerdict.FALSE, StepVerdict.UNSUPPORTED, StepVerdict.UNFOUNDED}


@dataclass(frozen=True, slots=True)
class CheckedStep:
    """A step of a response, and its verdict.

    Attributes
    ----------
    number : int
        The number of the step, as printed in the response.
    verdict : StepVerdict
        The verdict.
    why : str
        The reason for the verdict, in words; empty for a step that was found valid without a judge.
    judged : bool
        Whether a judge model decided.
    """

    number: int
    verdict: StepVerdict
    why: str = ""
    judged: bool = False


@dataclass(frozen=True, slots=True)
class Process:
    """The checked steps of a response.

    Attributes
    ----------
    id : str
        The id of the problem.
    steps : tuple of CheckedStep
    reached : bool
        Whether some step, valid or not, concludes the goal.
    """

    id: str
    steps: tuple[CheckedStep, ...]
    reached: bool

    @property
    def first_wrong(self) -> CheckedStep | None:
        """The first step that is wrong; None if none is."""
        return next((step for step in self.steps if step.verdict.wrong), None)

    @property
    def valid_share(self) -> float | None:
        """The share of valid steps; None where there are no steps."""
        valid = sum(step.verdict is StepVerdict.VALID for step in self.steps)
        return valid / len(self.steps) if self.steps else None

    @property
    def sound(self) -> bool:
        """Whether the goal is reached, and all steps are valid."""
        return self.reached and self.valid_share == 1


def check_process(response: str, record: Mapping[str, Any], judge: Judge | None = None) -> Process:
    """Check the steps of a response to a problem.

    Parameters
    ----------
    response : str
        The response, with steps as `read_steps` reads them.
    record : mapping
        The problem's record in the split.
    judge : Judge, optional
        Asked about steps that are open or cannot be parsed.

    Examples
    --------
    >>> record = {"id": "p-1", "formal_problem": "A B C = triangle; M = midpoint B C ? midp M B C",
    ...     "formal_premises": ["coll B C M", "cong B M C M"], "formal_goal": "midp M B C",
    ...     "seed": 1}
    >>> response = "Step 1. BM = CM and B, C, M are collinear ⇒ M is the midpoint of BC"
    >>> check_process(response, record).sound
    True
    >>> check_process("Step 1. BM = CM ⇒ AM ⟂ BC", record).first_wrong.why
    'AM ⟂ BC is false in the figure'
    """
    steps = read_steps(response)
    checker = _Checker(record, judge)
    checked = tuple(checker.check(step) for step in steps)
    goal = parse_statement(record["formal_goal"])
    return Process(record["id"], checked, any(goal in step.conclusions for step in steps))


class _Checker:
    """Checks the steps in order, and collects what is established."""

    def __init__(self, record: Mapping[str, Any], judge: Judge | None) -> None:
        self._record = record
        self._judge = judge
        premises = [parse_statement(text) for text in record["formal_premises"]]
        self._unread_before = False
        self._xy, self._index, added = _figures(record)
        self._known: dict[Statement, None] = dict.fromkeys((*premises, *added))

    def check(self, step: WrittenStep) -> CheckedStep:
        """Check the next step; its conclusion counts as proved from then on."""
        verdict, why = self._verdict(step)
        judged = False
        if self._judge is not None and verdict in {StepVerdict.OPEN, StepVerdict.UNPARSED}:
            follows = self._judge.follows(self._record, [write(s) for s in self._known], step.text)
            if follows is not None:
                verdict, judged = (StepVerdict.VALID if follows else StepVerdict.UNFOUNDED), True
                why = "decided by the judge model"
        self._unread_before |= bool(step.unread)
        self._known |= dict.fromkeys(step.conclusions)
        return CheckedStep(step.number, verdict, why, judged)

    def _verdict(self, step: WrittenStep) -> tuple[StepVerdict, str]:
        if not self._index:
            return StepVerdict.OPEN, "no figure of the problem was found"
        mentioned = [p for s in (*step.antecedents, *step.conclusions) for p in s.points]
        unknown = sorted({point for point in mentioned if point not in self._index})
        if unknown:
            return StepVerdict.UNPARSED, f"the problem has no point {unknown[0]}"
        for statement in step.conclusions:
            if self._off(statement) > _CLEARLY_FALSE:
                return StepVerdict.FALSE, f"{write(statement)} is false in the figure"
        if step.unread:
            return StepVerdict.UNPARSED, f"cannot be read: {step.unread[:80]}"
        for statement in step.antecedents:
            if self._off(statement) > _CLEARLY_FALSE:
                return StepVerdict.UNSUPPORTED, f"{write(statement)} is false in the figure"
            if not self._established(statement):
                if self._unread_before:
                    return (
                        StepVerdict.OPEN,
                        f"{write(statement)} may be the conclusion of a step that was not parsed",
                    )
                return StepVerdict.UNSUPPORTED, f"{write(statement)} is neither given nor proved"
        return self._check_support(step)

    def _check_support(self, step: WrittenStep) -> tuple[StepVerdict, str]:
        cited = step.antecedents or tuple(self._known)
        for statement in step.conclusions:
            if statement in cited or statement in self._known:
                continue
            follows = self._follows(statement, cited)
            if follows is False:
                text = write(statement)
                return StepVerdict.UNFOUNDED, f"{text} does not follow from what is cited"
            if follows is None:
                return StepVerdict.OPEN, f"whether {write(statement)} follows is not decided"
        return StepVerdict.VALID, ""

    def _established(self, statement: Statement) -> bool:
        """Whether a statement is a condition, or is known or follows from what is known."""
        if statement in self._known or statement.is_condition:
            return True
        about = set(statement.points)
        same = [known for known in self._known if about.issuperset(known.points)]
        return bool(same) and self._follows(statement, same) is True

    def _off(self, statement: Statement) -> float:
        """The largest residual in any draw; infinite where it is undefined."""
        found = residual(statement, self._xy, self._index)
        return float(np.nan_to_num(found, nan=np.inf).max(initial=0.0))

    def _follows(self, statement: Statement, cited: Iterable[Statement]) -> bool | None:
        """Whether a statement holds in all nearby figures in which others hold.

        None if there are too many points, or no such figure was found.
        """
        if statement.is_condition:
            return True
        relations = [one for one in cited if not one.is_condition]
        statements = (*relations, statement)
        points = list(dict.fromkeys(point for one in statements for point in one.points))
        if len(points) > _MOST_POINTS:
            return None
        rows = [self._index[point] for point in points]
        index = {point: row for row, point in enumerate(points)}
        rng = np.random.default_rng(zlib.crc32(" | ".join(map(str, statements)).encode()))
        tried = 0
        for own in self._xy[:2, rows]:
            found = nearby_figures(points, own, relations, rng)
            found = found[arranged_alike(own, found)]
            tried += len(found)
            if len(found) and residual(statement, found, index).max() > _CLEARLY_FALSE:
                return False
        return True if tried else None


def _figures(record: Mapping[str, Any]) -> tuple[Any, dict[str, int], tuple[Statement, ...]]:
    """Place the problem, and the auxiliary points of its own solution.

    Returns
    -------
    xy : ndarray, shape (draws, points, 2)
        Empty if the problem cannot be placed.
    index : dict of str to int
        The row of each point.
    premises : tuple of Statement
        What the auxiliary points satisfy by their constructions.
    """
    added = record.get("formal_solution", {}).get("added", ())
    try:
        problem = load_problem(record["formal_problem"])
        diagram = place(problem, seed=int(record.get("seed") or 0), draws=_DRAWS)
        steps = load_steps("; ".join(added), problem) if added else ()
        longer, diagram = add_points(problem, diagram.xy, steps)
    except (InputError, PlacementError):
        return np.zeros((0, 0, 2)), {}, ()
    return diagram.xy, diagram.index, longer.premises[len(problem.premises) :]
