"""Reference responders with known accuracy, to test the scoring."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from geoengine.errors import UsageError
from geoengine.evaluate.response import Response
from geoengine.evaluate.runs import SOLVING, questions_of
from geoengine.formats import Source
from geoengine.items import UNIT, Choice, Draft, Item, rank_chances

__all__ = ["baseline_names", "respond", "responders"]

_FORMS = ("({})", r"… so the answer is \boxed{{({})}}.", "Answer: {}", "Option ({}) is correct.")


def respond(source: Source, name: str, *, noise: float = 0.0, seed: int = 0) -> Iterator[Response]:
    """Answer the questions of a split that a responder can answer.

    Problems that ask for a proof are left out, as are, unless by the oracle, questions without
    options.

    Parameters
    ----------
    source : Source
    name : str
        ``oracle`` gives the right answer; ``chance`` any option; a baseline of `baselines` sees
        the options and nothing else.
    noise : float
        The probability with which each answer of the oracle is replaced by a wrong one.
    seed : int

    Raises
    ------
    UsageError
        For an unknown name, noise outside 0 to 1, or noise for another responder than the oracle.
    """
    known = responders(source)
    if name not in known:
        raise UsageError(
            f"expected a responder, found {name!r}", hint=f"the responders are: {', '.join(known)}"
        )
    if not 0 <= noise <= 1:
        raise UsageError(f"expected a share of noise from 0 to 1, found {noise}")
    if noise and name != "oracle":
        raise UsageError(f"expected noise for the oracle alone, found it for {name!r}")
    items = {item.id: item for item in source.items}
    answers = {record["id"]: record["answer"] for record in source.asked}
    for question in questions_of(source):
        rng = np.random.default_rng([seed, zlib.crc32(f"{name} {question.id}".encode())])
        item = items.get(question.id)
        if item is not None and isinstance(item.answer, Choice):
            chosen = _option(item, name, noise, rng)
            text = _FORMS[int(rng.integers(len(_FORMS)))].format(chosen)
        elif item is not None and isinstance(item.answer, Draft):
            if name != "oracle":
                continue
            text = _construction(item.answer, is_wrong=rng.random() < noise)
        elif item is not None and name == "oracle":
            wrong = rng.random() < noise
            text = rf"\boxed{{{item.answer.expected}{' + 1' if wrong else ''}}}"
        elif question.task == SOLVING and name == "oracle":
            wrong = rng.random() < noise
            text = rf"\boxed{{{answers[question.id]}{' + 1' if wrong else ''}}}"
        else:
            continue
        yield Response(question.id, text, "", model=name)


def responders(source: Source) -> list[str]:
    """The names of all responders."""
    return ["oracle", "chance", *baseline_names(source)]


def baseline_names(source: Source) -> list[str]:
    """The names of the blind baselines: a feature of the options, and the rank that is chosen.

    ``length-1`` takes the shortest option, ``length-2`` the second shortest, and so on. If the
    options of an item lack the feature or the rank, a baseline takes one of them at random.
    """
    return list(dict.fromkeys(name for item in source.items for name in _chances(item, 1)))


def _construction(answer: Draft, *, is_wrong: bool) -> str:
    """Return the reference construction; if it is to be wrong, without what is wanted first."""
    missing = next(iter(answer.wanted), "")
    lines = [
        line
        for line in answer.expected.splitlines()
        if not (is_wrong and line.startswith((f"{missing} =", f"{missing}:")))
    ]
    return "\n".join(["```geogebra", *lines, "```"])


def _option(item: Item, name: str, noise: float, rng: np.random.Generator) -> int:
    count = len(item.choice.options)
    if name == "oracle":
        if rng.random() >= noise:
            return item.choice.key
        wrong = [k for k in range(1, count + 1) if k != item.choice.key]
        return wrong[int(rng.integers(len(wrong)))]
    # The probability of choosing an option is that of being right if it were the key.
    weights = np.array(
        [float(_chances(item, key).get(name, Fraction(1, count))) for key in range(1, count + 1)]
    )
    return 1 + int(rng.choice(count, p=weights / weights.sum()))


def _chances(item: Item, key: int) -> dict[str, Fraction]:
    """For each blind guess, by name, the probability of being right if `key` were the key."""
    by_feature = item.meta.get("features", {}).get("marks", {})
    return {
        f"{feature}-{rank}": Fraction(chance, UNIT)
        for feature, of_options in by_feature.items()
        for rank, chance in enumerate(rank_chances(of_options, key), start=1)
    }
