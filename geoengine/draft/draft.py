"""Drafts: constructions as lists of commands."""

from __future__ import annotations

from dataclasses import dataclass, field

from geoengine.draft.expressions import Expression
from geoengine.draft.place import Place

__all__ = ["Draft", "Statement"]


@dataclass(frozen=True, slots=True)
class Statement:
    """One line of a draft.

    Attributes
    ----------
    value : Expression
        What is made, or a command that changes how the figure looks.
    name : str or None
        The name it is given, as in ``A = (1, 2)`` and ``f: y = 2x``.
    """

    value: Expression
    name: str | None = None
    place: Place | None = field(default=None, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Draft:
    """A construction: commands of GeoGebra, carried out one after another.

    Attributes
    ----------
    statements : tuple of Statement

    Examples
    --------
    >>> from geoengine.draft import read_draft
    >>> [statement.name for statement in read_draft("A = (1, 2)").statements]
    ['A']
    """

    statements: tuple[Statement, ...]
