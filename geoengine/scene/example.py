"""Example problems for the constructions of the catalogue."""

from __future__ import annotations

from dataclasses import replace

from geoengine.catalogue import Construction
from geoengine.scene.assembly import assemble
from geoengine.scene.jgex import load_problem
from geoengine.scene.problem import Problem

__all__ = ["example_problem"]

# Angles and ratios without special properties, and lengths that form a triangle.
_NUMBERS = {"angle": ("40o", "65o"), "length": ("5", "6", "7"), "ratio": ("3/4",)}


def example_problem(construction: Construction) -> Problem:
    """Return a problem without a goal whose last step is the given construction.

    Points are named by the letters of the construction's definition, as capitals.

    Parameters
    ----------
    construction : Construction

    Examples
    --------
    >>> from geoengine.catalogue import load_constructions
    >>> print(example_problem(load_constructions()["foot"]).steps[-1])
    X = foot X A B C
    """
    before = construction.setting or "; ".join(f"{letter} = free" for letter in construction.takes)
    kinds = construction.numbers.values()
    numbers = [_NUMBERS[kind][at % len(_NUMBERS[kind])] for at, kind in enumerate(kinds)]
    call = " ".join([construction.name, *construction.letters, *numbers])
    text = f"{before}; {' '.join(construction.places)} = {call}".removeprefix("; ")
    problem = load_problem(text, name=construction.name)
    capitals = {point: point.upper() for point in problem.points}
    steps = [
        replace(
            step,
            points=tuple(capitals[point] for point in step.points),
            calls=tuple(
                replace(call, arguments=tuple(capitals[point] for point in call.arguments))
                for call in step.calls
            ),
        )
        for step in problem.steps
    ]
    return assemble(steps, name=construction.name)
