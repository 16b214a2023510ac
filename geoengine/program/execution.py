"""Execution of programs: the values of their names, and what they draw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from geoengine.program.display import Drawn, Settings
from geoengine.program.errors import ExecutionError
from geoengine.program.executor import Executor
from geoengine.program.limits import Limits
from geoengine.program.program import Program
from geoengine.program.values import Value

__all__ = ["Execution", "execute"]


@dataclass(frozen=True, slots=True)
class Execution:
    """What came of the execution of a program.

    Attributes
    ----------
    values : dict of str to value
        Of the names that are defined outside functions and blocks, at the end: int, float (real),
        complex (pair), Triple, bool, str, Path, Pen, Transform or Array.
    display : tuple of Drawn
        What was drawn, in painting order.
    settings : Settings
    """

    values: dict[str, Value]
    display: tuple[Drawn, ...]
    settings: Settings


def execute(
    program: Program,
    *,
    parameters: Mapping[str, int | float | Fraction] | None = None,
    limits: Limits | None = None,
) -> Execution:
    """Execute a program.

    Parameters
    ----------
    program : Program
    parameters : mapping of str to number, optional
        Values of names that the program uses and does not define.
    limits : Limits, optional
        How long it may run, and how much it may draw.

    Raises
    ------
    ExecutionError
        If a statement cannot be carried out, or a limit is exceeded.

    Examples
    --------
    >>> from geoengine.program import read_program
    >>> done = execute(read_program("pair A = (1,2); draw(circle(A, 3)); pair B = 2A;"))
    >>> done.values["B"], len(done.display)
    ((2+4j), 1)
    """
    executor = Executor(program, limits or Limits())
    for name, value in (parameters or {}).items():
        executor.scope.define(name, _number(value))
    try:
        executor.run()
    except RecursionError:
        raise ExecutionError("expected a program that is nested less deeply") from None
    return Execution(executor.outer_values(), tuple(executor.display), executor.settings)


def _number(value: Any) -> int | float:
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else float(value)
    return value if isinstance(value, int) else float(value)
