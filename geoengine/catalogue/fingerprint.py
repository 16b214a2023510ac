"""What entries that were read before depend on: the code that read them, and their classes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from pydantic import VERSION

import geoengine
from geoengine.cache import code_in
from geoengine.catalogue.entry import Record
from geoengine.catalogue.numbers import Numbers
from geoengine.catalogue.pattern import Pattern
from geoengine.language import Surd

__all__ = ["code_behind", "record_classes"]

_PACKAGE = Path(geoengine.__file__).parent


def code_behind(model: type[Record]) -> Iterator[bytes]:
    """Yield the code that decides which entries of a model are valid, and how they are stored.

    Examples
    --------
    >>> from geoengine.catalogue import Rule
    >>> any(b"class Rule(" in code for code in code_behind(Rule))
    True
    """
    yield f"{geoengine.__version__} {VERSION} {model.__module__}.{model.__qualname__}".encode()
    homes = {Path(str(sys.modules[base.__module__].__file__)).parent for base in _bases(model)}
    for folder in sorted({_PACKAGE / "catalogue", _PACKAGE / "language", *homes}):
        yield from code_in(folder)


def _bases(model: type[Record]) -> list[type[Record]]:
    return [base for base in model.__mro__ if issubclass(base, Record)]


def record_classes() -> list[type]:
    """Return the classes of which entries consist, as far as they are loaded.

    Examples
    --------
    >>> {Record, Pattern, Fraction} <= set(record_classes())
    True
    """
    found: list[type[Record]] = [Record]
    for model in found:
        found.extend(model.__subclasses__())
    return [*found, Fraction, Numbers, Pattern, Surd]
