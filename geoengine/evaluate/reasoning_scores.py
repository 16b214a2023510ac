"""Process scores: how well the reasoning of a right response supports its answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from geoengine.evaluate.judge_model import Judge
from geoengine.evaluate.picture_scores import final_pictures
from geoengine.evaluate.runs import Grade, Run
from geoengine.formats import Source
from geoengine.items import Draft, Item

__all__ = ["reference_steps", "score_reasoning"]

_AT_ONCE = 8
"""How many questions the endpoint of the judge gets at the same time."""


def reference_steps(source: Source, item: Item) -> tuple[str, ...]:
    """The steps of the reference solution of an item, in its language; empty if there is none."""
    text = source.family.texts(item).get(item.language)
    return text.steps if text else ()


def score_reasoning(
    run: Run,
    source: Source,
    judge: Judge,
    *,
    listen: Callable[[Iterable[Grade]], Iterable[Grade]] = iter,
) -> Run:
    """Score the reasoning of a run, in each item that has a reference solution.

    A wrong answer scores 0, and the judge is not asked. It is shown the question, the reference
    solution with the item's own numbers, and the response. A reply that cannot be read scores 0.
    Source: DynaSolidGeo, section 3.4.2.

    A construction is judged whether it is right or not, with its last picture and that of the
    reference if the response has pictures; a reply that cannot be read is no score.

    Parameters
    ----------
    run : Run
    source : Source
    judge : Judge
    listen : callable
        Takes the grades as they are scored, and yields them again: a progress bar.

    Returns
    -------
    Run
        The run with process scores; unchanged if the family has no reference solutions.

    Raises
    ------
    JudgeError
        When the judge does not answer.
    """
    items = {item.id: item for item in source.items}
    solutions = {
        identity: steps
        for identity in run.grades
        if (item := items.get(identity)) and (steps := reference_steps(source, item))
    }

    def scored(grade: Grade) -> Grade:
        if grade.id not in solutions:
            return grade
        item: Item = items[grade.id]
        if isinstance(item.answer, Draft):
            return replace(grade, process=_of_draft(item, grade, run, source, judge))
        if not grade.right:
            return replace(grade, process=0.0)
        text = run.account.responses[grade.id].text
        found = judge.reasoning(item.question, solutions[grade.id], text)
        return replace(grade, process=0.0 if found is None else found)

    pool = ThreadPoolExecutor(_AT_ONCE)
    try:
        grades = list(listen(pool.map(scored, run.grades.values())))
    finally:
        pool.shutdown(cancel_futures=True)
    return replace(run, grades={grade.id: grade for grade in grades})


def _of_draft(item: Item, grade: Grade, run: Run, source: Source, judge: Judge) -> float | None:
    response = run.account.responses.get(grade.id)
    if response is None or response.failed:
        return None
    pictures = final_pictures(item, response, source)
    return judge.construction(item.question, reference_steps(source, item), response.text, pictures)
