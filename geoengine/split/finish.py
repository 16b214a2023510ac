"""Finishing: the picture of a problem that is used, and its records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from geoengine.catalogue.phrases import Language
from geoengine.draw import draw, random_rotation
from geoengine.errors import GeoengineError
from geoengine.families.reasoning import goals, make_context, measured_problems, problem_record
from geoengine.language import parse_statement
from geoengine.scene import load_problem

__all__ = ["Finished", "Unfinished", "UnfinishedError", "finish"]


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A problem that items use.

    Attributes
    ----------
    id : str
        Of the problem in the split.
    index : int
        Number of its scene in the split.
    scene : str
    tier : int
    problem : str
        As JGEX text.
    seed : int
    goals : tuple of str
        The goals of its items, each once.
    image : bool
        Whether a picture is wanted.
    language : {"en", "zh"}
        Of the solutions.
    """

    id: str
    index: int
    scene: str
    tier: int
    problem: str
    seed: int
    goals: tuple[str, ...]
    image: bool
    language: Language = "en"


@dataclass(frozen=True, slots=True)
class Finished:
    """The records of a problem, one for each goal, and its picture as a PNG."""

    id: str
    records: tuple[dict[str, Any], ...]
    image: bytes | None


class UnfinishedError(GeoengineError):
    """The picture or the records of a problem could not be made."""


def finish(job: Unfinished) -> Finished:
    """Draw a problem and tell its solutions.

    A problem whose items have no goal gets one all the same, where there is one worth asking for.
    The first record holds the problems that ask for areas and perimeters of the same figure.

    Raises
    ------
    UnfinishedError
        Naming the scene and the seed, whatever went wrong.

    Examples
    --------
    >>> text = "A B C = r_triangle_of A B C 3 4; D = foot D A B C; E = midpoint E B C"
    >>> done = finish(Unfinished("p000000", 0, "demo", 1, text, 1, ("lconst A E 5/2",), True))
    >>> done.image[1:4], [(record["id"], record["answer"]) for record in done.records]
    (b'PNG', [('p000000-1', '5/2')])
    """
    try:
        return _finish(job)
    except Exception as error:
        where = f"scene {job.index} ({job.scene}) of seed {job.seed}"
        raise UnfinishedError(f"{where}: {type(error).__name__}: {error}") from error


def _finish(job: Unfinished) -> Finished:
    problem = load_problem(job.problem, name=job.scene)
    context = make_context(
        problem, scene=job.scene, seed=job.seed, tier=job.tier, language=job.language
    )
    assert context is not None, f"{job.id} could be placed once"
    asked = [parse_statement(goal) for goal in job.goals]
    if not asked:
        rng = np.random.default_rng([job.seed, job.index, 1])
        asked = [goal.statement for goal in list(goals(context, rng))[:1]]
    image = None
    if job.image:
        image = draw(
            context.diagram,
            problem.premises,
            rotate=random_rotation(context.diagram, job.seed + job.index),
            style="geobench",
        )
    measured = [
        {"id": f"{job.id}-m{number}", **told}
        for number, told in enumerate(measured_problems(context), start=1)
    ]
    records = tuple(
        {
            **problem_record(context, goal),
            "measurements": measured if number == 1 else [],
            "id": f"{job.id}-{number}",
            "image": f"images/{job.id}.png" if job.image else None,
            "index": job.index,
        }
        for number, goal in enumerate(asked, start=1)
    )
    return Finished(job.id, records, image)
