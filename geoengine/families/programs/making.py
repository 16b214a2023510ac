"""Instances in a language of code, unlike those made of the same seed before."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from numpy.random import Generator

from geoengine.catalogue import Language
from geoengine.families.programs.instance import Instance, make_instance
from geoengine.families.programs.instance_errors import InstanceError, errors_of
from geoengine.families.programs.measuring import points_of
from geoengine.families.programs.plane_scenes import is_scene_seed, scene_seed
from geoengine.families.programs.rounding import with_rounding
from geoengine.families.programs.seed import load_seeds
from geoengine.families.programs.style import draw_layout, draw_plot_style, styled
from geoengine.items import MOST_SHARED, contained, passages, stream, weighted
from geoengine.program import (
    Execution,
    Printed,
    PrintingError,
    Program,
    Triple,
    execute,
    print_asymptote,
    print_matplotlib,
    with_true_curves,
)

__all__ = ["Made", "made"]

_ATTEMPTS = 12
_SMALL = 20
"""Whole numbers up to this one are too common in settings to tell anything."""
_DECIMAL = re.compile(r"(?<![\d.])\d+\.\d+(?![\d.])")
_WHOLE_NUMBER = re.compile(r"(?<![\d.])\d+(?![\d.])")

_MOST_POINTS = 40


@dataclass(frozen=True)
class Made:
    """An instance with its code.

    Attributes
    ----------
    instance : Instance
    code_language : {"asymptote", "matplotlib"}
        Asymptote, where matplotlib has no plain counterpart of the program.
    program : Program
        As it is printed: with settings, and the functions that Asymptote lacks.
    printed : Printed
    done : Execution
        Of the printed program.
    """

    instance: Instance
    code_language: str
    program: Program
    printed: Printed
    done: Execution

    def question(self, language: Language) -> str:
        """Return the question in a language."""
        return self.instance.texts[language].question

    @property
    def coordinates(self) -> dict[str, list[float]]:
        """The coordinates of the named points, as the code has them; at most the first forty."""
        found = {name: [z.real, z.imag] for name, z in points_of(self.done).items()}
        for name, value in self.done.values.items():
            if isinstance(value, Triple):
                found[name] = [value.x, value.y, value.z]
        return {
            name: [round(part, 9) for part in found[name]] for name in list(found)[:_MOST_POINTS]
        }

    def passages(self, language: Language) -> frozenset[tuple[str, ...]]:
        """Return the passages of eight words of what a solver reads."""
        return passages(f"{self.question(language)}\n{self.printed.text}")


@lru_cache(maxsize=4096)
def made(
    seed_id: str,
    split_seed: int,
    turn: int,
    task_level: int,
    language: Language,
    languages: tuple[tuple[str, int], ...],
) -> Made | None:
    """Make the instance of a seed that a split uses at a turn; None if it would be a copy.

    Parameters
    ----------
    seed_id : str
    split_seed : int
        The seed of the split.
    turn : int
        How many instances of the seed the split has before, from 0.
    task_level : int
        The level that it must have.
    language : {"en", "zh"}
        Of the question.
    languages : tuple of (str, int)
        The languages of code, with their weights.

    Raises
    ------
    InstanceError
        If the seed is wrong.
    """
    earlier = [
        one
        for before in range(turn)
        if (one := made(seed_id, split_seed, before, task_level, language, languages)) is not None
    ]
    for attempt in range(_ATTEMPTS):
        if is_scene_seed(seed_id):
            seed = scene_seed(seed_id, split_seed, turn, attempt)
        else:
            seed = load_seeds()[seed_id]
        if seed is None:
            continue
        rng = stream(split_seed, "programs", seed_id, turn, attempt)
        # The first instance may well have the names that people choose.
        keep = turn == 0 and bool(rng.random() < 0.4)
        try:
            instance = make_instance(seed, rng, keep=keep)
        except InstanceError:
            if is_scene_seed(seed_id):
                # Not every figure can be drawn so that nothing leaks.
                continue
            raise
        if instance.level.level != task_level:
            continue
        instance = with_rounding(instance, rng)
        known = seed.parameters and any(
            one.instance.parameters == instance.parameters for one in earlier
        )
        if known and attempt < 8:
            continue
        with errors_of(seed):
            found = _printed(instance, weighted(rng, dict(languages))[0], rng)
        if _shows(found.printed.text, instance.rounded or instance.exact):
            continue
        own = found.passages(language)
        if all(contained(own, one.passages(language)) < MOST_SHARED for one in earlier):
            return found
    return None


def _printed(instance: Instance, code_language: str, rng: Generator) -> Made:
    program, layout = styled(instance.program, rng), draw_layout(rng)
    if code_language == "matplotlib":
        try:
            printed = print_matplotlib(program, draw_plot_style(rng))
            return Made(instance, code_language, program, printed, execute(program))
        except PrintingError:
            code_language = "asymptote"
    program = with_true_curves(program)
    printed = print_asymptote(program, layout)
    return Made(instance, code_language, program, printed, execute(program))


def _shows(code: str, exact: str) -> bool:
    """Whether a number stands in the code, be it only in a setting such as ``size(150)``."""
    if "." in exact:
        return exact in _DECIMAL.findall(code)
    return exact.isdecimal() and int(exact) > _SMALL and exact in _WHOLE_NUMBER.findall(code)


def weights(languages: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """Return languages of code with their weights, in a fixed order."""
    return tuple(sorted(languages.items()))
