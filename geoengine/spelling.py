"""Suggestions for misspelled words."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

__all__ = ["did_you_mean"]


def did_you_mean(
    word: str, known: Iterable[str], otherwise: str | None = None, *, most: int = 1
) -> str | None:
    """Return a hint that names the known words most similar to a misspelled one.

    Parameters
    ----------
    word : str
        The word as written.
    known : iterable of str
        The words that exist.
    otherwise : str, optional
        What to return if no known word is similar; None by default.
    most : int
        The largest number of suggestions; the most similar word comes first.

    Examples
    --------
    >>> did_you_mean("midpiont", ["foot", "midpoint"])
    'did you mean midpoint?'
    >>> did_you_mean("A", ["a", "b"])
    'did you mean a?'
    >>> did_you_mean("heigt", ["height", "weight", "foot"], most=2)
    'did you mean height or weight?'
    >>> did_you_mean("x", ["foot", "midpoint"], "the words are: foot, midpoint")
    'the words are: foot, midpoint'
    """
    choices = list(known)
    near = [choice for choice in choices if choice.casefold() == word.casefold()][:most]
    near = near or difflib.get_close_matches(word, choices, n=most)
    return f"did you mean {' or '.join(near)}?" if near else otherwise
