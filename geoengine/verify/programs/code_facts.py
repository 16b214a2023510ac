"""What can be read off the text of a program, without running it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

__all__ = ["HELPERS", "CodeFacts", "Number", "depends_on"]

HELPERS = frozenset(
    {
        "foot", "circumcenter", "incenter", "orthocenter", "centroid", "incircle", "circumcircle",
        "bisectorpoint", "tangents", "line_circle", "circle_circle", "extension", "midpoint",
        "rightanglemark", "anglemark", "reflect", "rotate", "rotated", "reflected", "arc",
    }
)  # fmt: skip
"""Functions that programs define as others import them; their bodies say nothing of a figure."""


@dataclass(frozen=True)
class Number:
    """A number in the text of a program.

    Attributes
    ----------
    value : float
        Without its sign.
    role : {"place", "factor", "direction", "constant"}
        A factor multiplies, divides, is a power, an index or the bound of a loop; a direction is
        in degrees; a constant is an expression of numbers only, such as ``sqrt(3)/2``.
    line : int
    """

    value: float
    role: str
    line: int

    @property
    def is_telling(self) -> bool:
        """Whether it says more than how often or which: factors up to 4 do not."""
        return not (self.role == "factor" and self.value <= 4 and self.value.is_integer())


@dataclass
class CodeFacts:
    """Facts of a program's text.

    Attributes
    ----------
    numbers : list of Number
        Apart from those of pens, sizes and labels.
    uses : dict
        By name of a variable at the top: the names in the expressions that define it.
    loops : bool
        Whether a loop places or draws something.
    recursion : bool
        Whether a function that calls itself places or draws something.
    texts : list of str
        The texts of labels and other strings.
    """

    numbers: list[Number] = field(default_factory=list)
    uses: dict[str, set[str]] = field(default_factory=dict)
    loops: bool = False
    recursion: bool = False
    texts: list[str] = field(default_factory=list)


def depends_on(names: Iterable[str], uses: Mapping[str, set[str]]) -> set[str]:
    """The names that some names depend on, themselves included.

    Examples
    --------
    >>> sorted(depends_on(["C"], {"A": set(), "B": {"A"}, "C": {"B"}, "D": {"A"}}))
    ['A', 'B', 'C']
    """
    found: set[str] = set()
    open_names = list(names)
    while open_names:
        name = open_names.pop()
        if name not in found:
            found.add(name)
            open_names += uses.get(name, ())
    return found
