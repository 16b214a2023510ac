"""Scoring of drafts: whether the construction that a response gives reaches the goals."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeGuard

from geoengine.draft import (
    COMMANDS,
    FUNCTIONS,
    STYLES,
    Call,
    Draft,
    DraftError,
    DraftLimitError,
    Expression,
    Figure,
    Limits,
    Name,
    Statement,
    carry_out,
    check_tools,
    holds,
    read_draft,
    walk,
    why_undefined,
)
from geoengine.evaluate.answer_phrases import REFUSAL
from geoengine.evaluate.drafts.alignment import aligned_share
from geoengine.evaluate.drafts.given_commands import without_givens
from geoengine.evaluate.drafts.movement import Places, moved_places
from geoengine.evaluate.drafts.newness import nothing_new
from geoengine.evaluate.drafts.response_commands import claimed_commands
from geoengine.evaluate.drafts.sliders import Sliders
from geoengine.evaluate.drafts.wording import in_words, listed
from geoengine.evaluate.text_normalization import plain, visible
from geoengine.items import Draft as DraftAnswer

__all__ = ["REASONS", "DraftVerdict", "judge_draft"]

REASONS: Mapping[str, str] = {
    "right": "all that is wanted is made, and the goals hold, however the givens are moved",
    "empty": "there is no response",
    "refused": "the response says that it cannot tell",
    "unreadable": "the response has no commands",
    "syntax": "a command cannot be read, or is no command",
    "limit": "the construction makes too much, or takes too long",
    "given": "a given object is defined anew",
    "named_twice": "a name is given twice",
    "unknown": "a command uses an object that there is not",
    "arguments": "a command gets objects that it does not take",
    "forbidden": "a command is not among the tools",
    "missing": "an object that is wanted is not made",
    "kind": "an object that is wanted is of another kind",
    "undefined": "an object that is wanted does not exist in the figure as given",
    "goal": "a goal does not hold in the figure as given",
    "condition": "the result is degenerate, or nothing new",
    "lost": "an object that is wanted does not exist when the givens are moved",
    "only_as_given": "a goal holds in the figure as given, but not when the givens are moved",
}
"""The outcomes of drafts, and what each says."""

_FIGURES = 20
_ALIGNED = 3
"""In how many moved figures objects are compared for alignment."""

_LIMITS = Limits(objects=500, elements=500, steps=20_000)


@dataclass(frozen=True, slots=True)
class DraftVerdict:
    """What is found of a response that gives a construction.

    Attributes
    ----------
    outcome : str
        A key of `REASONS`.
    reason : str
        In words, with the names of the objects; empty for a right construction.
    commands : tuple of str
        The commands that the response gives.
    aligned : float or None
        The share of the reference's objects that it makes too, in order; see `aligned_share`. None
        if it cannot be carried out.
    """

    outcome: str
    reason: str = ""
    commands: tuple[str, ...] = ()
    aligned: float | None = None

    @property
    def right(self) -> bool:
        """Whether the construction is right."""
        return self.outcome == "right"


class _FaultError(Exception):
    """The first thing that is wrong with a construction."""

    def __init__(self, outcome: str, reason: str) -> None:
        super().__init__(reason)
        self.outcome, self.reason = outcome, reason


def judge_draft(response: str, answer: DraftAnswer) -> DraftVerdict:
    r"""Carry out the construction that a response gives, and test it.

    It starts from the given objects, which it may repeat as they are. It is right if it uses no
    more than the tools, makes all that is wanted, and the goals and side conditions hold in the
    figure as given and in 20 figures with the givens moved: however it is done.

    Parameters
    ----------
    response : str
    answer : Draft

    Examples
    --------
    >>> from geoengine.items import DraftStep
    >>> answer = DraftAnswer(
    ...     givens=("A = (0, 0)", "B = (4, 0)"), free=("A", "B"), wanted={"M": "point"},
    ...     goals=("M == Midpoint(A, B)",),
    ...     steps=(DraftStep(method="Bisect AB.", commands=("M = Midpoint(A, B)",)),),
    ... )
    >>> judge_draft("f = PerpendicularBisector(A, B)\nM = Intersect(f, Line(A, B))", answer).right
    True
    >>> judge_draft("M = (2, 0)", answer).reason
    'M is made, but M is not equal to Midpoint(A, B) when A moves'
    """
    shown = visible(response)[0]
    if not shown.strip():
        return DraftVerdict("empty", REASONS["empty"])
    givens = read_draft("\n".join(answer.givens))
    start = carry_out(givens)
    commands = claimed_commands(shown, answer.wanted, start.objects)
    if not commands:
        outcome = "refused" if REFUSAL.search(plain(shown)) else "unreadable"
        return DraftVerdict(outcome, REASONS[outcome])
    trial = _Trial(answer, givens, start)
    outcome, reason = "right", ""
    try:
        trial.judge(commands)
    except _FaultError as fault:
        outcome, reason = fault.outcome, fault.reason
    except DraftLimitError as error:
        outcome, reason = "limit", error.message
    aligned = trial.alignment() if trial.figure is not None else None
    return DraftVerdict(outcome, reason, commands, aligned)


class _Trial:
    """A construction, as it is tried."""

    def __init__(self, answer: DraftAnswer, givens: Draft, start: Figure) -> None:
        self.answer, self.givens, self.start = answer, givens, start
        self.reference = read_draft(answer.program)
        self.sliders = Sliders(self.reference, answer.wanted, _LIMITS)
        self.draft = givens
        self.figure: Figure | None = None

    def judge(self, commands: tuple[str, ...]) -> None:
        """Raise `_FaultError` at the first thing that is wrong."""
        made = self._read(commands)
        self.draft = Draft((*self.givens.statements, *made))
        self.figure = figure = self._carried_out(commands)
        points = [one.name for one in figure.objects.values() if one.kind == "point"]
        try:
            check_tools(made, self.answer.tools, points)
        except DraftError as error:
            raise _FaultError("forbidden", f"{_line(commands, error)}: {error.message}") from None
        self._check_wanted(figure)
        self._check_goals(figure)
        self._check_new()
        for places in self._places(_FIGURES):
            self._check_moved(places)

    def _places(self, count: int, *, only: tuple[str, ...] = ()) -> list[Places]:
        moved = moved_places(self.answer, self.givens, self.start, count, only=only)
        draw = random.Random(f"{self.answer.givens}")
        return [{**places, **dict(self.sliders.moved(draw))} for places in moved]

    def alignment(self) -> float | None:
        """Return how much of the reference the construction makes."""
        places = self._places(_ALIGNED)
        return aligned_share(self.givens, self.reference, self.draft, places, _LIMITS)

    def _read(self, commands: tuple[str, ...]) -> tuple[Statement, ...]:
        """Return the statements of the response: without givens that it repeats, and looks."""
        try:
            read = read_draft("\n".join(commands)).statements
        except DraftLimitError:
            raise
        except DraftError as error:
            raise _FaultError("syntax", f"{_line(commands, error)}: {error.message}") from None
        try:
            made = without_givens(read, self.givens, self._places(_ALIGNED))
        except DraftError as error:
            raise _FaultError("given", error.message) from None
        return tuple(
            one for one in made if not (isinstance(one.value, Call) and one.value.name in STYLES)
        )

    def _carried_out(self, commands: tuple[str, ...]) -> Figure:
        try:
            return carry_out(self.draft, limits=_LIMITS)
        except DraftLimitError:
            raise
        except DraftError as error:
            where = f"{_line(commands, error)}: {error.message}"
            raise _FaultError(self._fault_of(error), where) from None

    def _fault_of(self, error: DraftError) -> str:
        """Return what is wrong with the statement at which a construction cannot be carried out."""
        given = len(self.givens.statements)
        lines = [one.place.line if one.place else 0 for one in self.draft.statements]
        place = lines.index(error.line or 0, given)
        before = carry_out(Draft(self.draft.statements[:place]), limits=_LIMITS).objects
        statement = self.draft.statements[place]
        if statement.name in before:
            return "named_twice"
        for part in walk(statement.value):
            named = part.text if isinstance(part, Name) else part.name if _is_use(part) else None
            at = part.place is not None and part.place.column == error.column
            if named is not None and at and named not in before:
                return "unknown"
        return "arguments"

    def _check_wanted(self, figure: Figure) -> None:
        for name, kind in self.answer.wanted.items():
            one = figure.objects.get(name)
            if one is None:
                alike = [other for other in figure.objects if other.startswith(f"{name}_")]
                more = f"; there are {listed(alike)}, of which none is named {name}"
                raise _FaultError("missing", f"{name} is not made{more if alike else ''}")
            if one.kind != kind:
                raise _FaultError("kind", f"{name} is a {one.kind}, but a {kind} is wanted")
            if not one.is_defined:
                why = why_undefined(self.draft, figure, name)
                raise _FaultError("undefined", f"{name} does not exist: {why}")
        fault = self.sliders.fault(self.draft)
        if fault is not None:
            raise _FaultError("kind", fault)

    def _check_goals(self, figure: Figure) -> None:
        for outcome, conditions in (("goal", self.answer.goals), ("condition", self.answer.made)):
            for condition in conditions:
                if not holds(figure, condition):
                    raise _FaultError(outcome, f"{self._made} made, but {in_words(condition)}")

    def _check_new(self) -> None:
        places = self._places(_ALIGNED)
        figures, reference = (
            [drawn := carry_out(draft, limits=_LIMITS)]
            + [carry_out(draft, places=one, like=drawn, limits=_LIMITS) for one in places]
            for draft in (self.draft, self.reference)
        )
        same = nothing_new(self.answer.wanted, self.start.objects, figures, reference)
        if same is not None:
            raise _FaultError("condition", f"{self._made} made, but {same}")

    def _check_moved(self, places: Places) -> None:
        fault = self._fault_when(places)
        if fault is None:
            return
        outcome, what = fault
        mover = self._mover(outcome, what)
        raise _FaultError(outcome, f"{self._made} made, but {what} when {mover}")

    def _fault_when(self, places: Places) -> tuple[str, str] | None:
        """Return what is wrong in a moved figure; None if all is right."""
        figure = carry_out(self.draft, places=places, like=self.figure, limits=_LIMITS)
        for name in self.answer.wanted:
            if not figure.objects[name].is_defined:
                return "lost", f"{name} does not exist"
        for condition in (*self.answer.goals, *self.answer.made):
            if not holds(figure, condition):
                return "only_as_given", in_words(condition)
        return None

    def _mover(self, outcome: str, what: str) -> str:
        """Return which of the givens shows by itself what is wrong, and that it moves."""
        for name in self.answer.free:
            for places in self._places(5, only=(name,)):
                if self._fault_when(places) == (outcome, what):
                    return f"{name} {'changes' if name not in self.start.points() else 'moves'}"
        return "the givens move"

    @property
    def _made(self) -> str:
        names = list(self.answer.wanted)
        return f"{listed(names)} {'are' if len(names) > 1 else 'is'}"


def _line(commands: tuple[str, ...], error: DraftError) -> str:
    """Return the command at which an error is."""
    lines = "\n".join(commands).split("\n")
    if error.line is None or not 1 <= error.line <= len(lines):
        return "the commands"
    return lines[error.line - 1][:120]


def _is_use(part: Expression) -> TypeGuard[Call]:
    """Whether an expression is an element of a list, or a product without an operator."""
    return isinstance(part, Call) and part.name not in COMMANDS and part.name not in FUNCTIONS
