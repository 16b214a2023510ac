"""Checks of seeds: instances made, answers counted, the first mistake with its place."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from geoengine.catalogue import locate, read_yaml
from geoengine.errors import CatalogueError, GeoengineError
from geoengine.solid.evaluated import evaluate_seed
from geoengine.solid.expression import EvaluationError
from geoengine.solid.instance import NAMED, InstanceError
from geoengine.solid.making import choose_parameters
from geoengine.solid.seed import Seed

__all__ = ["SeedCheck", "check_seed", "located"]

_FEW = 8
"""With fewer different answers than this, a seed is remarked upon."""


@dataclass(frozen=True)
class SeedCheck:
    """What was found in the instances of a seed.

    Attributes
    ----------
    seed : Seed
    instances : int
        How many were made.
    answers : int
        How many different answers they have.
    commonest : float
        The share of instances with the commonest answer.
    rejected : float
        The share of parameters that failed the conditions on the figure.
    choices : int or None
        The number of combinations of parameters that satisfy the conditions on them; None if there
        are too many to count.
    seconds : float
    error : CatalogueError or None
        The first mistake.
    """

    seed: Seed
    instances: int
    answers: int
    commonest: float
    rejected: float
    choices: int | None
    seconds: float
    error: CatalogueError | None

    @property
    def remarks(self) -> tuple[str, ...]:
        """What is suspicious, though not false."""
        found = []
        if self.error is None:
            # The letters of planes, lines and points differ from instance to instance.
            varies = self.seed.quantity in NAMED or self.seed.one_answer is not None
            least = 2 if self.seed.quantity == "relation" else _FEW  # there are few words
            if not varies and self.answers == 1 and self.instances > 1:
                found.append("one answer only: say why, as one_answer: …")
            elif not varies and self.answers < min(least, self.instances):
                found.append("few answers")
            if self.rejected > 0.9:
                found.append("most parameters are rejected")
        return tuple(found)


def check_seed(seed: Seed, instances: int = 200, first: int = 0) -> SeedCheck:
    """Evaluate instances of a seed, and stop at the first that is wrong.

    Equal parameters are evaluated once, since letters change no number.

    Parameters
    ----------
    seed : Seed
    instances : int
        How many to make.
    first : int
        The number of the first one.

    Examples
    --------
    >>> from geoengine.solid import load_seeds
    >>> found = check_seed(load_seeds()["length_cuboid_diagonal"], instances=20)
    >>> found.error is None, found.instances, found.answers > 5
    (True, 20, True)
    """
    start = time.perf_counter()
    answers: Counter[str] = Counter()
    rejected = 0
    error: CatalogueError | None = None
    known: dict[tuple[object, ...], str | None] = {}
    for number in range(first, first + instances):
        try:
            for parameters in choose_parameters(seed, number):
                key = tuple(parameters.values())
                if key not in known:
                    evaluated = evaluate_seed(seed, parameters)
                    known[key] = None if evaluated is None else evaluated.texts["en"].answer
                if (answer := known[key]) is not None:
                    answers[answer] += 1
                    break
                rejected += 1
        except GeoengineError as wrong:
            error = located(seed, wrong, number)
            break
    made = answers.total()
    try:
        choices = seed.space.choices
    except EvaluationError:
        choices = None
    return SeedCheck(
        seed=seed,
        instances=made,
        answers=len(answers),
        commonest=max(answers.values(), default=0) / max(made, 1),
        rejected=rejected / max(rejected + made, 1),
        choices=None if choices is None else len(choices),
        seconds=time.perf_counter() - start,
        error=error,
    )


def located(seed: Seed, wrong: GeoengineError, number: int) -> CatalogueError:
    """Return the error of an instance with its place in the file of the seed.

    Parameters
    ----------
    seed : Seed
    wrong : GeoengineError
        An `InstanceError` tells the place in the seed; other errors get that of the seed.
    number : int
        The number of the instance.
    """
    head = f"{seed.id}, instance {number}: "
    source = seed.place.rsplit(":", 2)[0]
    if not isinstance(wrong, InstanceError) or not Path(source).is_file():
        return seed.error(f"{head}{wrong}")
    document = read_yaml(Path(source).read_bytes(), source)
    position = [entry["id"] for entry in document.data].index(seed.id)
    error = InstanceError(
        head + wrong.message,
        hint=wrong.hint, within=wrong.within, line=wrong.line, column=wrong.column,
    )  # fmt: skip
    return locate(error, document, (position,))
