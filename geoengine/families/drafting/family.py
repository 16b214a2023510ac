"""The definition of the family ``drafting``: constructions carried out step by step.

Source: GGBench; the shares of the mix ``ggbench`` are the numbers of its published items of each
category.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial

from geoengine.catalogue import Language
from geoengine.families.drafting.building import FAMILY as NAME
from geoengine.families.drafting.building import Scene, build
from geoengine.families.drafting.finishing import finish
from geoengine.families.drafting.published import PUBLISHED, TASKS
from geoengine.families.drafting.seed import load_seeds
from geoengine.items import Family, Item, ItemText, Material, TaskSpec, explain_by_steps

__all__ = ["FAMILY"]

_TITLES = {
    "compass": ("Straightedge and compass", "SC"),
    "transformation": ("Transformations", "GT"),
    "analytic": ("Analytic constructions", "AC"),
}


def prepare(
    seed: int,
    index: int,
    *,
    tiers: Sequence[int],
    topics: Sequence[str],
    language: Language,
) -> Material:
    """Prepare a scene: it has one construction of each category.

    Examples
    --------
    >>> prepare(1, 0, tiers=(), topics=(), language="en").form
    'scene 0'
    """
    rejections: Counter[str] = Counter()
    context = Scene(seed, index, tuple(topics), language, rejections)
    return Material("drafting", "", f"scene {index}", context, rejections)


def _topics() -> dict[str, str]:
    return {seed.id: seed.tags[0] for seed in load_seeds().values()}


def _texts(item: Item) -> dict[Language, ItemText]:
    questions, steps = item.certificate["questions"], item.certificate["steps"]
    return {name: ItemText(questions[name], tuple(steps[name])) for name in questions}


FAMILY = Family(
    name=NAME,
    title="Drafting",
    tasks=tuple(
        TaskSpec(
            name=name,
            title=title,
            short=short,
            level=2,  # Their items are of all levels.
            kind="draft",
            build=partial(build, name),
            shares={"ggbench": TASKS[name]},
        )
        for name, (title, short) in _TITLES.items()
    ),
    prepare=prepare,
    finish=finish,
    scenes=_topics,
    explain=partial(explain_by_steps, entry="steps"),
    texts=_texts,
    has_seeds=True,
    published=PUBLISHED,
    version="1.0",
)
"""The family of construction tasks."""
