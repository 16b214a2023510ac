"""Random problems: scenes of the catalogue and plain bases, with further points drawn at random."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from geoengine.catalogue import Scene, load_scenes
from geoengine.errors import PlacementError
from geoengine.scene import Problem, load_problems, sample

SCENES = list(load_scenes().values())


def _base(name: str, construction: str, numbers: dict[str, object] | None = None) -> Scene:
    return Scene(
        name=name, title=name, topic="triangles", tier=2, construction=construction,
        numbers=numbers or {},
    )  # fmt: skip


PLAIN = [
    _base("any_triangle", "A B C = triangle"),
    _base("two_equal_sides", "A B C = iso_triangle"),
    _base("right_angle", "A B C = r_triangle"),
    _base("four_points", "A B C D = quadrangle"),
    _base("trapezoid", "A B C D = trapezoid"),
    _base("parallelogram", "A B C = triangle; D = parallelogram A B C D"),
    _base("square", "A B C D = isquare"),
    _base("equilateral", "A B = segment; C = eq_triangle A B"),
    _base("circle", "O A = segment; B = on_circle O A; C = on_circle O A; D = on_circle O A"),
    _base("line", "A B = segment; C = on_line A B; D = on_line A B; E = free"),
    _base("bisected", "A B C = triangle; D = angle_bisector B A C, on_line B C"),
]
"""Figures without numbers."""

_ANGLES = {"t": [15, 30, 36, 45, 60, 72, 75, 90, 120, 135, 150]}
_LENGTHS = {
    "p q": [[2, 3], [3, "2√3"], [4, "4√2"], ["√3", "√3"], [1, 2], ["5/2", 4], [3, 5], [2, "√6"]]
}
_SIDES = {"p q r": [[3, 5, 7], [5, 7, 8], [1, "√3", 2], ["√2", "√3", 2], [4, 5, 6], [13, 14, 15]]}
_TWO_ANGLES = {"t u": [[150, 30], [150, 45], [120, 60], [135, 30], [144, 72], [105, 30], [120, 45]]}
NUMBERED = [
    *SCENES,
    _base("two_sides_and_angle", "A B C = triangle_sas {p} {q} {t}o", {**_ANGLES, **_LENGTHS}),
    _base("three_sides", "A B C = triangle_sss {p} {q} {r}", _SIDES),
    _base("two_angles", "A B = segment; C = s_angle A B {t}o, s_angle B A {u}o", _TWO_ANGLES),
    _base(
        "lengths_on_a_line",
        "A = free; B = lconst A {p}; C = on_line A B, lconst B {q}; D = free",
        _LENGTHS,
    ),
    _base(
        "ratios_on_a_line",
        "A B = segment; C = on_line A B, rconst A B A C {p}; D = free",
        {"p": [2, 3, "1/2", "√2", "5/2"]},
    ),
    _base(
        "angle_and_length",
        "A B = segment; C = s_angle A B {t}o; D = on_line B C, lconst B 3",
        _ANGLES,
    ),
    _base("apollonius", "A B = segment_of {p}; C = rconst2 A B {q}", _LENGTHS),
]
"""Figures with lengths, ratios and angles in numbers."""


OWN_SCENES = {
    problem.name: problem
    for problem in load_problems(Path(__file__).parent / "data" / "rule_scenes.jgex")
}
"""Scenes of rules that are rarely of use in random ones."""


def random_problem(seed: int) -> Problem | None:
    """A problem of one to four further points; None where it cannot be placed."""
    rng = np.random.default_rng(seed)
    # Every second scene has numbers in it.
    bases = NUMBERED if seed % 2 else PLAIN
    scene = bases[int(rng.integers(len(bases)))]
    try:
        return sample(scene, rng, extra=int(rng.integers(1, 5)))
    except PlacementError:
        return None
