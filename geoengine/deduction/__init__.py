"""Deduction: instances of rules in a diagram, linear tables, their closure, and certificates."""

from geoengine.deduction.closure import Limits, StopReason
from geoengine.deduction.compiled_rule import CompiledRule, compile_tiers
from geoengine.deduction.constants import constant_of
from geoengine.deduction.coverage import (
    COVERAGE_KINDS,
    COVERED_PREDICATES,
    Coverage,
    Survey,
    measure_coverage,
)
from geoengine.deduction.deduction import Deduction
from geoengine.deduction.derivation import ENGINE_STEPS, CertificateError, Derivation
from geoengine.deduction.equalities import failing_equalities
from geoengine.deduction.frame import classify
from geoengine.deduction.goal_search import search
from geoengine.deduction.groundwork import Groundwork, lay_groundwork
from geoengine.deduction.instances import Grounding
from geoengine.deduction.quantities import Quantities, QuantityError
from geoengine.deduction.residues import PRIME
from geoengine.deduction.rule_report import RuleReport

__all__ = [
    "COVERAGE_KINDS",
    "COVERED_PREDICATES",
    "ENGINE_STEPS",
    "PRIME",
    "CertificateError",
    "CompiledRule",
    "Coverage",
    "Deduction",
    "Derivation",
    "Grounding",
    "Groundwork",
    "Limits",
    "Quantities",
    "QuantityError",
    "RuleReport",
    "StopReason",
    "Survey",
    "classify",
    "compile_tiers",
    "constant_of",
    "failing_equalities",
    "lay_groundwork",
    "measure_coverage",
    "search",
]
