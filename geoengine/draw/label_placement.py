"""Label placement: one candidate for every label, so that overlaps cost least in total.

The cost of every pair of candidates is computed once. Labels are then placed greedily, those with
the fewest good candidates first; each moves to its best candidate given the others until nothing
changes; and each label that is still badly placed tries its candidates in turn while the labels
it collides with move away (an ejection chain of depth one).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from geoengine.draw.label_candidates import LabelCandidates
from geoengine.draw.obstacles import (
    ALONG_STROKE,
    CLASH,
    Obstacles,
    box_costs,
    stroke_costs,
)
from geoengine.draw.overlap import boxes_meet, grown, inside_lengths, segment_gaps

__all__ = ["place_labels"]

Array = NDArray[np.float64]

# The cost of a label on a stroke of another label.
_ON_STROKE = 18.0
# The cost of two labels side by side, and below what distance in em they read as one.
_SIDE_BY_SIDE, _APART = 6.0, 0.7
# The number of candidates kept for each label, at most and at least, and in all: fewer when there
# are many labels, since the number of pairs grows with the square.
_MOST, _LEAST, _IN_ALL = 36, 16, 400
# How many times each label is moved at most before the last stage.
_SWEEPS = 12


def place_labels(labels: Sequence[LabelCandidates], obstacles: Obstacles) -> tuple[list[int], int]:
    """Choose a candidate for each label.

    Returns
    -------
    list of int
        The number of the candidate chosen for each label.
    int
        The number of labels that still overlap another, a dot, or the border of the picture.
    """
    table = _Table(labels, obstacles)
    order = sorted(range(len(labels)), key=table.freedom)
    for label in order:
        table.move(label)
    table.improve(order)
    for label in order:
        if table.excess_cost(label) > 2:
            table.eject(label)
    return table.choices(), table.overlapping()


class _Table:
    """The best candidates of all labels in one list, and the current choice of each label.

    `own_costs` has the cost of each candidate, `pair_costs` that of each pair; `part` is the range
    of each label's candidates in the list.
    """

    def __init__(self, labels: Sequence[LabelCandidates], obstacles: Obstacles) -> None:
        kept_each = int(np.clip(_IN_ALL // len(labels), _LEAST, _MOST))
        self.kept: list[NDArray[np.intp]] = []
        own_costs, boxes, strokes, owners = [], [], [], []
        begin = 0
        self.part: list[slice] = []
        standing = box_costs(labels, obstacles)
        for label, costs in zip(labels, standing, strict=True):
            total = costs + label.costs
            kept = np.argsort(total, kind="stable")[:kept_each]
            kept_strokes = label.strokes[kept]
            self.kept.append(kept)
            own_costs.append(total[kept] + stroke_costs(label, kept_strokes, obstacles))
            boxes.append(label.boxes[kept])
            whose, which = np.nonzero(~np.isnan(kept_strokes[..., 0]))
            strokes.append(kept_strokes[whose, which])
            owners.append(
                np.stack((whose + begin, label.dimension & ((which == 2) | (which == 3))), axis=-1)
            )
            self.part.append(slice(begin, begin + len(kept)))
            begin += len(kept)
        pad = 0.08 * min(label.em for label in labels)
        self.own_costs = np.concatenate(own_costs)
        self.pair_costs = _pair_costs(
            grown(np.concatenate(boxes), pad),
            np.concatenate(strokes),
            np.concatenate(owners),
            pad,
            _APART * min(label.em for label in labels),
        )
        for part in self.part:
            self.pair_costs[part, part] = 0
        self.chosen = np.full(len(labels), -1)

    def choices(self) -> list[int]:
        """Return the choice of each label, numbered within its own candidates."""
        return [
            int(kept[choice - part.start])
            for kept, choice, part in zip(self.kept, self.chosen, self.part, strict=True)
        ]

    def freedom(self, label: int) -> float:
        """Return a sort key: labels with few cheap candidates come first."""
        return -float(np.sort(np.minimum(self.own_costs[self.part[label]], CLASH))[:12].mean())

    def costs(self, label: int) -> Array:
        """Return the cost of each candidate of a label, given the choices of the others."""
        part = self.part[label]
        others = self.chosen[self.chosen >= 0]
        costs: Array = self.own_costs[part] + self.pair_costs[part][:, others].sum(axis=1)
        return costs

    def move(self, label: int) -> bool:
        """Move a label to its best candidate given the others; return whether it changed."""
        best = self.part[label].start + int(np.argmin(self.costs(label)))
        moved = best != self.chosen[label]
        self.chosen[label] = best
        return bool(moved)

    def improve(self, order: Sequence[int]) -> None:
        """Move labels until none improves, or `_SWEEPS` times each."""
        for _ in range(_SWEEPS):
            moved = [self.move(label) for label in order]
            if not any(moved):
                return

    def excess_cost(self, label: int) -> float:
        """Return how much more a label costs than its cheapest candidate would by itself."""
        return self.cost(label) - float(self.own_costs[self.part[label]].min())

    def cost(self, label: int) -> float:
        """Return the cost of a label's current choice."""
        choice = self.chosen[label]
        return float(self.own_costs[choice] + self.pair_costs[choice, self.chosen].sum())

    def overlapping(self) -> int:
        """Return the number of labels on another label, on a dot or beyond the border."""
        return sum(self.cost(label) >= CLASH for label in range(len(self.part)))

    def total(self) -> float:
        """Return the total cost of all labels, each pair counted once."""
        met = self.pair_costs[np.ix_(self.chosen, self.chosen)].sum()
        return float(self.own_costs[self.chosen].sum() + met / 2)

    def eject(self, label: int) -> None:
        """Try the candidates of a label, moving the labels that it meets; keep the best result."""
        before, total, now = self.chosen.copy(), self.total(), self.cost(label)
        best = before
        part = self.part[label]
        for choice in part.start + np.argsort(self.own_costs[part], kind="stable")[:20]:
            if choice == before[label] or self.own_costs[choice] >= now:
                continue
            self.chosen = before.copy()
            self.chosen[label] = choice
            for other in np.flatnonzero(self.pair_costs[choice, before] > 0):
                self.move(int(other))
            if (after := self.total()) < total - 1e-9:
                total, best = after, self.chosen
        self.chosen = best


def _pair_costs(
    boxes: Array, strokes: Array, owners: NDArray[np.int_], pad: float, apart: float
) -> Array:
    """Return the cost of each pair of candidates, shape (candidates, candidates).

    Parameters
    ----------
    boxes : ndarray, shape (candidates, 4)
        The boxes of the labels, slightly enlarged.
    strokes : ndarray, shape (strokes, 4)
    owners : ndarray of int, shape (strokes, 2)
        The candidate that each stroke belongs to, and 1 if it is the line of a dimension line.
    pad : float
        The enlargement of the boxes.
    apart : float
        How far labels side by side should be apart.
    """
    across, down = boxes_meet(boxes)
    pair_costs = np.zeros(across.shape)
    # Two labels side by side would read as one.
    near = min(2 * pad - apart, 0.0)
    one, other = np.nonzero((across > near) & (down > 0))
    width, height = across[one, other], down[one, other]
    area = np.prod(boxes[:, 2:] - boxes[:, :2], axis=1)
    shared = np.maximum(width, 0) * height
    costs = CLASH * ((shared > 0) + shared / np.minimum(area[one], area[other]))
    pair_costs[one, other] = costs + _SIDE_BY_SIDE * (width > 2 * pad - apart)
    if len(strokes):
        box, stroke = np.nonzero(inside_lengths(boxes, strokes))
        owner = owners[stroke, 0]
        np.add.at(pair_costs, ([box, owner], [owner, box]), _ON_STROKE)
        lines = np.flatnonzero(owners[:, 1])
        middles = strokes[lines].reshape(-1, 2, 2).mean(axis=1)
        beside = ALONG_STROKE * (segment_gaps(middles, strokes[lines]) < 4 * pad)
        whose = owners[lines, 0]
        np.add.at(pair_costs, (whose[:, None], whose), beside + beside.T)
    return pair_costs
