"""Checking the value of an option that has a fixed set of values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from geoengine.errors import UsageError

__all__ = ["choose"]

Choice = TypeVar("Choice", bound=str)


def choose(value: str, choices: Sequence[Choice], noun: str) -> Choice:
    """Return the value if it is one of the choices.

    Parameters
    ----------
    value : str
        The value given on the command line.
    choices : sequence of str
    noun : str
        What the value is called in messages, such as ``format``.

    Raises
    ------
    UsageError
        When the value is not one of the choices.

    Examples
    --------
    >>> choose("svg", ("png", "svg"), "format")
    'svg'
    """
    for choice in choices:
        if choice == value:
            return choice
    raise UsageError(
        f"expected a {noun}, found {value!r}", hint=f"the {noun}s are: {', '.join(choices)}"
    )
