"""Measuring what is asked in an evaluated program, at the scale that is given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from geoengine.errors import InputError
from geoengine.verify.programs.evaluated import Evaluated
from geoengine.verify.programs.expressions import evaluate_quantity, split_equation
from geoengine.verify.programs.faults import FaultKind, ProgramError

__all__ = ["CLOSE", "Measured", "measure_asked"]

CLOSE = 1e-6
"""The largest relative difference of values that count as equal."""


@dataclass(frozen=True)
class Measured:
    """What is asked.

    Attributes
    ----------
    value : float
        At the scale that is given.
    raw : float
        As the program draws it.
    dimension : float
        1 for a length, 2 for an area, 3 for a volume.
    scale : float or None
        How many units of what is given one unit of the program is; None without givens.
    """

    value: float
    raw: float
    dimension: float
    scale: float | None


def measure_asked(asked: str, given: Sequence[str], run: Evaluated) -> Measured:
    """Measure what is asked, in the one scale in which all that is given holds.

    Raises
    ------
    InputError
        If an expression cannot be read.
    ProgramError
        If it has no value, or the givens agree in no scale.

    Examples
    --------
    >>> from geoengine.verify.programs.asymptote import run_asymptote
    >>> run = run_asymptote("pair A=(0,0), B=(3,0), C=(0,4);")
    >>> round(measure_asked("area(A,B,C)", ["length(B,C) = 10"], run).value, 9)
    24.0
    """
    scale: float | None = None
    for equation in given:
        left, right = split_equation(equation)
        found = evaluate_quantity(left, run)
        wanted = evaluate_quantity(right, Evaluated()).value
        if not found.dimension:
            if abs(found.value - wanted) > CLOSE * max(1.0, abs(wanted)):
                text = f"{left} is {found.value:.9g} in the program, not {right}"
                raise ProgramError(FaultKind.VALUE, text)
            continue
        if not (found.value > 0 and wanted > 0):
            raise ProgramError(FaultKind.VALUE, f"{equation} sets no scale")
        factor = (wanted / found.value) ** (1 / found.dimension)
        if scale is not None and abs(factor - scale) > CLOSE * scale:
            text = f"the givens need different scales: {scale:.9g}, and {factor:.9g} for {equation}"
            raise ProgramError(FaultKind.VALUE, text)
        scale = factor if scale is None else scale
    asked_of = evaluate_quantity(asked, run)
    if asked_of.dimension and scale is None:
        raise InputError(f"nothing given sets the scale of {asked}")
    value = asked_of.value * (scale or 1.0) ** asked_of.dimension
    return Measured(value, asked_of.value, asked_of.dimension, scale)
