"""Sums over the sides of a statement by which trivial statements are recognized."""

from __future__ import annotations

from functools import cache

import numpy as np

from geoengine.deduction.compiled_rule import CompiledRule
from geoengine.deduction.frame import Ints

__all__ = ["TRIVIAL_SUMS", "trivial_sums"]

TRIVIAL_SUMS: dict[str, tuple[tuple[int, ...], ...]] = {
    "cong": ((1, -1),),
    "para": ((1, -1),),
    "perp": ((1, -1),),
    "eqangle": ((1, -1, -1, 1), (1, 2, -2, -1)),
    "eqratio": ((1, -1, -1, 1),),
    "eqprod": ((1, 1, 1, -1, -1, -1),),
}
"""Weights of a statement's sides; for a trivial statement, one of the weighted sums is 0.

The first row finds identities, such as AB = AB, the second an angle that equals its own reverse.
"""


@cache
def trivial_sums(rule: CompiledRule) -> tuple[tuple[Ints, Ints], ...]:
    """Return the letters and the weights of each conclusion of a rule.

    Empty if some conclusion is never trivial.
    """
    if any(atom.predicate not in TRIVIAL_SUMS for atom in rule.then):
        return ()
    return tuple(
        (np.array(atom.letters), np.array(TRIVIAL_SUMS[atom.predicate])) for atom in rule.then
    )
