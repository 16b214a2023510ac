"""The pictures of responses, compared with those of the reference constructions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from geoengine.errors import InputError
from geoengine.evaluate.picture_similarity import Perception, PictureSimilarity, compare_pictures
from geoengine.evaluate.response import Response
from geoengine.evaluate.runs import Run
from geoengine.formats import Source
from geoengine.items import Item

__all__ = ["PictureScore", "final_pictures", "has_pictures", "score_pictures"]


@dataclass(frozen=True, slots=True)
class PictureScore:
    """A picture of a response, compared with one of the reference.

    Attributes
    ----------
    id : str
        Of the item.
    step : int
        Which of the pictures of the reference, from 1.
    similarity : PictureSimilarity or None
        None if the response's file is missing or is no picture.
    """

    id: str
    step: int
    similarity: PictureSimilarity | None


def has_pictures(run: Run) -> bool:
    """Whether some response of a run has pictures."""
    return any(response.pictures for response in run.account.responses.values())


def score_pictures(
    run: Run, source: Source, perception: Perception | None = None
) -> Iterator[PictureScore]:
    """Compare the pictures of a run's responses with those of the reference's steps.

    As many pictures as there are steps are compared one by one, otherwise the last with the last.
    Responses without pictures are left out.

    Raises
    ------
    NoComparisonError
        If scikit-image is not installed.
    """
    items = {item.id: item for item in source.items}
    for identity, response in run.account.responses.items():
        item = items.get(identity)
        if item is not None and response.pictures:
            yield from _scores(item, response, source, perception)


def final_pictures(item: Item, response: Response, source: Source) -> tuple[bytes, bytes] | None:
    """Return the last picture of the reference, and that of a response; None if one is missing."""
    steps = _reference(item)
    if not steps or not response.pictures or not response.pictures[-1].is_file():
        return None
    reference = source.path / steps[-1]
    if not reference.is_file():
        return None
    return reference.read_bytes(), response.pictures[-1].read_bytes()


def _reference(item: Item) -> list[str]:
    """Return the pictures of the steps, which the solver is not shown."""
    return [one.path for one in item.media if one.kind == "picture" and not one.shown and one.path]


def _scores(
    item: Item, response: Response, source: Source, perception: Perception | None
) -> Iterator[PictureScore]:
    numbered = list(enumerate(_reference(item), start=1))
    pairs = list(zip(numbered, response.pictures, strict=False))
    if len(numbered) != len(response.pictures):
        pairs = list(zip(numbered[-1:], response.pictures[-1:], strict=False))
    for (number, name), picture in pairs:
        reference = (source.path / name).read_bytes()
        found = None
        if picture.is_file():
            # A file that is no picture counts as a missing one.
            with suppress(InputError):
                found = compare_pictures(picture.read_bytes(), reference, perception)
        yield PictureScore(item.id, number, found)
