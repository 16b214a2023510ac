"""Reviews of the items of a split by people, as their pages save them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, get_args

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError, model_validator

from geoengine.catalogue import validation_message
from geoengine.errors import InputError
from geoengine.evaluate import json_lines
from geoengine.split_files import ITEMS, SplitFiles

__all__ = ["VERDICTS", "Review", "ReviewedSplit", "read_reviews"]

Verdict = Literal["good", "arguable", "wrong"]

VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
"""What a reviewer can find of an item."""


class Review(BaseModel):
    """A review of an item: a verdict or a note, or both.

    Examples
    --------
    >>> line = ('{"split": "mine", "id": "longest-0001", "verdict": "arguable", "note": "a tie?",'
    ...         ' "reviewer": "Ada", "time": "2026-03-01T09:30:00Z"}')
    >>> Review.model_validate_json(line).verdict
    'arguable'
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    split: str = Field(min_length=1, description="The name of the split: that of its folder.")
    id: str = Field(min_length=1, description="The id of the item.")
    verdict: Verdict | None = Field(description="None where there is only a note.")
    note: str = Field(default="", description="What the reviewer wrote.")
    reviewer: str = Field(description="The name of the reviewer.")
    time: AwareDatetime = Field(description="When the review was last changed.")

    @model_validator(mode="after")
    def _check(self) -> Review:
        if self.verdict is None and not self.note.strip():
            raise ValueError("expected a verdict or a note, found neither")
        if not self.reviewer.strip():
            raise ValueError("expected the name of the reviewer, found none")
        return self

    @property
    def line(self) -> str:
        """The review as a line of JSON, its time in UTC."""
        time = self.time.astimezone(UTC).isoformat(timespec="milliseconds")
        entry = {**self.model_dump(), "time": time.replace("+00:00", "Z")}
        return json.dumps(entry, ensure_ascii=False) + "\n"


@dataclass(frozen=True)
class ReviewedSplit:
    """A split with the reviews of its items.

    Attributes
    ----------
    name : str
        The name of the split.
    tasks : mapping of str to str
        The task of each item, by its id, in the order of the split.
    reviews : tuple of Review
        In the order of the items, then by reviewer; one of each reviewer about an item.
    """

    name: str
    tasks: Mapping[str, str]
    reviews: tuple[Review, ...]

    @cached_property
    def of_item(self) -> Mapping[str, Sequence[Review]]:
        """The reviews of each item that has any, by its id, in the order of the split."""
        found: dict[str, list[Review]] = {}
        for review in self.reviews:
            found.setdefault(review.id, []).append(review)
        return found

    @property
    def reviewers(self) -> Counter[str]:
        """How many items each reviewer reviewed."""
        return Counter(review.reviewer for review in self.reviews)

    def outcome(self, item: str) -> str:
        """Return what was found of an item.

        Returns
        -------
        str
            The verdict, if all reviewers who gave one agree; ``disputed`` if they do not;
            ``note only`` or ``not reviewed`` if there is no verdict.
        """
        reviews = self.of_item.get(item, ())
        verdicts = {review.verdict for review in reviews if review.verdict is not None}
        if len(verdicts) == 1:
            return verdicts.pop()
        if verdicts:
            return "disputed"
        return "note only" if reviews else "not reviewed"

    def items_with(self, *outcomes: str) -> list[str]:
        """Return the ids of the items with one of these outcomes, in the order of the split."""
        return [item for item in self.tasks if self.outcome(item) in outcomes]

    def counts(self) -> dict[str, Counter[str]]:
        """Return how many items of each task have each outcome, by task."""
        found: dict[str, Counter[str]] = {}
        for item, task in self.tasks.items():
            found.setdefault(task, Counter())[self.outcome(item)] += 1
        return found


def read_reviews(split: Path, files: Sequence[Path]) -> ReviewedSplit:
    """Read and merge the reviews of a split.

    Of several reviews of an item by the same reviewer, the one with the latest time counts; among
    those of equal times, the one read last.

    Parameters
    ----------
    split : Path
        The folder of the split.
    files : sequence of Path
        Files of JSON lines, as the pages of the split save them.

    Raises
    ------
    UsageError
        If the folder holds no split.
    InputError
        If a file cannot be read, or a line of it is no review, or is about another split or an
        item that the split lacks; the message has the file, and the line if there is one.

    Examples
    --------
    >>> from geoengine.split import generate, make_plan
    >>> made = generate(make_plan(1, images=False), getfixture("tmp_path") / "mine")
    >>> item = made.path.joinpath("items.jsonl").read_text(encoding="utf-8")
    >>> review = {"split": "mine", "id": json.loads(item)["id"], "verdict": "good",
    ...           "reviewer": "Ada", "time": "2026-03-01T09:30:00Z"}
    >>> file = made.path.with_name("ada.jsonl")
    >>> _ = file.write_text(json.dumps(review))
    >>> read_reviews(made.path, [file]).reviewers
    Counter({'Ada': 1})
    """
    content = SplitFiles(split)
    content.require()
    name = split.resolve().name
    tasks = {str(item.get("id")): str(item.get("task")) for _, item in content.lines(ITEMS)}
    kept: dict[tuple[str, str], Review] = {}
    for file in files:
        for number, entry in json_lines(file):
            review = _checked(entry, file, number)
            if review.split != name:
                raise InputError(
                    f"expected a review of the split {name}, found one of {review.split}",
                    source=file, line=number,
                    hint="the pages of a split use the name of its folder; give that split",
                )  # fmt: skip
            if review.id not in tasks:
                raise InputError(
                    f"expected the id of an item of {split}, found {review.id!r}",
                    source=file, line=number,
                    hint="the review is of another split of the same name",
                )  # fmt: skip
            key = (review.id, review.reviewer)
            if key not in kept or kept[key].time <= review.time:
                kept[key] = review
    order = {item: place for place, item in enumerate(tasks)}
    reviews = sorted(kept.values(), key=lambda review: (order[review.id], review.reviewer))
    return ReviewedSplit(name, tasks, tuple(reviews))


def _checked(entry: dict[str, Any], file: Path, number: int) -> Review:
    try:
        return Review.model_validate(entry)
    except ValidationError as error:
        raise InputError(
            validation_message(error), source=file, line=number,
            hint='“Save the reviews” on the pages of the split writes such lines: {"split": …,'
            ' "id": …, "verdict": …, "note": …, "reviewer": …, "time": …}',
        ) from error  # fmt: skip
