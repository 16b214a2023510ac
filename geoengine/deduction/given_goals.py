"""What goals need: the premises alone, or rules that conclude statements of their kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from geoengine.deduction.fact import Fact, Meanings
from geoengine.deduction.statement_parts import parts_of, premise_facts
from geoengine.language import Question, Statement, Table

__all__ = ["may_be_given", "only_concluded"]


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

    if any(isinstance(goal, Question) for goal in goals):
        return False
    return all(map(possible, _facts(goals, number)))


def only_concluded(
    meanings: Meanings,
    number: Mapping[str, int],
    premises: Sequence[Statement],
    goals: Sequence[Statement | Question],
) -> frozenset[str]:
    """Return the predicates of goals that no table implies, so that a rule must conclude them.

    Parameters
    ----------
    meanings, number, premises, goals
        As for `may_be_given`.
    """
    wanted = [fact for fact in _facts(goals, number) if not meanings.alternatives(fact)]
    if not wanted:
        return frozenset()
    given = set(premise_facts(premises, number))
    return frozenset(fact.predicate for fact in wanted if fact not in given)


def _facts(goals: Sequence[Statement | Question], number: Mapping[str, int]) -> list[Fact]:
    """Return the goals that need a derivation as facts about numbered points."""
    stated = [goal for goal in goals if isinstance(goal, Statement) and not goal.is_condition]
    return [
        Fact(part.predicate, tuple([number[point] for point in part.points]), part.value)
        for goal in stated
        for part in parts_of(goal)
    ]
