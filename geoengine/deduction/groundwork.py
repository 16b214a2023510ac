"""The groundwork of deductions in a diagram: all rule instances, for any premises."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from geoengine.catalogue import Rule
from geoengine.deduction.agenda import Agenda
from geoengine.deduction.closure import Limits
from geoengine.deduction.compiled_rule import CompiledRule, compile_rules
from geoengine.deduction.fact import Fact
from geoengine.deduction.frame import Frame
from geoengine.deduction.grounding import ground
from geoengine.deduction.instances import Grounding, merge
from geoengine.deduction.true_relations import Relations
from geoengine.language import Statement

__all__ = ["Groundwork", "lay_groundwork", "list_instances"]


@dataclass(frozen=True)
class Groundwork:
    """The instances of all rules in a diagram.

    It serves for closures of different premises, and for those without some of the rules.

    Attributes
    ----------
    relations : Relations
        The relations that are true in the diagram.
    groundings : tuple of Grounding
        One for each rule.
    agenda : Agenda
        All instances, none of them fired; closures use copies of it.
    seconds : float
        The wall time that the groundwork took, without that of the earlier one.
    statements : dict of Fact to Statement or None
        A cache of the statements of facts; None for those that say nothing.
    holding : dict of Statement to bool
        A cache: whether statements are true in the diagram.
    """

    relations: Relations
    groundings: tuple[Grounding, ...]
    agenda: Agenda
    seconds: float
    statements: dict[Fact, Statement | None] = field(default_factory=dict, repr=False)
    holding: dict[Statement, bool] = field(default_factory=dict, repr=False)


def lay_groundwork(
    xy: NDArray[np.float64],
    rules: Sequence[Rule],
    limits: Limits | None = None,
    earlier: Groundwork | None = None,
    *,
    loose: bool = False,
) -> Groundwork:
    """List the instances of rules in a diagram.

    Parameters
    ----------
    xy : ndarray, shape (draws, points, 2)
    rules : sequence of Rule
    limits : Limits, optional
        Only those on relations and instances apply.
    earlier : Groundwork, optional
        A groundwork of the same diagram and some of the rules. Its relations and instances are
        reused, so `loose` and the limit on relations do not apply.
    loose : bool
        Whether a line counts as parallel to itself, see `Frame`.
    """
    limits = limits or Limits()
    started = time.perf_counter()
    relations = true_relations(xy, limits, loose) if earlier is None else earlier.relations
    work = list_instances(relations, compile_rules(tuple(rules)), limits, earlier)
    return replace(work, seconds=time.perf_counter() - started)


def true_relations(xy: NDArray[np.float64], limits: Limits, loose: bool = False) -> Relations:
    """Return the relations of a diagram, which are listed on demand; arguments as above."""
    return Relations(Frame(xy, loose), limits.relations)


def list_instances(
    relations: Relations,
    rules: Sequence[CompiledRule],
    limits: Limits,
    earlier: Groundwork | None = None,
) -> Groundwork:
    """List the instances of compiled rules.

    Parameters
    ----------
    relations : Relations
        Those of `earlier`, if it is given.
    rules : sequence of CompiledRule
    limits : Limits
    earlier : Groundwork, optional
        See `lay_groundwork`.
    """
    started = time.perf_counter()
    if earlier is None:
        instances = ground(rules, relations, limits.instances)
    else:
        listed = {grounding.compiled for grounding in earlier.groundings}
        rest = [rule for rule in rules if rule not in listed]
        if not rest and len(listed) == len(rules):
            return replace(earlier, seconds=time.perf_counter() - started)
        more = ground(rest, relations, limits.instances)
        instances = merge(rules, [*earlier.groundings, *more.by_rule])
    agenda = Agenda(relations.frame, instances)
    seconds = time.perf_counter() - started
    if earlier is None:
        return Groundwork(relations, instances.by_rule, agenda, seconds)
    return replace(earlier, groundings=instances.by_rule, agenda=agenda, seconds=seconds)
