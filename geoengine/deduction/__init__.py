"""Deduction: instances of rules in a diagram, linear tables, their closure, and certificates."""

from geoengine.deduction.closure import Limits, StopReason
from geoengine.deduction.deduction import Deduction, RuleReport
from geoengine.deduction.derivation import ENGINE_STEPS, CertificateError, Derivation
from geoengine.deduction.groundwork import Groundwork, lay_groundwork
from geoengine.deduction.quantities import Quantities, QuantityError
from geoengine.deduction.search import search

__all__ = [
    "ENGINE_STEPS",
    "CertificateError",
    "Deduction",
    "Derivation",
    "Groundwork",
    "Limits",
    "Quantities",
    "QuantityError",
    "RuleReport",
    "StopReason",
    "lay_groundwork",
    "search",
]
