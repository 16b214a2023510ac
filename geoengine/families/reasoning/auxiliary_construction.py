"""Auxiliary construction: which of four points opens a proof of the goal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, islice
from typing import Any

from numpy.random import Generator

from geoengine.deduction import StopReason
from geoengine.errors import GeoengineError, ProblemError
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.goal_choice import Goal
from geoengine.families.reasoning.item_assembly import CertifiedOption, compose
from geoengine.families.reasoning.opened_goals import OpenFigure, kind_of, open_figures, opened_goal
from geoengine.families.reasoning.visible import drawn_circles
from geoengine.families.reasoning.worth import worth_of
from geoengine.graph import proof_to_json
from geoengine.items import Item, pick
from geoengine.language import Statement
from geoengine.scene import ConstructionStep, assemble, describe_point, read_point

__all__ = ["build_auxiliary_construction"]

_TASK = "auxiliary_construction"

_WRONG = 3
"""The number of wrong options."""

_CONSIDERED = 8
"""The number of points among which the wrong options are chosen."""

_PER_GOAL = 4
"""How many keys are tried for a goal."""

_FIGURES = 3
"""How many figures of a scene are considered."""


def build_auxiliary_construction(context: Context, rng: Generator, most: int) -> list[Item]:
    """Make items whose key is a point with which a goal is proved that is not derived without.

    Each distractor has the same construction as the key, with other points, and all that follows
    with it was derived: the goal is not among it, even if only the picture is considered.

    Why options are exchangeable: whether a point opens the goal depends on the figure, and not on
    how it is constructed, which is the same for all four. A point that opens one goal of a figure
    does not open others. About each goal there are several items, among which a split chooses such
    that neither the points of the goal nor any other feature of the letters predicts the key.
    """
    items: list[Item] = []
    goals = 0
    for figure in islice(open_figures(context, rng), _FIGURES):
        for statement in pick(rng, list(figure.opened)):
            made = list(_about(figure, statement, rng))
            if not made:
                # The proofs of its other goals are mostly too long, too.
                break
            goals += 1
            items += made
            if goals == most:
                return items
    return items


def _about(figure: OpenFigure, statement: Statement, rng: Generator) -> Iterator[Item]:
    """Yield items about a goal, with different keys where there are several."""
    context = figure.context
    closed: dict[tuple[str, ...], list[ConstructionStep]] = {}
    for step in figure.closed[statement]:
        closed.setdefault(kind_of(step), []).append(step)
    opened: dict[tuple[str, ...], list[ConstructionStep]] = {}
    for step in figure.opened[statement]:
        opened.setdefault(kind_of(step), []).append(step)
    # Where most points of a kind open the goal, so does nearly any guess.
    keys = [
        step
        for kind, steps in opened.items()
        if len(closed.get(kind, ())) >= max(_WRONG, len(steps))
        for step in steps
    ]
    for key in pick(rng, keys, _PER_GOAL):
        goal = opened_goal(context, statement, key)
        if goal is None:
            context.rejections[f"{_TASK}: no proof of a suitable length"] += 1
            continue
        worth = worth_of(context, _TASK, {"steps": len(goal.proof.steps)}, goal=goal)
        if worth is None:
            continue
        wrong = _wrong(figure, goal, key, pick(rng, closed[kind_of(key)]))
        item = _compose(figure, rng, goal, key, wrong, worth)
        if item is not None:
            yield item


def _wrong(
    figure: OpenFigure, goal: Goal, key: ConstructionStep, steps: Sequence[ConstructionStep]
) -> Sequence[ConstructionStep]:
    """Return points with which the goal is not derived from the picture alone either.

    They are some of those that a reader of the letters takes for the key most readily, such that
    none of the four options stands out, be it the key or not. None are returned if there are none.
    """
    own = _looks(figure, goal, key)

    def unlike(step: ConstructionStep) -> int:
        return sum(abs(a - b) for a, b in zip(own, _looks(figure, goal, step), strict=True))

    @cache
    def opens(step: ConstructionStep) -> bool:
        return _opens_in_picture(figure.context, goal.statement, step)

    alike = sorted(steps, key=unlike)[:_CONSIDERED]
    for found in combinations(alike, _WRONG):
        marks = [_marks(figure, step) for step in (key, *found)]
        if not _one_stands_out(marks) and not any(map(opens, found)):
            return found
    return ()


def _one_stands_out(options: Sequence[Mapping[str, int]]) -> bool:
    """Whether one option alone has most of something that readers see."""
    counted = ([marks[name] for marks in options] for name in options[0])
    return any(counts.count(max(counts)) == 1 for counts in counted)


def _marks(figure: OpenFigure, step: ConstructionStep) -> dict[str, int]:
    """What readers see in an option, and might guess the key by."""
    return {"anew": _named_anew(figure, step), "usual": _is_usual(figure, step)}


def _looks(figure: OpenFigure, goal: Goal, step: ConstructionStep) -> tuple[int, int]:
    """How many points of the goal a step starts from, and of the clause of the changed point."""
    return len(_start(step) & {*goal.statement.points}), _named_anew(figure, step)


def _start(step: ConstructionStep) -> frozenset[str]:
    """The points from which a point is constructed."""
    return frozenset(point for call in step.calls for point in call.arguments) - {*step.points}


def _named_anew(figure: OpenFigure, step: ConstructionStep) -> int:
    """How many of its starting points define one of the curves of the point constructed anew."""
    start = _start(step) - {*figure.anew.points}
    return max(len(start.intersection(call.arguments)) for call in figure.anew.calls)


def _is_usual(figure: OpenFigure, step: ConstructionStep) -> bool:
    """Whether a point is one that an expert adds to a drawn circle without a search.

    That is its center, or the point opposite another one.
    """
    drawn = drawn_circles(figure.context)
    for call in step.calls:
        taken = call.arguments[1:]
        if call.construction == "mirror":
            found = any(center == taken[1] and taken[0] in on for center, on in drawn)
        else:
            found = call.construction == "circle" and any(on >= {*taken} for _, on in drawn)
        if found:
            return True
    return False


def _opens_in_picture(context: Context, goal: Statement, step: ConstructionStep) -> bool:
    try:
        graph = context.with_points(str(step)).picture_graph
    except GeoengineError:
        return True
    return graph.stop_reason is not StopReason.SATURATED or graph.derived(goal)


def _compose(
    figure: OpenFigure,
    rng: Generator,
    goal: Goal,
    key: ConstructionStep,
    wrong: Sequence[ConstructionStep],
    worth: int,
) -> Item | None:
    context = figure.context
    options = [_option(figure, step, opens=step is key) for step in (key, *wrong)]
    if len(wrong) < _WRONG or None in options:
        context.rejections[f"{_TASK}: not enough points"] += 1
        return None
    right, *distractors = (option for option in options if option is not None)
    named = {point for step in (key, *wrong) for call in step.calls for point in call.arguments}
    item = compose(
        context,
        _TASK,
        rng,
        key=right,
        distractors=distractors,
        goal=goal,
        points=(named | goal.proof.points) - set(key.points),
        certificate={
            "without": {"goal_derived": False, "stop": context.graph.stop_reason.value},
            "proof": proof_to_json(goal.proof),
        },
        worth=worth,
    )
    return item.model_copy(update={"meta": {**item.meta, "variant": figure.variant}})


def _option(figure: OpenFigure, step: ConstructionStep, *, opens: bool) -> CertifiedOption | None:
    """Return the option that offers a point; None if it has no phrase."""
    context = figure.context
    phrase = describe_point(context.problem, step, language=context.language)
    if phrase is None or not _reads_back(context, phrase, step):
        return None
    evidence: dict[str, Any] = {
        "clause": str(step),
        "evidence": "proof" if opens else "closure",
        "goal_derived": opens,
    }
    if not opens:
        # Only points with which everything was derived are offered.
        evidence["stop"] = StopReason.SATURATED.value
    return CertifiedOption(phrase, evidence, _marks(figure, step))


def _reads_back(context: Context, phrase: str, step: ConstructionStep) -> bool:
    """Whether a phrase can be read as the construction of a point, and as no other."""
    try:
        read = read_point(context.problem, phrase, step.points[0], language=context.language)
    except ProblemError:
        return False
    return set(assemble([read]).premises) == set(assemble([step]).premises)
