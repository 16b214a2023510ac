"""Responses of a model to questions, with their origin in a file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

__all__ = ["Batch", "Response"]


@dataclass(frozen=True, slots=True)
class Response:
    """A model's response to a question.

    Attributes
    ----------
    id : str
        The id of the item or the problem.
    text : str
    where : str
        File, and line or entry; empty for a built-in responder.
    run : str
        The name of the run, if a model has several; empty if it has one.
    model, variant : str
        The names given in the file; empty if there are none.
    failed : bool
        Whether the program reports that the model failed to respond.
    pictures : tuple of Path
        Files of pictures that the model made.
    """

    id: str
    text: str
    where: str
    run: str = ""
    model: str = ""
    variant: str = ""
    failed: bool = False
    pictures: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class Batch:
    """The responses of a file.

    Attributes
    ----------
    path : Path
        The file.
    format : str
        The name of its format.
    responses : tuple of Response
        The responses, in the order of the file.
    """

    path: Path
    format: str
    responses: tuple[Response, ...]
