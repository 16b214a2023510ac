"""What goals need: the premises alone, or rules that conclude statements of their kind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from geoengine.deduction.fact import Fact, Meanings
from geoengine.deduction.statement_parts import parts_of
from geoengine.language import Question, Statement, Table

__all__ = ["goal_facts", "may_be_given", "only_concluded"]


def goal_facts(goals: Sequence[Statement | Question], number: Mapping[str, int]) -> frozenset[Fact]:
    """Return the goals that need a derivation as facts about numbered points.

    Parameters
    ----------
    goals : sequence of Statement or Question
        Questions are left out, and conditions.
    number : mapping of str to int
        The number of each point.
    """
    return frozenset(
        Fact(part.predicate, tuple([number[point] for point in part.points]), part.value)
        for goal in goals
        if isinstance(goal, Statement) and not goal.is_condition
        for part in parts_of(goal)
    )


def may_be_given(meanings: Meanings, given: Sequence[Fact], goals: Iterable[Fact]) -> bool:
    """Return whether the tables may imply all goals as soon as the premises are entered.

    They cannot where a goal is about a pair of points that no premise says anything about.

    Parameters
    ----------
    meanings : Meanings
    given : sequence of Fact
        The premises.
    goals : iterable of Fact
    """
    occurring: dict[Table, set[int]] = {}
    for fact in given:
        for form in meanings.forms(fact):
            occurring.setdefault(form.plan.table, set()).update(form.variables)

    def possible(fact: Fact) -> bool:
        return fact in given or any(
            all(occurring.get(form.plan.table, set()).issuperset(form.variables) for form in way)
            for way in meanings.alternatives(fact)
        )

    return all(map(possible, goals))


def only_concluded(
    meanings: Meanings, given: Sequence[Fact], goals: Iterable[Fact]
) -> frozenset[str]:
    """Return the predicates of goals that no table implies, so that a rule must conclude them.

    Parameters
    ----------
    meanings, given, goals
        As for `may_be_given`.
    """
    return frozenset(
        fact.predicate for fact in goals if not meanings.alternatives(fact) and fact not in given
    )
