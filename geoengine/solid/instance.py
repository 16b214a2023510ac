"""Instances of seeds: a seed with values, letters and texts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from geoengine.catalogue import EntryError
from geoengine.solid.record import write_record
from geoengine.solid.seed import Seed

__all__ = ["NAMED", "Instance", "InstanceError", "Wording"]

NAMED = ("plane", "line", "point")
"""The quantities of answers that points name."""


class InstanceError(EntryError):
    """A seed of which an instance is wrong: something false, undefined or inexact.

    `within` names the place in the seed, and the message ends with the values of the parameters.
    """


@dataclass(frozen=True, slots=True)
class Wording:
    """The texts of an instance in one language.

    Attributes
    ----------
    question : str
    chain : tuple of str
    answer : str
        As printed: a number, ``plane ABC``, or a word.
    """

    question: str
    chain: tuple[str, ...]
    answer: str


@dataclass(frozen=True)
class Instance:
    """A seed with values for its parameters and letters for its points.

    Attributes
    ----------
    seed : Seed
    parameters : dict
        The value of each parameter.
    letters : dict
        The name of each point in the instance, by its name in the seed.
    scope : dict
        The values of all names of the figure, at the drawn values of the free variables.
    answer : object
        The exact value, or the object, that is asked for.
    names : tuple of str
        For planes, lines and points: points of the instance that name the answer.
    aliases : tuple of tuple of str
        Other points that name the same object.
    rejected : int
        How many choices of parameters failed the conditions on the figure.
    texts : dict
        The wordings by language.
    """

    seed: Seed
    parameters: dict[str, Any]
    letters: dict[str, str]
    scope: dict[str, Any]
    answer: Any
    names: tuple[str, ...] = ()
    aliases: tuple[tuple[str, ...], ...] = ()
    rejected: int = 0
    texts: dict[str, Wording] = field(default_factory=dict)

    @property
    def points(self) -> dict[str, Any]:
        """The points by their names in the instance, at the drawn values of free variables."""
        figure = self.seed.figure_lines
        return {self.letters[name]: self.scope[name] for name in figure.points}

    @property
    def record(self) -> str:
        """The figure and the question as text, for a judge to measure again."""
        return write_record(self.seed, self.scope, self.letters)
