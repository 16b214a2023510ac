"""Givens of a task, placed anew: free points and numbers at random."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.random import Generator

from geoengine.families.drafting.seed import Seed
from geoengine.solid import Splice, fill_splices, number_code, read_splices

__all__ = ["drawn_givens", "fill_in", "free_names", "moved_givens"]

_APART = 0.14
"""How far a point is moved by itself, in parts of the figure's size."""


def fill_in(text: str, values: Mapping[str, Any]) -> str:
    """Return commands with the values of parameters in place of ``@{n}``.

    Examples
    --------
    >>> fill_in("p = Polygon(A, B, @{n})", {"n": 6})
    'p = Polygon(A, B, 6)'
    """
    return fill_splices(text, lambda splice: _exact(splice, values))


def drawn_givens(seed: Seed, values: Mapping[str, Any]) -> str:
    """Return the givens as the seed places them.

    Examples
    --------
    >>> from geoengine.families.drafting import load_seeds
    >>> print(drawn_givens(load_seeds()["perpendicular_bisector"], {}))
    A = (-3, -1)
    B = (3, 1)
    """

    def written(splice: Splice) -> str:
        numbers = [_decimal(float(one.value(values))) for one in splice.expressions]
        if splice.kind == "point":
            return f"({', '.join(numbers)})"
        return _exact(splice, values) if splice.kind == "number" else numbers[0]

    return fill_splices(seed.givens, written).strip()


def moved_givens(
    seed: Seed,
    values: Mapping[str, Any],
    rng: Generator,
    *,
    grid: float = 0.0,
    digits: int = 0,
) -> str:
    """Return the givens with all that is free moved, whether or not the conditions hold.

    The figure is turned, scaled and perhaps reflected, and each of its points is moved by itself;
    an upright figure is not turned or reflected.

    Parameters
    ----------
    seed : Seed
    values : mapping of str to number
        The values of the parameters.
    rng : Generator
    grid : float, optional
        Of what the coordinates and lengths are to be multiples; by default of 0.01.
    digits : int, optional
        How many more decimals to draw at random for each number.
    """

    def near(number: float) -> str:
        number = round(number / grid) * grid if grid else number
        if not digits:
            return _decimal(number)
        return f"{number:.2f}" + "".join(map(str, rng.integers(10, size=digits)))

    pieces = [one for one in read_splices(seed.givens) if isinstance(one, Splice)]
    places = np.array(
        [
            complex(*(float(one.value(values)) for one in piece.expressions))
            for piece in pieces
            if piece.kind == "point"
        ]
    )
    middle = places.mean() if len(places) else 0
    size = float(np.ptp(places.real) + np.ptp(places.imag)) if len(places) > 1 else 4.0
    scale = float(rng.uniform(0.75, 1.3))
    turn = 1.0 if seed.upright else np.exp(1j * rng.uniform(0, math.tau))
    flip = not seed.upright and bool(rng.integers(2))

    def written(splice: Splice) -> str:
        if splice.kind == "point":
            x, y = (float(one.value(values)) for one in splice.expressions)
            aside = _APART * size * math.sqrt(rng.uniform()) * np.exp(1j * rng.uniform(0, math.tau))
            place = complex(x, y) - middle + aside
            place = scale * turn * (place.conjugate() if flip else place)
            place += middle if seed.upright else 0
            return f"({near(place.real)}, {near(place.imag)})"
        number = float(splice.expressions[0].value(values))
        match splice.kind:
            case "length":
                return near(number * scale * rng.uniform(0.85, 1.18))
            case "direction":
                return near(float(round(number + rng.uniform(-8, 8))))
        return _exact(splice, values)

    return fill_splices(seed.givens, written).strip()


def free_names(seed: Seed) -> tuple[str, ...]:
    """Return the names of the givens with which figures are moved.

    Examples
    --------
    >>> from geoengine.families.drafting import load_seeds
    >>> free_names(load_seeds()["perpendicular_bisector"])
    ('A', 'B')
    """
    return tuple(
        line.partition("=")[0].strip()
        for line in seed.givens.splitlines()
        if any(isinstance(one, Splice) and one.kind != "number" for one in read_splices(line))
    )


def _exact(splice: Splice, values: Mapping[str, Any]) -> str:
    code = number_code(splice.expressions[0].value(values)).replace("**", "^")
    return code if code.replace(".", "").isdigit() else f"({code})"


def _decimal(number: float) -> str:
    text = f"{number:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
