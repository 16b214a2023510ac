"""Derivations: single steps from antecedents to a conclusion."""

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
"""The ids of the engine steps that combine equations, by table."""


@dataclass(frozen=True, slots=True)
class Derivation:
    """A step from antecedents to a conclusion.

    Attributes
    ----------
    rule : str
        The id of a rule or of an engine step.
    antecedents : tuple of Statement
        The statements that it follows from.
    conditions : tuple of Statement
        Side conditions, decided by the diagram.
    mapping : tuple of (str, str)
        The letters of the rule, with their points; empty for engine steps.
    coefficients : tuple of tuple of Fraction
        For engine steps, one row for each equation of the conclusion: the coefficients of the
        antecedents' equations that sum to it. In sums of segments, collinear points contribute the
        equation of the condition that says which of them is between the others.
    modulus : int
        For angle chasing: the equations determine the angle modulo 180° divided by this number,
        and the diagram picks the value. For the law of sines: 2 if the diagram picks one of two
        supplementary angles.
    """

    conclusion: Statement
    rule: str
    antecedents: tuple[Statement, ...]
    conditions: tuple[Statement, ...] = ()
    mapping: tuple[tuple[str, str], ...] = ()
    coefficients: tuple[tuple[Fraction, ...], ...] = ()
    modulus: int = 1


class CertificateError(GeoengineError):
    """A form that the tables imply is not a combination of equations: an internal error."""
