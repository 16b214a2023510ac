"""The compiled inner loops of deduction, where they could be built.

Every function in them has a twin in numpy with the same results, bit for bit, which is used where
the kernel is missing. The environment variable ``GEOENGINE_COMPILED=0`` selects the twins.
"""

from __future__ import annotations

import importlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import ModuleType

from geoengine.kernel.build_record import describe_build

__all__ = ["compiled", "in_numpy", "why_missing"]

_FOLDER = Path(__file__).parent
_switched_off = False


@cache
def why_missing() -> str | None:
    """Return why the kernel is not used; None if it is."""
    if os.environ.get("GEOENGINE_COMPILED") == "0":
        return "switched off by GEOENGINE_COMPILED=0"
    try:
        built = json.loads((_FOLDER / "built.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return "not compiled"
    if "error" in built:
        return f"not compiled: {built['error']}"
    if built != describe_build(_FOLDER):
        return "compiled from other sources or for another Python: install geoengine again"
    return None


@cache
def compiled(name: str) -> ModuleType | None:
    """Return a module of the kernel; None where its twin in numpy is to be used.

    Examples
    --------
    >>> with in_numpy():
    ...     print(compiled("classes"))
    None
    """
    if _switched_off or why_missing():
        return None
    return importlib.import_module(f"geoengine.kernel.{name}")


@contextmanager
def in_numpy() -> Iterator[None]:
    """Use the twins in numpy, to compare them with the kernel."""
    global _switched_off
    before, _switched_off = _switched_off, True
    compiled.cache_clear()
    try:
        yield
    finally:
        _switched_off = before
        compiled.cache_clear()
