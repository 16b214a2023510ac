"""Grounding: all instances of rules whose hypotheses and conclusions are true in the diagram."""

from __future__ import annotations

from collections.abc import Sequence

from geoengine.deduction.batched_join import BatchedJoin
from geoengine.deduction.compiled_rule import CompiledRule
from geoengine.deduction.instances import Instances
from geoengine.deduction.rule_join import RuleJoin
from geoengine.deduction.true_relations import Relations
from geoengine.kernel import compiled

__all__ = ["ground"]


def ground(
    rules: Sequence[CompiledRule],
    relations: Relations,
    limit: int = 2_000_000,
    since: int = 0,
) -> Instances:
    """List the instances of rules in a frame.

    Parameters
    ----------
    rules : sequence of CompiledRule
    relations : Relations
    limit : int
        The largest number of partial instances of one rule to hold at a time. Others are dropped;
        `truncated` of the result says for which rules.
    since : int
        Only instances with a point of this or a larger number are listed.
    """
    join, rows = compiled("join"), compiled("rows")
    if join is None or rows is None:
        return BatchedJoin(rules, relations, limit, since).run()
    return RuleJoin(join, rows, relations, limit, since).run(rules)
