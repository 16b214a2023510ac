"""Deduction: rules grounded in a diagram, linear tables, the fixpoint, and certificates."""

from geoengine.deduction.certificate import CertificateError
from geoengine.deduction.closure import Limits, StopReason
from geoengine.deduction.deduction import Deduction, RuleReport, run
from geoengine.deduction.derivation import ENGINE_STEPS, Derivation

__all__ = [
    "ENGINE_STEPS",
    "CertificateError",
    "Deduction",
    "Derivation",
    "Limits",
    "RuleReport",
    "StopReason",
    "run",
]
