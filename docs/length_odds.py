"""Measures which numbers are common as lengths, for the field ``lengths`` of numerical perception.

After a change to scenes, or to which lengths are asked for, measure the weights again::

    python docs/length_odds.py --write 300 61 62   # 300 scenes of each seed

Each length that may be asked for is compared with all numbers that might be offered beside it (a
conditional logit model). Without ``--write``, only the gain is printed: by how much the logarithm
of the likelihood of the lengths exceeds that of equal odds, on average, in scenes of kinds from
which nothing was learnt.
"""

from __future__ import annotations

import re
import sys
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from geoengine.families.reasoning.common_lengths import FEATURES, makeup
from geoengine.families.reasoning.numerical_perception import alternatives, asked_lengths
from geoengine.families.reasoning.preparing import prepare
from geoengine.families.reasoning.similar_numbers import is_rationalized
from geoengine.items import UnusableSceneError

TASK = Path(__file__).parent.parent / "tasks" / "reasoning" / "numerical_perception.yaml"
PER_SCENE = 3.0
"""How much the lengths of a scene weigh together at most: they are alike."""

PENALTIES = (0.5, 1.0, 2.0, 4.0, 8.0)
"""The prices of the square of a weight, of which the best is taken."""

FOLDS = 5
LEAST = 0.05
"""The least size of a weight that is written."""


class Lengths:
    """Lengths with their alternatives as an array, the length first; unused rows are far away."""

    def __init__(self, found: Sequence[tuple[str, list[NDArray[np.float64]], float]]) -> None:
        most = max(len(rows) for _, rows, _ in found)
        self.columns = np.zeros((len(found), most, len(FEATURES)))
        self.there = np.zeros((len(found), most), dtype=bool)
        for k, (_, rows, _) in enumerate(found):
            self.columns[k, : len(rows)] = rows
            self.there[k, : len(rows)] = True
        self.weight = np.array([weight for *_, weight in found])
        self.folds = np.array([zlib.crc32(scene.encode()) % FOLDS for scene, *_ in found])

    def fitted(self, rows: NDArray[np.int64], penalty: float) -> NDArray[np.float64]:
        """The weights that some lengths suggest."""
        columns, weight = self.columns[rows], self.weight[rows]

        def loss(values: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
            shares = self.shares(rows, values)
            mean = np.einsum("ij,ijk->ik", shares, columns)
            slope = weight @ (mean - columns[:, 0]) + 2 * penalty * values
            return float(penalty * values @ values - weight @ np.log(shares[:, 0])), slope

        start = np.zeros(len(FEATURES))
        return np.asarray(minimize(loss, start, jac=True, method="L-BFGS-B").x)

    def gain(self, penalty: float) -> float:
        """The mean gain, each fold of scenes by weights that were learnt from the others."""
        total = 0.0
        for fold in range(FOLDS):
            known, asked = np.flatnonzero(self.folds != fold), np.flatnonzero(self.folds == fold)
            shares = self.shares(asked, self.fitted(known, penalty))[:, 0]
            total += self.weight[asked] @ np.log(shares * self.there[asked].sum(axis=1))
        return float(total / self.weight.sum())

    def shares(self, rows: NDArray[np.int64], values: NDArray[np.float64]) -> NDArray[np.float64]:
        """How likely each number is to be the length."""
        scores = np.where(self.there[rows], self.columns[rows] @ values, -np.inf)
        found = np.exp(scores - scores.max(axis=1, keepdims=True))
        return np.asarray(found / found.sum(axis=1, keepdims=True))


def main(arguments: Sequence[str]) -> None:
    """Measure some scenes of some seeds, and perhaps write."""
    scenes, *seeds = (int(one) for one in arguments if one != "--write")
    lengths = Lengths(list(asked(scenes, seeds)))
    gains = {penalty: lengths.gain(penalty) for penalty in PENALTIES}
    best = max(gains, key=gains.__getitem__)
    print(f"{len(lengths.weight)} lengths, gain {gains[best]:.3f} ({best:g})")
    weights = lengths.fitted(np.arange(len(lengths.weight)), best)
    lines = [
        f"    {name}: {value:.2f}\n"
        for name, value in zip(FEATURES, weights, strict=True)
        if abs(value) >= LEAST
    ]
    print("".join(lines), end="")
    if "--write" in arguments:
        head = f"  # How common numbers are as lengths; measured by docs/{Path(__file__).name}.\n"
        text = TASK.read_text(encoding="utf-8")
        text = re.sub(r"(?m)^  # How common.*\n  lengths:\n(    .*\n)*", "", text)
        text = text.replace(
            "  questions:\n", f"{head}  lengths:\n{''.join(lines)}  questions:\n", 1
        )
        TASK.write_text(text, encoding="utf-8")


def asked(
    scenes: int, seeds: Sequence[int]
) -> Iterator[tuple[str, list[NDArray[np.float64]], float]]:
    """The lengths that may be asked for: the kind of scene, numbers, and how much they weigh."""
    for seed in seeds:
        for index in range(scenes):
            try:
                context = prepare(seed, index).context
            except UnusableSceneError:
                continue
            readings, worths = asked_lengths(context)
            own: dict[tuple[str, bool], list[NDArray[np.float64]]] = {}
            for value in {readings[segment].value for segment in worths}:
                for under_root in {False, value.radicand != 1 and not is_rationalized(value)}:
                    others = alternatives(value, readings, under_root=under_root)
                    if others:
                        own[str(value), under_root] = [makeup(one) for one in (value, *others)]
            for rows in own.values():
                yield context.scene, rows, min(1.0, PER_SCENE / len(own))


if __name__ == "__main__":
    main(sys.argv[1:])
