"""The units that are read and judged: problems, proofs, items and records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from geoengine.errors import InputError
from geoengine.language import Statement
from geoengine.scene import Problem
from geoengine.verify.problems.quantity import Quantity
from geoengine.verify.proofs.proof_record import ProofRecord

__all__ = [
    "ItemUnit",
    "ProblemGoal",
    "ProblemUnit",
    "ProofUnit",
    "RecordUnit",
    "Unit",
    "UnreadUnit",
    "group_by_problem",
]

_MAX_GROUP = 24
"""The maximum number of units about one problem that are judged as a group."""


@dataclass(frozen=True, slots=True)
class ProblemGoal:
    """The goal of a problem, as read from its file.

    Attributes
    ----------
    target : Statement or Quantity or None
        The statement to prove, or the quantity to find; None if it is degenerate.
    empty : str
        Why the goal is degenerate; empty if it is not.
    """

    target: Statement | Quantity | None
    empty: str = ""


@dataclass(frozen=True)
class ProblemUnit:
    """A problem to judge.

    Attributes
    ----------
    name : str
        The name of the problem in messages.
    problem : Problem or None
        The construction of the figure; None for a problem stated without one.
    points : tuple of str
        The names of all points.
    given : tuple of Statement
        All premises, including side conditions.
    goals : tuple of ProblemGoal
        What is asked; empty if nothing is.
    answer : str or None
        The answer that the problem claims, if any.
    proof : ProofRecord or None
        The proof that comes with the problem, if any.
    """

    name: str
    problem: Problem | None
    points: tuple[str, ...]
    given: tuple[Statement, ...]
    goals: tuple[ProblemGoal, ...] = ()
    answer: str | None = None
    proof: ProofRecord | None = None


@dataclass(frozen=True)
class ProofUnit:
    """A proof, perhaps with the problem whose goal it proves.

    Attributes
    ----------
    name : str
    proof : ProofRecord
    problem : Problem or None
        Without one, the premises of the proof are taken as given.
    added : tuple of str
        The clauses of the points that the proof adds to the problem.
    """

    name: str
    proof: ProofRecord
    problem: Problem | None = None
    added: tuple[str, ...] = ()


@dataclass(frozen=True)
class ItemUnit:
    """An item, as a JSON object read from a file."""

    name: str
    data: Mapping[str, Any]


@dataclass(frozen=True)
class RecordUnit:
    """A problem of a split with its solutions: a line of ``problems.jsonl``, as a JSON object."""

    name: str
    data: Mapping[str, Any]


Unit = ProblemUnit | ProofUnit | ItemUnit | RecordUnit


@dataclass(frozen=True)
class UnreadUnit:
    """A file that could not be read, or a problem, proof, item or record in it that could not.

    Attributes
    ----------
    name : str
        The name of the unit; empty if the file as a whole could not be read.
    error : InputError
        The error, with its place in the file.
    """

    name: str
    error: InputError


def group_by_problem(units: Sequence[object]) -> list[list[int]]:
    """Group units by problem: units about the same problem are judged faster together.

    Parameters
    ----------
    units : sequence
        Items and records of one problem are grouped; any other unit is a group by itself.

    Returns
    -------
    list of list of int
        The indices of the units in each group, at most 24, in the order of the first of each group.

    Examples
    --------
    >>> items = [ItemUnit(name, {"problem": name[0]}) for name in ("a1", "b1", "a2")]
    >>> group_by_problem(items)
    [[0, 2], [1]]
    """
    found: list[list[int]] = []
    groups: dict[str, list[int]] = {}
    for place, unit in enumerate(units):
        problem = _problem_of(unit)
        group = None if problem is None else groups.get(problem)
        if group is None or len(group) >= _MAX_GROUP:
            group = []
            found.append(group)
            if problem is not None:
                groups[problem] = group
        group.append(place)
    return found


def _problem_of(unit: object) -> str | None:
    """The construction that an item or a record is about; None for any other unit."""
    if isinstance(unit, ItemUnit):
        problem = unit.data.get("problem")
    elif isinstance(unit, RecordUnit):
        problem = unit.data.get("formal_problem")
    else:
        return None
    return problem.partition("?")[0].strip() if isinstance(problem, str) else None
