"""Names that a program for matplotlib cannot use for something else."""

from __future__ import annotations

import builtins
import keyword

from geoengine.program.python_helpers import helper_texts

__all__ = ["TAKEN", "is_taken"]

TAKEN = frozenset(
    {"Arc", "Wedge", "ax", "fig", "np", "plt", *helper_texts("array"), *helper_texts("complex")}
)
"""Names that the printed program may use itself."""


def is_taken(name: str) -> bool:
    """Whether a name means something else in printed Python."""
    return name in TAKEN or keyword.iskeyword(name) or hasattr(builtins, name)
