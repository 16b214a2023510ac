"""A family whose keys can be guessed, but for those of one task."""

import planted_leaks
from planted_leaks import equations, layout, the_newest_point, vertices

from geoengine.items import Choice, Family, FinishedProblem, Item, Material, TaskSpec

TASKS = {
    "shorter": (lambda rng: two_shorter(rng), 5),
    "newest": (the_newest_point, 3),
    "vertices": (vertices, 3),
    "fair": (lambda rng: fair(rng), 3),
    "few": (vertices, 1),
}
"""For each task the leak, and its share of the items."""

MOST = 6
"""The number of candidates that a scene gives, at most; a choice among many would hide leaks."""


def two_shorter(rng) -> planted_leaks.Planted:
    """Two of the wrong options are shorter than the others."""
    said = equations(rng, 4)
    short = [f"{text[:2]} = {rng.integers(2, 10)}" for text in said[:2]]
    return layout("Let ABCDEFGH be points."), [*short, said[2]], said[3]


def fair(rng) -> planted_leaks.Planted:
    """A question without a leak."""
    said = equations(rng, 4)
    return layout("Let ABCDEFGH be points."), said[:3], said[3]


def some(rng) -> planted_leaks.Planted:
    """Every sixth question, on average, has a leak."""
    return vertices(rng) if rng.random() < 1 / 6 else fair(rng)


def prepare(seed, index, *, tiers, topics, language):
    """Nothing is drawn: what is asked about are letters."""
    return Material(f"scene {index % 12}", f"problem {index}", f"form {index}", (seed, index))


def builder(name, task, plant):
    """The function that makes items of a task of a family."""

    def build(context, rng, most):
        made = []
        for _ in range(min(most, MOST)):
            text, wrong, right = plant(rng)
            options = tuple(str(option) for option in rng.permutation([*wrong, right]))
            item = Item.make(
                family=name, task=task, level=1, language="en", scene=f"scene {context[1] % 12}",
                problem=f"problem {context[1]}", question=text,
                answer=Choice(options=options, key=1 + options.index(right)),
                certificate={"options": [{} for _ in options]},
                meta={"points": 8, "features": {"marks": {}, "tokens": []}},
            )  # fmt: skip
            made.append(item)
        return made

    return build


def family(name, tasks):
    """A family of some tasks."""
    return Family(
        name=name,
        title="Questions that can be guessed",
        tasks=tuple(
            TaskSpec(
                name=task, title=task, short=task, level=1, kind="choice", options=4,
                build=builder(name, task, plant), shares={"planted": share},
            )
            for task, (plant, share) in tasks.items()
        ),
        prepare=prepare,
        finish=lambda job: FinishedProblem((), {}),
        scenes=lambda: {f"scene {k}": "letters" for k in range(12)},
        version="1.0",
    )  # fmt: skip


FAMILY = family("leaky", TASKS)
PARTLY = family("partly", {"some": (some, 1)})
