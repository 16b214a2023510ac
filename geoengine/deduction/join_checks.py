"""The checks of a join as numbers, which the kernel reads."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from geoengine.deduction.distinct_arguments import distinct_arguments
from geoengine.deduction.simpler_statements import simpler_statements

if TYPE_CHECKING:
    from geoengine.deduction.compiled_rule import Atom
    from geoengine.deduction.frame import Floats, Ints
    from geoengine.language import Value

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
        whole = (atom.predicate, atom.letters)
        parts = simpler_statements(*whole) or [whole]
        checks = [_check(name, letters, atom.value) for name, letters in parts]
        if None in checks:
            others.append(atom)
            continue
        for check in checks:
            assert check is not None
            rows.append(check)
            kind, _, *letters = check[0]
            if kind > KINDS.index("ratio"):
                for i, j in distinct_arguments(KINDS[kind], len(letters)):
                    rows.append(([0, 2, letters[i], letters[j]], 0.0))
    rows.sort(key=lambda row: row[0][0])
    numbers = np.zeros((len(rows), _WIDTH), dtype=np.int64)
    for row, (found, _) in zip(numbers, rows, strict=True):
        row[: len(found)] = found
    return JoinChecks(numbers, np.array([shift for _, shift in rows], dtype=float), tuple(others))


def _check(
    predicate: str, letters: tuple[int, ...], value: Value | None
) -> tuple[list[int], float] | None:
    """Return the numbers and the shift of one check; None if the kernel does not know it."""
    kind, shift = predicate, 0.0
    if kind in _TURNS:
        kind, shift = "turn", 0.0 if value is None else float(value)
    elif kind in _RATIOS:
        kind, shift = "ratio", 0.0 if value is None else float(np.log(float(value)))
    if kind not in KINDS or (kind in {"coll", "ncoll"} and len(letters) != 3):
        return None
    return [KINDS.index(kind), len(letters), *letters], shift
