"""Formal geometry: reasoning graphs, proofs, and certified problems generated from them.

The names below are loaded on first use, so ``import geoengine`` is fast.

Examples
--------
>>> import geoengine
>>> "load_problem" in dir(geoengine)
True
"""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from geoengine.auxiliary import SearchBudget as SearchBudget
    from geoengine.auxiliary import SearchResult as SearchResult
    from geoengine.auxiliary import search as search
    from geoengine.errors import CatalogueError as CatalogueError
    from geoengine.errors import DegenerateStatementError as DegenerateStatementError
    from geoengine.errors import GeoengineError as GeoengineError
    from geoengine.errors import InputError as InputError
    from geoengine.errors import PlacementError as PlacementError
    from geoengine.errors import ProblemError as ProblemError
    from geoengine.errors import StatementError as StatementError
    from geoengine.graph import Answer as Answer
    from geoengine.graph import NotDerivedError as NotDerivedError
    from geoengine.graph import NotDeterminedError as NotDeterminedError
    from geoengine.graph import Proof as Proof
    from geoengine.graph import ReasoningGraph as ReasoningGraph
    from geoengine.graph import compute as compute
    from geoengine.graph import deduce as deduce
    from geoengine.graph import trace as trace
    from geoengine.language import Question as Question
    from geoengine.language import Statement as Statement
    from geoengine.language import parse_question as parse_question
    from geoengine.language import parse_statement as parse_statement
    from geoengine.scene import Diagram as Diagram
    from geoengine.scene import Problem as Problem
    from geoengine.scene import load_problem as load_problem

__version__ = "0.1.0"

_MODULES = {
    "Answer": "geoengine.graph",
    "CatalogueError": "geoengine.errors",
    "DegenerateStatementError": "geoengine.errors",
    "Diagram": "geoengine.scene",
    "GeoengineError": "geoengine.errors",
    "InputError": "geoengine.errors",
    "NotDerivedError": "geoengine.graph",
    "NotDeterminedError": "geoengine.graph",
    "PlacementError": "geoengine.errors",
    "Problem": "geoengine.scene",
    "ProblemError": "geoengine.errors",
    "Proof": "geoengine.graph",
    "Question": "geoengine.language",
    "ReasoningGraph": "geoengine.graph",
    "SearchBudget": "geoengine.auxiliary",
    "SearchResult": "geoengine.auxiliary",
    "Statement": "geoengine.language",
    "StatementError": "geoengine.errors",
    "compute": "geoengine.graph",
    "deduce": "geoengine.graph",
    "load_problem": "geoengine.scene",
    "parse_question": "geoengine.language",
    "parse_statement": "geoengine.language",
    "search": "geoengine.auxiliary",
    "trace": "geoengine.graph",
}

__all__ = [
    "Answer",
    "CatalogueError",
    "DegenerateStatementError",
    "Diagram",
    "GeoengineError",
    "InputError",
    "NotDerivedError",
    "NotDeterminedError",
    "PlacementError",
    "Problem",
    "ProblemError",
    "Proof",
    "Question",
    "ReasoningGraph",
    "SearchBudget",
    "SearchResult",
    "Statement",
    "StatementError",
    "__version__",
    "compute",
    "deduce",
    "load_problem",
    "parse_question",
    "parse_statement",
    "search",
    "trace",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(_MODULES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__


_DISPLAYED = {
    "Item": "geoengine.items.item",
    "Problem": "geoengine.scene.problem",
    "Proof": "geoengine.graph.proof",
    "ReasoningGraph": "geoengine.graph.reasoning",
}
"""The classes that notebooks display as HTML, each with its module."""


def _register_displays() -> None:
    """Register the displays of `geoengine.inspect` with IPython, if this process runs in it.

    IPython takes the classes by name, so nothing is imported before a value is displayed.
    """
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    if shell is not None:
        formatter = shell.display_formatter.formatters["text/html"]
        for name, module in _DISPLAYED.items():
            formatter.for_type_by_name(module, name, _as_html)


def _as_html(value: Any) -> str:
    return str(importlib.import_module("geoengine.inspect").as_html(value))


_register_displays()
