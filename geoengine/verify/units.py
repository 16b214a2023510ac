"""What can be judged, as it is read: problems, proofs, items."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from geoengine.language import Statement
from geoengine.scene import Problem
from geoengine.verify.proof_record import ProofRecord
from geoengine.verify.quantity import Quantity

__all__ = [
    "Goal",
    "ItemUnit",
    "ProblemUnit",
    "ProofUnit",
    "PublishedUnit",
    "RecordUnit",
    "Unit",
    "families",
]

_TOGETHER = 24
"""Units about one problem that are judged by one process, one after the other."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What a problem asks for.

    Attributes
    ----------
    target : Statement or Quantity or None
        None where it says nothing.
    empty : str
        Why it says nothing, where it does.
    """

    target: Statement | Quantity | None
    empty: str = ""


@dataclass(frozen=True)
class ProblemUnit:
    """A problem to be judged.

    Attributes
    ----------
    name : str
    problem : Problem or None
        Its construction, where it has one.
    points : tuple of str
    given : tuple of Statement
    goals : tuple of Goal
    answer : str or None
    proof : ProofRecord or None
    """

    name: str
    problem: Problem | None
    points: tuple[str, ...]
    given: tuple[Statement, ...]
    goals: tuple[Goal, ...] = ()
    answer: str | None = None
    proof: ProofRecord | None = None


@dataclass(frozen=True)
class ProofUnit:
    """A proof by itself: its premises are taken as given."""

    name: str
    proof: ProofRecord


@dataclass(frozen=True)
class ItemUnit:
    """A multiple-choice item, as it stands in a file."""

    name: str
    data: Mapping[str, Any]


@dataclass(frozen=True)
class RecordUnit:
    """The record of a problem with its solutions, as it stands in a split."""

    name: str
    data: Mapping[str, Any]


@dataclass(frozen=True)
class PublishedUnit:
    """Published files, audited together by `geoengine.verify.geobench`.

    Attributes
    ----------
    name : str
    files : tuple of (str, object)
        Names, and parsed JSON.
    """

    name: str
    files: tuple[tuple[str, Any], ...]


Unit = ProblemUnit | ProofUnit | ItemUnit | RecordUnit | PublishedUnit


def families(units: Sequence[Unit]) -> list[list[int]]:
    """The places of units by the problem they are about: together they are judged faster.

    Parameters
    ----------
    units : sequence of Unit

    Returns
    -------
    list of list of int
        In the order of the first of each; not more than 24 together.

    Examples
    --------
    >>> items = [ItemUnit(name, {"problem": name[0]}) for name in ("a1", "b1", "a2")]
    >>> families(items)
    [[0, 2], [1]]
    """
    found: list[list[int]] = []
    by_problem: dict[str, list[int]] = {}
    for place, unit in enumerate(units):
        problem = _problem_of(unit)
        family = None if problem is None else by_problem.get(problem)
        if family is None or len(family) >= _TOGETHER:
            family = []
            found.append(family)
            if problem is not None:
                by_problem[problem] = family
        family.append(place)
    return found


def _problem_of(unit: Unit) -> str | None:
    """The construction that an item or a record is about."""
    if isinstance(unit, ItemUnit):
        problem = unit.data.get("problem")
    elif isinstance(unit, RecordUnit):
        problem = unit.data.get("formal_problem")
    else:
        return None
    return problem.partition("?")[0].strip() if isinstance(problem, str) else None
