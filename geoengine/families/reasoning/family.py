"""The definition of the family ``reasoning``: tasks about figures and proofs.

Source: GeoBench, section 3.2; the shares of the mix ``geobench`` are those of its Table 2.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from numpy.random import Generator

from geoengine.catalogue import load_scenes
from geoengine.families.reasoning.auxiliary_construction import build_auxiliary_construction
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.explaining import explain
from geoengine.families.reasoning.faulty_branch import build_faulty_branch
from geoengine.families.reasoning.finishing import finish
from geoengine.families.reasoning.goal_choice import auxiliary_tier
from geoengine.families.reasoning.item_assembly import FAMILY as NAME
from geoengine.families.reasoning.item_assembly import OPTIONS, task_entry
from geoengine.families.reasoning.numerical_perception import build_numerical_perception
from geoengine.families.reasoning.premise_filtering import build_premise_filtering
from geoengine.families.reasoning.preparing import prepare
from geoengine.families.reasoning.structural_perception import build_structural_perception
from geoengine.families.reasoning.subgoal_decomposition import build_subgoal_decomposition
from geoengine.families.reasoning.theorem_selection import build_theorem_selection
from geoengine.items import Family, Item, Kind, TaskSpec

__all__ = ["FAMILY"]

Builder = Callable[[Any, Generator, int], list[Item]]
"""The type of `TaskSpec.build`."""


def _task(
    name: str,
    short: str,
    build: Builder,
    *,
    kind: Kind = "choice",
    marks: bool = False,
    shares: Mapping[str, int] | None = None,
    tiers: tuple[int, ...] = (),
) -> TaskSpec:
    """Return the specification of a task, with the title and the level that its YAML says.

    With `marks`, its items may leave premises to the marks of the picture.
    """
    entry = task_entry(name)
    if marks:
        build = partial(_with_evidence, build, name)
    return TaskSpec(
        name=name,
        title=entry.title,
        short=short,
        level=entry.level,
        kind=kind,
        options=OPTIONS if kind == "choice" else 0,
        build=build,
        shares=shares or {},
        tiers=tiers,
    )


def _with_evidence(
    build: Builder, name: str, context: Context, rng: Generator, most: int
) -> list[Item]:
    """Build items; if all are to need the picture, drop those that do not."""
    items = build(context, rng, most)
    if context.evidence != "figure":
        return items
    kept = [item for item in items if item.meta["evidence"] == "figure"]
    context.rejections[f"{name}: the picture is not needed"] += len(items) - len(kept)
    return kept


def _published(items: int) -> dict[str, int]:
    """Return the shares of a task that the published benchmark has so many items of."""
    return {"geobench": items, "with_auxiliary": items}


FAMILY = Family(
    name=NAME,
    title="Geometric reasoning",
    prefix="geoengine",
    jgex=True,
    offers_evidence=True,
    spread={
        "goal": 0.3,
        "goal similar": 0.55,
        "theorem": 0.25,
        "relation": 0.5,
        # Three in four statements that some theorem gives are equal ratios.
        "given": 0.6,
        "construction": 0.75,
        "scene": 0.06,
        "point": 0.35,
        "form": 0.1,
        # Elimination, or the first step about a new point, solves most of these.
        "form directional": 0.03,
    },
    tasks=(
        _task("numerical_perception", "N.P.", build_numerical_perception, shares=_published(168)),
        _task("structural_perception", "S.P.", build_structural_perception, shares=_published(135)),
        _task("premise_filtering", "I.P.F.", build_premise_filtering, shares=_published(200)),
        _task(
            "subgoal_decomposition",
            "S.D.",
            build_subgoal_decomposition,
            marks=True,
            shares=_published(200),
        ),
        _task(
            "theorem_selection",
            "T.S.",
            build_theorem_selection,
            marks=True,
            shares=_published(171),
        ),
        _task("faulty_branch", "F.B.L.", build_faulty_branch, marks=True, shares=_published(147)),
        _task(
            "auxiliary_construction",
            "A.C.",
            build_auxiliary_construction,
            shares={"with_auxiliary": 170},
            tiers=(auxiliary_tier(),),
        ),
    ),
    prepare=prepare,
    finish=finish,
    explain=explain,
    scenes=lambda: {name: scene.topic for name, scene in load_scenes().items()},
)
