"""Tasks: seeds with values of their parameters, their constructions expanded to commands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from numpy.random import Generator

from geoengine.draft import (
    Expression,
    Name,
    Statement,
    Tools,
    new_name,
    print_statement,
    read_draft,
    read_expression,
    renamed,
)
from geoengine.errors import CatalogueError
from geoengine.families.drafting.moving import drawn_givens, fill_in, free_names
from geoengine.families.drafting.seed import LANGUAGES, Seed, Step, load_seeds
from geoengine.families.drafting.wording import write_text

__all__ = ["Task", "TaskError", "TaskStep", "expand", "make_task"]

_DEEPEST = 5
"""How many constructions may use one another in a row."""


class TaskError(CatalogueError):
    """A seed of which no task can be made."""


@dataclass(frozen=True, slots=True)
class TaskStep:
    """A step of the reference construction.

    Attributes
    ----------
    commands : tuple of str
    methods, principles : dict of str to str
        By language: what is done, and why it is right.
    """

    commands: tuple[str, ...]
    methods: Mapping[str, str]
    principles: Mapping[str, str]


@dataclass(frozen=True)
class Task:
    """A construction task with a reference construction.

    Attributes
    ----------
    seed : Seed
    parameters : dict of str to number
    problems : dict of str to str
        The task, by language.
    givens : tuple of str
        Commands, placed as in the seed.
    tools : {"compass_only", "compass", "full"}
    free : tuple of str
        The names of the givens with which figures are moved.
    wanted : dict of str to str
        What is to be made: the kind of each object, by name.
    where, goals, where_made : tuple of str
        Conditions on moved givens, what must be true of what is made, and what else must be.
    steps : tuple of TaskStep
    """

    seed: Seed
    parameters: dict[str, Any]
    problems: Mapping[str, str]
    givens: tuple[str, ...]
    tools: Tools
    free: tuple[str, ...]
    wanted: Mapping[str, str]
    where: tuple[str, ...]
    goals: tuple[str, ...]
    where_made: tuple[str, ...]
    steps: tuple[TaskStep, ...]

    @property
    def program(self) -> str:
        """The commands of the givens and of all the steps, one on each line."""
        return "\n".join((*self.givens, *self.commands))

    @property
    def commands(self) -> tuple[str, ...]:
        """The commands of all the steps."""
        return tuple(command for step in self.steps for command in step.commands)


def make_task(
    seed: Seed, rng: Generator, parameters: dict[str, Any] | None = None, *, way: str = "steps"
) -> Task:
    """Make a task from a seed.

    Parameters
    ----------
    seed : Seed
    rng : Generator
        Chooses the parameters.
    parameters : dict, optional
        In place of chosen ones.
    way : {"steps", "steps_full"}
        Which of the reference constructions.

    Raises
    ------
    TaskError
        When the seed has no such construction, or uses one that there is not.

    Examples
    --------
    >>> from geoengine.items import stream
    >>> task = make_task(load_seeds()["perpendicular_bisector"], stream(1))
    >>> task.tools, task.steps[0].commands
    ('compass', ('c = Circle(A, B)', 'd = Circle(B, A)'))
    """
    values = parameters if parameters is not None else seed.space.pick(rng) or {}
    ways = {key: (tools, steps) for key, tools, steps in seed.ways()}
    if way not in ways:
        raise TaskError(f"expected a construction of {seed.id!r}, found no {way}")
    tools, steps = ways[way]
    drafts = expand(seed, steps, values, load_seeds())

    def filled(texts: Iterable[str]) -> tuple[str, ...]:
        return tuple(fill_in(text, values) for text in texts)

    return Task(
        seed=seed,
        parameters=values,
        problems={
            language: write_text(seed.text(language).problem, values) for language in LANGUAGES
        },
        givens=tuple(drawn_givens(seed, values).splitlines()),
        tools=tools,
        free=free_names(seed),
        wanted=seed.wanted,
        where=filled(seed.where),
        goals=filled(seed.goal),
        where_made=filled(seed.where_made),
        steps=tuple(
            TaskStep(
                tuple(map(print_statement, draft)),
                {
                    "en": write_text(step.en.method, values),
                    "zh": write_text(step.zh.method, values),
                },
                {
                    "en": write_text(step.en.principle, values),
                    "zh": write_text(step.zh.principle, values),
                },
            )
            for step, draft in zip(steps, drafts, strict=True)
        ),
    )


def expand(
    seed: Seed,
    steps: tuple[Step, ...],
    values: Mapping[str, Any],
    seeds: Mapping[str, Seed],
    *,
    depth: int = 0,
) -> list[tuple[Statement, ...]]:
    """Return the statements of each step, with those of the constructions that it uses.

    Their objects are renamed as the step says; those that it does not name get an index where their
    name is taken.

    Raises
    ------
    TaskError
        When a step uses a construction that there is not, or gives it other objects than it takes.
    """
    if depth > _DEEPEST:
        raise TaskError(
            f"expected at most {_DEEPEST} constructions that use one another, found more",
            hint="does one use itself?",
        )
    taken = {*seed.given_names, *(name for step in steps for name in step.names)}
    found: list[tuple[Statement, ...]] = []
    for step in steps:
        if step.uses is None:
            found.append(read_draft(fill_in(step.commands or "", values)).statements)
            continue
        used = seeds.get(step.uses.construction)
        if used is None:
            raise _error(seed, f"expected a known construction, found {step.uses.construction!r}")
        names = _names_for(seed, step, used)
        inner = [
            one
            for part in expand(
                used, used.steps, _values(seed, used, values), seeds, depth=depth + 1
            )
            for one in part
        ]
        for one in inner:
            if one.name is not None and one.name not in names:
                fresh = new_name(one.name, taken)
                taken.add(fresh)
                names[one.name] = Name(fresh)
        found.append(tuple(renamed(one, names) for one in inner))
    return found


def _values(seed: Seed, used: Seed, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of the parameters of a construction that is used: by name."""
    missing = used.parameters.keys() - values.keys()
    if missing:
        raise _error(
            seed, f"expected parameters {sorted(missing)}, as {used.id!r} has them, found none"
        )
    return {name: values[name] for name in used.parameters}


def _names_for(seed: Seed, step: Step, used: Seed) -> dict[str, Expression]:
    assert step.uses is not None
    given = {name: read_expression(text) for name, text in step.uses.given.items()}
    if set(given) != set(used.given_names):
        raise _error(
            seed,
            f"expected {', '.join(used.given_names)} as givens of {used.id!r}, found"
            f" {', '.join(given)}",
        )
    made = {name for one in used.steps for name in one.names}
    for name in step.uses.gives.keys() - made:
        raise _error(seed, f"expected something that {used.id!r} makes, found {name!r}")
    return {**given, **{name: Name(new) for name, new in step.uses.gives.items()}}


def _error(seed: Seed, message: str) -> TaskError:
    error = seed.error(message)
    return TaskError(
        error.message, source=error.source, line=error.line, column=error.column, hint=error.hint
    )
