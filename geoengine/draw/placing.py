"""Choosing a place for every label at once, so that they meet each other and the figure least.

The labels are placed greedily, those with the fewest good places first; then each moves to its
best place among the others until none does; then each that is still badly off tries its places
in turn, the labels it pushes moving on (an ejection of depth one).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from geoengine.draw.choices import Choices
from geoengine.draw.obstacles import (
    ALONG_STROKE,
    CLASH,
    Obstacles,
    leading_costs,
    standing_costs,
)
from geoengine.draw.overlap import alongside, boxes_overlap, grown, inside_lengths

__all__ = ["place"]

Array = NDArray[np.float64]

# What a label and a stroke of another cost that meet.
_ON_STROKE = 9.0
# Places beyond the best so many of a label are hardly ever taken.
_KEPT = 56
_SWEEPS = 8


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
    return [int(table.kept[i][choice]) for i, choice in enumerate(table.chosen)], table.clashes()


class _Table:
    """The labels, the choices worth keeping, and the one each has now (-1: none yet)."""

    def __init__(self, labels: Sequence[Choices], obstacles: Obstacles) -> None:
        self.labels = labels
        self.pad = 0.08 * min((label.em for label in labels), default=0.0)
        self.kept, self.costs, self.boxes, self.strokes = [], [], [], []
        for label in labels:
            costs = label.costs + standing_costs(label, obstacles) + leading_costs(label, obstacles)
            kept = np.argsort(costs, kind="stable")[:_KEPT]
            self.kept.append(kept)
            self.costs.append(costs[kept])
            self.boxes.append(label.boxes[kept])
            self.strokes.append(label.strokes[kept])
        self.chosen = [-1] * len(labels)

    def freedom(self, label: int) -> float:
        """Return how much is lost when the best places of a label are taken."""
        return -float(np.minimum(self.costs[label], CLASH)[:12].mean())

    def move(self, label: int) -> bool:
        """Move a label to its best place among the others, if that is another."""
        best = int(np.argmin(self.costs[label] + self._meeting(label)))
        moved = best != self.chosen[label]
        self.chosen[label] = best
        return moved

    def settle(self, order: Sequence[int]) -> None:
        """Move labels until none gains by it."""
        for _ in range(_SWEEPS):
            moved = [self.move(label) for label in order if self.unease(label) > 0]
            if not any(moved):
                return

    def unease(self, label: int) -> float:
        """Return how much worse a label stands than it could alone."""
        return self.cost(label) - float(self.costs[label][0])

    def cost(self, label: int) -> float:
        choice = self.chosen[label]
        met = self._meeting(label, slice(choice, choice + 1))
        return float(self.costs[label][choice] + met[0])

    def clashes(self) -> int:
        """Return how many labels stand where none should."""
        return sum(self.cost(label) >= CLASH for label in range(len(self.labels)))

    def total(self) -> float:
        """Return what all the labels cost together, each meeting counted once."""
        alone = sum(costs[i] for costs, i in zip(self.costs, self.chosen, strict=True))
        met = sum(self._meeting(i, slice(c, c + 1))[0] for i, c in enumerate(self.chosen))
        return float(alone + met / 2)

    def push(self, label: int) -> None:
        """Try the places of a label, moving on whatever it pushes; keep what gains most."""
        before, total = list(self.chosen), self.total()
        best = before
        alone = self.costs[label]
        for choice in range(min(len(alone), 16)):
            if choice == before[label] or alone[choice] >= self.cost(label) + alone[0]:
                continue
            self.chosen = list(before)
            self.chosen[label] = choice
            for other in self._touching(label):
                self.move(other)
            if (now := self.total()) < total - 1e-9:
                total, best = now, list(self.chosen)
        self.chosen = best

    def _touching(self, label: int) -> list[int]:
        box = grown(self.boxes[label][[self.chosen[label]]], self.pad)
        return [
            other
            for other in range(len(self.labels))
            if other != label
            and boxes_overlap(box, self.boxes[other][[self.chosen[other]]]).item() > 0
        ]

    def _meeting(self, label: int, part: slice = slice(None)) -> Array:
        """Return what each choice of a label costs beside the present choices of the others."""
        boxes, strokes = self.boxes[label][part], self.strokes[label][part]
        costs = np.zeros(len(boxes))
        others = [i for i, choice in enumerate(self.chosen) if choice >= 0 and i != label]
        if not others:
            return costs
        there = np.array([self.boxes[i][self.chosen[i]] for i in others])
        padded = grown(boxes, self.pad)
        shared = boxes_overlap(padded, grown(there, self.pad))
        area = np.prod(padded[:, 2:] - padded[:, :2], axis=1)[:, None]
        costs += CLASH * np.sum((shared > 0) + shared / area, axis=1)

        drawn = np.concatenate([self.strokes[i][self.chosen[i]] for i in others])
        drawn = drawn[~np.isnan(drawn[:, 0])]
        costs += _ON_STROKE * np.count_nonzero(inside_lengths(padded, drawn), axis=1)
        if strokes.shape[1]:
            whose, which = np.nonzero(~np.isnan(strokes[..., 0]))
            mine = strokes[whose, which]
            under = np.count_nonzero(inside_lengths(grown(there, self.pad), mine), axis=0)
            np.add.at(costs, whose, _ON_STROKE * under)
            if self.labels[label].dimension:
                lines = [
                    self.strokes[i][self.chosen[i]] for i in others if self.labels[i].dimension
                ]
                rows = np.concatenate([*lines, np.empty((0, 4))])
                rows = rows[~np.isnan(rows[:, 0])]
                np.add.at(costs, whose, ALONG_STROKE * alongside(mine, rows, 4 * self.pad))
        return costs
