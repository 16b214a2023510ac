"""Derivations: why one statement holds, given others."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from geoengine.errors import GeoengineError
from geoengine.language import Statement, Table

__all__ = ["ENGINE_STEPS", "CertificateError", "Derivation"]

ENGINE_STEPS: dict[Table, str] = {
    "direction": "angle_chasing",
    "length": "ratio_chasing",
    "square": "pythagoras_verification",
    "line": "segment_addition",
}
"""The names of the engine's own steps, by the table that makes them."""


@dataclass(frozen=True, slots=True)
class Derivation:
    """One step: antecedents give a conclusion.

    Attributes
    ----------
    rule : str
        Id of a rule, or one of `ENGINE_STEPS`.
    antecedents : tuple of Statement
        What it rests on, apart from the diagram.
    conditions : tuple of Statement
        Side conditions that the diagram decides.
    mapping : tuple of (str, str)
        Letters of the rule and the points they stand for; empty for engine steps.
    coefficients : tuple of Fraction
        For engine steps, how often each antecedent's equation is taken (one list an equation of
        the conclusion, in one row each). For lengths on lines, the equation of points on a line is
        that of the condition which of them lies between the others.
    modulus : int
        For angle chasing: the equations settle the angle modulo 180° over this number, and the
        diagram picks which of the values it is.
    """

    conclusion: Statement
    rule: str
    antecedents: tuple[Statement, ...]
    conditions: tuple[Statement, ...] = ()
    mapping: tuple[tuple[str, str], ...] = ()
    coefficients: tuple[tuple[Fraction, ...], ...] = ()
    modulus: int = 1


class CertificateError(GeoengineError):
    """A form that the tables imply could not be written as a combination: a fault of ours."""
