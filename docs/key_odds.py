"""Measures what numbers about printed options say of keys, for the field ``odds`` of tasks.

After a change to how candidates are made, measure the weights again::

    python docs/key_odds.py --write 220 21 22   # 220 scenes of each seed

Those that stand there have been applied to these candidates, and are allowed for: the weights of
all candidates before are found. Without ``--write``, only the gain is printed: by how much the
logarithm of the likelihood of the keys exceeds that of blind guesses, on average over questions, in
scenes of kinds from which nothing was learnt. Tasks without a gain need no odds. More arguments
name tasks.
"""

from __future__ import annotations

import re
import sys
import zlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from geoengine.adversary import QuestionText, number_table
from geoengine.catalogue import load_tasks
from geoengine.families.reasoning.key_odds import COLUMNS, scores_of
from geoengine.split import make_plan
from geoengine.split.generation import request_of
from geoengine.split.production import produce

FAMILY = "reasoning"
TASKS = Path(__file__).parent.parent / "tasks" / FAMILY
PER_SCENE = 3.0
"""How much the candidates of a scene weigh together at most: they are alike."""

PENALTIES = (4.0, 8.0, 16.0, 32.0)
"""The prices of the size of a weight, of which the best is taken; columns have unit deviation."""

LEAST_DEVIATION = 0.03
LEAST, LARGEST = 0.02, 2.0
"""The least and the largest size of a weight."""

FOLDS = 5

Counted = tuple[QuestionText, float]
"""A candidate with its weight."""


class Keys:
    """Candidates as arrays: columns of their options, what the standing odds say, and keys."""

    def __init__(self, counted: Sequence[Counted]) -> None:
        texts = [text for text, _ in counted]
        table, names = number_table(texts)
        used = [k for k, name in enumerate(names) if name.endswith(COLUMNS)]
        columns = table.reshape(len(texts), -1, len(names))[:, :, used]
        columns = columns - columns.mean(axis=1, keepdims=True)
        scale = columns.std(axis=(0, 1))
        told = scale > LEAST_DEVIATION
        self.names = [names[k] for k, tells in zip(used, told, strict=True) if tells]
        self.scale = scale[told]
        self.columns = columns[:, :, told] / self.scale
        self.applied = scores_of(texts).reshape(len(texts), -1)
        self.keys = np.array([text.key for text in texts])
        self.weight = np.array([weight for _, weight in counted])
        kinds = [zlib.crc32(text.scene.encode()) % FOLDS for text in texts]
        self.folds = np.array(kinds)

    def fitted(self, rows: NDArray[np.int64], penalty: float) -> NDArray[np.float64]:
        """The weights of columns that some candidates suggest."""
        columns, weight, size = self.columns[rows], self.weight[rows], self.columns.shape[2]
        own = columns[np.arange(len(rows)), self.keys[rows]]

        def loss(both: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
            shares = self._shares(rows, both[:size] - both[size:])
            mean = (shares[:, :, None] * columns).sum(axis=1)
            slope = (weight[:, None] * (mean - own)).sum(axis=0)
            logs = np.log(shares[np.arange(len(rows)), self.keys[rows]])
            cost = penalty * both.sum() - (weight * logs).sum()
            return float(cost), np.concatenate([slope, -slope]) + penalty

        bounds = [(0, LARGEST)] * (2 * size)
        both = minimize(loss, np.zeros(2 * size), jac=True, method="L-BFGS-B", bounds=bounds).x
        return np.asarray(both[:size] - both[size:])

    def gain(self, penalty: float) -> float:
        """The mean gain, each fold of scenes by weights that were learnt from the others."""
        total = 0.0
        for fold in range(FOLDS):
            known, asked = np.flatnonzero(self.folds != fold), np.flatnonzero(self.folds == fold)
            shares = self._shares(asked, self.fitted(known, penalty))
            own = shares[np.arange(len(asked)), self.keys[asked]]
            total += float((self.weight[asked] * np.log(shares.shape[1] * own)).sum())
        return total / float(self.weight.sum())

    def _shares(self, rows: NDArray[np.int64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """How likely each option is, given that candidates were kept by the standing odds."""
        scores = self.columns[rows] @ weights - self.applied[rows]
        shares = np.exp(scores - scores.max(axis=1, keepdims=True))
        return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def main(arguments: Sequence[str]) -> None:
    """Measure some scenes of some seeds, and perhaps write."""
    write = "--write" in arguments
    given = [one for one in arguments if one != "--write"]
    scenes, *seeds = (int(one) for one in given if one.isdecimal())
    tasks = [one for one in given if not one.isdecimal()]
    found: dict[str, dict[str, dict[str, list[float]]]] = defaultdict(dict)
    for (task, form), counted in sorted(candidates(scenes, seeds, tasks).items()):
        keys = Keys(counted)
        gains = {penalty: keys.gain(penalty) for penalty in PENALTIES}
        best = max(gains, key=gains.__getitem__)
        print(f"{task}, {form}: {len(counted)} candidates, gain {gains[best]:.3f} ({best:g})")
        told = gains[best] > 0
        found[task][form] = named(keys, keys.fitted(np.arange(len(counted)), best)) if told else {}
    if write:
        for task, forms in found.items():
            write_odds(task, forms)


def candidates(
    scenes: int, seeds: Sequence[int], tasks: Sequence[str]
) -> dict[tuple[str, str], list[Counted]]:
    """The candidates from which splits would be selected, by task and form."""
    found: dict[tuple[str, str], list[Counted]] = defaultdict(list)
    for seed in seeds:
        plan = make_plan(1000, mix="geobench", seed=seed, images=False)
        for index in range(scenes):
            own = defaultdict(list)
            for items in produce(request_of(plan, index, tasks or plan.tasks)).items.values():
                for text in map(QuestionText.of, items):
                    own[text.task, text.form].append(text)
            for name, texts in own.items():
                found[name] += [(text, min(1.0, PER_SCENE / len(texts))) for text in texts]
    return found


def named(keys: Keys, weights: NDArray[np.float64]) -> dict[str, list[float]]:
    """The weights of each number that has some."""
    found: dict[str, list[float]] = {}
    for name, value in zip(keys.names, weights / keys.scale, strict=True):
        if abs(value) >= LEAST:
            number, _, column = name.partition(":")
            own = found.setdefault(number, [0.0] * len(COLUMNS))
            own[COLUMNS.index(column)] = round(float(np.clip(value, -LARGEST, LARGEST)), 2)
    return found


def write_odds(task: str, forms: Mapping[str, Mapping[str, list[float]]]) -> None:
    """Replace the odds of some forms in the file of a task; they stand before its questions."""
    path = TASKS / f"{task}.yaml"
    standing = {
        form: {number: [*own] for number, own in numbers.items()}
        for form, numbers in load_tasks(FAMILY)[task].odds.items()
    }
    lines = []
    for form, numbers in sorted((standing | dict(forms)).items()):
        if not numbers:
            continue
        lines.append(f"    {form}:\n")
        lines += [f"      {number}: {values}\n" for number, values in sorted(numbers.items())]
    head = "  # What printed numbers say of the key; measured by docs/key_odds.py.\n  odds:\n"
    text = path.read_text(encoding="utf-8")
    text = re.sub(r"(?m)^  # What printed numbers.*\n  odds:\n(    .*\n)*", "", text)
    if lines:
        text = text.replace("  questions:\n", f"{head}{''.join(lines)}  questions:\n", 1)
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
