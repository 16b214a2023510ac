"""Names of points, which differ from item to item."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from numpy.random import Generator

from geoengine.items import pick

__all__ = ["letters_for"]

_ALPHABET = "ABCDFGHJKLMPQRTUVXYZ"
"""Without O, the name of centers, and the names that Asymptote gives to directions and to i."""

_RESERVED = frozenset("NSEWI")


def letters_for(
    names: Sequence[str], rng: Generator, *, taken: Collection[str] = (), keep: bool = False
) -> dict[str, str]:
    """Choose a name for each point: successive letters from a random one, in the order of names.

    A center O keeps its name half of the time, and digits stay.

    Parameters
    ----------
    names : sequence of str
        As in the seed, such as A, B, O, P1.
    rng : Generator
    taken : collection of str
        Letters that name something else.
    keep : bool
        Whether to change only the names that Asymptote uses for something else.

    Examples
    --------
    >>> from geoengine.items import stream
    >>> found = letters_for(["A", "B", "E"], stream(1))
    >>> len(set(found.values())), "E" in found.values()
    (3, False)
    """
    heads = sorted({name[0] for name in names})
    chosen: dict[str, str] = {}
    if keep:
        chosen = {head: head for head in heads if head not in _RESERVED}
    elif "O" in heads and rng.random() < 0.6:
        chosen = {"O": "O"}
    left = [head for head in heads if head not in chosen]
    start = int(rng.integers(len(_ALPHABET)))
    order = _ALPHABET[start:] + _ALPHABET[:start]
    if not keep and rng.random() < 0.3:
        order = "".join(pick(rng, order))
    free = [letter for letter in order if letter not in {*chosen.values(), *taken}]
    chosen.update(zip(left, free, strict=False))
    return {name: chosen[name[0]] + name[1:] for name in names}
