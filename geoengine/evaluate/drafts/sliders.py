"""Sliders that a task asks for: whether a response makes them, and where they are moved."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator

from geoengine.draft import (
    Call,
    Draft,
    Expression,
    Limits,
    Statement,
    are_equal,
    carry_out,
    print_expression,
)

__all__ = ["Sliders"]

_ENDS = ("lowend", "highend")
"""Names that no draft has."""


class Sliders:
    r"""The sliders among what is wanted: those of the reference construction.

    Parameters
    ----------
    reference : Draft
        The givens and the reference construction.
    wanted : collection of str
        The names of what is wanted.
    limits : Limits

    Examples
    --------
    >>> from geoengine.draft import read_draft
    >>> reference = read_draft("A = (0, 0)\nt = Slider(0, 2)\nP = A + (t, 0)")
    >>> sliders = Sliders(reference, ["t", "P"], Limits())
    >>> sliders.fault(read_draft("A = (0, 0)\nt = 0\nP = A"))
    't is no slider from 0 to 2'
    >>> sliders.fault(reference) is None
    True
    """

    def __init__(self, reference: Draft, wanted: Collection[str], limits: Limits) -> None:
        self._limits = limits
        self._made = {
            one.name: one.value
            for one in reference.statements
            if one.name is not None
            and one.name in wanted
            and isinstance(one.value, Call)
            and one.value.name == "Slider"
        }
        self._ends = {name: self._ends_of(reference, value) for name, value in self._made.items()}

    def fault(self, response: Draft) -> str | None:
        """Return what is wrong with the sliders of a response that makes all that is wanted."""
        for name, ends in self._ends.items():
            made = next((one.value for one in response.statements if one.name == name), None)
            if not self._are_ends(response, made, ends):
                low, high = map(print_expression, self._made[name].arguments[:2])
                return f"{name} is no slider from {low} to {high}"
        return None

    def moved(self, draw: random.Random) -> Iterator[tuple[str, float]]:
        """Yield each slider with a value at random."""
        for name, (low, high) in self._ends.items():
            yield name, draw.uniform(low, high)

    def _are_ends(self, draft: Draft, made: Expression | None, ends: tuple[float, float]) -> bool:
        if not isinstance(made, Call) or made.name != "Slider":
            return False
        return all(map(are_equal, self._ends_of(draft, made), ends))

    def _ends_of(self, draft: Draft, slider: Call) -> tuple[float, float]:
        ends = (Statement(end, name) for name, end in zip(_ENDS, slider.arguments, strict=False))
        figure = carry_out(Draft((*draft.statements, *ends)), limits=self._limits)
        low, high = (figure.objects[name].shape for name in _ENDS)
        nowhere = float("nan")
        return (
            low if isinstance(low, float | int) else nowhere,
            high if isinstance(high, float | int) else nowhere,
        )
