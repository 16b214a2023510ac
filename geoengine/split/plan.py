"""Plans: how many items of which task, and the seed they follow from."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import geoengine
from geoengine.catalogue import data_folder, load_tiers
from geoengine.catalogue.phrases import LANGUAGES, Language
from geoengine.errors import UsageError
from geoengine.families.reasoning import TASKS
from geoengine.scene import select_scenes
from geoengine.spelling import did_you_mean

__all__ = ["MIXES", "SCHEMA", "Plan", "make_plan"]

SCHEMA = "geoengine.split/1"
"""The layout of a split, as its manifest names it."""

MIXES: Mapping[str, Mapping[str, int]] = {
    "even": dict.fromkeys(TASKS, 1),
    "geobench": dict(zip(TASKS, (168, 135, 200, 200, 171, 147), strict=True)),
}
"""The shares of the tasks by name; those of GeoBench are from its Table 2."""

_MOST = 6
_OPTIONS = 4
_MOST_ITEMS = 1_000_000


@dataclass(frozen=True, slots=True)
class Plan:
    """What a split is to be. Equal plans give equal splits, byte by byte.

    Attributes
    ----------
    count : int
        How many items in all.
    seed : int
    tasks : tuple of str
        In the order of `geoengine.families.reasoning.TASKS`.
    images : bool
        Whether there are pictures.
    mix : str
        The shares of the tasks, one of `MIXES`.
    tiers : tuple of int
        How hard goals are, from 1 to 4, and scenes where there is no goal; empty for all.
    topics : tuple of str
        Of the scenes; empty for all.
    language : {"en", "zh"}
        Of the items and of the solutions.

    Examples
    --------
    >>> plan = make_plan(8, tasks=["faulty_branch", "theorem_selection", "premise_filtering"])
    >>> plan.quotas
    {'premise_filtering': 3, 'theorem_selection': 3, 'faulty_branch': 2}
    """

    count: int
    seed: int
    tasks: tuple[str, ...]
    images: bool = True
    mix: str = "even"
    tiers: tuple[int, ...] = ()
    topics: tuple[str, ...] = ()
    language: Language = "en"

    @property
    def quotas(self) -> dict[str, int]:
        """How many items of each task: those with the largest fractions get the remainder."""
        weights = MIXES[self.mix]
        whole = sum(weights[task] for task in self.tasks)
        shares = {task: Fraction(self.count * weights[task], whole) for task in self.tasks}
        quotas = {task: math.floor(share) for task, share in shares.items()}
        left = self.count - sum(quotas.values())
        for task in sorted(self.tasks, key=lambda task: quotas[task] - shares[task])[:left]:
            quotas[task] += 1
        return quotas

    def most_of_key(self, task: str) -> int:
        """How many items of a task may have their key at the same place."""
        return math.ceil(self.quotas[task] / _OPTIONS)

    def most_of_scene(self, task: str) -> int:
        """How many items of a task may come from one scene: few where few are wanted."""
        return max(1, min(_MOST, round(math.sqrt(self.quotas[task]) / 4)))

    def as_dict(self) -> dict[str, Any]:
        """What decides the bytes of the split, as plain data."""
        return {
            "count": self.count,
            "seed": self.seed,
            "tasks": list(self.tasks),
            "mix": self.mix,
            "quotas": self.quotas,
            "images": self.images,
            "tiers": list(self.tiers),
            "topics": list(self.topics),
            "language": self.language,
            "schema": SCHEMA,
            "engine": geoengine.__version__,
            "catalogue": _catalogue_digest(),
        }


def make_plan(
    count: int,
    *,
    seed: int = 0,
    tasks: Sequence[str] | None = None,
    images: bool = True,
    mix: str = "even",
    tiers: Sequence[int] = (),
    topics: Sequence[str] = (),
    language: str = "en",
) -> Plan:
    """Plan a split.

    Parameters
    ----------
    count : int
        How many items in all.
    seed : int
    tasks : sequence of str, optional
        All six, unless given.
    images : bool
    mix : str
        ``even``, or ``geobench``: the shares that the tasks have in the published benchmark.
    tiers : sequence of int
        All, unless given.
    topics : sequence of str
        All, unless given.
    language : str
        ``en`` or ``zh``: in which items are written.

    Returns
    -------
    Plan

    Raises
    ------
    UsageError
        For an unknown task, mix, tier, topic or language, or a number that is too small or too
        large.

    Examples
    --------
    >>> make_plan(12, tasks=["faulty_brunch"])
    Traceback (most recent call last):
    geoengine.errors.UsageError: expected the name of a task, found 'faulty_brunch'
      hint: did you mean faulty_branch?
    """
    if seed < 0:
        raise UsageError(f"expected a seed of 0 or more, found {seed}")
    chosen = set()
    for name in TASKS if tasks is None else tasks:
        if name not in TASKS:
            raise UsageError(
                f"expected the name of a task, found {name!r}",
                hint=did_you_mean(name, TASKS, f"the tasks are: {', '.join(TASKS)}"),
            )
        chosen.add(name)
    if not chosen:
        raise UsageError(
            "expected at least one task, found none", hint=f"the tasks are: {', '.join(TASKS)}"
        )
    if count < 1:
        raise UsageError(f"expected a count of 1 or more, found {count}")
    if count > _MOST_ITEMS:
        raise UsageError(
            f"expected a count of at most {_MOST_ITEMS:,}, found {count}",
            hint="make several splits, with different seeds",
        )
    if mix not in MIXES:
        raise UsageError(
            f"expected the name of a mix, found {mix!r}", hint=f"the mixes are: {', '.join(MIXES)}"
        )
    known = load_tiers()
    for tier in tiers:
        if tier not in known:
            raise UsageError(f"expected a tier from {min(known)} to {max(known)}, found {tier}")
    for topic in topics:
        select_scenes(topic)
    written = next((known for known in LANGUAGES if known == language), None)
    if written is None:
        raise UsageError(
            f"expected a language, found {language!r}",
            hint=f"the languages are: {', '.join(LANGUAGES)}",
        )
    ordered = tuple(name for name in TASKS if name in chosen)
    # A task that gets no item is no part of the plan.
    return Plan(
        count, seed, ordered[:count], images, mix,
        tuple(sorted({*tiers})), tuple(sorted({*topics})), written,
    )  # fmt: skip


@cache
def _catalogue_digest() -> str:
    """Return a digest of the YAML, so that a split made from other YAML is not taken for this."""
    digest = hashlib.sha256()
    for kind in ("constructions", "rules", "scenes", "tasks"):
        folder = data_folder(kind)
        for path in sorted(folder.rglob("*.yaml")):
            digest.update(f"{kind}/{path.relative_to(folder).as_posix()}\0".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()
