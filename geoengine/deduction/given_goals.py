"""Goals that the premises may imply at once, by the tables alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from geoengine.deduction.fact import Fact, Meanings
from geoengine.deduction.statement_parts import parts_of, premise_facts
from geoengine.language import Question, Statement, Table

__all__ = ["may_be_given"]


def may_be_given(
    meanings: Meanings,
    number: Mapping[str, int],
    premises: Sequence[Statement],
    goals: Sequence[Statement | Question],
) -> bool:
    """Return whether the tables may imply all goals as soon as the premises are entered.

    They cannot where a goal is about a pair of points that no premise says anything about.

    Parameters
    ----------
    meanings : Meanings
    number : mapping of str to int
        The number of each point.
    premises : sequence of Statement
    goals : sequence of Statement or Question
        Conditions need no derivation.
    """
    given = premise_facts(premises, number)
    occurring: dict[Table, set[int]] = {}
    for fact in given:
        for form in meanings.forms(fact):
            occurring.setdefault(form.plan.table, set()).update(form.variables)

    def possible(fact: Fact) -> bool:
        return fact in given or any(
            all(occurring.get(form.plan.table, set()).issuperset(form.variables) for form in way)
            for way in meanings.alternatives(fact)
        )

    for goal in goals:
        if isinstance(goal, Question):
            return False
        if not goal.is_condition:
            points = [[number[point] for point in part.points] for part in parts_of(goal)]
            facts = [Fact(goal.predicate, tuple(own), goal.value) for own in points]
            if not all(map(possible, facts)):
                return False
    return True
