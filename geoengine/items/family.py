"""Families of benchmarks: their tasks, and the functions that a split calls to make items."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias

from numpy.random import Generator

from geoengine.catalogue import Language
from geoengine.errors import GeoengineError
from geoengine.items.answer import Kind
from geoengine.items.explanation import Explanation, explain_by_labels
from geoengine.items.item import Item
from geoengine.items.listing import Listing
from geoengine.items.look import ANY_LOOK, Look
from geoengine.items.published import Published

__all__ = [
    "BATCH",
    "EVIDENCE",
    "Evidence",
    "Family",
    "FinishedProblem",
    "ItemText",
    "Material",
    "TaskSpec",
    "TaskType",
    "UnusableSceneError",
    "UsedProblem",
]


Evidence: TypeAlias = Literal["text", "figure", "both"]
"""What states the premises: the text alone, the picture too, or by item the one or the other."""

EVIDENCE: tuple[Evidence, ...] = ("text", "figure", "both")


BATCH = 1_000_000
"""The scenes of batch b are numbered from b times this.

A family whose splits can be made in batches makes its choices by the remainder, and everything
that may differ between batches by the whole number.
"""


class UnusableSceneError(GeoengineError):
    """No items can be made from a scene; the split counts the reason and goes on to the next."""


@dataclass(frozen=True, slots=True)
class Material:
    """The problem sampled from a scene, with what builders need to make items about it.

    Attributes
    ----------
    scene : str
        The name of the scene.
    problem : str
        The problem in the formal language of the family.
    form : str
        A text that is equal for problems which differ only in names; a split uses only one
        problem of each form.
    context : object
        What the builders of the tasks get as their first argument.
    rejections : Counter of str
        How often builders rejected candidates, by reason; updated by the builders.
    kept : object
        Plain data that finishes the problem faster, if items of it are accepted; see `UsedProblem`.
    """

    scene: str
    problem: str
    form: str
    context: Any
    rejections: Counter[str] = field(default_factory=Counter)
    kept: Any = None


@dataclass(frozen=True, slots=True)
class UsedProblem:
    """A problem of which a split has accepted items.

    Attributes
    ----------
    id : str
        The name of the problem, unique in the split, such as ``p000012``.
    index : int
        The number of its scene in the split, from 0.
    items : tuple of Item
        The accepted items, with their ids; at least one.
    images : bool
        Whether pictures are to be made.
    videos : bool
        Whether videos are to be made.
    look : Look
        How they look; that of no choice, if the family offers none.
    kept : object
        What the family kept of the problem's scene (`Material.kept`); None if that is not known.
        It saves work, and makes no difference to what is made.
    """

    id: str
    index: int
    items: tuple[Item, ...]
    images: bool
    videos: bool = False
    look: Look = ANY_LOOK
    kept: Any = None

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
        The contents of each file, by its path within the split.
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

        Equal arguments give equal material. Empty `tiers` or `topics` allow all.

        Raises
        ------
        UnusableSceneError
            When no items can be made from the scene.
        """


@dataclass(frozen=True, slots=True)
class TaskType:
    """What several tasks of a family ask, each at a level of its own, such as angles.

    Attributes
    ----------
    name : str
        Unique in its family.
    title, short : str
        The name of the type in headings, and in the columns of tables.
    """

    name: str
    title: str
    short: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskSpec:
    """A task of a family.

    Attributes
    ----------
    name : str
        Unique in its family.
    title, short : str
        The name of the task in headings, and in the columns of tables.
    level : int
        The level of reasoning, from 1.
    kind : {"choice", "value", "named", "draft"}
        The kind of answer; the commonest, if the items of the task have several.
    options : int
        The number of options of a choice; 0 for other kinds.
    build : callable
        Takes ``(context, rng, most)`` and returns candidate items: ``context`` is that of a
        `Material`, ``rng`` the only source of randomness, and ``most`` the largest number of
        things to ask about, such as goals; each may give several candidates.
    shares : mapping of str to int
        The weight of the task in mixes other than ``even``, by mix.
    tiers : tuple of int
        The tiers of its items, if no other task has items of these. Then it is made only if it is
        named, or such a tier or a mix with it is asked for. Empty for ordinary tiers.
    type : TaskType or None
        What it asks, if the tasks of its family are types of questions with several levels.
    """

    name: str
    title: str
    short: str
    level: int
    kind: Kind
    build: Callable[[Any, Generator, int], list[Item]]
    options: int = 0
    shares: Mapping[str, int] = field(default_factory=dict)
    tiers: tuple[int, ...] = ()
    type: TaskType | None = None

    def __post_init__(self) -> None:
        if (self.kind == "choice") != (self.options > 1):
            raise ValueError(f"{self.name}: expected options for a choice, and for nothing else")

    @property
    def chance(self) -> float:
        """The probability that a random option is right; 0 if the task has no options."""
        return 1 / self.options if self.options else 0.0


@dataclass(frozen=True, slots=True)
class ItemText:
    """The texts of an item in one language.

    Attributes
    ----------
    question : str
    steps : tuple of str
        The steps of the reference solution, with the item's own numbers and letters; empty if there
        is none. Judge models compare the reasoning of responses with it.
    """

    question: str
    steps: tuple[str, ...] = ()


def own_question(item: Item) -> dict[Language, ItemText]:
    """Return the question of an item in its language, without a solution."""
    return {item.language: ItemText(item.question)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """A kind of benchmark: its tasks, and how their items are made.

    A family is registered under its name in the entry point group ``geoengine.families``, and the
    judge of its items, which must not use the family's code, in the group ``geoengine.judges``.

    Attributes
    ----------
    name, title : str
        The name of the family on the command line, and in headings.
    tasks : tuple of TaskSpec
        The tasks, in the order in which they are listed everywhere.
    prepare : callable
        Makes the material of a scene; see `Prepare`.
    finish : callable
        Makes records and files of a `UsedProblem`.
    scenes : callable
        Returns the topic of each scene, by the scene's name; no scenes by default.
    prefix : str
        Begins the names of its tasks in other programs; ``geoengine_<name>`` if empty.
    jgex : bool
        Whether problems are JGEX text, so that pages can place their figures and explore them.
    version : str
        Part of every plan; it must change whenever the same plan would give another split.
    offers_evidence : bool
        Whether `prepare` also takes an `Evidence`, in the argument ``evidence``.
    offers_batches : bool
        Whether splits can be made in several batches, as `BATCH` says.
    has_seeds : bool
        Whether several items of a split may be instances of one seed, which `Item.scene` names;
        intervals then resample seeds. So it is wherever there are batches.
    offers_videos : bool
        Whether items may show videos.
    code_languages : mapping of str to int
        The languages in which items show code, with their weights; `prepare` then also takes those
        that are wanted, in the argument ``code``. Empty if items show no code.
    check_look : callable or None
        Raises a `UsageError` if pictures cannot look as a `Look` says; `prepare` then also takes
        it, in the argument ``look``. None if the family offers no choice.
    spread : mapping of str to float
        For each aspect of items, such as ``goal``, the largest share of the items of a task that
        may be of one kind; `Item.meta` names their kinds in ``kinds``, one or a list for each.
    explain : callable
        Tells the certificate of an item in words; by default each entry with its label.
    exhibit : callable, optional
        Returns the solid of an item, for pages on which it can be turned: an `Exhibit` of
        `geoengine.draw.solids`. Raises InputError where the item does not tell enough.
    listing : callable, optional
        Returns the `Listing` of an item, for pages on which its code is followed step by step.
        Raises InputError where the item does not tell enough.
    texts : callable
        Returns the question of an item with its reference solution, in each language in which it
        has them; by default the question alone, in the language of the item.
    published : Published or None
        How a published benchmark of its kind is distributed, beside which reports put splits.
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
    offers_evidence: bool = False
    offers_batches: bool = False
    has_seeds: bool = False
    offers_videos: bool = False
    code_languages: Mapping[str, int] = field(default_factory=dict)
    check_look: Callable[[Look], None] | None = None
    spread: Mapping[str, float] = field(default_factory=dict)
    explain: Callable[[Item], Explanation] = explain_by_labels
    exhibit: Callable[[Item], Any] | None = None
    listing: Callable[[Item], Listing] | None = None
    texts: Callable[[Item], Mapping[Language, ItemText]] = own_question
    published: Published | None = None

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
        """The weights of the tasks, by mix and task. The mix ``even`` is always there."""
        found: dict[str, dict[str, int]] = {"even": dict.fromkeys(self.names, 1)}
        for task in self.tasks:
            for mix, share in task.shares.items():
                found.setdefault(mix, {})[task.name] = share
        return found

    @property
    def types(self) -> tuple[TaskType, ...]:
        """The types of its tasks, in the order of the tasks; empty if they have none."""
        return tuple(dict.fromkeys(task.type for task in self.tasks if task.type is not None))

    def task(self, name: str) -> TaskSpec:
        """The task with a name.

        Raises
        ------
        KeyError
            When there is none.
        """
        return {task.name: task for task in self.tasks}[name]
