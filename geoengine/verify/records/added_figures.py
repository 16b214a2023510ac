"""The points that the solution of a record adds to its problem."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from geoengine.language import write
from geoengine.scene import add_points, describe_steps, load_steps
from geoengine.verify.figures.problem_figures import ProblemFigures
from geoengine.verify.figures.setting import Setting
from geoengine.verify.items.item_figures import ItemFigures
from geoengine.verify.items.printed_statements import printed_form_of
from geoengine.verify.proofs.added_points import place_added
from geoengine.verify.records.claims import ClaimError, Confirmed, JudgedRecord

__all__ = ["figures_with_added", "judge_added"]


def figures_with_added(data: Mapping[str, Any], figures: ItemFigures) -> ItemFigures:
    """Add the points of a record's solution to the figures of its problem.

    Raises
    ------
    ClaimError
        If they may not be added, or the solution is of another problem.
    """
    solution = data["formal_solution"]
    added = solution.get("added", [])
    if not added:
        return figures
    problem = figures.problem
    if solution["problem"] != data["formal_problem"]:
        raise ClaimError("the solution adds points to another problem")
    placed = place_added(problem, added, figures.budget, everywhere=True)
    if placed.fault:
        raise ClaimError(placed.fault)
    steps = load_steps("; ".join(added), problem)
    drawn = [add_points(problem, xy, steps) for xy in figures.drawn.configurations]
    longer = drawn[0][0]
    configurations = tuple(diagram.xy for _, diagram in drawn)
    found = ProblemFigures(
        longer, configurations, np.concatenate(configurations), figures.drawn.seed
    )
    # The picture is that of the problem: placing all points anew might give another one.
    shown = add_points(problem, figures.picture_draws, steps)[1].xy
    found.once(("picture", figures.seed), lambda: Setting(longer.points, shown))
    return replace(figures, drawn=found)


def judge_added(record: JudgedRecord) -> Confirmed:
    """Check the sentences about added points, and that the goal is not proved without them.

    Raises
    ------
    ClaimError
        If a sentence is another one, or there is a proof without the points.
    """
    figures = record.figures
    count = len(figures.problem.steps)
    language = printed_form_of(record.data).language
    sentences = describe_steps(record.extended.problem, language=language)[count:]
    record.check("auxiliary_points", sentences)
    if not sentences:
        return Confirmed("the solution adds no points")
    if figures.prove(figures.premises, record.goal, picture_only=True) is not None:
        raise ClaimError(f"{write(record.goal)} is proved without the added points")
    text = f"the points added exist, and assume nothing of the others: {' '.join(sentences)}"
    return Confirmed(text)
