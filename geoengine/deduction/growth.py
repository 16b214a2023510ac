"""Growth: the groundwork and the closure of a figure, carried over to one with further points."""

from __future__ import annotations

import time

import numpy as np

from geoengine.deduction.agenda import Agenda
from geoengine.deduction.closure import Closure, Limits
from geoengine.deduction.frame import Floats, Frame
from geoengine.deduction.grounding import ground
from geoengine.deduction.groundwork import Groundwork
from geoengine.deduction.instances import merge
from geoengine.deduction.true_relations import Relations

__all__ = ["grow"]


def grow(
    work: Groundwork,
    closure: Closure,
    xy: Floats,
    without: frozenset[str],
    limits: Limits | None = None,
) -> tuple[Groundwork, Closure]:
    """List the instances with new points, and carry over what is known.

    Parameters
    ----------
    work : Groundwork
    closure : Closure
        A closure of that groundwork.
    xy : ndarray, shape (draws, points, 2)
        The coordinates of the present points, unchanged, and then of the further ones.
    without : frozenset of str
        Ids of rules that are not to be used.
    limits : Limits, optional
        Only those on relations and instances apply.

    Returns
    -------
    Groundwork, Closure
        Those of the larger figure; the closure is one to start from.
    """
    limits = limits or Limits()
    started = time.perf_counter()
    before = work.relations.frame
    frame = Frame(xy, before.loose)
    constants = closure.tables.constants
    places = np.concatenate(
        [
            frame.pair[before.first, before.second],
            np.arange(len(constants)) + frame.pairs + 1,
        ]
    )
    frame.constants = constants.moved(frame.pairs + 1)
    relations = Relations(frame, limits.relations, work.relations)
    rules = [grounding.compiled for grounding in work.groundings]
    added = ground(rules, relations, limits.instances, since=before.n)
    instances = merge(rules, work.groundings).joined(added)
    agenda = closure.agenda.joined(Agenda(frame, added), instances, places, without)
    larger = Groundwork(
        relations,
        instances.by_rule,
        agenda.restarted(frozenset()),
        time.perf_counter() - started,
        dict(work.statements),
        dict(work.holding),
    )
    return larger, closure.moved(relations, agenda, places)
