"""Measuring what a record asks."""

from __future__ import annotations

from typing import Any

from geoengine.verify.budget import Budget
from geoengine.verify.solids.evaluation import evaluate
from geoengine.verify.solids.figure_record import Figure
from geoengine.verify.solids.moving import lazy_functions
from geoengine.verify.solids.vocabulary import FUNCTIONS

__all__ = ["measure"]


def measure(figure: Figure, budget: Budget) -> Any:
    """Measure what a record asks.

    Raises
    ------
    UnknownFunctionError
        If the record uses a function that the judge does not know.
    UndefinedError
        If what is asked does not exist.
    TimeoutError
        If the time of the budget does not suffice.
    """
    if budget.spent:
        raise TimeoutError("no time was left")
    assert figure.ask is not None  # read_figure makes sure of it
    functions = {**FUNCTIONS, **lazy_functions(figure, budget)}
    return evaluate(figure.ask, figure.scope, functions)
