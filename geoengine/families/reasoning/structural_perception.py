"""Structural perception: which relation must hold, according to the picture and its marks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from numpy.random import Generator

from geoengine.catalogue import load_engine_steps
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.false_relations import FalseRelations
from geoengine.families.reasoning.item_assembly import CertifiedOption, compose
from geoengine.families.reasoning.shown_picture import ShownPicture
from geoengine.families.reasoning.truth import Verdict, judge
from geoengine.families.reasoning.visible import VisibleRelations, relations
from geoengine.families.reasoning.worth import worth_of
from geoengine.items import Item, pick
from geoengine.language import Statement

__all__ = ["build_structural_perception"]

_TASK = "structural_perception"
_PREDICATES = ("para", "perp", "cong", "midp", "cyclic")
_TRIES = 8
_PER_KEY = 2
"""How many items a key gives, of which a split takes one."""

_COUNTED = 3
"""How many theorems in the proof of a key count: more make it no harder to see in the picture."""

Kinds = dict[str, VisibleRelations]


def build_structural_perception(context: Context, rng: Generator, most: int) -> list[Item]:
    """Make items whose key is a relation that follows from what the picture shows.

    Its marks, and points on drawn lines and circles, are all that the key rests on. It may compare
    segments that are not drawn, as the other options may. All four options are of one kind, or two
    are of each of two kinds, so that the kind does not reveal the key. Distractors seem true at a
    glance, if there are enough of these.
    """
    kinds = {name: relations(context, name, undrawn=True) for name in _PREDICATES}
    plain, shown = context.plain_relations, ShownPicture(context)
    keys = {
        name: [
            one
            for one in found.true
            if not (plain.include(one) or _compares_neighbors(context, one)) and shown.implies(one)
        ]
        for name, found in kinds.items()
    }
    usable = [name for name in _PREDICATES if keys[name]]
    plans = [(name, name) for name in usable] + list(combinations(usable, 2))
    items: list[Item] = []
    asked: Counter[Statement] = Counter()
    for _ in range(_TRIES):
        for plan in pick(rng, plans):
            if len(asked) == most:
                return items
            verdicts = _choose(context, rng, kinds, keys, plan)
            if verdicts is None:
                context.rejections[f"{_TASK}: too few relations of the chosen kinds"] += 1
                continue
            key, *others = (verdict.statement for verdict in verdicts)
            close = sum(other in kinds[other.predicate].close for other in others)
            features = {"close": close, "theorems": _theorems(context, key)}
            worth = worth_of(context, _TASK, features)
            if worth is None:
                continue
            asked[key] += 1
            if asked[key] == _PER_KEY:
                keys[key.predicate].remove(key)
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
    keys: dict[str, list[Statement]],
    plan: tuple[str, str],
) -> list[Verdict] | None:
    """The verdicts on the key and three distractors, two of each kind; None if some are lacking."""
    of_key, of_others = pick(rng, plan)
    key = next((v for s in pick(rng, keys[of_key]) if (v := _structural(context, s))), None)
    if key is None:
        return None
    alike, others = (
        FalseRelations(context, rng, kinds[kind], key.statement) for kind in (of_key, of_others)
    )
    if of_key == of_others:
        three = alike.three_beside()
        return three and [key, *three]
    one, two = alike.beside(), others.pair()
    return one and two and [key, *one, *two]


def _compares_neighbors(context: Context, statement: Statement) -> bool:
    """Whether a statement compares two parts of one line, next to each other, as the eye does."""
    ends = set(statement.points)
    return len(ends) == 3 and ends <= context.line_through(*statement.points[:2])


def _theorems(context: Context, key: Statement) -> int:
    """How many theorems the proof of a key applies, at most `_COUNTED`; computations are none."""
    steps = context.proof(key).steps
    applied = sum(step.derivation.rule not in load_engine_steps() for step in steps)
    return min(applied, _COUNTED)


def _structural(context: Context, statement: Statement) -> Verdict | None:
    """The verdict on a true statement; None if it is doubtful, or numbers prove it."""
    verdict = judge(context, statement)
    if verdict is None or not verdict.true:
        return None
    if any(premise.value is not None for premise in context.proof(statement).premises):
        return None
    return verdict
