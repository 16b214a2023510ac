"""The definition of the family ``reasoning``: six tasks about figures and proofs.

Source: GeoBench, section 3.2; the shares of the mix ``geobench`` are those of its Table 2.
"""

from __future__ import annotations

from geoengine.catalogue import load_scenes, load_tasks
from geoengine.families.reasoning.faulty_branch import build_faulty_branch
from geoengine.families.reasoning.finishing import finish
from geoengine.families.reasoning.item_assembly import FAMILY as NAME
from geoengine.families.reasoning.item_assembly import OPTIONS
from geoengine.families.reasoning.numerical_perception import build_numerical_perception
from geoengine.families.reasoning.premise_filtering import build_premise_filtering
from geoengine.families.reasoning.preparing import prepare
from geoengine.families.reasoning.structural_perception import build_structural_perception
from geoengine.families.reasoning.subgoal_decomposition import build_subgoal_decomposition
from geoengine.families.reasoning.theorem_selection import build_theorem_selection
from geoengine.items import Family, TaskSpec

__all__ = ["FAMILY"]

_TASKS = (
    ("numerical_perception", "N.P.", build_numerical_perception, 168),
    ("structural_perception", "S.P.", build_structural_perception, 135),
    ("premise_filtering", "I.P.F.", build_premise_filtering, 200),
    ("subgoal_decomposition", "S.D.", build_subgoal_decomposition, 200),
    ("theorem_selection", "T.S.", build_theorem_selection, 171),
    ("faulty_branch", "F.B.L.", build_faulty_branch, 147),
)


def _family() -> Family:
    entries = load_tasks(NAME)
    return Family(
        name=NAME,
        title="Geometric reasoning",
        prefix="geoengine",
        jgex=True,
        tasks=tuple(
            TaskSpec(
                name=name,
                title=entries[name].title,
                short=short,
                level=entries[name].level,
                kind="choice",
                options=OPTIONS,
                build=build,
                shares={"geobench": share},
            )
            for name, short, build, share in _TASKS
        ),
        prepare=prepare,
        finish=finish,
        scenes=lambda: {name: scene.topic for name, scene in load_scenes().items()},
    )


FAMILY = _family()
