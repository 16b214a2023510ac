"""The names that stand for values in every program."""

from __future__ import annotations

import math

from geoengine.program.curves import circle_path
from geoengine.program.pens import COLOURS, DASHES, Pen
from geoengine.program.values import Value, polyline, type_of

__all__ = ["CONSTANTS", "DIRECTIONS", "SETTABLE", "constant_types"]

_DIAGONAL = math.sqrt(0.5)


def _unit(z: complex) -> complex:
    return z / abs(z)


DIRECTIONS: dict[str, complex] = {
    "N": 1j,
    "S": -1j,
    "E": 1 + 0j,
    "W": -1 + 0j,
    "NE": complex(_DIAGONAL, _DIAGONAL),
    "NW": complex(-_DIAGONAL, _DIAGONAL),
    "SE": complex(_DIAGONAL, -_DIAGONAL),
    "SW": complex(-_DIAGONAL, -_DIAGONAL),
}
"""The directions of the compass."""

DIRECTIONS |= {
    first + second: _unit(DIRECTIONS[first] + DIRECTIONS[second])
    for first in "NSEW"
    for second in ("NE", "NW", "SE", "SW")
    if first in second
}

CONSTANTS: dict[str, Value] = {
    **{name: Pen(colour=colour) for name, colour in COLOURS.items()},
    **{name: Pen(dash=name) for name in DASHES},
    **DIRECTIONS,
    "evenodd": Pen(evenodd=True),
    "zerowinding": Pen(),
    "pi": math.pi,
    "origin": 0j,
    "I": 1j,
    "CCW": True,
    "CW": False,
    "unitcircle": circle_path(0j, 1.0),
    "unitsquare": polyline([0j, 1 + 0j, 1 + 1j, 1j], closed=True),
    "pt": 72 / 72.27,
    "bp": 1.0,
    "cm": 72 / 2.54,
    "mm": 7.2 / 2.54,
    "inch": 72.0,
    "inches": 72.0,
}
"""Values by name; lengths are in points of a picture."""

SETTABLE: dict[str, str] = {
    "currentprojection": "projection",
    "dotfactor": "real",
    "labelmargin": "real",
}
"""Variables that exist in every program and may be set, with their types."""


def constant_types() -> dict[str, str]:
    """Return the types of the constants, by name."""
    return {name: type_of(value) for name, value in CONSTANTS.items()}
