"""The graded responses of models to the items of a split, as data for pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["GradedResponse", "ModelResponses", "outcomes", "responses_record"]


@dataclass(frozen=True, slots=True)
class GradedResponse:
    """A response to an item.

    Attributes
    ----------
    right : bool
        Whether the answer is right.
    chosen : str
        The number of the option chosen, or what is claimed; empty if no answer was found.
    text : str or None
        The response; None if there is none to read.
    """

    right: bool
    chosen: str
    text: str | None


@dataclass(frozen=True, slots=True)
class ModelResponses:
    """The responses of a model, in one variant of the prompts and one run.

    Attributes
    ----------
    name : str
    responses : mapping of str to GradedResponse
        The response to each item that was asked, by the item's id.
    """

    name: str
    responses: Mapping[str, GradedResponse]


def outcomes(run: ModelResponses, ids: Iterable[str | None]) -> str:
    """Return a character for each item, given by its id, or None for one of another split.

    ``r`` if the response is right, ``w`` if it is wrong, ``u`` if no answer was found in it, ``m``
    if the response is missing, and ``-`` if the item was not asked.

    Examples
    --------
    >>> run = ModelResponses("mine", {"one": GradedResponse(True, "2", "It is (2).")})
    >>> outcomes(run, ["one", "two", None])
    'r--'
    """
    return "".join("-" if name is None else _outcome(run.responses.get(name)) for name in ids)


def _outcome(response: GradedResponse | None) -> str:
    if response is None:
        return "-"
    if response.right:
        return "r"
    if response.text is None:
        return "m"
    return "w" if response.chosen else "u"


def responses_record(runs: Iterable[ModelResponses], identity: str) -> list[dict[str, Any]]:
    """Return the responses to an item: the names, outcomes, answers and texts."""
    return [
        {
            "name": run.name,
            "outcome": _outcome(found),
            "chosen": found.chosen,
            "text": found.text,
        }
        for run in runs
        if (found := run.responses.get(identity)) is not None
    ]
