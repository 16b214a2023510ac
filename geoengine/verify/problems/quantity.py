"""Quantities that a problem may ask for: lengths, ratios, angles, areas."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np

from geoengine.errors import StatementError
from geoengine.language import Statement, check_point_name, join_points
from geoengine.verify.figures.precise import PreciseFigure
from geoengine.verify.figures.system import Complex, Reals

__all__ = ["Quantity", "QuantityKind"]

QuantityKind = Literal["length", "ratio", "angle", "area", "perimeter"]
_KINDS: tuple[QuantityKind, ...] = get_args(QuantityKind)

_FEWEST = {"length": 2, "ratio": 4, "angle": 3, "area": 3, "perimeter": 3}
_MOST = {"length": 2, "ratio": 4, "angle": 4, "area": 20, "perimeter": 20}
_OF_CONSTANT: dict[str, QuantityKind] = {"lconst": "length", "rconst": "ratio", "aconst": "angle"}


@dataclass(frozen=True, slots=True)
class Quantity:
    """A length, ratio, angle, area or perimeter in a figure.

    Parameters
    ----------
    kind : {"length", "ratio", "angle", "area", "perimeter"}
    points : tuple of str
        The ends of a segment; of two segments; the three points of an angle, its vertex in the
        middle, or four points for the turn from one line to another; the corners of a polygon.

    Examples
    --------
    >>> quantity = Quantity.parse("angle A B C")
    >>> quantity.measured(np.array([[1, 0, 1j]]), "ABC").round(9).tolist()
    [90.0]
    >>> str(quantity)
    '∠ABC'
    """

    kind: QuantityKind
    points: tuple[str, ...]

    def __post_init__(self) -> None:
        if not _FEWEST[self.kind] <= len(self.points) <= _MOST[self.kind]:
            raise StatementError(
                f"expected {_FEWEST[self.kind]} points after {self.kind}, found {len(self.points)}"
            )
        for point in self.points:
            check_point_name(point)
        pairs = [self.points[:2], self.points[2:4]] if self.kind == "ratio" else [self.points]
        if self.kind == "angle" and len(self.points) == 4:
            pairs = [self.points[:2], self.points[2:]]
        if any(len(set(pair)) < len(pair) for pair in pairs):
            raise StatementError(
                f"expected different points, found a repeated one in: {self.kind} "
                + " ".join(self.points)
            )

    @classmethod
    def parse(cls, text: str) -> Quantity:
        """Read a kind and its points, such as ``length A B`` or ``angle A B C``.

        Raises
        ------
        StatementError
            If the kind is unknown, or the points are too few, too many, or repeated.
        """
        word, *points = text.split() or ["nothing"]
        for kind in _KINDS:
            if kind == word:
                return cls(kind, tuple(points))
        raise StatementError(
            f"expected one of {', '.join(_KINDS)}, found {word!r}", hint="write: length A B"
        )

    @classmethod
    def of(cls, statement: Statement) -> Quantity | None:
        """The quantity whose value a statement gives; None for other statements."""
        kind = _OF_CONSTANT.get(statement.predicate)
        return None if kind is None else cls(kind, statement.points)

    @property
    def is_directed(self) -> bool:
        """Whether it is a directed angle, which reflection reverses."""
        return self.kind == "angle" and len(self.points) == 4

    def __str__(self) -> str:
        if self.kind == "length":
            return join_points(self.points)
        if self.kind == "ratio":
            return f"{join_points(self.points[:2])}:{join_points(self.points[2:])}"
        if self.is_directed:
            return f"∠({join_points(self.points[:2])},{join_points(self.points[2:])})"
        if self.kind == "angle":
            return f"∠{join_points(self.points)}"
        return f"the {self.kind} of {join_points(self.points)}"

    def measured(self, z: Complex, points: Any) -> Reals:
        """The value in each figure.

        `z` has the complex coordinates, of shape (figures, points), and `points` the names of the
        points. Angles are in degrees.
        """
        index = {name: k for k, name in enumerate(points)}
        p = [z[:, index[name]] for name in self.points]
        if self.kind == "length":
            return np.asarray(np.abs(p[1] - p[0]))
        if self.kind == "ratio":
            return np.asarray(np.abs(p[1] - p[0]) / np.abs(p[3] - p[2]))
        if self.is_directed:
            turn = np.degrees(np.angle((p[1] - p[0]).conj() * (p[3] - p[2]))) % 180
            return np.asarray(np.where(turn > 180 - 1e-9, 0.0, turn))
        if self.kind == "angle":
            return np.asarray(np.degrees(np.abs(np.angle((p[0] - p[1]).conj() * (p[2] - p[1])))))
        following = [*p[1:], p[0]]
        if self.kind == "perimeter":
            return np.asarray(sum(np.abs(b - a) for a, b in zip(p, following, strict=True)))
        doubled = sum((a.conj() * b).imag for a, b in zip(p, following, strict=True))
        return np.asarray(np.abs(doubled) / 2)

    def exactly(self, figure: PreciseFigure) -> Any:
        """The value in a high-precision figure, as a number of mpmath."""
        from mpmath import mp

        p = [mp.mpc(*figure[name]) for name in self.points]
        if self.kind == "length":
            return abs(p[1] - p[0])
        if self.kind == "ratio":
            return abs(p[1] - p[0]) / abs(p[3] - p[2])
        if self.is_directed:
            turn = mp.arg(mp.conj(p[1] - p[0]) * (p[3] - p[2])) * 180 / mp.pi % 180
            return mp.mpf(0) if 180 - turn < mp.mpf(10) ** -40 else turn
        if self.kind == "angle":
            return abs(mp.arg(mp.conj(p[0] - p[1]) * (p[2] - p[1]))) * 180 / mp.pi
        following = [*p[1:], p[0]]
        if self.kind == "perimeter":
            return sum(abs(b - a) for a, b in zip(p, following, strict=True))
        return abs(sum((mp.conj(a) * b).imag for a, b in zip(p, following, strict=True))) / 2
