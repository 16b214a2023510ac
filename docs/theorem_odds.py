"""Measures how often each theorem could be the unused one, for the field ``unused`` of rules.

After a change to rules, scenes or theorem selection, write what it finds into ``rules/``::

    python docs/theorem_odds.py 130 12 13 14   # 130 scenes of each seed; takes some minutes
    python docs/theorem_odds.py --write 130 12 13 14

Theorems that were offered less than `FEWEST` times keep the default, a quarter.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from geoengine.families.reasoning.goal_choice import goals
from geoengine.families.reasoning.preparing import prepare
from geoengine.families.reasoning.theorem_choices import choices_about
from geoengine.items import UnusableSceneError, stream

TASK = "theorem_selection"
RULES = Path(__file__).parent.parent / "rules"
GOALS = 6
"""The number of goals of a scene that are considered, as for a split."""

FEWEST = 10
PRIOR = 4
"""As if each theorem had been offered so many times more, and been right in a quarter of them."""


def main(arguments: Sequence[str]) -> None:
    """Measure some scenes of some seeds; print the odds, and perhaps write them."""
    write = "--write" in arguments
    scenes, *seeds = (int(one) for one in arguments if one != "--write")
    found = measure(scenes, seeds)
    for rule, percent in sorted(found.items(), key=lambda one: one[1]):
        print(f"{percent:3} {rule}")
    if write:
        for path in RULES.glob("*.yaml"):
            write_odds(path, found)


def measure(scenes: int, seeds: Sequence[int]) -> dict[str, int]:
    """Count the choices of the first scenes of some seeds; return percentages by rule."""
    right: Counter[str] = Counter()
    offered: Counter[str] = Counter()
    for seed in seeds:
        for index in range(scenes):
            try:
                context = prepare(seed, index).context
            except UnusableSceneError:
                continue
            rng = stream(seed, index, TASK)
            for choice in choices_about(context, rng, TASK, list(goals(context, rng)), GOALS):
                right[choice.key] += 1
                offered.update((choice.key, *choice.distractors))
    return {
        rule: round(100 * (right[rule] + PRIOR / 4) / (times + PRIOR))
        for rule, times in offered.items()
        if times >= FEWEST
    }


def write_odds(path: Path, found: dict[str, int]) -> None:
    """Replace the odds in a file of rules; they stand at the end of an entry."""
    text = re.sub(r"(?m)^  unused: \d+\n", "", path.read_text(encoding="utf-8"))
    entries = re.split(r"(?m)^(?=- id: )", text)
    for k, entry in enumerate(entries):
        percent = found.get(entry.partition("\n")[0].removeprefix("- id: "))
        if percent is not None:
            entries[k] = re.sub(r"(\s*)\Z", rf"\n  unused: {percent}\1", entry, count=1)
    path.write_text("".join(entries), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
