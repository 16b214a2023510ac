"""Step alignment: how much of the reference construction a response makes too, in its order."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from geoengine.draft import (
    COMMANDS,
    Call,
    Draft,
    DraftError,
    Expression,
    Figure,
    FigureObject,
    Limits,
    Statement,
    are_equal,
    carry_out,
    parts,
)
from geoengine.evaluate.drafts.movement import Places

__all__ = ["aligned_share"]

_LOOSE = frozenset(["number", "angle", "boolean", "text", "list", "locus"])
"""The kinds of objects that are not drawn."""

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def aligned_share(
    givens: Draft, reference: Draft, response: Draft, places: Sequence[Places], limits: Limits
) -> float | None:
    """Return the share of the reference's objects that a response makes too, in the same order.

    Objects are drawn ones: points, lines, circles and so on, those within commands included, in the
    order in which they are made, each once and without the givens. One is made by the response too
    if it is of the same kind and equal in the figure as given and in all moved ones. Of these, as
    many count as can be chosen in the order in which the response makes them: the longest
    increasing sequence.

    Parameters
    ----------
    givens : Draft
    reference, response : Draft
        With the givens at the beginning.
    places : sequence of Places
        Of the givens, in the moved figures.
    limits : Limits

    Returns
    -------
    float or None
        From 0 to 1; None if the response cannot be carried out so far, or the reference makes
        nothing.
    """
    try:
        known = _objects(givens, places, limits)
        wanted, made = (
            [one for one in _made(draft, givens, places, limits) if _place(one, known) is None]
            for draft in (reference, response)
        )
    except DraftError:
        return None
    if not wanted:
        return None
    order = [place for one in wanted if (place := _place(one, made)) is not None]
    return _longest_increasing(order) / len(wanted)


def _longest_increasing(numbers: Sequence[int]) -> int:
    """Return the length of the longest increasing sequence among numbers.

    Examples
    --------
    >>> _longest_increasing([3, 1, 2, 5, 4])
    3
    """
    ends: list[int] = []
    for number in numbers:
        place = bisect_left(ends, number)
        ends[place : place + 1] = [number]
    return len(ends)


def _made(
    draft: Draft, givens: Draft, places: Sequence[Places], limits: Limits
) -> list[tuple[FigureObject, ...]]:
    """Return what a draft makes after the givens, what commands within its commands make included.

    What is only within the commands of the givens is not drawn, and may be what is wanted.
    """
    split = Draft((*givens.statements, *_split(draft.statements[len(givens.statements) :])))
    return _objects(split, places, limits, after=len(givens.statements))


def _objects(
    draft: Draft, places: Sequence[Places], limits: Limits, *, after: int = 0
) -> list[tuple[FigureObject, ...]]:
    """Return each drawn object that a draft makes, in all figures, equal ones only once.

    Those of the statements before the given number are left out.
    """
    drawn = carry_out(draft, limits=limits)
    figures: list[Figure] = [drawn]
    figures += [carry_out(draft, places=one, like=drawn, limits=limits) for one in places]
    found: list[tuple[FigureObject, ...]] = []
    for name, one in drawn.objects.items():
        if one.statement < after or one.kind in _LOOSE or one.is_companion or not one.is_defined:
            continue
        alike = tuple(figure.objects[name] for figure in figures)
        if _place(alike, found) is None:
            found.append(alike)
    return found


def _place(one: tuple[FigureObject, ...], among: Sequence[tuple[FigureObject, ...]]) -> int | None:
    return next((k for k, other in enumerate(among) if _are_same(one, other)), None)


def _are_same(one: tuple[FigureObject, ...], other: tuple[FigureObject, ...]) -> bool:
    for first, second in zip(one, other, strict=True):
        if first.kind != second.kind or first.shape is None or second.shape is None:
            return False
        if not are_equal(first.shape, second.shape):
            return False
    return True


def _split(statements: Sequence[Statement]) -> Iterator[Statement]:
    """Yield statements, before each the commands within it under names of their own.

    The names are such as no draft has.
    """
    count = 0
    for statement in statements:
        for inner in _commands_within(statement.value):
            letters, rest = "", count
            while rest or not letters:
                letters, rest = _LETTERS[rest % 26] + letters, rest // 26
            yield Statement(inner, f"partof{letters}", place=statement.place)
            count += 1
        yield statement


def _commands_within(expression: Expression) -> Iterator[Call]:
    if isinstance(expression, Call) and expression.name == "Sequence":
        # What it repeats has no value without its variable.
        return
    for part in parts(expression):
        yield from _commands_within(part)
        if isinstance(part, Call) and part.name in COMMANDS and part.name != "Sequence":
            yield part
