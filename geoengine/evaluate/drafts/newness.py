"""Whether what a construction makes is new: neither what is given, nor the same twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from geoengine.draft import Figure, are_equal

__all__ = ["nothing_new"]


def nothing_new(
    wanted: Iterable[str],
    given: Iterable[str],
    figures: Sequence[Figure],
    reference: Sequence[Figure],
) -> str | None:
    r"""Return which wanted object is a given one, or another wanted one; None if all are new.

    What coincides in the reference construction too may do so.

    Parameters
    ----------
    wanted, given : iterable of str
        The names.
    figures : sequence of Figure
        Of the response: in all of them the objects must coincide.
    reference : sequence of Figure
        Of the reference construction.

    Examples
    --------
    >>> from geoengine.draft import carry_out, read_draft
    >>> figure = carry_out(read_draft("A = (0, 0)\nB = (2, 0)\nC = B - (2, 0)"))
    >>> right = carry_out(read_draft("A = (0, 0)\nB = (2, 0)\nC = B + (2, 0)"))
    >>> nothing_new(["C"], ["A", "B"], [figure], [right])
    'C is the same as A'
    """
    for name, other in _pairs(list(wanted), list(given)):
        if _coincide(name, other, figures) and not _coincide(name, other, reference):
            return f"{name} is the same as {other}"
    return None


def _pairs(wanted: Sequence[str], given: Sequence[str]) -> Iterator[tuple[str, str]]:
    for at, name in enumerate(wanted):
        for other in (*given, *wanted[:at]):
            yield name, other


def _coincide(name: str, other: str, figures: Iterable[Figure]) -> bool:
    for figure in figures:
        one, two = figure.objects[name], figure.objects[other]
        # Numbers may well be equal.
        if one.kind != two.kind or one.kind in ("number", "angle", "boolean", "text"):
            return False
        if one.shape is None or two.shape is None or not are_equal(one.shape, two.shape):
            return False
    return True
