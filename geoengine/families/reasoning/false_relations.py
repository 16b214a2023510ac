"""False relations: distractors among relations of one kind, with about the same points as a key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice, product

import numpy as np
from numpy.random import Generator

from geoengine.families.reasoning.absurdity import is_absurd
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.truth import Verdict, judge
from geoengine.families.reasoning.visible import VisibleRelations
from geoengine.items import pick
from geoengine.language import Statement

__all__ = ["FalseRelations"]

_OF_SEGMENTS = {"para", "perp", "cong"}
_TRIED = 40
"""How many sets of statements are tried."""

_NEAREST = 12
"""How many segments are tried beside one of the key."""

_DIGITS = 6
"""To so many digits lengths are compared."""

Segment = frozenset[str]


class FalseRelations:
    """The false relations of one kind, as distractors for a key.

    Those come first that seem true at a glance, and of these the ones whose letters are about as
    late in the alphabet as the key's: what follows is rather about the first points.

    Parameters
    ----------
    context : Context
    rng : numpy.random.Generator
    found : VisibleRelations
    key : Statement
        The key, of this kind or another.
    """

    def __init__(
        self, context: Context, rng: Generator, found: VisibleRelations, key: Statement
    ) -> None:
        self._context = context
        self._key = key
        close = set(found.close)
        rest = [statement for statement in found.false if statement not in close]
        share = rng.random()
        self._statements = [*_around(rng, key, found.close, share), *_around(rng, key, rest, share)]
        self._verdicts: dict[Statement, Verdict | None] = {}

    def beside(self) -> list[Verdict] | None:
        """The verdict on one that shares a segment with the key, or all points but one."""
        return self._first([one] for one in self._like(self._key))

    def pair(self) -> list[Verdict] | None:
        """The verdicts on two that are alike in this sense; None if there are none."""
        return self._first(
            [one, other] for one in self._statements for other in islice(self._like(one), 1)
        )

    def three_beside(self) -> list[Verdict] | None:
        """The verdicts on three distractors for a key of this kind; None if some are lacking.

        If they are about segments, then about pairs of neighbors among four in a ring, as the key
        is: each segment is in two options, so that none is commonest in the key.
        """
        if self._key.predicate in _OF_SEGMENTS:
            return self._first(self._rings())
        usable = (statement for statement in self._statements if self._verdict(statement))
        three = list(islice(usable, 3))
        return self._first([three]) if len(three) == 3 else None

    def _first(self, groups: Iterable[Sequence[Statement]]) -> list[Verdict] | None:
        """The verdicts on the first group of statements that can all be distractors."""
        for group in islice(groups, _TRIED):
            verdicts = [verdict for one in group if (verdict := self._verdict(one))]
            if len(verdicts) == len(group) == len({self._meaning(one) for one in group}):
                return verdicts
        return None

    def _meaning(self, statement: Statement) -> object:
        """What is equal for statements about the directions of the same lines, or equal lengths."""
        if statement.predicate == "cong":
            return frozenset(map(self._length, _segments(statement)))
        if statement.predicate not in {"para", "perp"}:
            return statement
        pairs = statement.points[:2], statement.points[2:]
        lines = frozenset(self._context.line_through(*pair) for pair in pairs)
        return statement.predicate, lines

    def _length(self, segment: Segment) -> float:
        """The length of a segment in the picture, rounded."""
        xy, index = self._context.diagram.xy[0], self._context.diagram.index
        first, second = (xy[index[point]] for point in sorted(segment))
        return round(float(np.hypot(*(first - second))), _DIGITS)

    def _verdict(self, statement: Statement) -> Verdict | None:
        """The verdict on a false statement; None if it is absurd, or not clearly false."""
        if statement not in self._verdicts:
            absurd = is_absurd(self._context, statement)
            verdict = None if absurd else judge(self._context, statement)
            self._verdicts[statement] = None if verdict is None or verdict.true else verdict
        return self._verdicts[statement]

    def _like(self, statement: Statement) -> Iterator[Statement]:
        if statement.predicate in _OF_SEGMENTS:
            own = set(_segments(statement))
            return (one for one in self._statements if len(own & set(_segments(one))) == 1)
        points, shared = set(statement.points), len(statement.points) - 1
        return (one for one in self._statements if len(points & set(one.points)) == shared)

    def _rings(self) -> Iterator[Sequence[Statement]]:
        found = {frozenset(_segments(one)): one for one in self._statements}
        first, second = _segments(self._key)
        for third, fourth in product(self._beside(first), self._beside(second)):
            pairs = ({first, third}, {second, fourth}, {third, fourth})
            if len({first, second, third, fourth}) == 4 and found.keys() >= set(
                map(frozenset, pairs)
            ):
                yield [found[frozenset(pair)] for pair in pairs]

    def _beside(self, segment: Segment) -> list[Segment]:
        """Segments in a false relation with one."""
        pairs = (_segments(one) for one in self._statements)
        others = (a if b == segment else b for a, b in pairs if segment in (a, b))
        return list(islice(others, _NEAREST))


def _segments(statement: Statement) -> tuple[Segment, Segment]:
    return frozenset(statement.points[:2]), frozenset(statement.points[2:])


def _around(
    rng: Generator, key: Statement, statements: Sequence[Statement], share: float
) -> Iterator[Statement]:
    """Yield statements, the nearest to a key by their letters first; a share has earlier letters.

    If it were the same share every time, the key could be told by its place among the options.
    """
    own = _letters(key)
    nearest = sorted(pick(rng, statements), key=lambda one: abs(_letters(one) - own))
    earlier = [one for one in nearest if _letters(one) < own]
    queues = iter(earlier), iter([one for one in nearest if _letters(one) >= own])
    for _ in nearest:
        side = int(rng.random() >= share)
        yield next(queues[side], None) or next(queues[1 - side])


@lru_cache(maxsize=8192)
def _letters(statement: Statement) -> float:
    """How late the letters of a statement are: the latest, and then the mean."""
    codes = [ord(point[0]) for point in dict.fromkeys(statement.points)]
    return max(codes) + sum(codes) / len(codes) / 1000
