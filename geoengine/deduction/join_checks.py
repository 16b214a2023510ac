"""The checks of a join as numbers, which the kernel reads."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from geoengine.deduction.distinct_arguments import distinct_arguments

if TYPE_CHECKING:
    from geoengine.deduction.compiled_rule import Atom
    from geoengine.deduction.frame import Floats, Ints

__all__ = ["JoinChecks", "numbered"]

KINDS = (
    *("different", "coll", "ncoll", "sameclock", "para", "perp", "cong", "turn", "ratio"),
    *("acute", "obtuse", "sameside", "nsameside", "npara", "nperp"),
)
"""The kinds of checks by number, the quickest first; "different" is about two points."""

_TURNS = ("aconst", "eqangle")
_RATIOS = ("lconst", "rconst", "eqratio", "eqprod")
_WIDTH = 14


@dataclass(frozen=True, slots=True)
class JoinChecks:
    """Checks of one step of a join.

    Attributes
    ----------
    numbers : ndarray, shape (checks, 14)
        In each row the number of the kind, the number of letters, and the letters.
    shifts : ndarray, shape (checks,)
        For turns, the directed angle as a multiple of pi; for ratios, the logarithm of the ratio.
    others : tuple of Atom
        The statements that the kernel does not know.
    """

    numbers: Ints
    shifts: Floats
    others: tuple[Atom, ...]


@cache
def numbered(due: tuple[Atom, ...]) -> JoinChecks:
    """Return the checks of statements, the quickest first."""
    rows: list[tuple[list[int], float]] = []
    others = []
    for atom in due:
        kind, shift = atom.predicate, 0.0
        if kind in _TURNS:
            kind, shift = "turn", 0.0 if atom.value is None else float(atom.value)
        elif kind in _RATIOS:
            kind, shift = "ratio", 0.0 if atom.value is None else float(np.log(float(atom.value)))
        if kind == "cyclic" and len(atom.letters) == 4:
            # A triangle, and a fourth point that sees its first side at the same angle.
            a, b, c, d = atom.letters
            rows.append(([KINDS.index("different"), 2, c, d], 0.0))
            rows.append(([KINDS.index("ncoll"), 3, a, b, c], 0.0))
            rows.append(([KINDS.index("turn"), 8, c, a, c, b, d, a, d, b], 0.0))
            continue
        if kind not in KINDS or (kind in {"coll", "ncoll"} and len(atom.letters) != 3):
            others.append(atom)
            continue
        rows.append(([KINDS.index(kind), len(atom.letters), *atom.letters], shift))
        if KINDS.index(kind) > KINDS.index("ratio"):
            for i, j in distinct_arguments(kind, len(atom.letters)):
                rows.append(([0, 2, atom.letters[i], atom.letters[j]], 0.0))
    rows.sort(key=lambda row: row[0][0])
    numbers = np.zeros((len(rows), _WIDTH), dtype=np.int64)
    for row, (found, _) in zip(numbers, rows, strict=True):
        row[: len(found)] = found
    return JoinChecks(numbers, np.array([shift for _, shift in rows], dtype=float), tuple(others))
