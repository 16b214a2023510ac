"""The data of a page about the search that found the points of a proof."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from geoengine.catalogue import validation_message
from geoengine.errors import ProblemError
from geoengine.scene import Problem, describe_steps, load_steps

__all__ = ["searching_record"]

_ENDS = {
    "false_goal": "a goal is false in the figure",
    "no_points": "there is no point that could be added",
    "time_limit": "the time was spent",
    "attempt_limit": "all attempts were made",
    "interrupted": "it was interrupted",
}
"""Why a search without success ended."""

_MOST_ATTEMPTS = 1000
"""The largest number of attempts that a page shows."""


class _Attempt(BaseModel):
    """An attempt as a proof in JSON has it."""

    model_config = ConfigDict(strict=True)

    number: int = Field(description="From 1.")
    parent: int | None = Field(description="The attempt whose points are kept.")
    kept: list[str] = Field(description="Clauses of the points that are kept.")
    added: list[str] = Field(description="Clauses of the points tried.")
    reached: bool = Field(description="Whether the goals were derived.")
    progress: int = Field(description="How many more equalities were derived.")
    openings: int = Field(description="The largest number of openings of a point.")


class _Search(BaseModel):
    """A search as a proof in JSON has it."""

    model_config = ConfigDict(strict=True)

    stop_reason: str = Field(description="Why it ended.")
    attempts: int = Field(description="How many there were.")
    points_tried: int = Field(description="How many different points were tried.")
    proved: int | None = Field(description="The attempt that gave the proof.")
    names: dict[str, str] = Field(description="Names of points in that attempt and in the proof.")
    tree: list[_Attempt] = Field(description="Attempts in order.", max_length=_MOST_ATTEMPTS)


def searching_record(data: Any, problem: Problem) -> dict[str, Any]:
    """Return the data of a page about a search for auxiliary points.

    Parameters
    ----------
    data : object
        The key `search` of a proof, or of a goal without one, as `geoengine prove --search --format
        json` writes it.
    problem : Problem
        The problem to which the points were added.

    Returns
    -------
    dict
        Plain data for JSON. ``rows`` has the attempts, each after the one that it goes on from;
        ``depth`` says how many there are before it. ``ended`` says why there is no proof, if there
        is none. ``points`` has for each point its name, its
        construction in a sentence, its name in the proof or None, and whether it was kept.

    Raises
    ------
    InputError
        If the data is not such a search.

    Examples
    --------
    >>> import geoengine as ge
    >>> problem = ge.load_problem("a b c = triangle")
    >>> tried = {"parent": None, "kept": [], "reached": True, "progress": 0, "openings": 0}
    >>> search = {
    ...     "stop_reason": "proved", "attempts": 1, "points_tried": 1, "proved": 1,
    ...     "names": {"y": "x"},
    ...     "tree": [{**tried, "number": 1, "added": ["y = midpoint a b"]}],
    ... }
    >>> searching_record(search, problem)["rows"][0]["points"]
    [['y', 'Let y be the midpoint of ab.', 'x', False]]
    """
    try:
        search = _Search.model_validate(data)
    except ValidationError as error:
        raise ProblemError(f"search: {validation_message(error)}") from None
    branch = _line(search)
    rows = [_row(one, depth, branch, search, problem) for one, depth in _in_depth(search)]
    return {
        "attempts": search.attempts,
        "tried": search.points_tried,
        "proved": search.proved,
        "ended": _ENDS.get(search.stop_reason),
        "rows": rows,
    }


def _in_depth(search: _Search) -> Iterator[tuple[_Attempt, int]]:
    """Yield the attempts, each after the one that it goes on from, with how deep they are."""
    after: dict[int | None, list[_Attempt]] = defaultdict(list)
    known: set[int | None] = {None}
    for one in search.tree:
        if one.number in known or one.parent not in known:
            raise ProblemError(
                f"search: expected attempts after those that they go on from, found {one.number}"
                f" after {one.parent}"
            )
        known.add(one.number)
        after[one.parent].append(one)
    rest = [(one, 0) for one in reversed(after[None])]
    while rest:
        one, depth = rest.pop()
        yield one, depth
        rest += [(child, depth + 1) for child in reversed(after[one.number])]


def _line(search: _Search) -> frozenset[int]:
    """Return the attempts that lead to the proof, and the one that gave it."""
    parents = {one.number: one.parent for one in search.tree}
    line: list[int] = []
    number = search.proved
    while number in parents and number not in line:
        line.append(number)
        number = parents[number]
    return frozenset(line)


def _row(
    one: _Attempt, depth: int, branch: frozenset[int], search: _Search, problem: Problem
) -> dict[str, Any]:
    clauses = [*one.kept, *one.added]
    steps = load_steps("; ".join(clauses), problem) if clauses else ()
    longer = replace(problem, steps=(*problem.steps, *steps))
    sentences = describe_steps(longer)[len(problem.steps) :]
    names = search.names if one.number == search.proved else {}
    return {
        "number": one.number,
        "parent": one.parent,
        "depth": depth,
        "leads": one.number in branch,
        "reached": one.reached,
        "progress": one.progress,
        "openings": one.openings,
        "points": [
            [" ".join(step.points), text, names.get(step.points[0]), k < len(one.kept)]
            for k, (step, text) in enumerate(zip(steps, sentences, strict=True))
        ],
    }
