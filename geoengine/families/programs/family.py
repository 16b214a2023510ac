"""The definition of the family ``programs``: figures to be seen in the code that draws them.

Source: GeoGramBench, sections 3 and 4; the shares of the mix ``geogrambench`` are the numbers of
its published problems of each level, those of the languages of code theirs too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial

from geoengine.catalogue import Language
from geoengine.families.programs.building import FAMILY as NAME
from geoengine.families.programs.building import Scene, build
from geoengine.families.programs.finishing import finish
from geoengine.families.programs.listing import list_drawing
from geoengine.families.programs.making import weights
from geoengine.families.programs.plane_scenes import scene_seeds
from geoengine.families.programs.published import PUBLISHED
from geoengine.families.programs.seed import load_seeds
from geoengine.items import Family, Item, ItemText, Material, TaskSpec, explain_by_steps

__all__ = ["FAMILY"]

_TASKS = (
    ("primitive", "Primitive recognition", "PR", 102),
    ("local", "Local relation composition", "LR", 279),
    ("global", "Global abstract integration", "GA", 119),
)

_LANGUAGES = {"asymptote": 437, "matplotlib": 62}
"""The weights of the languages of code.

They lead to the published 438 to 61: of 100 programs meant for matplotlib, about 2 have no plain
counterpart there and stay in Asymptote.
"""


def prepare(
    seed: int,
    index: int,
    *,
    tiers: Sequence[int],
    topics: Sequence[str],
    language: Language,
    code: Mapping[str, int] = _LANGUAGES,
) -> Material:
    """Prepare a scene: it has one instance of a seed for each level.

    Examples
    --------
    >>> prepare(1, 0, tiers=(), topics=(), language="en").form
    'scene 0'
    """
    rejections: Counter[str] = Counter()
    context = Scene(seed, index, tuple(topics), language, weights(code), rejections)
    return Material("programs", "", f"scene {index}", context, rejections)


def _topics() -> dict[str, str]:
    written = {seed.id: seed.topics[0] for seed in load_seeds().values()}
    return written | {name: topic for name, (topic, _) in scene_seeds().items()}


def _texts(item: Item) -> dict[Language, ItemText]:
    questions, steps = item.certificate["questions"], item.certificate["steps"]
    return {name: ItemText(questions[name], tuple(steps[name])) for name in questions}


FAMILY = Family(
    name=NAME,
    title="Geometric programs",
    tasks=tuple(
        TaskSpec(
            name=name,
            title=title,
            short=short,
            level=level,
            kind="value",
            build=partial(build, level, name),
            shares={"geogrambench": share},
        )
        for level, (name, title, short, share) in enumerate(_TASKS, start=1)
    ),
    prepare=prepare,
    finish=finish,
    scenes=_topics,
    code_languages=_LANGUAGES,
    explain=partial(explain_by_steps, entry="steps"),
    texts=_texts,
    has_seeds=True,
    listing=list_drawing,
    published=PUBLISHED,
    version="1.0",
)
