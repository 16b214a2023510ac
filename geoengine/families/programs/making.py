"""Instances in a language of code, unlike those made of the same seed before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from numpy.random import Generator

from geoengine.catalogue import Language
from geoengine.families.programs.instance import Instance, make_instance
from geoengine.families.programs.instance_errors import InstanceError, errors_of
from geoengine.families.programs.leaks import leak_of
from geoengine.families.programs.measuring import points_of
from geoengine.families.programs.plane_scenes import is_scene_seed, scene_seed
from geoengine.families.programs.rounding import with_rounding
from geoengine.families.programs.seed import load_seeds
from geoengine.families.programs.style import draw_layout, draw_plot_style, styled
from geoengine.items import MOST_SHARED, Value, code_guesses, contained, passages, stream, weighted
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
    without_rotations,
)

__all__ = ["Made", "made"]

_ATTEMPTS, _PATIENT = 12, 8
"""How often an instance is made anew, and up to which attempt it must be as good as can be."""

_SMALL = 20
"""Answers up to this one may be numbers of the code if that cannot be avoided."""

_SHOWN = {"asymptote": "asymptote", "matplotlib": "python"}
"""What each language of code is called where code is highlighted."""

_PRODUCTS = 0.85
"""How often points are turned by products of complex numbers in Asymptote, not by ``rotate``."""

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

    @property
    def answer(self) -> Value:
        """The answer of its question."""
        one = self.instance
        return Value(exact=one.exact, rounded=one.rounded, quantity=one.seed.measure.quantity)

    @property
    def shown_language(self) -> str:
        """What the language of its code is called where code is highlighted."""
        return _SHOWN[self.code_language]

    @cached_property
    def guesses(self) -> dict[str, tuple[int, int]]:
        """How many blind guesses by the code alone are right, and how many there are."""
        value = float(self.instance.answer)
        return code_guesses(
            value, self.printed.text, self.shown_language, list(self.coordinates.values()),
            within=self.answer.margin(value),
        )  # fmt: skip

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
        if known and attempt < _PATIENT:
            continue
        with errors_of(seed):
            found = _printed(instance, weighted(rng, dict(languages))[0], rng)
        if leak_of(
            found.program, found.done, float(instance.answer), instance.seed.measure.quantity
        ):
            # The way it is written may bring new numbers.
            continue
        guessed = any(right for right, _ in found.guesses.values())
        if guessed and (attempt < _PATIENT or float(instance.answer) > _SMALL):
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
    if rng.random() < _PRODUCTS:
        program = without_rotations(program, rng)
    program = with_true_curves(program)
    printed = print_asymptote(program, layout)
    return Made(instance, code_language, program, printed, execute(program))


def weights(languages: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """Return languages of code with their weights, in a fixed order."""
    return tuple(sorted(languages.items()))
