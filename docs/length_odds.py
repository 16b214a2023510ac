"""Measures which numbers are common as lengths, for the field ``lengths`` of numerical perception.

After a change to scenes, or to which lengths are asked for, measure the weights again::

    python docs/length_odds.py --write 300 61 62   # 300 scenes of each seed

Each length that may be asked for is compared with all numbers that might be offered beside it (a
conditional logit model). Without ``--write``, only the gain is printed: by how much the logarithm
of the likelihood of the lengths exceeds that of equal odds, on average, in scenes from which
nothing was learnt.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from conditional_logit import PER_SCENE, Choice, ConditionalLogit
from numpy.typing import NDArray

from geoengine.families.reasoning.common_lengths import FEATURES, makeup
from geoengine.families.reasoning.numerical_perception import alternatives, asked_lengths
from geoengine.families.reasoning.preparing import prepare
from geoengine.families.reasoning.similar_numbers import is_rationalized
from geoengine.items import UnusableSceneError

TASK = Path(__file__).parent.parent / "tasks" / "reasoning" / "numerical_perception.yaml"
LEAST = 0.05
"""The least size of a weight that is written."""


def main(arguments: Sequence[str]) -> None:
    """Measure some scenes of some seeds, and perhaps write."""
    scenes, *seeds = (int(one) for one in arguments if one != "--write")
    choices = list(asked(scenes, seeds))
    best = ConditionalLogit(choices).best()
    print(f"{len(choices)} lengths, gain {best.gain:.3f} ({best.penalty:g})")
    lines = [
        f"    {name}: {value:.2f}\n"
        for name, value in zip(FEATURES, best.weights, strict=True)
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


def asked(scenes: int, seeds: Sequence[int]) -> Iterator[Choice]:
    """The lengths that may be asked for, each among the numbers that may be offered beside it."""
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
                yield Choice(f"{seed}/{index}", np.array(rows), min(1.0, PER_SCENE / len(own)))


if __name__ == "__main__":
    main(sys.argv[1:])
