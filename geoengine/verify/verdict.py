"""Reports, the findings in them, and their levels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from geoengine.language import Statement
from geoengine.verify.figures.system import Reals

__all__ = ["Finding", "Level", "Picture", "Report", "worst_level"]


class Level(Enum):
    """The severity of a finding, in increasing order."""

    GOOD = "good"
    """What was checked is right."""
    NOTE = "note"
    """Worth knowing, but no fault."""
    UNDECIDED = "undecided"
    """The check could not tell right from wrong."""
    WRONG = "wrong"
    """A fault was found."""


_ORDER = list(Level)


def worst_level(levels: Iterable[Level]) -> Level:
    """The worst of some levels; good where there is none.

    Examples
    --------
    >>> worst_level([Level.NOTE, Level.WRONG, Level.GOOD]).value
    'wrong'
    """
    return max(levels, key=_ORDER.index, default=Level.GOOD)


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A figure that illustrates a finding, such as a counterexample.

    Attributes
    ----------
    points : tuple of str
        The names of the points.
    xy : ndarray, shape (points, 2)
        Their coordinates.
    shown : tuple of Statement
        The statements to illustrate: the segments and circles that they mention are drawn.
    """

    points: tuple[str, ...]
    xy: Reals
    shown: tuple[Statement, ...] = ()

    def places(self) -> dict[str, list[float]]:
        """The coordinates of each point, rounded to nine decimals."""
        return {
            name: [round(float(x), 9), round(float(y), 9)]
            for name, (x, y) in zip(self.points, self.xy, strict=True)
        }


@dataclass(frozen=True, slots=True, eq=False)
class Finding:
    """One result of a judgment.

    Attributes
    ----------
    code : str
        A short identifier, such as ``goal_false``.
    level : Level
    text : str
        A sentence for readers.
    evidence : dict
        The details for programs, which can be written as JSON.
    picture : Picture, optional
        A figure that illustrates the finding.
    """

    code: str
    level: Level
    text: str
    evidence: dict[str, Any] = field(default_factory=dict)
    picture: Picture | None = None

    def record(self) -> dict[str, Any]:
        """The finding as in JSON."""
        found: dict[str, Any] = {"code": self.code, "level": self.level.value, "text": self.text}
        if self.evidence:
            found["evidence"] = self.evidence
        if self.picture is not None:
            found["figure"] = self.picture.places()
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Report:
    """The findings about one problem, proof, item or other unit.

    Attributes
    ----------
    kind : {"problem", "proof", "item", "record", "split", "benchmark"}
    name : str
    findings : tuple of Finding
    facts : dict
        Counts and the like, for tables.
    text : str
        Text to print instead of the single findings; empty to print these.
    """

    kind: str
    name: str
    findings: Sequence[Finding]
    facts: dict[str, Any] = field(default_factory=dict)
    text: str = ""

    @property
    def level(self) -> Level:
        """The worst level of the findings; good if there are none."""
        return worst_level(finding.level for finding in self.findings)

    @property
    def good(self) -> bool:
        """Whether nothing is wrong or left undecided."""
        return self.level in {Level.GOOD, Level.NOTE}

    def record(self) -> dict[str, Any]:
        """The report as in JSON."""
        return {
            "kind": self.kind,
            "name": self.name,
            "verdict": self.level.value,
            "findings": [finding.record() for finding in self.findings],
            **({"facts": self.facts} if self.facts else {}),
        }
