"""Families of benchmarks: their tasks, and the functions that a split calls to make items."""

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

__all__ = ["Family", "FinishedProblem", "Material", "TaskSpec", "UnusableSceneError", "UsedProblem"]


class UnusableSceneError(GeoengineError):
    """No items can be made from a scene; the split counts the reason and goes on to the next."""


@dataclass(frozen=True, slots=True)
class Material:
    """The problem sampled from a scene, with what builders need to make items about it.

    Attributes
    ----------
    scene : str
        Its name.
    problem : str
        In the formal language of the family.
    form : str
        Equal for problems that differ only in names: a split uses only one of them.
    context : object
        Passed to the builders of the tasks.
    rejections : Counter of str
        How often builders rejected candidates, by reason; updated by the builders.
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
        Whether pictures and videos are made.
    """

    id: str
    index: int
    items: tuple[Item, ...]
    images: bool

    @property
    def language(self) -> Language:
        """The language of the items."""
        return self.items[0].language


@dataclass(frozen=True, slots=True)
class FinishedProblem:
    """The records of a problem, and the files that its items show.

    Attributes
    ----------
    records : tuple of dict
        Lines of ``problems.jsonl``: further questions and solutions; empty if a family makes none.
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
        """Make the material of the scene with number `index`.

        Equal arguments give equal material.

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
        The number of options of a choice; 0 for other kinds.
    build : callable
        Takes ``(context, rng, most)``, where the context is that of a `Material`, and returns
        candidates for items about at most `most` questions. Equal generators give equal items.
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
        """The probability that a random guess is right; 0 for open answers."""
        return 1 / self.options if self.options else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """A kind of benchmark: its tasks, and how their items are made.

    A family is registered under its name in the entry point group ``geoengine.families``, and the
    judge of its items in the group ``geoengine.judges``, since makers and judges share no code.

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
        Returns the names of all scenes, with the topic of each.
    prefix : str
        Put before the names of its tasks in other programs.
    jgex : bool
        Whether problems are JGEX text, so that pages can place their figures and explore them.
    version : str
        Part of every plan; it must change whenever the same plan would give another split.
    """

    name: str
    title: str
    tasks: tuple[TaskSpec, ...]
    prepare: Prepare
    finish: Callable[[UsedProblem], FinishedProblem]
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
