"""Seeds that are made of scenes of the engine: sampled, deduced, and written as a program."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.random import Generator

from geoengine.catalogue import Scene, load_scenes
from geoengine.deduction import StopReason
from geoengine.errors import PlacementError
from geoengine.families.programs.plane_scenes.asking import Asked, choose
from geoengine.families.programs.plane_scenes.drawing_code import drawing_code
from geoengine.families.programs.plane_scenes.point_code import NoCodeError, placed
from geoengine.families.programs.plane_scenes.texts import FORMS, question, steps
from geoengine.families.programs.seed import ProgramText, Seed
from geoengine.graph import deduce
from geoengine.items import pick, stream
from geoengine.language import Statement, Surd
from geoengine.scene import Problem, diagram_of_part, draw_extra, place, sample

__all__ = ["SOURCE", "is_scene_seed", "scene_seed", "scene_seeds"]

SOURCE = "scene"
_DRAWS, _SHOWN = 9, 3
"""How many draws of a figure there are, and how many the deduction begins with."""

_MOST_EXTRA = 2
"""How many constructions are added to those of a scene at most."""

_WHOLE = 0.7
"""How often the program draws more than the proof speaks of."""

_TOPICS = {
    "circles": "circle", "quadrilaterals": "quadrilateral", "tangency": "tangent",
    "transformations": "transformation", "triangles": "triangle",
}  # fmt: skip


def is_scene_seed(seed_id: str) -> bool:
    """Whether an id is that of a scene of the engine."""
    return seed_id.startswith(f"{SOURCE}_")


def scene_seeds() -> dict[str, tuple[str, int]]:
    """Return the ids of scenes of the engine, with their topics and tiers.

    Examples
    --------
    >>> scene_seeds()["scene_rectangle_diagonals"]
    ('quadrilateral', 1)
    """
    return {
        f"{SOURCE}_{name}": (_TOPICS[scene.topic], scene.tier)
        for name, scene in load_scenes().items()
    }


@lru_cache(maxsize=512)
def scene_seed(seed_id: str, split_seed: int, turn: int, attempt: int) -> Seed | None:
    """Make a seed of a scene of the engine.

    Parameters
    ----------
    seed_id : str
        ``scene_`` and the name of the scene.
    split_seed, turn, attempt : int
        The seed of the split, how many items it has of the scene before, and how often the item
        was tried before.

    Returns
    -------
    Seed or None
        None if this attempt gives no problem that is worth asking and has a plain program.

    Examples
    --------
    >>> found = (scene_seed("scene_rectangle_diagonals", 1, 0, attempt) for attempt in range(9))
    >>> seed = next(seed for seed in found if seed is not None)
    >>> seed.source
    'scene'
    """
    scene = load_scenes()[seed_id.removeprefix(f"{SOURCE}_")]
    rng = stream(split_seed, "programs", seed_id, turn, attempt, "scene")
    try:
        return _made(seed_id, scene, rng)
    except (NoCodeError, PlacementError):
        return None


def _made(seed_id: str, scene: Scene, rng: Generator) -> Seed | None:
    extra = min(draw_extra(scene, rng), _MOST_EXTRA)
    problem = sample(scene, rng, extra=extra)
    diagram = place(problem, draws=_DRAWS)
    graph = deduce(
        problem,
        diagram=replace(diagram, xy=diagram.xy[:_SHOWN]),
        further_draws=diagram.xy[_SHOWN:],
    )
    if graph.stop_reason is not StopReason.SATURATED:
        return None
    asked = choose(graph, rng)
    if asked is None:
        return None
    given = _given(problem, asked, rng)
    if asked.kind in ("length", "area") and given is None:
        return None
    names = {*asked.points, *(given.points if given else ())}
    needed = names.union(*(proof.points for proof in asked.proofs))
    part = problem if rng.random() < _WHOLE else problem.part(needed)
    wanted = [*asked.segments, *([(given.points[0], given.points[1])] if given else [])]
    code = drawing_code(part, diagram_of_part(diagram, part), wanted=wanted, named=needed)
    if not _holds(part, asked, code):
        return None
    forms = [int(rng.integers(FORMS)), int(rng.integers(FORMS))]
    en, zh = (
        ProgramText(
            question=question(asked, given, forms, language),
            steps=steps(asked, given, language),
        )
        for language in ("en", "zh")
    )
    return Seed(
        id=seed_id, source=SOURCE, topics=(_TOPICS[scene.topic], asked.kind), program=code,
        given=() if given is None else (
            f"length({','.join(given.points)}) = {_expression(given.value)}",
        ),
        asked=asked.measure, answer=_expression(asked.value), en=en, zh=zh,
    )  # fmt: skip


def _given(problem: Problem, asked: Asked, rng: Generator) -> Statement | None:
    """Choose the length that is given: one on which the proof depends, if there is one."""
    if asked.kind in ("angle", "ratio"):
        return None
    lengths = [premise for premise in problem.relations if premise.predicate == "lconst"]
    used = [premise for premise in lengths if premise in asked.premises]
    found = [one for one in used or lengths if one.value != asked.value]
    return pick(rng, found, 1)[0] if found else None


def _holds(problem: Problem, asked: Asked, code: str) -> bool:
    """Whether premises, and all that is derived, are true in the figure of a program."""
    z = placed(code)
    index = {name: row for row, name in enumerate(z)}
    xy = np.array([[[place.real, place.imag] for place in z.values()]])
    stated = [premise for premise in problem.premises if index.keys() >= {*premise.points}]
    for step in asked.steps:
        stated += [*step.derivation.antecedents, *step.derivation.conditions, step.conclusion]
    return all(bool(statement.holds(xy, index)[0]) for statement in stated)


def _expression(value: Surd | Fraction | None) -> str:
    """Return a number as seeds have it."""
    if isinstance(value, Surd):
        return f"sqrt({value.square})" if value.rational is None else str(value.rational)
    return str(value)
