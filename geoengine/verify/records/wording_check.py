"""The problem text in each language, parsed and compared with the formal problem."""

from __future__ import annotations

import re
from functools import partial

from geoengine.catalogue import Language
from geoengine.language import Question, Statement, write
from geoengine.scene import SENTENCE_TEMPLATES, load_problem, read_goal, read_steps, write_goal
from geoengine.verify.records.claims import ClaimError, Confirmed, JudgedRecord

__all__ = ["asked_in", "judge_wording"]


def judge_wording(record: JudgedRecord) -> Confirmed:
    """Check that, in each language, the sentences state the premises, and the last one the goal.

    Raises
    ------
    ClaimError
        If one states something else.
    """
    for language, text in record.texts("problem", record.data).items():
        asked = asked_in(record, text, language)
        if record.goal.value is None:
            same = read_goal(asked, language=language) == record.goal
        else:
            same = asked == write_goal(Question.of(record.goal), language=language)
        if not same:
            why = f"does not ask for {write(record.goal)}: {asked[:80]!r}"
            raise ClaimError(f"the problem in words ({language}) {why}")
    return Confirmed("the problem in words agrees with the formal one")


def asked_in(record: JudgedRecord, text: str, language: Language) -> str:
    """Check the premises of a problem text, and return its last sentence.

    Raises
    ------
    ClaimError
        If the premises are not those of the problem.
    """
    templates = SENTENCE_TEMPLATES[language]
    stop = rf"(?<={re.escape(templates.stop)}){templates.space}(?=.)"
    *described, asked = re.split(stop, " ".join(text.split()))
    description = templates.space.join(described)
    premises = record.drawn.once((language, description), partial(_premises, description, language))
    if premises != frozenset(record.figures.problem.premises):
        why = "does not have the premises of formal_problem"
        raise ClaimError(f"the problem in words ({language}) {why}")
    return asked


def _premises(description: str, language: Language) -> frozenset[Statement]:
    """The premises stated by the sentences before the last one."""
    steps = read_steps(description, language=language)
    return frozenset(load_problem("; ".join(map(str, steps))).premises)
