"""Letterings: the points of a task under other letters, in commands, conditions and texts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TypeAlias

from geoengine.draft import (
    Call,
    Expression,
    Name,
    print_expression,
    print_statement,
    read_draft,
    read_expression,
    renamed,
    walk,
    with_names,
)
from geoengine.families.drafting.task import Task, TaskStep

__all__ = ["Lettering", "letterings", "relettered"]

Lettering: TypeAlias = Mapping[str, str]
"""New letters by old ones; other letters stay."""

_CHANGED = "ABCDEFGH"
"""The letters that say nothing about their points; O, M, H, ... often stand for something."""

_RUNS = ("PQRSTUVW", "KLMNPQRS", "DEFGHJKL", "RSTUVWXY", "FGHJKLMN", "JKLMNPQR", "UVWXYZ")

_CAPITALS = re.compile(r"(?<![A-Za-zα-ω'_])[A-Z][A-Z0-9_']*(?![A-Za-zα-ω])")
_POINT = re.compile(r"[A-Z](?:_\w|[0-9])?'*")
_WORDS = frozenset(["SSS", "SAS", "ASA", "AAS", "SSA", "HL", "RHS"])
"""Names of theorems, which look like names of points."""

_START = re.compile(r"(?:^|[.:!?] )$")
_AFTER_A_POINT = frozenset(
    ["and", "or", "to", "through", "in", "with", "lies", "is", "about", "on", "by", "of", "as",
     "from", "equals", "meets", "are", "cuts", "gives", "takes", "must", "passes", "moves", "has",
     "goes", "stands"]
)  # fmt: skip
"""What follows the point A where a sentence begins with it; before other words it is an article."""


def letterings(task: Task) -> list[Lettering]:
    """Return the letterings that a task may have, that of its seed first.

    Letters from A to H become as many successive ones from another place of the alphabet, in their
    order, where no other point of the task has one of these.

    Examples
    --------
    >>> from geoengine.families.drafting import load_seeds, make_task
    >>> from geoengine.items import stream
    >>> task = make_task(load_seeds()["midpoint"], stream(1))
    >>> letterings(task)[1:3]
    [{'A': 'K', 'B': 'L'}, {'A': 'D', 'B': 'E'}]
    """
    names = _names(task)
    heads = {name[0] for name in names if name[0].isupper()}
    changed = sorted(heads & set(_CHANGED))
    kept = heads - set(changed)
    if any("Polygon(" in command for command in (*task.givens, *task.commands)):
        # The sides of polygons are named after vertices: PQR has the sides p, q and r.
        kept |= {name.upper() for name in names if len(name) == 1 and name.islower()}
        kept |= {"X", "Y", "Z"}  # x, y and z are no names.
    count = len(changed)
    free = [run for run in _RUNS if len(run) >= count and not kept & set(run[:count])]
    return [{}, *(dict(zip(changed, run, strict=False)) for run in free)]


def relettered(task: Task, letters: Lettering) -> Task:
    """Return a task with other letters.

    Examples
    --------
    >>> from geoengine.families.drafting import load_seeds, make_task
    >>> from geoengine.items import stream
    >>> task = make_task(load_seeds()["midpoint"], stream(1))
    >>> other = relettered(task, {"A": "R", "B": "S"})
    >>> other.problems["en"], other.goals
    ('Construct the midpoint M of the segment RS.', ('M == Midpoint(R, S)',))
    """
    names = {name: Name(_lettered(name, letters)) for name in _names(task)}

    def written(commands: tuple[str, ...]) -> tuple[str, ...]:
        found = read_draft("\n".join(commands)).statements
        return tuple(print_statement(renamed(one, names)) for one in found)

    def conditions(texts: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(print_expression(with_names(read_expression(text), names)) for text in texts)

    def texts(by_language: Mapping[str, str]) -> dict[str, str]:
        return {name: in_letters(text, name, letters) for name, text in by_language.items()}

    return replace(
        task,
        problems=texts(task.problems),
        givens=written(task.givens),
        free=tuple(_lettered(name, letters) for name in task.free),
        wanted={_lettered(name, letters): kind for name, kind in task.wanted.items()},
        where=conditions(task.where),
        goals=conditions(task.goals),
        where_made=conditions(task.where_made),
        steps=tuple(
            TaskStep(written(step.commands), texts(step.methods), texts(step.principles))
            for step in task.steps
        ),
    )


def in_letters(text: str, language: str, letters: Lettering) -> str:
    """Return a text with other letters for points.

    Examples
    --------
    >>> in_letters("A circle about A meets BC. A lies on it.", "en", {"A": "P", "B": "Q"})
    'A circle about P meets QC. P lies on it.'
    """

    def replaced(match: re.Match[str]) -> str:
        word = match[0]
        if word in _WORDS or (language == "en" and word == "A" and _is_article(text, match)):
            return word
        return _POINT.sub(lambda point: _lettered(point[0], letters), word)

    return _CAPITALS.sub(replaced, text)


def _is_article(text: str, match: re.Match[str]) -> bool:
    following = re.match(r" ([a-z]+)", text[match.end() :])
    if following is None or not _START.search(text[: match.start()]):
        return False
    return following[1] not in _AFTER_A_POINT


def _lettered(name: str, letters: Lettering) -> str:
    return letters.get(name[0], name[0]) + name[1:]


def _names(task: Task) -> set[str]:
    """Return the names of all that a task speaks about."""
    found: set[str] = set()
    for one in read_draft(task.program).statements:
        found |= {one.name} if one.name else set()
        found |= _in(one.value)
    for text in (*task.where, *task.goals, *task.where_made):
        found |= _in(read_expression(text))
    return found - {"xAxis", "yAxis"}


def _in(expression: Expression) -> set[str]:
    parts = list(walk(expression))
    calls = {part.name for part in parts if isinstance(part, Call)}
    return {part.text for part in parts if isinstance(part, Name)} - calls
