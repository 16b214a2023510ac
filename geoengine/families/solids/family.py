"""The definition of the family ``solids``: parametrised problems in space.

Source: DynaSolidGeo, section 3; the shares of the mix ``dynasolidgeo`` are the numbers of its
published seed questions of each type and level.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial

from geoengine.catalogue import Language
from geoengine.families.solids.building import FAMILY as NAME
from geoengine.families.solids.building import Scene, build
from geoengine.families.solids.exhibiting import exhibit
from geoengine.families.solids.finishing import finish
from geoengine.families.solids.views import check_look
from geoengine.items import (
    ANY_LOOK,
    Family,
    Item,
    ItemText,
    Look,
    Material,
    TaskSpec,
    TaskType,
    explain_by_steps,
)
from geoengine.solid import TYPES, load_seeds

__all__ = ["FAMILY"]

_TITLES = {
    "position": ("Position", "PD"),
    "angle": ("Angles", "AN"),
    "length": ("Lengths", "LC"),
    "area": ("Areas", "AR"),
    "volume": ("Volumes", "VC"),
    "counting": ("Counting", "CP"),
    "moving": ("Moving points", "DM"),
    "folding": ("Folding", "FP"),
}
"""The title of each type in headings, and its abbreviation in the published benchmark."""

_PUBLISHED = {
    "position": (18, 29, 12),
    "angle": (8, 74, 21),
    "length": (24, 33, 9),
    "area": (36, 17, 4),
    "volume": (16, 22, 14),
    "counting": (22, 8, 5),
    "moving": (3, 58, 5),
    "folding": (10, 49, 6),
}
"""How many seed questions of each type were published, of the levels 1, 2 and 3."""


def prepare(
    seed: int,
    index: int,
    *,
    tiers: Sequence[int],
    topics: Sequence[str],
    language: Language,
    look: Look = ANY_LOOK,
) -> Material:
    """Prepare a scene: it has one instance of a seed for each task.

    Examples
    --------
    >>> prepare(1, 0, tiers=(), topics=(), language="en").form
    'scene 0'
    """
    rejections: Counter[str] = Counter()
    context = Scene(seed, index, tuple(topics), language, rejections, look)
    return Material("solids", "", f"scene {index}", context, rejections)


def _topics() -> dict[str, str]:
    return {seed.id: seed.topic for seed in load_seeds().values()}


def _texts(item: Item) -> dict[Language, ItemText]:
    questions, chains = item.certificate["questions"], item.certificate["chains"]
    return {name: ItemText(questions[name], tuple(chains[name])) for name in questions}


def _task(type_: str, level: int) -> TaskSpec:
    title, short = _TITLES[type_]
    name = f"{type_}_{level}"
    return TaskSpec(
        name=name,
        title=f"{title}, level {level}",
        short=f"{short}{level}",
        level=level,
        # Questions of position ask for a plane, a line or a relation, or for a number.
        kind="named" if type_ == "position" else "value",
        build=partial(build, name),
        shares={"dynasolidgeo": _PUBLISHED[type_][level - 1]},
        type=TaskType(type_, title, short),
    )


FAMILY = Family(
    name=NAME,
    title="Solid geometry",
    tasks=tuple(_task(type_, level) for type_ in TYPES for level in (1, 2, 3)),
    prepare=prepare,
    finish=finish,
    scenes=_topics,
    offers_batches=True,
    offers_videos=True,
    check_look=check_look,
    explain=partial(explain_by_steps, entry="chains"),
    exhibit=exhibit,
    texts=_texts,
    version="1.0",
)
