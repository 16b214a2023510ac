"""Measures the odds that each theorem is the correct option, for the field ``odds`` of rules.

After a change to rules, scenes or theorem selection, measure them again, and replace those that
stand there; this takes a minute::

    python docs/theorem_odds.py --write 130 12 13 14   # 130 scenes of each seed

The odds that stand there are not regarded, so that all choices are kept (`chance_to_keep`).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

from geoengine.catalogue import load_rules
from geoengine.families.reasoning import Context
from geoengine.families.reasoning.goal_choice import goals
from geoengine.families.reasoning.preparing import prepare
from geoengine.families.reasoning.theorem_choices import choices_about
from geoengine.families.reasoning.theorem_reasons import reason_choices
from geoengine.families.reasoning.theorem_selection import MOST_STEPS
from geoengine.items import UnusableSceneError, stream

TASK = "theorem_selection"
RULES = Path(__file__).parent.parent / "rules"
GOALS = 6
"""The number of goals of a scene that are considered, as for a split."""

PER_SCENE = 24.0
"""How much the choices of a scene weigh together at most, since a split takes few of them."""

PRIOR = 1.0
"""The weight of the squares of the odds, which are zero for a theorem that is never offered."""


Offered = tuple[str, ...]
"""The ids of the theorems that are offered together, the key first."""


def main(arguments: Sequence[str]) -> None:
    """Measure some scenes of some seeds; print the odds before and after, and perhaps write."""
    write = "--write" in arguments
    before = {rule: dict(entry.odds) for rule, entry in load_rules().items()}
    for entry in load_rules().values():
        entry.odds.clear()
    scenes, *seeds = (int(one) for one in arguments if one != "--write")
    choices: dict[str, list[list[Offered]]] = {"shown": [], "reason": []}
    for context, rng in contexts(scenes, seeds):
        choices["shown"].append(list(shown(context, rng)))
        choices["reason"].append(list(reasons(context, rng)))
    for form, by_scene in choices.items():
        found = odds(by_scene)
        print(f"{form}: {sum(map(len, by_scene))} choices, of {sum(map(bool, by_scene))} scenes")
        for rule, value in sorted(found.items(), key=lambda one: one[1]):
            print(f"{before[rule].get(form, 0.0):5} {value:5.1f} {rule}")
        if write:
            for path in RULES.glob("*.yaml"):
                write_odds(path, form, found)


def contexts(scenes: int, seeds: Sequence[int]) -> Iterator[tuple[Context, np.random.Generator]]:
    """The first scenes of some seeds, each with its random numbers."""
    for seed in seeds:
        for index in range(scenes):
            try:
                yield prepare(seed, index).context, stream(seed, index, TASK)
            except UnusableSceneError:
                continue


def shown(context: Context, rng: np.random.Generator) -> Iterator[Offered]:
    """The choices of a scene for the form ``shown``."""
    found = list(goals(context, rng, most_steps=MOST_STEPS))
    for choice in choices_about(context, rng, TASK, found, GOALS):
        yield choice.key, *choice.distractors


def reasons(context: Context, rng: np.random.Generator) -> Iterator[Offered]:
    """The choices of a scene for the form ``reason``."""
    about_goals = islice(reason_choices(context, rng, TASK, "reason"), GOALS)
    for choice in chain.from_iterable(about_goals):
        yield choice.key, *choice.distractors


def odds(by_scene: Sequence[Sequence[Offered]]) -> dict[str, float]:
    """Fit a conditional logit model, in which the odds of each theorem are the same everywhere.

    Parameters
    ----------
    by_scene : sequence of sequences of Offered
        The choices of each scene.

    Returns
    -------
    dict of str to float
        The natural logarithm of the odds of each theorem.
    """
    choices = list(chain.from_iterable(by_scene))
    names = sorted(set(chain.from_iterable(choices)))
    numbers = {rule: k for k, rule in enumerate(names)}
    offered = np.array([[numbers[rule] for rule in one] for one in choices]).reshape(-1, 4)
    counts = np.array([len(own) for own in by_scene for _ in own])
    weight = np.minimum(1.0, PER_SCENE / counts)

    def loss(values: np.ndarray) -> tuple[float, np.ndarray]:
        shares = np.exp(values[offered])
        shares /= shares.sum(axis=1, keepdims=True)
        slope = 2 * PRIOR * values
        np.add.at(slope, offered, weight[:, None] * shares)
        np.add.at(slope, offered[:, 0], -weight)
        return PRIOR * (values**2).sum() - (weight * np.log(shares[:, 0])).sum(), slope

    fitted = minimize(loss, np.zeros(len(names)), jac=True, method="L-BFGS-B").x
    return {rule: round(float(value), 1) for rule, value in zip(names, fitted, strict=True)}


def write_odds(path: Path, form: str, found: dict[str, float]) -> None:
    """Replace the odds in a file of rules; they stand at the end of an entry."""
    entries = re.split(r"(?m)^(?=- id: )", path.read_text(encoding="utf-8"))
    for k, entry in enumerate(entries):
        rule = entry.partition("\n")[0].removeprefix("- id: ")
        values = dict(re.findall(r"(\w+): (-?[\d.]+)", _line_of(entry)))
        values.pop(form, None)
        if found.get(rule):
            values[form] = str(found[rule])
        entries[k] = re.sub(r"(?m)^  odds: .*\n", "", entry)
        if values:
            line = ", ".join(f"{name}: {value}" for name, value in sorted(values.items()))
            entries[k] = re.sub(r"(\s*)\Z", rf"\n  odds: {{{line}}}\1", entries[k], count=1)
    path.write_text("".join(entries), encoding="utf-8")


def _line_of(entry: str) -> str:
    """The line of an entry that has its odds; empty if there is none."""
    found = re.search(r"(?m)^  odds: .*\n", entry)
    return found[0] if found else ""


if __name__ == "__main__":
    main(sys.argv[1:])
