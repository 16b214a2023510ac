"""The engine steps of derivations: their tables, and their most specific names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from geoengine.catalogue import EngineStep, load_engine_steps
from geoengine.deduction import Derivation
from geoengine.language import Table

__all__ = ["choice_of", "table_of", "with_specific_name"]


@cache
def _steps() -> Mapping[str, EngineStep]:
    return load_engine_steps()


@cache
def _narrower(rule: str) -> tuple[EngineStep, ...]:
    """Return the steps of the same table that are limited to certain predicates."""
    table = table_of(rule)
    return tuple(
        step for step in _steps().values() if table and step.table == table and step.speaks_of
    )


def table_of(rule: str) -> Table | None:
    """Return the table whose equations a step combines; None for rules and other steps.

    Examples
    --------
    >>> table_of("angle_chasing"), table_of("midsegment")
    ('direction', None)
    """
    step = _steps().get(rule)
    return None if step is None else step.table


def choice_of(rule: str, modulus: int) -> str | None:
    """Return a sentence on what the figure decides in a step by its modulus; None if nothing.

    Examples
    --------
    >>> choice_of("angle_chasing", 2)
    'Equal, not differing by a multiple of 90°, as in the figure.'
    >>> choice_of("sine_chasing", 2)
    'One of two possible angles, as in the figure.'
    """
    if modulus == 1:
        return None
    if table_of(rule) == "direction":
        return f"Equal, not differing by a multiple of {180 // modulus}°, as in the figure."
    return "One of two possible angles, as in the figure."


def with_specific_name(derivation: Derivation) -> Derivation:
    """Return a derivation as the most specific engine step of its table that fits it.

    Examples
    --------
    >>> import geoengine as ge
    >>> graph = ge.deduce(ge.load_problem("a b c = triangle_sss 3 4 5"))
    >>> (step,) = graph.deduction.derivations(ge.parse_statement("perp a c b c"))
    >>> with_specific_name(step).rule
    'pythagoras_theorem'
    """
    for step in _narrower(derivation.rule):
        statements = (derivation.conclusion, *derivation.antecedents)
        if any(statement.predicate in step.speaks_of for statement in statements):
            return replace(derivation, rule=step.id)
    return derivation
