"""The problem in words: read back, in each language, to what it says formally."""

from __future__ import annotations

import re
from functools import partial

from geoengine.catalogue.phrases import Language
from geoengine.language import Question, Statement, write
from geoengine.scene import ask, load_problem, read_goal, read_steps
from geoengine.scene.frames import FRAMES
from geoengine.verify.claims import ClaimError, Record, Told

__all__ = ["judge_wording"]


def judge_wording(record: Record) -> Told:
    """Whether the sentences give the very premises, and the last one asks for the goal.

    Raises
    ------
    ClaimError
    """
    for language, told_in_it in record.worded("problem", record.data).items():
        frames = FRAMES[language]
        text = " ".join(told_in_it.split())
        *told, asked = re.split(rf"(?<={re.escape(frames.stop)}){frames.space}(?=.)", text)
        described = frames.space.join(told)
        said = record.drawn.once((language, described), partial(_premises, described, language))
        if said != frozenset(record.figures.problem.premises):
            raise ClaimError(
                f"the problem in words ({language}) gives other premises than formal_problem"
            )
        if record.goal.value is None:
            same = read_goal(asked, language=language) == record.goal
        else:
            same = asked == ask(Question.of(record.goal), language=language)
        if not same:
            why = f"does not ask for {write(record.goal)}: {asked[:80]!r}"
            raise ClaimError(f"the problem in words ({language}) {why}")
    return Told("the problem in words is that which is given formally")


def _premises(described: str, language: Language) -> frozenset[Statement]:
    """What the sentences before the last one give."""
    steps = read_steps(described, language=language)
    return frozenset(load_problem("; ".join(map(str, steps))).premises)
