"""Values of Python programs, and what they are for measuring."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from geoengine.verify.programs.curves import Curve
from geoengine.verify.programs.evaluated import Opaque, SpaceCurve, Triple
from geoengine.verify.programs.faults import FaultKind, ProgramError, Spent
from geoengine.verify.programs.pens import Colour

__all__ = ["Known", "Method", "Module", "Patch", "as_measured", "is_number", "plain", "sized"]


@dataclass(frozen=True)
class Known:
    """A function of a library that programs may call."""

    name: str
    function: Callable[..., Any]


@dataclass(frozen=True)
class Module:
    """A module and its members; a lax one has others, which do not bear on measures."""

    name: str
    members: dict[str, Any]
    lax: bool = False


@dataclass(frozen=True)
class Method:
    """A method of a value, not yet called; of None, a function that calls functions."""

    of: Any
    name: str


@dataclass(frozen=True)
class Patch:
    """A patch of matplotlib."""

    curve: Curve | SpaceCurve
    colour: Colour | None
    zorder: float = 1.0


def is_number(value: Any) -> bool:
    """Whether a value is a real number."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def plain(value: Any) -> Any:
    """A scalar of numpy as one of Python; other values as they are, if they are not too large."""
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray):
        if value.dtype.kind not in "biufc":
            raise ProgramError(FaultKind.UNSUPPORTED, f"an array of type {value.dtype}")
        if value.ndim == 0:
            return value.item()
        sized(value.size)
    return value


def sized(count: int) -> None:
    """Check the size of something that is made.

    Raises
    ------
    ProgramError
        If it is too large.
    """
    if count > Spent.MAX_SIZE:
        raise ProgramError(FaultKind.LIMIT, f"more than {Spent.MAX_SIZE} elements")


def as_measured(value: Any, *, in_space: bool = False, depth: int = 0) -> Any:
    """A value in the form that measuring knows.

    Examples
    --------
    >>> as_measured(np.array([1.0, 2.0])), as_measured([(0, 0), (1, 2)])
    ((1+2j), [0j, (1+2j)])
    """
    if depth > 6:
        return Opaque("deep list")
    if isinstance(value, Patch):
        return value.curve
    if isinstance(value, bool | int | float | complex | str):
        return value
    if isinstance(value, np.ndarray):
        value = value.tolist()
        in_space = in_space or (len(value) == 3 and all(map(is_number, value)))
    if isinstance(value, list | tuple):
        if all(map(is_number, value)):
            if len(value) == 2:
                return complex(*value)
            if len(value) == 3 and in_space:
                return Triple(*map(float, value))
        inner = in_space or all(isinstance(v, np.ndarray) for v in value)
        return [as_measured(v, in_space=inner, depth=depth + 1) for v in value[:5000]]
    return Opaque(type(value).__name__)
