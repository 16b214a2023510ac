"""The cheapest steps to statements, which traces of one deduction share."""

from __future__ import annotations

from dataclasses import dataclass, field

from geoengine.deduction import Derivation
from geoengine.language import Statement

__all__ = ["CheapestSteps"]


@dataclass(frozen=True)
class CheapestSteps:
    """The cheapest steps that traces of a deduction have found so far.

    Attributes
    ----------
    given : frozenset of Statement
        The premises, which cost nothing.
    costs : dict of Statement to int
        See `trace`.
    steps : dict of Statement to Derivation
        Of statements with a cost, other than premises.
    """

    given: frozenset[Statement]
    costs: dict[Statement, int]
    steps: dict[Statement, Derivation] = field(default_factory=dict)
