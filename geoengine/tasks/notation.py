"""Notation: the symbols of an item that a reader has to be told about."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["legend"]

_LEGEND = {
    "∠(": (
        "∠(k,l) is the angle by which line k has to be turned counterclockwise to become parallel "
        "to line l; it is taken between 0° and 180°."
    ),
    "△": (
        "Corresponding vertices of similar (~) or congruent (≅) triangles are named in the same "
        "order; “(mirrored)” says that the triangles have opposite orientations, otherwise they "
        "have the same."
    ),
}


def legend(texts: Iterable[str]) -> str:
    """Explain what the texts take for granted.

    Examples
    --------
    >>> print(legend(["AB = CD", "∠(AB,AC) = ∠(CA,CB)"]))
    Notation: ∠(k,l) is the angle by which line k has to be turned counterclockwise to become
    parallel to line l; it is taken between 0° and 180°.
    >>> legend(["AB = CD"])
    ''
    """
    joined = "\n".join(texts)
    found = [told for symbol, told in _LEGEND.items() if symbol in joined]
    return f"Notation: {' '.join(found)}" if found else ""
