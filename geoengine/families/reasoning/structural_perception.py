"""Structural perception: which relation can be seen in the picture."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from numpy.random import Generator

from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.item_assembly import CertifiedOption, compose
from geoengine.families.reasoning.truth import NEGATIONS, Verdict, judge
from geoengine.families.reasoning.visible import VisibleRelations, relations
from geoengine.families.reasoning.worth import worth_of
from geoengine.items import Item, pick
from geoengine.language import Statement

__all__ = ["build_structural_perception"]

_TASK = "structural_perception"
_PREDICATES = ("coll", "para", "perp", "cong", "midp", "cyclic")
_TRIES = 4
_ON_A_LINE = {"coll", NEGATIONS["coll"]}

Kinds = dict[str, VisibleRelations]


def build_structural_perception(context: Context, rng: Generator, most: int) -> list[Item]:
    """Make items whose key is a relation that holds in the picture.

    All four options are of one kind, or two are of each of two kinds, so that the kind does not
    reveal the key. The second kind may be the negation of the first.
    """
    kinds = {name: relations(context, name) for name in _PREDICATES}
    usable = [name for name, found in kinds.items() if found.true]
    plans = [(name, name) for name in usable]
    plans += list(combinations(usable, 2))
    plans += [(name, NEGATIONS[name]) for name in usable if name in NEGATIONS]
    items: list[Item] = []
    offered: set[Statement] = set()
    for _ in range(_TRIES):
        for plan in pick(rng, plans):
            if len(items) == most:
                return items
            verdicts = _choose(context, rng, kinds, plan, offered)
            if verdicts is None:
                context.rejections[f"{_TASK}: too few relations of the chosen kinds"] += 1
                continue
            features = {
                "relations": sum(v.statement.predicate not in _ON_A_LINE for v in verdicts),
                "derived": verdicts[0].evidence == "derived",
            }
            worth = worth_of(context, _TASK, features)
            if worth is None:
                continue
            offered.add(verdicts[0].statement)
            items.append(_compose(context, rng, verdicts, plan, worth))
    return items


def _compose(
    context: Context,
    rng: Generator,
    verdicts: Sequence[Verdict],
    plan: tuple[str, str],
    worth: int,
) -> Item:
    key, *distractors = (CertifiedOption.of(context, verdict) for verdict in verdicts)
    kinds = {"kinds": sorted(set(plan))}
    return compose(
        context, _TASK, rng, key=key, distractors=distractors, certificate=kinds, worth=worth
    )


def _choose(
    context: Context,
    rng: Generator,
    kinds: Kinds,
    plan: tuple[str, str],
    offered: set[Statement],
) -> list[Verdict] | None:
    """The verdicts on the key and three distractors, two of each kind; None if some are lacking."""
    of_key, of_others = pick(rng, plan)
    right = [s for s in _statements(kinds, of_key, true=True) if s not in offered]
    key = next((v for s in pick(rng, right) if (v := _structural(context, s)) and v.true), None)
    if key is None:
        return None
    chosen = [key]
    for kind, count in ((of_key, 1), (of_others, 2)):
        pool = _near(_statements(kinds, kind, true=False), kinds, kind)
        pool = [s for s in pool if all(not _same(s, v.statement) for v in chosen)]
        for statement in pick(rng, pool):
            verdict = judge(context, statement)
            if verdict is not None and not verdict.true:
                chosen.append(verdict)
                count -= 1
            if count == 0:
                break
        if count:
            return None
    return chosen


def _structural(context: Context, statement: Statement) -> Verdict | None:
    """The verdict on a statement; None if there is none, or its proof depends on given numbers."""
    verdict = judge(context, statement)
    if verdict is not None and verdict.evidence == "derived":
        used = context.proof(statement).premises
        if any(premise.value is not None for premise in used):
            return None
    return verdict


def _statements(kinds: Kinds, kind: str, *, true: bool) -> list[Statement]:
    """Statements of a kind that are true, or false; a negation is true if its relation is not."""
    if kind in kinds:
        return kinds[kind].true if true else kinds[kind].false
    denied = next(relation for relation, denial in NEGATIONS.items() if denial == kind)
    found = kinds[denied].false if true else kinds[denied].true
    return [Statement(kind, statement.points) for statement in found]


def _near(pool: list[Statement], kinds: Kinds, kind: str) -> list[Statement]:
    """Statements that differ in one point from a true one, so that no point looks out of place.

    The whole pool if there are fewer than three, or if the kind is a negation.
    """
    if kind not in kinds:
        return pool
    true = [set(statement.points) for statement in kinds[kind].true]
    near = [s for s in pool if any(len(set(s.points) - points) <= 1 for points in true)]
    return near if len(near) >= 3 else pool


def _same(one: Statement, other: Statement) -> bool:
    """Whether two statements are about the same points, as a relation and its negation are."""
    return one.points == other.points
