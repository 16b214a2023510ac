"""The report on one rule in a deduction: its instances, and how many of them fired."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["RuleReport"]


@dataclass(frozen=True, slots=True)
class RuleReport:
    """The instances of one rule in a run.

    Attributes
    ----------
    rule : str
        The id of the rule.
    instances : int
        The number of instances that are true in the diagram and were listed.
    fired : int
        The number of those whose hypotheses were derived.
    truncated : bool
        Whether a limit cut the list.
    """

    rule: str
    instances: int
    fired: int
    truncated: bool
