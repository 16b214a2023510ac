"""Measures what numbers about printed options say of keys, for the field ``odds`` of tasks.

After a change to how candidates are made, measure the weights again::

    python docs/key_odds.py --write 220 21 22   # 220 scenes of each seed

Asked about are the candidates as builders draw them, before any is refused by its odds; those that
stand there are not regarded. Without ``--write``, only the gain is printed: by how much the
logarithm of the likelihood of the keys exceeds that of blind guesses, on average, in scenes from
which nothing was learnt. Tasks without a gain need no odds. More arguments name tasks.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from conditional_logit import PER_SCENE, Choice, ConditionalLogit
from numpy.typing import NDArray

from geoengine.adversary import QuestionText, number_table
from geoengine.catalogue import load_tasks
from geoengine.families.reasoning import key_odds, premise_filtering
from geoengine.families.reasoning.key_odds import COLUMNS
from geoengine.split import make_plan
from geoengine.split.generation import request_of
from geoengine.split.production import produce

FAMILY = "reasoning"
TASKS = Path(__file__).parent.parent / "tasks" / FAMILY

SAMPLE = 12
"""How many candidates of a scene are looked at, drawn from all."""

LEAST, LARGEST = 0.02, 2.0
"""The least and the largest size of a weight."""

Candidate = tuple[str, QuestionText]
"""The name of a scene, and a candidate about it."""


def main(arguments: Sequence[str]) -> None:
    """Measure some scenes of some seeds, and perhaps write."""
    write = "--write" in arguments
    given = [one for one in arguments if one != "--write"]
    scenes, *seeds = (int(one) for one in given if one.isdecimal())
    tasks = [one for one in given if not one.isdecimal()]
    found: dict[str, dict[str, dict[str, list[float]]]] = defaultdict(dict)
    for (task, form), drawn in sorted(candidates(scenes, seeds, tasks).items()):
        choices, names = as_choices(drawn)
        best = ConditionalLogit(choices).best()
        print(f"{task}, {form}: {len(drawn)} candidates, gain {best.gain:.3f} ({best.penalty:g})")
        found[task][form] = named(names, best.weights) if best.gain > 0 else {}
    if write:
        for task, forms in found.items():
            write_odds(task, forms)


def candidates(
    scenes: int, seeds: Sequence[int], tasks: Sequence[str]
) -> dict[tuple[str, str], list[Candidate]]:
    """The candidates of which odds refuse some, by task and form."""
    drawn: list[QuestionText] = []

    def keep_all(texts: Sequence[QuestionText]) -> NDArray[np.float64]:
        drawn.extend(texts)
        return np.ones(len(texts))

    for module in (key_odds, premise_filtering):
        module.chances_to_keep = keep_all
    found: dict[tuple[str, str], list[Candidate]] = defaultdict(list)
    for seed in seeds:
        plan = make_plan(1000, mix="geobench", seed=seed, images=False)
        for index in range(scenes):
            drawn.clear()
            produce(request_of(plan, index, tasks or plan.tasks))
            own: dict[tuple[str, str], list[QuestionText]] = defaultdict(list)
            for text in drawn:
                own[text.task, text.form].append(text)
            rng = np.random.default_rng([seed, index])
            for name, texts in own.items():
                for k in rng.permutation(len(texts))[:SAMPLE]:
                    found[name].append((f"{seed}/{index}", texts[k]))
    return found


def as_choices(drawn: Sequence[Candidate]) -> tuple[list[Choice], list[str]]:
    """Candidates with what is counted of their options, and the names of these numbers."""
    table, names = number_table([text for _, text in drawn])
    used = [k for k, name in enumerate(names) if name.endswith(COLUMNS)]
    counts = defaultdict(int)
    for scene, _ in drawn:
        counts[scene] += 1
    choices, start = [], 0
    for scene, text in drawn:
        numbers = table[start : start + len(text.options), used]
        start += len(text.options)
        # The key comes first.
        numbers = np.roll(numbers, -text.key, axis=0)
        choices.append(Choice(scene, numbers, min(1.0, PER_SCENE / counts[scene])))
    return choices, [names[k] for k in used]


def named(names: Sequence[str], weights: NDArray[np.float64]) -> dict[str, list[float]]:
    """The weights of each number that has some."""
    found: dict[str, list[float]] = {}
    for name, value in zip(names, weights, strict=True):
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
