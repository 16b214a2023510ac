"""Finishing: the picture and the records of a used problem."""

from __future__ import annotations

from itertools import islice
from typing import Any

from geoengine.draw import random_rotation, render
from geoengine.families.reasoning.check_figures import CheckFigures
from geoengine.families.reasoning.context import Context, make_context
from geoengine.families.reasoning.goal_choice import goals
from geoengine.families.reasoning.picture import (
    ask_for_directions,
    picture_of,
    picture_path,
    segments_of_items,
    tilt,
)
from geoengine.families.reasoning.problem_records import measured_problems, problem_record
from geoengine.items import FinishedProblem, Item, UsedProblem, stream
from geoengine.language import Statement, parse_statement
from geoengine.scene import load_problem

__all__ = ["finish"]


def finish(job: UsedProblem) -> FinishedProblem:
    """Draw a problem, and make its records with solutions.

    Items that speak of a part of its points show a picture of these alone.

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
    figures = None if job.kept is None else CheckFigures.from_record(problem, seed, job.kept)
    context = make_context(
        problem,
        scene=first.scene,
        seed=seed,
        tier=first.meta["tier"],
        language=job.language,
        figures=figures,
    )
    assert context is not None, f"{job.id} was placed when its items were made"
    # A goal that several points open has the proof of the first item.
    asked: dict[Statement, str] = {}
    for item in job.items:
        if "goal" in item.meta:
            asked.setdefault(parse_statement(item.meta["goal"]), item.added_clauses)
    if not asked:
        rng = stream(seed, job.index, "goal")
        asked = {goal.statement: "" for goal in islice(goals(context, rng), 1)}
    whole = picture_path(job.id)
    files = _pictures(context, job, whole) if job.images else {}
    measured: list[dict[str, Any]] = [
        {"id": f"{job.id}-m{number}", **found}
        for number, found in enumerate(measured_problems(context), start=1)
    ]
    records = tuple(
        {
            **problem_record(context, goal, added),
            "measurements": measured if number == 1 else [],
            "id": f"{job.id}-{number}",
            "image": whole if job.images else None,
            "index": job.index,
        }
        for number, (goal, added) in enumerate(asked.items(), start=1)
    )
    return FinishedProblem(records, files)


def _pictures(context: Context, job: UsedProblem, whole: str) -> dict[str, bytes]:
    """Draw the whole figure, which the records show, and the parts that items show, by path."""
    shown: dict[str, list[Item]] = {whole: []}
    for item in job.items:
        for path in item.pictures:
            shown.setdefault(path, []).append(item)
    files = {}
    for path, items in shown.items():
        part = context.part(items[0].meta["drawn"] if items else None)
        # The records show the whole figure, too.
        helped = [*items, *job.items] if path == whole else items
        sketch = picture_of(part.diagram, part.problem.premises, segments_of_items(helped))
        # Beside the edges of a picture, the eye tells parallels and right angles at once.
        seed = context.seed + job.index
        tilted = ask_for_directions(items)
        turn = tilt(sketch, seed) if tilted else random_rotation(part.diagram, seed)
        files[path] = render(sketch.rotated(turn), style="geobench")
    return files
