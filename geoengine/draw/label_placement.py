"""Choosing a place for every label at once, so that they meet each other and the figure least.

What any two choices cost beside each other is measured once, for all of them. Then the labels are
placed greedily, those with the fewest good places first; each moves to its best place among the
others until none does; and each that is still badly off tries its places in turn, the labels it
pushes moving on (an ejection of depth one).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from geoengine.draw.label_candidates import Choices
from geoengine.draw.obstacles import (
    ALONG_STROKE,
    CLASH,
    Obstacles,
    leading_costs,
    standing_costs,
)
from geoengine.draw.overlap import boxes_meet, grown, inside_lengths, segment_gaps

__all__ = ["place"]

Array = NDArray[np.float64]

# What a label and a stroke of another cost that meet.
_ON_STROKE = 12.0
# What two labels cost that are hardly a blank apart.
_ABREAST = 6.0
# So many of the best places of each label are compared with those of the others: fewer where
# there are many labels, since the comparisons grow with the square.
_MOST, _LEAST, _IN_ALL = 36, 16, 400
_SWEEPS = 12


def place(labels: Sequence[Choices], obstacles: Obstacles) -> tuple[list[int], int]:
    """Choose a place for each label.

    Returns
    -------
    list of int
        The choice of each label.
    int
        How many labels still stand on another, on a dot or outside the picture.
    """
    table = _Table(labels, obstacles)
    order = sorted(range(len(labels)), key=table.freedom)
    for label in order:
        table.move(label)
    table.settle(order)
    for label in order:
        if table.unease(label) > 2:
            table.push(label)
    return table.answer(), table.clashes()


class _Table:
    """The choices worth keeping of all labels, in one row, and the one each label has now.

    `alone` is what each choice costs by itself, `meets` what two cost beside each other; `part`
    is where the choices of each label stand.
    """

    def __init__(self, labels: Sequence[Choices], obstacles: Obstacles) -> None:
        kept_each = int(np.clip(_IN_ALL // len(labels), _LEAST, _MOST))
        self.kept: list[NDArray[np.intp]] = []
        alone, boxes, strokes, owners = [], [], [], []
        begin = 0
        self.part: list[slice] = []
        standing = standing_costs(labels, obstacles)
        for label, costs in zip(labels, standing, strict=True):
            total = costs + label.costs
            kept = np.argsort(total, kind="stable")[:kept_each]
            led = label.strokes[kept]
            self.kept.append(kept)
            alone.append(total[kept] + leading_costs(label, led, obstacles))
            boxes.append(label.boxes[kept])
            whose, which = np.nonzero(~np.isnan(led[..., 0]))
            strokes.append(led[whose, which])
            owners.append(
                np.stack((whose + begin, label.dimension & ((which == 2) | (which == 3))), axis=-1)
            )
            self.part.append(slice(begin, begin + len(kept)))
            begin += len(kept)
        pad = 0.08 * min(label.em for label in labels)
        self.alone = np.concatenate(alone)
        self.meets = _meetings(
            grown(np.concatenate(boxes), pad),
            np.concatenate(strokes),
            np.concatenate(owners),
            pad,
        )
        for part in self.part:
            self.meets[part, part] = 0
        self.chosen = np.full(len(labels), -1)

    def answer(self) -> list[int]:
        """Return the choice of each label, as the label counts them."""
        return [
            int(kept[choice - part.start])
            for kept, choice, part in zip(self.kept, self.chosen, self.part, strict=True)
        ]

    def freedom(self, label: int) -> float:
        """Return how much is lost when the best places of a label are taken."""
        return -float(np.sort(np.minimum(self.alone[self.part[label]], CLASH))[:12].mean())

    def costs(self, label: int) -> Array:
        """Return what each choice of a label costs, beside the present ones of the others."""
        part = self.part[label]
        others = self.chosen[self.chosen >= 0]
        costs: Array = self.alone[part] + self.meets[part][:, others].sum(axis=1)
        return costs

    def move(self, label: int) -> bool:
        """Move a label to its best place among the others, if that is another."""
        best = self.part[label].start + int(np.argmin(self.costs(label)))
        moved = best != self.chosen[label]
        self.chosen[label] = best
        return bool(moved)

    def settle(self, order: Sequence[int]) -> None:
        """Move labels until none gains by it."""
        for _ in range(_SWEEPS):
            moved = [self.move(label) for label in order]
            if not any(moved):
                return

    def unease(self, label: int) -> float:
        """Return how much worse a label stands than it could alone."""
        return self.cost(label) - float(self.alone[self.part[label]].min())

    def cost(self, label: int) -> float:
        """Return what the present choice of a label costs."""
        choice = self.chosen[label]
        return float(self.alone[choice] + self.meets[choice, self.chosen].sum())

    def clashes(self) -> int:
        """Return how many labels stand where none should."""
        return sum(self.cost(label) >= CLASH for label in range(len(self.part)))

    def total(self) -> float:
        """Return what all the labels cost together, each meeting counted once."""
        met = self.meets[np.ix_(self.chosen, self.chosen)].sum()
        return float(self.alone[self.chosen].sum() + met / 2)

    def push(self, label: int) -> None:
        """Try the places of a label, moving on whatever it pushes; keep what gains most."""
        before, total, now = self.chosen.copy(), self.total(), self.cost(label)
        best = before
        part = self.part[label]
        for choice in part.start + np.argsort(self.alone[part], kind="stable")[:20]:
            if choice == before[label] or self.alone[choice] >= now:
                continue
            self.chosen = before.copy()
            self.chosen[label] = choice
            for other in np.flatnonzero(self.meets[choice, before] > 0):
                self.move(int(other))
            if (after := self.total()) < total - 1e-9:
                total, best = after, self.chosen
        self.chosen = best


def _meetings(boxes: Array, strokes: Array, owners: NDArray[np.int_], pad: float) -> Array:
    """Return what each two choices cost beside each other.

    Parameters
    ----------
    boxes : ndarray, shape (choices, 4)
        A little larger than the labels.
    strokes : ndarray, shape (strokes, 4)
    owners : ndarray of int, shape (strokes, 2)
        The choice that each stroke comes with, and whether it is a dimension line.
    pad : float
        By how much the boxes are larger.
    """
    across, down = boxes_meet(boxes)
    shared = np.maximum(across, 0) * np.maximum(down, 0)
    area = np.prod(boxes[:, 2:] - boxes[:, :2], axis=1)
    # Side by side on one line, two labels would read as one.
    abreast = (across > -2 * pad) & (down > 0)
    meets: Array = CLASH * ((shared > 0) + shared / np.minimum(area[:, None], area))
    meets += _ABREAST * abreast
    if len(strokes):
        under = np.zeros_like(meets)
        owned, first = np.unique(owners[:, 0], return_index=True)
        crossed = inside_lengths(boxes, strokes) > 0
        under[:, owned] = _ON_STROKE * np.add.reduceat(crossed, first, axis=1, dtype=float)
        meets += under + under.T
        lines = np.flatnonzero(owners[:, 1])
        middles = strokes[lines].reshape(-1, 2, 2).mean(axis=1)
        beside = ALONG_STROKE * (segment_gaps(middles, strokes[lines]) < 4 * pad)
        whose = owners[lines, 0]
        np.add.at(meets, (whose[:, None], whose), beside + beside.T)
    return meets
