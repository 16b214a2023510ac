"""Spelling: what a misspelt word may have meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

__all__ = ["did_you_mean"]


def did_you_mean(
    word: str, known: Iterable[str], otherwise: str | None = None, *, most: int = 1
) -> str | None:
    """Return a hint for a word that may be misspelt.

    Parameters
    ----------
    word : str
        What was written.
    known : iterable of str
        What could have been meant.
    otherwise : str, optional
        The hint where nothing known is like it.
    most : int
        So many words are offered, the likest first.

    Examples
    --------
    >>> did_you_mean("midpiont", ["foot", "midpoint"])
    'did you mean midpoint?'
    >>> did_you_mean("heigt", ["height", "weight", "foot"], most=2)
    'did you mean height or weight?'
    >>> did_you_mean("x", ["foot", "midpoint"], "the words are: foot, midpoint")
    'the words are: foot, midpoint'
    """
    near = difflib.get_close_matches(word, list(known), n=most)
    return f"did you mean {' or '.join(near)}?" if near else otherwise
