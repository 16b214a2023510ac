"""Scores of goals, such as interest and difficulty: weighted sums of features."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from pydantic import Field, model_validator

from geoengine.catalogue.entry import Entry, EntryError, Slug

__all__ = ["FEATURES", "Score"]

FEATURES = {
    "steps": "steps of the cheapest proof",
    "depth": "steps on the longest path from a premise to the goal",
    "rules": "different rules in the proof",
    "premises": "premises that the proof uses",
    "points": "points in the statements of the proof",
    "asked": "points in the goal itself",
    "numeric": "1 for a goal with a value",
    "chasing": "sums of angles or ratios among the steps",
}
"""The features of a goal and its proof."""


class Score(Entry):
    """A weighted sum of features of a goal.

    Examples
    --------
    >>> weights = {"steps": 1, "rules": 2}
    >>> score = Score(name="hard", title="Hard", weights=weights, most={"steps": 9})
    >>> score.of({"steps": 12, "rules": 3, "points": 5})
    15.0
    """

    weights: dict[Slug, float] = Field(description="The weight of each feature.")
    most: dict[Slug, float] = Field(
        default_factory=dict, description="Upper limits; a larger feature counts as its limit."
    )
    kinds: dict[Slug, float] = Field(
        default_factory=dict, description="Amounts added for goals with certain predicates."
    )

    def of(self, features: Mapping[str, float], kind: str = "") -> float:
        """Return the score of a goal with these features, whose predicate is `kind`.

        A feature that is not given counts as 0.
        """
        return self.kinds.get(kind, 0.0) + sum(
            weight * min(features.get(name, 0.0), self.most.get(name, float("inf")))
            for name, weight in self.weights.items()
        )

    @model_validator(mode="after")
    def _check(self) -> Self:
        for field in ("weights", "most"):
            for name in getattr(self, field):
                if name not in FEATURES:
                    raise EntryError(
                        f"unknown feature {name!r}",
                        within=(field, name),
                        hint=f"the features are: {', '.join(FEATURES)}",
                    )
        return self
