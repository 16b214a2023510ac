"""The vocabulary of loci and computed points by which constructions locate their points."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Literal

from geoengine.catalogue.entry import EntryError
from geoengine.spelling import did_you_mean

__all__ = ["VOCABULARY", "Location", "Signature"]

Kind = Literal["free", "line", "circle", "point"]


@dataclass(frozen=True, slots=True)
class Signature:
    """What a word of the vocabulary takes, and where it locates a new point.

    Attributes
    ----------
    kind : {"free", "line", "circle", "point"}
        Whether the new point may be anywhere, lies on a line or on a circle, or is computed
        directly, perhaps with two solutions.
    points, numbers : int
        How many points, and then how many numbers, the word takes.
    through : tuple of int
        The positions of the arguments through which the curve always passes.
    """

    kind: Kind
    points: int
    numbers: int = 0
    through: tuple[int, ...] = ()

    @property
    def is_curve(self) -> bool:
        """Whether it is a curve, which can be intersected with others."""
        return self.kind in {"line", "circle"}


VOCABULARY: dict[str, Signature] = {
    # Free points; `near` gives a preferred place, on a page that spans [-1, 1] in both directions.
    "free": Signature("free", 0),
    "near": Signature("free", 0, 2),
    # Lines. A lone point on a segment or ray stays on it; an intersection may be on the whole line.
    "line": Signature("line", 2, through=(0, 1)),  # through a and b
    "within": Signature("line", 2, through=(0, 1)),  # the same, between them
    "beyond": Signature("line", 2, through=(0, 1)),  # the same, beyond b
    "pline": Signature("line", 3, through=(0,)),  # through p, parallel to ab
    "pray": Signature("line", 3, through=(0,)),  # the same, from p in the direction from a to b
    "tline": Signature("line", 3, through=(0,)),  # through p, perpendicular to ab
    "bline": Signature("line", 2),  # perpendicular bisector of ab
    "bisector": Signature("line", 3, through=(1,)),  # of angle abc, inside it
    "exbisector": Signature("line", 3, through=(1,)),  # of the angle adjacent to abc
    "trisector": Signature("line", 3, through=(1,)),  # from b, a third of the way from ba to bc
    "amirror": Signature("line", 3, through=(1,)),  # the ray ba reflected in line bc
    "aline": Signature("line", 5, through=(0,)),  # through a; makes with ab the turn from dc to de
    "turn": Signature("line", 7, through=(6,)),  # through g; turned from ef as cd is from ab
    "slant": Signature("line", 3, 1, through=(2,)),  # through c; turned from ab by n degrees
    "isogonal": Signature("line", 4, through=(1,)),  # bp reflected in the bisector of angle abc
    "touching": Signature("line", 3, through=(0,)),  # tangent at a of the circle through a, b, c
    "power": Signature("line", 4),  # radical axis of circle o, a and circle w, b
    "polar": Signature("line", 3),  # of p in circle o, a
    "sangle": Signature("line", 2, 1, through=(1,)),  # through b; turned from ba by n degrees
    # Circles.
    "circle": Signature("circle", 2, through=(1,)),  # with center o, through a
    "compass": Signature("circle", 3),  # center o, radius bc
    "radius": Signature("circle", 1, 1),  # center o, radius given
    "ratio": Signature("circle", 3, 1),  # center o; bc is to the radius as the number to 1
    "fourth": Signature("circle", 7),  # center g, radius ef·cd/ab; g comes first
    "dia": Signature("circle", 2, through=(0, 1)),  # diameter ab
    "circum": Signature("circle", 3, through=(0, 1, 2)),  # through a, b, c
    "arc": Signature("circle", 5, through=(0, 1)),  # of points that see ab as c sees de (directed)
    "apollonius": Signature("circle", 2, 1),  # distances to a and b in a given ratio
    "proportion": Signature("circle", 6),  # distances to a and b in the ratio of cd and ef
    # Points.
    "midpoint": Signature("point", 2),  # of ab
    "divide": Signature("point", 2, 1),  # at a given part of the way from a to b
    "reach": Signature("point", 2, 1),  # on ray ab, at a given distance from a
    "mirror": Signature("point", 2),  # of a in the point b
    "reflect": Signature("point", 3),  # of a in line bc
    "rotate": Signature("point", 2, 1),  # a about o, by n degrees
    "translate": Signature("point", 3),  # p moved as a is moved to b
    "rim": Signature("point", 3),  # where the ray from o through i meets the circle o through a
    "touch": Signature("point", 4),  # on circle o, a: of the external tangents with circle w, b
    "itouch": Signature("point", 4),  # the same for the internal tangents
    "kiss": Signature("point", 4),  # center touching ca, cb, and circle o through a from inside
    "section": Signature("point", 2, 1),  # between a and b, dividing ab in a ratio
    "outsection": Signature("point", 2, 1),  # beyond a or b, dividing ab in a ratio
    "away": Signature("point", 3, 1),  # a about b, n degrees away from c
    "inverse": Signature("point", 3),  # of p in circle o, a
    "harmonic": Signature("point", 3),  # conjugate of c for a and b, the three on a line
    "alike": Signature("point", 5),  # r such that triangles abc and pqr are similar
    "unlike": Signature("point", 5),  # the same, mirrored
    "spiral": Signature("point", 4),  # center of the spiral similarity from ab to cd
    "outer": Signature("point", 4),  # center of similitude of circle o, a and circle w, b
    "inner": Signature("point", 4),  # the same, between them
}
"""The words of the vocabulary; the comments name the arguments in their order."""


@dataclass(frozen=True, slots=True)
class Location:
    """Where a point is: a word of the vocabulary with its arguments.

    A number is a fraction, or the letter of a number of the construction.

    Examples
    --------
    >>> Location.parse("rotate a b -90")
    Location(word='rotate', letters=('a', 'b'), numbers=(Fraction(-90, 1),))
    """

    word: str
    letters: tuple[str, ...]
    numbers: tuple[str | Fraction, ...] = ()

    @property
    def signature(self) -> Signature:
        """What the word takes and locates."""
        return VOCABULARY[self.word]

    @classmethod
    @cache
    def parse(cls, text: str) -> Location:
        """Read a word of the vocabulary with its arguments.

        Raises
        ------
        EntryError
            If the word is unknown, or the number of arguments is wrong.
        """
        word, *rest = text.split() or [""]
        signature = VOCABULARY.get(word)
        if signature is None:
            raise EntryError(
                f"expected a word such as line, circle or midpoint, found {word!r}",
                hint=did_you_mean(word, VOCABULARY, f"the words are: {' '.join(VOCABULARY)}"),
            )
        if len(rest) != signature.points + signature.numbers:
            numbers = f" and {signature.numbers} numbers" if signature.numbers else ""
            raise EntryError(
                f"expected {signature.points} points{numbers} after {word}, found {len(rest)} words"
            )
        letters = tuple(rest[: signature.points])
        return cls(word, letters, tuple(_number(text) for text in rest[signature.points :]))


def _number(text: str) -> str | Fraction:
    """Read an exact number; any other text is the letter of a number."""
    try:
        return Fraction(text)
    except ValueError:
        return text
