"""Responses: what a model answered to one question, and where that was read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

__all__ = ["Batch", "Response"]


@dataclass(frozen=True, slots=True)
class Response:
    """What a model answered.

    Attributes
    ----------
    id : str
        Of the item or the problem.
    text : str
    where : str
        File, and line or entry.
    run : str
        Which of several runs of one model; empty where there is one.
    model, variant : str
        As the file names them; empty where it does not.
    failed : bool
        Whether the program says that the model gave no response, by some fault.
    """

    id: str
    text: str
    where: str
    run: str = ""
    model: str = ""
    variant: str = ""
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Batch:
    """The responses of a file.

    Attributes
    ----------
    path : Path
    format : str
    responses : tuple of Response
    """

    path: Path
    format: str
    responses: tuple[Response, ...]
