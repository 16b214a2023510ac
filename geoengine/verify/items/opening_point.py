"""The judge of items about auxiliary points: which of the points offered opens a proof."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from geoengine.errors import GeoengineError, InputError
from geoengine.language import Statement, write
from geoengine.scene import ConstructionStep, add_points, load_problem, load_steps, read_point
from geoengine.verify.figures.setting import Setting
from geoengine.verify.items.item_figures import ItemFigures
from geoengine.verify.items.option_verdicts import OptionVerdict
from geoengine.verify.items.printed_statements import printed_form_of
from geoengine.verify.proofs.added_points import AddedPoints, place_added
from geoengine.verify.proofs.proof_record import read_proof
from geoengine.verify.proofs.replaying import replay

__all__ = ["judge_opening_points"]

_APART = 1e-6
"""The least distance of two points in some figure, relative to its size."""


def judge_opening_points(data: Mapping[str, Any], figures: ItemFigures) -> list[OptionVerdict]:
    """An option is right if the goal is proved with the point that it offers.

    The proof of the certificate is replayed. It adds the point of one option alone; with any other
    point, the prover looks for a proof in the picture.

    Raises
    ------
    InputError
        If the question or the certificate does not fit the options, the goal is proved without
        any point, or two points are the same.
    """
    goal = _goal(data, figures)
    steps = [_offered(data, k, figures) for k in range(len(data["answer"]["options"]))]
    placed = [
        place_added(figures.problem, [str(step)], figures.budget, everywhere=True) for step in steps
    ]
    for number, added in enumerate(placed, start=1):
        if added.fault:
            raise InputError(f"option {number}: {added.fault}")
    _check_different(placed)
    if figures.prove(figures.premises, goal, picture_only=True) is not None:
        raise InputError(f"the goal {write(goal)} is proved without another point")
    opening = _opening(data, goal, steps, placed, figures)
    return [
        verdict or _without_proof(step, added, goal, figures)
        for verdict, step, added in zip(opening, steps, placed, strict=True)
    ]


def _goal(data: Mapping[str, Any], figures: ItemFigures) -> Statement:
    if figures.goal is None:
        raise InputError("expected the goal in the item's meta, found none")
    if printed_form_of(data).write(figures.goal) not in data["question"]:
        raise InputError(f"the question does not state the goal {write(figures.goal)}")
    if figures.truth(figures.goal).right is not True:
        raise InputError(f"the goal {write(figures.goal)} is not true in all figures")
    return figures.goal


def _offered(data: Mapping[str, Any], k: int, figures: ItemFigures) -> ConstructionStep:
    """Return the construction that an option offers, read from its printed text."""
    claimed = load_steps(data["certificate"]["options"][k]["clause"], figures.problem)
    if len(claimed) != 1 or len(claimed[0].points) != 1:
        raise InputError(f"option {k + 1} does not construct one point in its certificate")
    (point,) = claimed[0].points
    form = printed_form_of(data)
    printed = read_point(
        figures.problem, data["answer"]["options"][k], point, language=form.language
    )
    if _stated(printed, figures) != _stated(claimed[0], figures):
        raise InputError(f"option {k + 1} offers {printed}, but {claimed[0]} in its certificate")
    return claimed[0]


def _stated(step: ConstructionStep, figures: ItemFigures) -> frozenset[Statement]:
    """Return what the clause of a point says."""
    longer = load_problem(f"{figures.problem}; {step}")
    return frozenset(longer.premises) - frozenset(figures.problem.premises)


def _check_different(placed: Sequence[AddedPoints]) -> None:
    """Check that no two points are one, nor a point of the figure, in every draw."""
    for setting in zip(*(added.settings for added in placed), strict=True):
        old = setting[0].xy[:, :-1]
        new = [one.xy[:, -1] for one in setting]
        size = np.ptp(old, axis=1).max()
        for (i, one), (j, other) in combinations(enumerate(new, start=1), 2):
            if (np.linalg.norm(one - other, axis=-1) < _APART * size).all():
                raise InputError(f"options {i} and {j} offer the same point")
        for number, one in enumerate(new, start=1):
            gaps = np.linalg.norm(old - one[:, None], axis=-1)
            if (gaps < _APART * size).all(axis=0).any():
                raise InputError(f"option {number} offers a point of the figure")


def _opening(
    data: Mapping[str, Any],
    goal: Statement,
    steps: Sequence[ConstructionStep],
    placed: Sequence[AddedPoints],
    figures: ItemFigures,
) -> list[OptionVerdict | None]:
    """Replay the proof of the certificate; the verdict on the option whose point it adds."""
    record = data["certificate"].get("proof")
    if not isinstance(record, dict) or not isinstance(record.get("added"), list):
        raise InputError("expected a proof that adds a point in the certificate")
    if record.get("problem") != f"{figures.problem} ? {goal}":
        raise InputError("the proof in the certificate is of another problem")
    proof, found = read_proof(record), list[OptionVerdict | None]()
    for step, added in zip(steps, placed, strict=True):
        if record["added"] != [str(step)]:
            found.append(None)
            continue
        replayed = replay(
            proof, given=(*figures.problem.premises, *added.premises), goal=goal,
            settings=added.settings, budget=figures.budget,
        )  # fmt: skip
        if replayed.bad is not None:
            raise InputError(
                f"step {replayed.bad.number} of the proof does not follow: {replayed.bad.missing}"
            )
        why = f"with {step} the goal is proved in {len(proof.steps)} replayed steps"
        found.append(OptionVerdict(True, why))
    return found


def _without_proof(
    step: ConstructionStep, added: AddedPoints, goal: Statement, figures: ItemFigures
) -> OptionVerdict:
    """Look for a proof with a point, in the picture; its absence is the weakest of verdicts."""
    if figures.prover is None:
        return OptionVerdict(None, "undecided without a prover")
    longer = load_problem(f"{figures.problem}; {step}")
    setting = _in_picture(step, figures)
    try:
        record = figures.prover(longer.points, setting.xy, longer.relations, goal)
    except GeoengineError as error:
        return OptionVerdict(None, f"the prover failed with {step}: {error}")
    if record is None:
        return OptionVerdict(False, f"with {step} no proof of the goal is found")
    found = replay(
        read_proof(record), given=(*figures.problem.premises, *added.premises), goal=goal,
        settings=[setting], budget=figures.budget, ask_z3=False,
    )  # fmt: skip
    if found.bad is not None:
        return OptionVerdict(None, f"with {step} a proof is found that cannot be replayed")
    return OptionVerdict(True, f"with {step} the goal is proved in {len(found.proof.steps)} steps")


def _in_picture(step: ConstructionStep, figures: ItemFigures) -> Setting:
    """Return the draws of the picture with a further point."""
    longer, diagram = add_points(figures.problem, figures.picture_draws, [step])
    return Setting(longer.points, diagram.xy)
