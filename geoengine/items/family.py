"""Families of benchmarks: what a split asks of them, task by task."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from numpy.random import Generator

from geoengine.catalogue import Language
from geoengine.errors import GeoengineError
from geoengine.items.answer import Kind
from geoengine.items.item import Item

__all__ = ["Family", "Finished", "Material", "TaskSpec", "UnusableSceneError", "UsedProblem"]


class UnusableSceneError(GeoengineError):
    """No items can be made from a scene; the split counts the reason and takes the next scene."""


@dataclass(frozen=True, slots=True)
class Material:
    """What the items of one scene are made from.

    Attributes
    ----------
    scene : str
        Its name.
    problem : str
        In the formal language of the family.
    form : str
        Equal for problems that differ in names alone: a split uses one of them.
    context : object
        Handed to the builders of the tasks.
    rejections : Counter of str
        Why builders gave up candidates; they count here.
    """

    scene: str
    problem: str
    form: str
    context: Any
    rejections: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class UsedProblem:
    """A problem of which a split has accepted items.

    Attributes
    ----------
    id : str
        Of the problem in the split.
    index : int
        Number of its scene in the split.
    items : tuple of Item
        Those that were accepted, with their ids; at least one.
    images : bool
        Whether pictures and videos are wanted.
    """

    id: str
    index: int
    items: tuple[Item, ...]
    images: bool

    @property
    def language(self) -> Language:
        """Of the items."""
        return self.items[0].language


@dataclass(frozen=True, slots=True)
class Finished:
    """The records of a problem, and the files that its items show.

    Attributes
    ----------
    records : tuple of dict
        Lines of ``problems.jsonl``: further questions and solutions; none where a family has none.
    files : mapping of str to bytes
        By path in the split.
    """

    records: tuple[dict[str, Any], ...]
    files: Mapping[str, bytes]


class Prepare(Protocol):
    """Makes the material of a scene."""

    def __call__(
        self,
        seed: int,
        index: int,
        *,
        tiers: Sequence[int],
        topics: Sequence[str],
        language: Language,
    ) -> Material:
        """Make the material of the scene with a number.

        Everything follows from the arguments: equal ones give equal material.

        Raises
        ------
        UnusableSceneError
            When nothing can be made from it.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskSpec:
    """A task of a family.

    Attributes
    ----------
    name : str
        Unique in its family.
    title, short : str
        For headings, and for the columns of tables.
    level : int
        From 1.
    kind : {"choice", "value", "named", "draft"}
        Of the answer.
    options : int
        How many there are where the kind is a choice, else 0.
    build : callable
        From ``(context, rng, most)``, where the context is that of a `Material`, makes candidates
        of items about `most` questions at most. Equal generators give equal items.
    shares : mapping of str to int
        The weight of the task in each named mix.
    """

    name: str
    title: str
    short: str
    level: int
    kind: Kind
    build: Callable[[Any, Generator, int], list[Item]]
    options: int = 0
    shares: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if (self.kind == "choice") != (self.options > 1):
            raise ValueError(f"{self.name}: expected options for a choice, and for nothing else")

    @property
    def chance(self) -> float:
        """How often a guess among the options is right; 0 for open answers."""
        return 1 / self.options if self.options else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """A kind of benchmark: its tasks, and how their items are made.

    A family is registered under its name in the entry point group ``geoengine.families``; whatever
    judges its items is registered in the group ``geoengine.judges``, since makers and judges share
    no code.

    Attributes
    ----------
    name, title : str
    tasks : tuple of TaskSpec
        In the order in which they are listed everywhere.
    prepare : callable
        Makes the material of a scene; see `Prepare`.
    finish : callable
        Makes records and files of a `UsedProblem`.
    scenes : callable
        Names of all scenes, with the topic of each.
    prefix : str
        What the names of its tasks begin with in other programs.
    jgex : bool
        Whether problems are JGEX text, so that pages can place their figures and explore them.
    version : str
        Changes whenever the same plan gives another split; part of the plan.
    """

    name: str
    title: str
    tasks: tuple[TaskSpec, ...]
    prepare: Prepare
    finish: Callable[[UsedProblem], Finished]
    scenes: Callable[[], Mapping[str, str]] = dict
    prefix: str = ""
    jgex: bool = False
    version: str = ""

    def __post_init__(self) -> None:
        names = [task.name for task in self.tasks]
        if not names or len(set(names)) < len(names):
            raise ValueError(f"{self.name}: expected tasks with different names, found {names}")

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its tasks."""
        return tuple(task.name for task in self.tasks)

    @property
    def mixes(self) -> dict[str, dict[str, int]]:
        """The weights of the tasks by mix; ``even`` is always there."""
        found: dict[str, dict[str, int]] = {"even": dict.fromkeys(self.names, 1)}
        for task in self.tasks:
            for mix, share in task.shares.items():
                found.setdefault(mix, {})[task.name] = share
        return found

    def task(self, name: str) -> TaskSpec:
        """The task with a name.

        Raises
        ------
        KeyError
            When there is none.
        """
        return {task.name: task for task in self.tasks}[name]
