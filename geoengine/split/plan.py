"""Plans: everything that determines the bytes of a split."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, TypeVar

import geoengine
from geoengine.catalogue import LANGUAGES, Language, data_folder, load_tiers
from geoengine.errors import UsageError
from geoengine.items import ANY_LOOK, EVIDENCE, Evidence, Family, Look, TaskSpec, load_family
from geoengine.spelling import did_you_mean
from geoengine.split.avoided import digest_of, read_avoided
from geoengine.split_files import SCHEMA

__all__ = ["DEFAULT_FAMILY", "Plan", "make_plan"]

Number = TypeVar("Number", int, float)

DEFAULT_FAMILY = "reasoning"

_MOST_PER_SCENE = 6
_MOST_ITEMS = 1_000_000


@dataclass(frozen=True, slots=True)
class Plan:
    """The specification of a split. Equal plans give equal splits, byte by byte.

    Attributes
    ----------
    count : int
        The number of items of all tasks together, in each batch.
    seed : int
    tasks : tuple of str
        The names of the tasks, in the order of the family.
    images : bool
        Whether pictures are made.
    mix : str
        The shares of the tasks: ``even`` for equal ones, or the name of a mix of the family.
    tiers : tuple of int
        The tiers of difficulty allowed, from 1 to 5; empty for all. The tier of an item is that of
        its goal or, if it has no goal, of its scene.
    topics : tuple of str
        The topics allowed for scenes; empty for all.
    language : {"en", "zh"}
        The language of the items and of the solutions.
    family : str
        The name of the family.
    adversary : bool
        Whether learned guessers attack the items, and the manifest says how well they do.
    evidence : {"text", "figure", "both"} or None
        Where items state their premises: ``text``, all in the text; ``figure``, some only in the
        picture; ``both``, some items the one way and some the other. None if the family does not
        offer the choice.
    batches : int
        How many times the same seeds of problems are used, each time with other numbers, letters
        and pictures. 1 if the family does not offer more.
    videos : bool
        Whether videos are made.
    look : Look
        How pictures and videos look, where the family offers the choice.
    code : tuple of (str, int)
        The languages of code with their weights; empty if the family shows no code.
    avoid : str
        The path of a JSON file of published problems that no item must resemble; empty for none.

    Examples
    --------
    >>> list(make_plan(8).quotas.values())
    [2, 2, 1, 1, 1, 1]
    """

    count: int
    seed: int
    tasks: tuple[str, ...]
    images: bool = True
    mix: str = "even"
    tiers: tuple[int, ...] = ()
    topics: tuple[str, ...] = ()
    language: Language = "en"
    family: str = DEFAULT_FAMILY
    adversary: bool = False
    evidence: Evidence | None = None
    batches: int = 1
    videos: bool = False
    look: Look = ANY_LOOK
    code: tuple[tuple[str, int], ...] = ()
    avoid: str = ""

    @property
    def source(self) -> Family:
        """The family that makes the items."""
        return load_family(self.family)

    @property
    def specs(self) -> tuple[TaskSpec, ...]:
        """The tasks themselves, in the order of `tasks`."""
        return tuple(self.source.task(name) for name in self.tasks)

    @property
    def quotas(self) -> dict[str, int]:
        """The number of items of each task, in all batches together."""
        return {task: self.batches * quota for task, quota in self.batch_quotas.items()}

    @property
    def batch_quotas(self) -> dict[str, int]:
        """The number of items of each task in a batch.

        It is the share of the task in the mix, rounded by largest remainder.
        """
        weights = self.source.mixes[self.mix]
        whole = sum(weights[task] for task in self.tasks)
        shares = {task: Fraction(self.count * weights[task], whole) for task in self.tasks}
        quotas = {task: math.floor(share) for task, share in shares.items()}
        left = self.count - sum(quotas.values())
        for task in sorted(self.tasks, key=lambda task: quotas[task] - shares[task])[:left]:
            quotas[task] += 1
        return quotas

    def max_per_key(self, task: str) -> int:
        """Return how many items of a multiple-choice task may have the key at the same position."""
        return math.ceil(self.quotas[task] / self.source.task(task).options)

    def max_per_scene(self, task: str) -> int:
        """Return how many items of a task one scene may give: 1 to 6, growing with the quota."""
        return max(1, min(_MOST_PER_SCENE, round(math.sqrt(self.quotas[task]) / 2.5)))

    def as_dict(self) -> dict[str, Any]:
        """Return everything that determines the bytes of the split, as plain data."""
        return {
            "schema": SCHEMA,
            "family": self.family,
            "family_version": self.source.version,
            "count": self.count,
            "seed": self.seed,
            "tasks": list(self.tasks),
            "mix": self.mix,
            "quotas": self.quotas,
            "batches": self.batches,
            "images": self.images,
            "videos": self.videos,
            "tiers": list(self.tiers),
            "topics": list(self.topics),
            "language": self.language,
            "adversary": self.adversary,
            "evidence": self.evidence,
            "engine": geoengine.__version__,
            "catalogue": _catalogue_digest(),
            # Plans made before there was this choice stay as they are.
            **({} if self.look == ANY_LOOK else {"look": self.look.as_dict()}),
            **({"code": [list(one) for one in self.code]} if self.code else {}),
            **(
                {"avoid": {"file": self.avoid, "sha256": digest_of(self.avoid)}}
                if self.avoid
                else {}
            ),
        }


def make_plan(
    count: int,
    *,
    seed: int = 0,
    family: str = DEFAULT_FAMILY,
    tasks: Sequence[str] | None = None,
    images: bool = True,
    mix: str = "even",
    tiers: Sequence[int] = (),
    topics: Sequence[str] = (),
    language: str = "en",
    adversary: bool = False,
    evidence: str | None = None,
    batches: int = 1,
    videos: bool = False,
    view: Sequence[float] | None = None,
    projection: str | None = None,
    size: int | Sequence[int] | None = None,
    languages: Sequence[str] | None = None,
    avoid: str | None = None,
) -> Plan:
    """Check the options of a split, and make its plan.

    If there are fewer items than tasks, only the first `count` tasks are kept.

    Parameters
    ----------
    count : int
        The number of items of all tasks together, from 1 to 1,000,000.
    seed : int
        0 or more.
    family : str
        Name of an installed family of benchmarks.
    tasks : sequence of str, optional
        Names of tasks; by default those of the mix that have items of the tiers. Tasks with tiers
        of their own are among these only if such a tier, or a mix other than ``even``, is asked
        for.
    images : bool
        Whether pictures and videos are made.
    mix : str
        ``even``, or the name of a mix of the family, such as ``geobench``: the shares that the
        tasks have in the published benchmark.
    tiers : sequence of int
        The tiers of difficulty allowed, from 1 to 5; empty for all.
    topics : sequence of str
        The topics allowed for scenes; empty for all.
    language : str
        The language of the items, ``en`` or ``zh``.
    adversary : bool
        Whether learned guessers attack the items. `generate` then needs scikit-learn.
    evidence : str, optional
        ``text``, ``figure`` or ``both``, see `Plan`; by default ``both``, or ``text`` without
        images.
    batches : int
        How many batches of `count` items are made, from the same seeds of problems.
    videos : bool
        Whether videos are made.
    view : (float, float), optional
        The azimuth and the elevation from which solids are seen, in degrees; by default chosen for
        each item so that vertices and edges are apart.
    projection : str, optional
        ``orthographic``, the default, or ``perspective``.
    size : int or (int, int), optional
        The side of pictures and videos, or their width and height, in pixels.
    languages : sequence of str, optional
        The languages of code, in families that show it; by default all, in published shares.
    avoid : str, optional
        A JSON file of published problems with code, which no item must resemble.

    Returns
    -------
    Plan

    Raises
    ------
    UsageError
        For an unknown family, task, mix, tier, topic, language or evidence, a task that the mix
        does not have, a task without items of the tiers, no task at all, a number that is too small
        or too large, evidence in figures without images, batches or videos that the family does not
        offer, or a view, projection or size that it does not.

    Examples
    --------
    >>> make_plan(12, family="resoning")
    Traceback (most recent call last):
    geoengine.errors.UsageError: expected the name of a family, found 'resoning'
      hint: did you mean reasoning?
    """
    source = load_family(family)
    if seed < 0:
        raise UsageError(f"expected a seed of 0 or more, found {seed}")
    if tasks is not None and not tasks:
        raise UsageError(
            "expected at least one task, found none",
            hint=f"the tasks are: {', '.join(source.names)}",
        )
    if count < 1:
        raise UsageError(f"expected a count of 1 or more, found {count}")
    if count * batches > _MOST_ITEMS:
        raise UsageError(
            f"expected a count of at most {_MOST_ITEMS:,}, found {count * batches}",
            hint="make several splits, with different seeds",
        )
    if batches < 1:
        raise UsageError(f"expected 1 batch or more, found {batches}")
    if batches > 1 and not source.offers_batches:
        raise UsageError(
            f"expected one batch for the family {source.name}, found {batches}",
            hint="its problems are all different; ask for more items with --count",
        )
    if videos and not source.offers_videos:
        raise UsageError(f"expected no videos for the family {source.name}")
    chosen = _tasks(source, tasks, mix, tiers)
    for topic in topics:
        _known(topic, sorted(set(source.scenes().values())), "topic", "topics")
    written = next((known for known in LANGUAGES if known == language), None)
    if written is None:
        raise UsageError(
            f"expected a language, found {language!r}",
            hint=f"the languages are: {', '.join(LANGUAGES)}",
        )
    ordered = tuple(name for name in source.names if name in chosen)
    # A task without items is not part of the plan.
    return Plan(
        count, seed, ordered[:count], images, mix,
        tuple(sorted({*tiers})), tuple(sorted({*topics})), written, family, adversary,
        _evidence(source, evidence, images), batches, videos,
        _look(source, view, projection, size, videos=videos),
        _code(source, languages), _avoided(source, avoid),
    )  # fmt: skip


def _tasks(
    source: Family, wanted: Sequence[str] | None, mix: str, tiers: Sequence[int]
) -> set[str]:
    """Return the tasks to be made, once mix and tiers are known to fit them."""
    weights = source.mixes[_known(mix, source.mixes, "mix", "mixes")]
    special = {tier for task in source.tasks for tier in task.tiers}
    ordinary = {n for n, tier in load_tiers().items() if not tier.is_auxiliary}
    known = ordinary | special
    for tier in tiers:
        if tier not in known:
            raise UsageError(f"expected a tier from {min(known)} to {max(known)}, found {tier}")
    fitting = {task.name for task in source.tasks if {*(task.tiers or ordinary)} & {*tiers}}
    if wanted is None:
        named = {task.name for task in source.tasks if not task.tiers or mix != "even"}
        chosen = {*weights} & (fitting if tiers else named)
        if not chosen:
            raise UsageError(
                f"expected tiers of tasks of the mix {mix!r}, found {', '.join(map(str, tiers))}",
                hint="leave out --mix",
            )
        return chosen
    chosen = {_known(name, source.names, "task", "tasks") for name in wanted}
    if not chosen <= weights.keys():
        raise UsageError(
            f"expected tasks of the mix {mix!r}, found {', '.join(sorted(chosen - weights.keys()))}"
        )
    if tiers and not chosen <= fitting:
        listed = ", ".join(map(str, sorted({*tiers})))
        raise UsageError(
            f"expected tasks with items of the tiers {listed},"
            f" found {', '.join(sorted(chosen - fitting))}",
            hint="leave out --tiers for all tiers that a task has",
        )
    return chosen


def _code(source: Family, wanted: Sequence[str] | None) -> tuple[tuple[str, int], ...]:
    """Return the languages of code with their weights."""
    known = source.code_languages
    if wanted is None:
        return tuple(known.items())
    if not known:
        raise UsageError(
            f"expected no languages of code for the family {source.name},"
            f" found {', '.join(wanted)}",
            hint="its items show no code; the language of questions is --language",
        )
    chosen = {_known(name, known, "language", "languages") for name in wanted}
    return tuple((name, weight) for name, weight in known.items() if name in chosen)


def _avoided(source: Family, path: str | None) -> str:
    """Return the path of the published problems, once they can be read."""
    if path is None:
        return ""
    if not source.code_languages:
        raise UsageError(
            f"expected no file to avoid for the family {source.name}, found {path}",
            hint="only items with code are compared with published ones",
        )
    read_avoided(path)
    return path


def _look(
    source: Family,
    view: Sequence[float] | None,
    projection: str | None,
    size: int | Sequence[int] | None,
    *,
    videos: bool,
) -> Look:
    """Return how pictures are to look, once the family has checked it."""
    chosen = {"view": view, "projection": projection, "size": size}
    given = {name: value for name, value in chosen.items() if value is not None}
    if source.check_look is None:
        if given:
            raise UsageError(
                f"expected no {' or '.join(given)} for the family {source.name}",
                hint="its pictures are all made alike",
            )
        return ANY_LOOK
    sides = (size, size) if isinstance(size, int) else size
    if videos and any(side % 2 for side in sides or ()):
        raise UsageError(
            f"expected even numbers of pixels for videos, found {'x'.join(map(str, sides or ()))}",
            hint="write 512 for a square, 640x480 for a width and a height",
        )
    look = Look(
        view=_pair(view, "view"),
        projection=projection or "orthographic",
        size=_pair(sides, "size"),
    )
    source.check_look(look)
    return look


def _pair(numbers: Sequence[Number] | None, name: str) -> tuple[Number, Number] | None:
    if numbers is None:
        return None
    if len(numbers) != 2:
        raise UsageError(f"expected two numbers as {name}, found {list(numbers)}")
    return numbers[0], numbers[1]


def _evidence(source: Family, wanted: str | None, images: bool) -> Evidence | None:
    """The kind of evidence that was asked for, or the default of the family."""
    if not source.offers_evidence:
        if wanted is not None:
            raise UsageError(
                f"expected no evidence for the family {source.name}, found {wanted!r}",
                hint="its items tell what is given in one way only",
            )
        return None
    if wanted is None:
        return "both" if images else "text"
    known = next((kind for kind in EVIDENCE if kind == wanted), None)
    if known is None:
        raise UsageError(
            f"expected a kind of evidence, found {wanted!r}",
            hint=did_you_mean(wanted, EVIDENCE, f"the kinds are: {', '.join(EVIDENCE)}"),
        )
    if not images and known != "text":
        raise UsageError(
            f"expected the evidence text without pictures, found {known}",
            hint="leave out --no-images, or say --evidence text",
        )
    return known


def _known(name: str, names: Iterable[str], noun: str, nouns: str) -> str:
    listed = list(names)
    if name not in listed:
        raise UsageError(
            f"expected the name of a {noun}, found {name!r}",
            hint=did_you_mean(name, listed, f"the {nouns} are: {', '.join(listed)}"),
        )
    return name


@cache
def _catalogue_digest() -> str:
    """Return a digest of all YAML files, which tells splits of different catalogues apart."""
    digest = hashlib.sha256()
    for kind in ("constructions", "rules", "scenes", "tasks"):
        folder = data_folder(kind)
        for path in sorted(folder.rglob("*.yaml")):
            digest.update(f"{kind}/{path.relative_to(folder).as_posix()}\0".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()
