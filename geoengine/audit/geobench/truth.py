"""The truth of published statements in the figures of their scene, and measured values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from geoengine.audit.geobench.scenes import PublishedScene
from geoengine.audit.geobench.text_reader import Reading
from geoengine.language import Statement, as_complex, join_points
from geoengine.verify import Bools, Picture, Quantity, QuantityKind, Reals

__all__ = ["Truth", "holding", "meant", "measures", "truth", "truth_of"]

Status = Literal["true", "false", "depends", "unknown", "absent"]

_RANK = {"true": 3, "depends": 2, "false": 1}
_TRUE = 1e-7
_FALSE = 1e-4


@dataclass(frozen=True, slots=True, eq=False)
class Truth:
    """The truth of a statement in some figures.

    Attributes
    ----------
    status : {"true", "false", "depends", "unknown", "absent"}
        ``true`` in all figures, ``false`` in all, ``depends`` on the figure; ``unknown`` where
        there are no figures or a value is too close to call; ``absent`` where the statement names a
        point that the scene does not have.
    figures, true_in : int
    measured : str
        The values in one figure: one in which the statement is false, if there is any.
    picture : Picture or None
        That figure.
    absent : tuple of str
        The points of the statement that the scene does not have.
    """

    status: Status
    figures: int = 0
    true_in: int = 0
    measured: str = ""
    picture: Picture | None = None
    absent: tuple[str, ...] = ()

    def evidence(self) -> dict[str, Any]:
        """The evidence of a finding."""
        found: dict[str, Any] = {"truth": self.status, "figures": self.figures}
        if self.measured:
            found["measured"] = self.measured
        if self.status == "depends":
            found["true_in"] = self.true_in
        if self.absent:
            found["absent"] = list(self.absent)
        return found


def holding(statement: Statement, xy: Reals, index: dict[str, int]) -> tuple[Bools, Bools]:
    """Return in which figures a statement clearly holds, and in which it clearly fails.

    Two arrays of shape (figures,). In a figure for which both are False, it is too close to call.
    """
    if statement.is_condition:
        met = statement.holds(xy, index)
        return met, ~met
    off = statement.measured(xy, index)
    return off < _TRUE, ~(off < _FALSE)


def truth(statement: Statement, scene: PublishedScene, *, negative: bool = False) -> Truth:
    """Judge a statement, or its negation if `negative`, in all figures of a scene."""
    absent = tuple(dict.fromkeys(p for p in statement.points if p not in scene.index))
    if absent:
        return Truth("absent", absent=absent)
    count = len(scene.xy)
    if not count:
        return Truth("unknown")
    yes, no = holding(statement, scene.xy, scene.index)
    if negative:
        yes, no = no, yes
    if (~yes & ~no).any():
        return Truth("unknown", count, int(yes.sum()))
    status: Status = "true" if yes.all() else "false" if no.all() else "depends"
    shown = int(no.argmax()) if no.any() else 0
    picture = Picture(scene.points, scene.xy[shown], (*scene.given, statement))
    return Truth(
        status, count, int(yes.sum()), measures(statement, scene.points, scene.xy[shown]), picture
    )


def truth_of(reading: Reading, scene: PublishedScene | None) -> Truth:
    """Judge a printed text; ``unknown`` if it is not a statement, or no figure is known.

    If a text has several readings, the one that is true most widely counts.
    """
    if scene is None or reading.statement is None:
        return Truth("unknown")
    best = truth(reading.statement, scene, negative=reading.negative)
    for form in reading.meanings(()):
        if form != reading.statement:
            best = max(best, truth(form, scene), key=lambda one: _RANK.get(one.status, 0))
    return best


def meant(reading: Reading, scene: PublishedScene) -> Statement | None:
    """The first meaning of a text that is true in the scene; None if none is, or for a negation."""
    if reading.negative:
        return None
    possible = reading.meanings(())
    return next((one for one in possible if truth(one, scene).status == "true"), None)


def measures(statement: Statement, points: Sequence[str], xy: Reals) -> str:
    """The measured numbers that a statement is about, in a figure of shape (points, 2).

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> import numpy as np
    >>> square = np.array([[0.0, 0], [1, 0], [1, 1], [0, 1]])
    >>> measures(parse_statement("cong A B A C"), "ABCD", square)
    'AB = 1, AC = 1.41421'
    >>> measures(parse_statement("sameclock A B C A D C"), "ABCD", square)
    'ABC turns left, ADC turns right'
    """
    z = as_complex(xy)[None]
    name, own = statement.predicate, statement.points

    def value(kind: QuantityKind, *names: str) -> str:
        quantity = Quantity(kind, names)
        number = float(quantity.measured(z, points)[0])
        return f"{quantity} = {number:.6g}{'°' if kind == 'angle' else ''}"

    if name in {"lconst", "cong"}:
        return ", ".join(value("length", *own[k : k + 2]) for k in range(0, len(own), 2))
    if name in {"rconst", "eqratio"}:
        return ", ".join(value("ratio", *own[k : k + 4]) for k in range(0, len(own), 4))
    if name in {"aconst", "eqangle", "para", "perp", "npara", "nperp"}:
        return ", ".join(value("angle", *own[k : k + 4]) for k in range(0, len(own), 4))
    if name in {"coll", "ncoll"}:
        return ", ".join(
            value("angle", own[k], own[k + 1], own[k + 2]) for k in range(len(own) - 2)
        )
    if name in {"simtri", "simtrir", "contri", "contrir"}:
        sides = [(0, 1), (1, 2), (2, 0)]
        ratios = [value("ratio", own[a], own[b], own[a + 3], own[b + 3]) for a, b in sides]
        return ", ".join([*ratios, *(_turning(own[k : k + 3], points, z[0]) for k in (0, 3))])
    if name == "midp":
        return f"{value('length', own[0], own[1])}, {value('length', own[0], own[2])}"
    if name == "circle":
        return ", ".join(value("length", own[0], point) for point in own[1:])
    if name == "sameclock":
        return ", ".join(_turning(own[k : k + 3], points, z[0]) for k in (0, 3))
    index = {point: row for row, point in enumerate(points)}
    off = float(statement.measured(xy[None], index)[0])
    return f"off by {off:.3g}"


def _turning(triangle: Sequence[str], points: Sequence[str], z: Any) -> str:
    a, b, c = (z[list(points).index(name)] for name in triangle)
    area = float(((b - a).conjugate() * (c - a)).imag)
    size = float(abs(b - a) * abs(c - a))
    way = (
        "lies on a line" if abs(area) < 1e-9 * size else f"turns {'left' if area > 0 else 'right'}"
    )
    return f"{join_points(triangle)} {way}"
