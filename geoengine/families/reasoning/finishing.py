"""Finishing: the picture and the records of a used problem."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from geoengine.draw import random_rotation, render
from geoengine.families.reasoning.context import make_context
from geoengine.families.reasoning.goal_choice import goals
from geoengine.families.reasoning.picture import picture_of, segments_of_items
from geoengine.families.reasoning.problem_records import measured_problems, problem_record
from geoengine.items import FinishedProblem, Item, UsedProblem, stream
from geoengine.language import parse_statement
from geoengine.scene import load_problem

__all__ = ["finish"]


def finish(job: UsedProblem) -> FinishedProblem:
    """Draw a problem and make its records with solutions.

    If no item of the problem has a goal, the first goal of the scene is used, if there is one.
    The first record also holds the problems that ask for areas and perimeters in the same figure.

    Examples
    --------
    >>> from geoengine.items import Choice, Item
    >>> item = Item.make(
    ...     family="reasoning", task="demo", level=1, scene="demo", question="?",
    ...     problem="A B C = r_triangle_of A B C 3 4; D = foot D A B C; E = midpoint E B C",
    ...     answer=Choice(options=("a", "b"), key=1),
    ...     meta={"seed": 1, "tier": 1, "goal": "lconst A E 5/2"},
    ... )
    >>> done = finish(UsedProblem("p000000", 0, (item,), images=True))
    >>> [(name, content[1:4]) for name, content in done.files.items()]
    [('images/p000000.png', b'PNG')]
    >>> [(record["id"], record["answer"]) for record in done.records]
    [('p000000-1', '5/2')]
    """
    first = job.items[0]
    seed = first.meta["seed"]
    problem = load_problem(first.problem, name=first.scene)
    context = make_context(
        problem, scene=first.scene, seed=seed, tier=first.meta["tier"], language=job.language
    )
    assert context is not None, f"{job.id} was placed when its items were made"
    goal_texts = [item.meta["goal"] for item in job.items if "goal" in item.meta]
    asked = [parse_statement(goal) for goal in dict.fromkeys(goal_texts)]
    if not asked:
        rng = stream(seed, job.index, "goal")
        asked = [goal.statement for goal in list(goals(context, rng))[:1]]
    files = {}
    picture = f"images/{job.id}.png"
    if job.images:
        named = [] if _reads_lines(job.items) else segments_of_items(job.items)
        sketch = picture_of(context.diagram, problem.premises, named)
        turn = random_rotation(context.diagram, seed + job.index)
        files[picture] = render(sketch.rotated(turn), style="geobench")
    measured: list[dict[str, Any]] = [
        {"id": f"{job.id}-m{number}", **found}
        for number, found in enumerate(measured_problems(context), start=1)
    ]
    records = tuple(
        {
            **problem_record(context, goal),
            "measurements": measured if number == 1 else [],
            "id": f"{job.id}-{number}",
            "image": picture if job.images else None,
            "index": job.index,
        }
        for number, goal in enumerate(asked, start=1)
    )
    return FinishedProblem(records, files)


def _reads_lines(items: Iterable[Item]) -> bool:
    """Whether some items say that points drawn on lines lie on them; more lines would mislead."""
    return any("lines" in item.certificate.get("evidence", {}).get("marks", {}) for item in items)
