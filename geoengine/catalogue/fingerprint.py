"""The code and the classes on which cached entries depend."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from pydantic import VERSION

import geoengine
from geoengine.cache import code_in
from geoengine.catalogue.entry import YamlModel
from geoengine.catalogue.numbers import Numbers
from geoengine.catalogue.pattern import Pattern
from geoengine.language import Surd

__all__ = ["code_behind", "model_classes"]

_PACKAGE = Path(geoengine.__file__).parent


def code_behind(model: type[YamlModel]) -> Iterator[bytes]:
    """Yield all that the cached entries of a model depend on, except their YAML.

    These are versions, and the code of `catalogue`, `language` and the packages of the model.

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


def _bases(model: type[YamlModel]) -> list[type[YamlModel]]:
    return [base for base in model.__mro__ if issubclass(base, YamlModel)]


def model_classes() -> list[type]:
    """Return the classes whose instances cached entries may contain, of those imported so far.

    Examples
    --------
    >>> {YamlModel, Pattern, Fraction} <= set(model_classes())
    True
    """
    found: list[type[YamlModel]] = [YamlModel]
    for model in found:
        found.extend(model.__subclasses__())
    return [*found, Fraction, Numbers, Pattern, Surd]
