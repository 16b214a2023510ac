"""What gives keys away: the features and the texts of options that say most about them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from geoengine.adversary.guessers import Options, bucket_of, rule_hits
from geoengine.adversary.option_tokens import tokens_of
from geoengine.adversary.question_text import QuestionText

__all__ = ["telling_grams", "telling_numbers", "telling_options"]

_MOST = 3
_LONGEST = 60
_LEAST = 2.0
"""Texts that stand out by fewer standard deviations are not named."""

_LEAST_DEVIATION = 1.0
"""The least standard deviation: a text that is offered once or twice does not stand out."""


def telling_numbers(options: Options) -> tuple[str, ...]:
    """Name the features whose highest or lowest value is the key most often.

    Returns
    -------
    tuple of str
        At most three, each with the share of questions in which it is the key, such as
        ``highest length 61 %``.
    """
    hits = rule_hits(options) / (options.question[-1] + 1)
    found: dict[str, float] = {}
    for k in np.argsort(-hits, kind="stable"):
        number, _, column = options.columns[k // 2].partition(":")
        if column == "value":
            end = "lowest" if k % 2 else "highest"
            found[f"{end} {number}"] = float(hits[k])
        if len(found) == _MOST:
            break
    return tuple(f"{name} {100 * share:.0f} %" for name, share in found.items())


def telling_grams(texts: Sequence[QuestionText], options: Options) -> tuple[str, ...]:
    """Name the n-grams that occur in keys far more often, or less often, than by chance.

    Returns
    -------
    tuple of str
        At most three, each with the number of options that have it, and of those that are right.
    """
    own = [grams for text in texts for grams in tokens_of(text)]
    return _telling(options, own)


def telling_options(options: Options) -> tuple[str, ...]:
    """Name the whole texts of options that are right far more often, or less often, than by chance.

    Returns
    -------
    tuple of str
        At most three, each with the number of times that it is offered, and that it is right.
    """
    own = [[f"whole|{text}"] for text in options.texts]
    return _telling(options, own)


def _telling(options: Options, grams: Sequence[Sequence[str]]) -> tuple[str, ...]:
    names = {bucket_of(gram): gram for own in grams for gram in own}
    wanted = sorted(names)
    has = options.grams[:, wanted]
    has.data[:] = 1.0
    right, offered, expected, deviation = _counted(options, has)
    surprise = np.abs(right - expected) / np.maximum(deviation, _LEAST_DEVIATION)
    found: dict[tuple[int, int], str] = {}
    for k in np.argsort(-surprise, kind="stable"):
        counts = int(right[k]), int(offered[k])
        if len(found) == _MOST or surprise[k] < _LEAST:
            break
        if counts not in found:
            found[counts] = _shortened(names[wanted[k]].partition("|")[2])
    return tuple(f"“{name}” right {of} of {all_} times" for (of, all_), name in found.items())


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _counted(options: Options, has: Any) -> tuple[NDArray[np.float64], ...]:
    """How often each gram is right and offered, the expectation, and the standard deviation."""
    from scipy.sparse import csr_matrix

    sizes = np.bincount(options.question)[options.question]
    share = csr_matrix((1 / sizes, (options.question, np.arange(len(options.right)))))
    chance = (share @ has).tocsr()
    expected = np.asarray(chance.sum(axis=0)).ravel()
    chance.data *= 1 - chance.data
    variance = np.maximum(np.asarray(chance.sum(axis=0)).ravel(), 0)
    right = np.asarray(has[np.flatnonzero(options.right)].sum(axis=0)).ravel()
    return right, np.asarray(has.sum(axis=0)).ravel(), expected, np.sqrt(variance)
